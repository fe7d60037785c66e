/**
 * The queue against a model of it: random sequences of submissions, claims, reports, deaths, listeners, cancellations and
 * passing hours. The store is real, and the clock belongs to the test. After every command the store must agree with the model,
 * and every stream with the rules of all streams.
 */
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import type { NestEvent, NestEventBody } from '../../src/jobs/events.js';
import { JobQueue } from '../../src/jobs/job-queue.js';
import { JobSignals } from '../../src/jobs/job-signals.js';
import { JobLedger } from '../../src/jobs/ledger.js';
import { fenceOf } from '../../src/jobs/running-task.js';
import * as transitions from '../../src/jobs/transitions.js';
import type { Solution, SolveEnd } from '../../src/nesting/request.js';
import type { QueueName, Store, TaskRecord } from '../../src/store/store.js';
import { organizationRecord, someTime, userRecord } from '../store/records.js';
import { temporaryStore } from '../store/temporary-store.js';
import { assertStream, scripted } from './workbench.js';

const leaseMs = 15_000;
const listenMs = 35_000;
const submitGraceMs = 15_000;
const overdueMs = 2_000;
const mostAttempts = 6;

interface ModelTask {
  state: 'queued' | 'running' | 'ended';
  attempt: number;
  crashes: number;
  turn: number;
  leaseUntil: number;
  limit: boolean;
}

interface ModelJob {
  id: string;
  owner: string;
  queue: QueueName;
  paid: boolean;
  keepMs: number;
  limitMs: number;
  tasks: ModelTask[];
  startedAt: number | null;
  ended: boolean;
  best: number | null;
  watchedUntil: number;
  listeners: AsyncGenerator<NestEvent>[];
}

interface Model {
  now: number;
  jobs: ModelJob[];
  /** Claims of workers that do not yet know the fate of their tasks. */
  claims: TaskRecord[];
}

interface Real {
  store: Store;
  queue: JobQueue;
  ledger: JobLedger;
  userId: string;
  /** Null: the user in personal context. */
  organizations: readonly (string | null)[];
}

type Command = fc.AsyncCommand<Model, Real>;

function endTask(job: ModelJob, task: ModelTask, end: SolveEnd | 'crashed'): void {
  task.state = 'ended';
  task.limit = end === 'time_limit';
  if (end === 'optimal') job.ended = true;
  if (end === 'time_limit') for (const other of job.tasks) if (other.state === 'queued') other.state = 'ended';
  if (job.tasks.every(({ state }) => state === 'ended')) job.ended = true;
  if (job.ended) for (const other of job.tasks) other.state = 'ended';
}

function endJob(job: ModelJob): void {
  job.ended = true;
  for (const task of job.tasks) task.state = 'ended';
}

/** The queued jobs of a queue in the order of service. */
function order(model: Model, queue: QueueName): ModelJob[] {
  const jobs = model.jobs.filter((job) => job.queue === queue && !job.ended && job.startedAt === null);
  const byTurn = jobs.sort((a, b) => a.tasks[0]!.turn - b.tasks[0]!.turn);
  return [...byTurn.filter(({ paid }) => paid), ...byTurn.filter(({ paid }) => !paid)];
}

/** The next task to be served, and its job. */
function next(model: Model): { job: ModelJob; task: ModelTask } | null {
  const waiting = model.jobs.flatMap((job) =>
    job.ended ? [] : job.tasks.filter(({ state }) => state === 'queued').map((task) => ({ job, task })),
  );
  const rank = ({ queue, paid }: ModelJob) => (queue === 'fast' ? 0 : 2) + (paid ? 0 : 1);
  return waiting.sort((a, b) => rank(a.job) - rank(b.job) || a.task.turn - b.task.turn)[0] ?? null;
}

/** The first turn of a new job: after its owner's last, and not before the turn that is served now. */
function firstTurn(model: Model, owner: string, queue: QueueName, paid: boolean): number {
  const jobs = model.jobs.filter((job) => job.queue === queue && job.paid === paid);
  const counted = (among: readonly ModelJob[]) =>
    among.flatMap(({ tasks }) => tasks.filter(({ state, attempt }) => state === 'queued' || attempt > 0));
  const last = (tasks: readonly ModelTask[], otherwise: number) =>
    tasks.reduce((most, { turn }) => Math.max(most, turn), otherwise);
  const fresh = jobs.flatMap(({ tasks }) => tasks.filter(({ state, attempt }) => state === 'queued' && attempt === 0));
  const served = fresh.length > 0 ? Math.min(...fresh.map(({ turn }) => turn)) : last(counted(jobs), 0);
  return Math.max(last(counted(jobs.filter((job) => job.owner === owner)), -1) + 1, served);
}

async function check(model: Model, real: Real): Promise<void> {
  for (const job of model.jobs) {
    const { job: row, tasks } = (await real.store.loadJob(job.id))!;
    const expected = job.ended ? 'ended' : job.startedAt === null ? 'queued' : 'running';
    assert.is(row.state, expected, `job ${model.jobs.indexOf(job)}`);
    assert.equal(
      tasks.map(({ state, attempt, crashes }) => ({ state, attempt, crashes })),
      job.tasks.map(({ state, attempt, crashes }) => ({ state, attempt, crashes })),
    );
    assert.is(row.bestFitness, job.best);
    const stored = await real.store.eventsAfter(job.id, 0, { maxEvents: 10_000, maxBytes: 1e9 });
    const events = stored.map(({ seq, body }) => ({ jobId: job.id, seq, ...(JSON.parse(body) as NestEventBody) }));
    assertStream(job.ended ? events : [...events, { jobId: job.id, seq: events.length + 1, type: 'done' }]);
    assert.is(events.at(-1)?.type === 'done', job.ended);
  }
  for (const queue of ['slow', 'fast'] as const) {
    const waiting = order(model, queue);
    assert.equal(
      [...(await real.store.queuePositions(queue))],
      waiting.map(({ id }, i) => [id, i + 1]),
    );
  }
}

const command = (name: string, run: (model: Model, real: Real) => Promise<void>): Command => ({
  check: () => true,
  run: async (model, real) => {
    await run(model, real);
    await check(model, real);
  },
  toString: () => name,
});

const submit = (who: number, queue: QueueName, paid: boolean, keepSeconds: number, instances: number, limit: number) =>
  command(
    `submit by ${who} ${queue} ${paid ? 'paid' : 'free'} keep ${keepSeconds} x${instances} ${limit} s`,
    async (model, real) => {
      const plan = paid || queue === 'fast' || instances > 1 ? 'paid' : 'free';
      const request = scripted({}, { instances, maximumExecutionTime: limit });
      const organizationId = real.organizations[who]!;
      const owner = organizationId ?? real.userId;
      const turn = firstTurn(model, owner, queue, plan === 'paid');
      const caller = { userId: real.userId, organizationId, plan } as const;
      const { jobId } = await real.queue.submit({ caller, request, queue, keepSeconds, warnings: [] });
      const task = { state: 'queued', attempt: 0, crashes: 0, leaseUntil: 0, limit: false } as const;
      model.jobs.push({
        id: jobId,
        owner,
        queue,
        paid: plan === 'paid',
        keepMs: keepSeconds * 1000,
        limitMs: limit * 1000,
        tasks: Array.from({ length: instances }, (_, i) => ({ ...task, turn: turn + i })),
        startedAt: null,
        ended: false,
        best: null,
        watchedUntil: model.now + submitGraceMs,
        listeners: [],
      });
    },
  );

const claim = command('claim', async (model, real) => {
  const task = await real.store.claimTask({
    queues: ['fast', 'slow'],
    worker: 'w',
    now: model.now,
    leaseUntil: model.now + leaseMs,
  });
  const expected = next(model);
  assert.is(task?.jobId, expected?.job.id);
  if (!task || !expected) return;
  const { job, task: held } = expected;
  assert.is(task.index, job.tasks.indexOf(held));
  Object.assign(held, { state: 'running', attempt: held.attempt + 1, leaseUntil: model.now + leaseMs });
  assert.is(task.attempt, held.attempt);
  model.claims.push(task);
  assert.is(await real.ledger.step(task.jobId, transitions.start(fenceOf(task), { warnings: [] })), 'committed');
  if (job.startedAt === null) job.startedAt = model.now;
  else if (job.best !== null && model.now >= job.startedAt + job.limitMs) endTask(job, held, 'time_limit');
});

function layoutOf(fitness: number, task: number): Solution {
  const usage = { width: 1, length: 1, area: 1, partArea: 1, sheets: [] };
  const placements = [{ id: '', index: 0, bin: 0, position: [task, fitness] as const, rotation: 0 }];
  const rest = { utilisation: 1, sheetCount: null, sheetUtilisation: null, unplaced: [], unplacedIndices: [] };
  return { fitness, usage, placements, ...rest, generation: 100 - fitness, tested: 100 - fitness, elapsedSeconds: 0 };
}

/** The worker of a claim writes. The store decides whether it still may. */
const write = (pick: number, kind: 'layout' | 'crash' | 'release' | SolveEnd, fitness: number) =>
  command(`write ${pick} ${kind} ${fitness}`, async (model, real) => {
    const task = model.claims.at(-1 - (pick % Math.max(1, model.claims.length)));
    if (!task) return;
    const job = model.jobs.find(({ id }) => id === task.jobId)!;
    const held = job.tasks[task.index]!;
    const mayWrite = held.state === 'running' && held.attempt === task.attempt;
    const fence = fenceOf(task);
    const solution = { type: 'solution', solution: layoutOf(fitness, task.index) } as const;
    const transition = {
      layout: () => transitions.report(fence, [solution], null),
      crash: () => transitions.crash(fence),
      release: () => transitions.release(fence),
    };
    const made =
      kind in transition
        ? transition[kind as keyof typeof transition]()
        : transitions.report(fence, [], kind as SolveEnd);
    assert.is(await real.ledger.step(task.jobId, made), mayWrite ? 'committed' : 'fenced');
    if (!mayWrite) return;
    if (kind === 'layout') job.best = Math.min(job.best ?? fitness, fitness);
    else if (kind === 'release') held.state = 'queued';
    else if (kind !== 'crash') endTask(job, held, kind);
    else if (++held.crashes <= 1) held.state = 'queued';
    else endTask(job, held, 'crashed');
  });

const pass = (ms: number) =>
  command(`pass ${ms} ms`, async (model, real) => {
    model.now += ms;
    await real.queue.tick();
    for (const job of model.jobs) {
      for (const task of job.tasks) {
        if (task.state !== 'running' || task.leaseUntil >= model.now) continue;
        task.state = 'queued';
        if (task.attempt >= mostAttempts) endTask(job, task, 'crashed');
      }
      const watched = job.listeners.length > 0 ? model.now + listenMs : job.watchedUntil;
      if (!job.ended && watched + job.keepMs <= model.now) endJob(job);
      const idle = job.tasks.every(({ state }) => state !== 'running');
      const over = job.startedAt !== null && job.startedAt + job.limitMs < model.now - overdueMs;
      if (!job.ended && job.best !== null && over && idle) endJob(job);
    }
  });

const renew = command('renew', async (model, real) => {
  await real.store.renewLeases('w', model.now + leaseMs);
  for (const { tasks } of model.jobs) {
    for (const task of tasks) if (task.state === 'running') task.leaseUntil = model.now + leaseMs;
  }
});

const listen = (pick: number) =>
  command(`listen ${pick}`, async (model, real) => {
    const job = model.jobs[pick % Math.max(1, model.jobs.length)];
    if (!job || job.ended) return;
    const stream = real.queue.events(job.id, 0, new AbortController().signal);
    assert.is((await stream.next()).value?.seq, 1);
    job.listeners.push(stream);
  });

const leave = (pick: number) =>
  command(`leave ${pick}`, async (model) => {
    const job = model.jobs[pick % Math.max(1, model.jobs.length)];
    const stream = job?.listeners.pop();
    if (!job || !stream) return;
    await stream.return(undefined);
    if (job.ended || job.listeners.length > 0) return;
    job.watchedUntil = model.now;
    // When the last listener leaves, all abandoned jobs end.
    for (const other of model.jobs) {
      if (!other.ended && other.listeners.length === 0 && other.watchedUntil + other.keepMs <= model.now) endJob(other);
    }
  });

const cancel = (pick: number) =>
  command(`cancel ${pick}`, async (model, real) => {
    const job = model.jobs[pick % Math.max(1, model.jobs.length)];
    if (!job) return;
    assert.is(await real.queue.cancel(job.id), true);
    endJob(job);
  });

const pick = fc.nat(6);
const often = <T>(times: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T>[] => Array(times).fill(arbitrary);

// Weighted so that jobs live long enough for rare events: two crashes of one task, six lost leases, a missed deadline.
const commands = fc.commands(
  [
    ...often(
      2,
      fc
        .tuple(
          fc.nat(2),
          fc.constantFrom<QueueName>('slow', 'fast'),
          fc.boolean(),
          fc.constantFrom(0, 10, 3_600, 3_600),
          fc.integer({ min: 1, max: 3 }),
          fc.constantFrom(1, 30),
        )
        .map((values) => submit(...values)),
    ),
    ...often(6, fc.constant(claim)),
    ...often(
      3,
      fc.tuple(pick, fc.constant('layout' as const), fc.nat(8)).map((values) => write(...values)),
    ),
    ...often(
      2,
      fc.tuple(pick, fc.constantFrom('crash', 'release'), fc.constant(0)).map((values) => write(...values)),
    ),
    fc
      .tuple(pick, fc.constantFrom<SolveEnd>('optimal', 'work_limit', 'time_limit'), fc.constant(0))
      .map((values) => write(...values)),
    ...often(2, fc.constantFrom(500, 4_000, 15_001, 15_001).map(pass)),
    fc.constant(renew),
    pick.map(listen),
    pick.map(leave),
    pick.map(cancel),
  ],
  { maxCommands: 80, size: 'max' },
);

/** Runs random sequences of commands. The queue must agree with the model after each of them. */
export async function queueFollowsModel(sequences: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      const { store, close } = await temporaryStore();
      const user = userRecord();
      await store.createUser(user);
      const organizations = [organizationRecord(), organizationRecord()];
      for (const organization of organizations) await store.createOrganization(organization);
      const model: Model = { now: someTime, jobs: [], claims: [] };
      const ledger = new JobLedger(store, new JobSignals(), () => model.now);
      const queue = new JobQueue(ledger, { retentionMs: 86_400_000 });
      try {
        await fc.asyncModelRun(
          () => ({
            model,
            real: {
              store,
              queue,
              ledger,
              userId: user.id,
              organizations: [null, ...organizations.map(({ id }) => id)],
            },
          }),
          sequence,
        );
        for (const job of model.jobs) for (const stream of job.listeners) await stream.return(undefined);
      } finally {
        await close();
      }
    }),
    { numRuns: sequences },
  );
}

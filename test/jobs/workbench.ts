/** A queue with its host over a real store, simulated solvers in real threads, and a way to submit work. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import type { NestEvent } from '../../src/jobs/events.js';
import { type Jobs, type JobsOptions, openJobs } from '../../src/jobs/open-jobs.js';
import type { JobCaller, Submission } from '../../src/jobs/queue.js';
import { defaultSettings, type NestRequest } from '../../src/nesting/request.js';
import { userRecord } from '../store/records.js';
import { type TemporaryStore, temporaryStore } from '../store/temporary-store.js';

/** The script of a simulated solver. Without one it finds a better layout every 2 ms until it is told to end. */
export interface Script {
  stepMs?: number;
  /** Returns `optimal` in this generation. */
  optimalAfter?: number;
  firstLayoutMs?: number;
  /** Shows the beginning of its first layout at once. */
  showsBeginning?: boolean;
  /** Ignores its limit and the order to stop. */
  deaf?: boolean;
  /** Takes memory without end. */
  hoard?: boolean;
  /** Throws a ServiceError. */
  refuse?: boolean;
  /** `always`, or a file that marks that it has died once. */
  die?: string;
  /** Dies in this generation, not at the start. */
  dieAfter?: number;
  /** All seeds improve alike. */
  same?: boolean;
  /** Sends one more layout when it is told to stop. */
  lastWords?: boolean;
  /**
   * It finds better layouts only by improving one that another instance shows it; the instance with the request's own seed
   * begins. It returns `optimal` after this many layouts of all instances, one after the other.
   */
  relay?: number;
  /** The width of its layouts is the number of cores that it has. */
  tellsCores?: boolean;
  /** This generation ends only once the file exists, or the job is told to end. */
  waits?: { generation: number; file: string };
  /** Its first generation takes this long, whatever its limit. */
  firstGenerationMs?: number;
}

export const simulatedSolver = new URL('./simulated-solver.js', import.meta.url);

export function scripted(script: Script, change: Partial<NestRequest> = {}): NestRequest {
  const points = [
    [0, 0],
    [1, 0],
    [1, 1],
  ] as const;
  return {
    polygons: [{ id: JSON.stringify(script), origin: null, points }],
    bins: [{ boundary: { id: '', origin: null, points }, holes: [], cellWidth: 0, cellHeight: 0 }],
    ...defaultSettings,
    reportInterval: 1,
    maximumExecutionTime: 10,
    seed: 1,
    ...change,
  };
}

export interface Workbench extends Jobs {
  readonly files: TemporaryStore;
  readonly caller: JobCaller;
  /** Crashes and failures that the host reported. */
  readonly errors: unknown[];
  /** A path without a file. */
  readonly path: string;
  submit(request: NestRequest, change?: Partial<Submission>): Promise<string>;
  /** All remaining events of a job. */
  read(jobId: string, afterSeq?: number, signal?: AbortSignal): Promise<NestEvent[]>;
  end(): Promise<void>;
}

export async function workbench(options: Partial<JobsOptions> = {}): Promise<Workbench> {
  const files = await temporaryStore();
  const scratch = mkdtempSync(join(tmpdir(), 'selvage-'));
  const user = userRecord();
  await files.store.createUser(user);
  const errors: unknown[] = [];
  const jobs = openJobs({
    store: files.store,
    retentionMs: 86_400_000,
    solvers: 2,
    queues: ['fast', 'slow'],
    threadEntry: simulatedSolver,
    onError: (error) => errors.push(error),
    ...options,
  });
  const caller: JobCaller = { userId: user.id, organizationId: null, plan: 'paid' };
  return {
    ...jobs,
    files,
    caller,
    errors,
    path: join(scratch, 'nothing'),
    async submit(request, change = {}) {
      const submission: Submission = { caller, request, queue: 'slow', keepSeconds: 0, warnings: [], ...change };
      return (await jobs.queue.submit(submission)).jobId;
    },
    async read(jobId, afterSeq = 0, signal = new AbortController().signal) {
      const events: NestEvent[] = [];
      for await (const event of jobs.queue.events(jobId, afterSeq, signal)) events.push(event);
      return events;
    },
    async end() {
      await jobs.close({ graceMs: 0 });
      await files.close();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

/** Asserts the rules for the events of any job, from its first to `done`. */
export function assertStream(events: readonly NestEvent[], { from = 1 }: { from?: number } = {}): void {
  let fitness = Number.POSITIVE_INFINITY;
  let generation = 0;
  let tested = 0;
  let elapsed = 0;
  let phase = 0;
  for (const [i, event] of events.entries()) {
    assert.is(event.seq, from + i, 'numbers without gaps');
    assert.is(event.type === 'done', i === events.length - 1, 'one done, last');
    if (event.type === 'info') assert.is(i, events.length - 2, 'info comes directly before done');
    if (event.type === 'progress') {
      const order = { queued: 0, starting: 1, running: 2, finishing: 3 }[event.status];
      assert.ok(order >= phase, `${event.status} comes in its turn`);
      phase = order;
      assert.is('queuedPosition' in event, event.status === 'queued');
      assert.is('warnings' in event, event.status === 'starting');
    }
    if (event.type !== 'progress' && event.type !== 'solution') continue;
    const counts = event.type === 'solution' ? event.solution : event;
    assert.ok(counts.generation >= generation && counts.tested >= tested, 'counts never fall');
    assert.ok(counts.elapsedSeconds >= elapsed, 'time never runs back');
    ({ generation, tested, elapsedSeconds: elapsed } = counts);
    if (event.type !== 'solution') continue;
    assert.ok(event.solution.fitness < fitness, 'every layout is better than the one before');
    fitness = event.solution.fitness;
  }
}

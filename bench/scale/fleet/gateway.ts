/**
 * A gateway's queue without its port: gateway.js LOCATION. It submits jobs for many tenants, listens to each to its end, cancels some, and
 * asks for places. Each message is a load to make, and is answered with its figures.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { openJobs } from '../../../src/jobs/open-jobs.js';
import { openStore, type StoreLocation } from '../../../src/store/open-store.js';
import { scripted } from '../../../test/jobs/workbench.js';
import { userRecord } from '../../../test/store/records.js';

const tenants = 10_000;
/** One job in so many is cancelled after a while. */
const cancelEvery = 8;
const abreast = 8;

export interface Load {
  readonly jobs: number;
  readonly perMinute: number;
  /** Of each job. */
  readonly seconds: number;
}

/** Milliseconds of single calls and waits. */
export interface LoadFigures {
  readonly submit: number[];
  /** From the submission to the job's first line in its stream. */
  readonly firstEvent: number[];
  /** From the submission to the line of the start. */
  readonly start: number[];
  /** The call that tells a job's place. */
  readonly position: number[];
  /** From the cancel to the last line. */
  readonly cancel: number[];
  readonly ended: number;
  /** From the first submission to the last end. */
  readonly seconds: number;
  readonly errors: Record<string, number>;
}

const store = await openStore(JSON.parse(process.argv[2]!) as StoreLocation);
const users = Array.from({ length: tenants }, () => userRecord({ plan: 'paid' }));
for (let i = 0; i < tenants; i += abreast) {
  await Promise.all(users.slice(i, i + abreast).map((user) => store.createUser(user)));
}
const errors: Record<string, number> = {};
const note = (error: unknown): void => {
  errors[`${error}`] = (errors[`${error}`] ?? 0) + 1;
};
const { queue } = openJobs({ store, retentionMs: 86_400_000, solvers: 0, queues: [], onError: note });
let submitted = 0;

async function oneJob(seconds: number, cancelled: boolean, figures: LoadFigures): Promise<void> {
  const { id: userId } = users[(submitted++ * 7_919) % tenants]!;
  const caller = { userId, organizationId: null, plan: 'paid' } as const;
  const request = scripted({}, { maximumExecutionTime: seconds });
  const before = performance.now();
  const { jobId } = await queue.submit({ caller, request, queue: 'slow', keepSeconds: 600, warnings: [] });
  figures.submit.push(performance.now() - before);
  let [hasStarted, cancelAt] = [false, 0];
  for await (const event of queue.events(jobId, 0, new AbortController().signal)) {
    if (event.seq === 1) figures.firstEvent.push(performance.now() - before);
    if (event.type === 'progress' && event.status === 'starting') {
      hasStarted = true;
      figures.start.push(performance.now() - before);
      const asked = performance.now();
      await queue.look(jobId);
      figures.position.push(performance.now() - asked);
    }
    if (cancelled && hasStarted && event.type === 'solution' && cancelAt === 0) {
      cancelAt = performance.now();
      void queue.cancel(jobId).catch(note);
    }
    if (event.type === 'done' && cancelAt > 0) figures.cancel.push(performance.now() - cancelAt);
  }
}

process.on('disconnect', () => process.exit());
process.on('message', async ({ jobs, perMinute, seconds }: Load) => {
  const started = performance.now();
  const lists = { submit: [], firstEvent: [], start: [], position: [], cancel: [] };
  const figures: LoadFigures = { ...lists, ended: 0, seconds: 0, errors };
  let ended = 0;
  const running: Promise<void>[] = [];
  for (let i = 0; i < jobs; i++) {
    await delay(Math.max(0, started + (i * 60_000) / perMinute - performance.now()));
    const job = oneJob(seconds, i % cancelEvery === 0 && seconds > 2, figures);
    running.push(job.then(() => void ended++, note));
  }
  await Promise.all(running);
  process.send?.({ ...figures, ended, seconds: (performance.now() - started) / 1000 } satisfies LoadFigures);
});
process.send?.('ready');

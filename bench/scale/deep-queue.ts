/** The cost of single calls of the store while ten thousand jobs wait. */
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../../src/errors.js';
import type { Store } from '../../src/store/store.js';
import { changeOf, newJob, someTime, userRecord } from '../../test/store/records.js';

const owners = 100;
const abreast = 8;
const mostRefusals = 10;

export interface Timing {
  readonly name: string;
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  /** Calls a second, `abreast` or fewer at a time. */
  readonly perSecond: number;
  /** Calls that the store could not answer in time, on a machine busy with other work; they are made again. */
  readonly refused: number;
}

/** The store refuses a late call within two seconds and advises a retry after one, which this does. */
async function insistently(call: () => Promise<unknown>): Promise<number> {
  for (let refused = 0; ; refused++) {
    try {
      await call();
      return refused;
    } catch (error) {
      // The call before succeeded, but its answer was late.
      if (refused > 0 && error instanceof ServiceError && error.code === 'already_exists') return refused;
      if (!(error instanceof ServiceError) || error.code !== 'store_unavailable' || refused === mostRefusals)
        throw error;
      await delay(1_000 * (error.retryAfterSeconds ?? 1));
    }
  }
}

/** Times `count` calls, `together` at a time, in milliseconds. */
async function timed(
  name: string,
  count: number,
  call: (i: number) => Promise<unknown>,
  together = abreast,
): Promise<Timing> {
  const times: number[] = [];
  let [next, refused] = [0, 0];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: together }, async () => {
      for (let i = next++; i < count; i = next++) {
        const before = performance.now();
        refused += await insistently(() => call(i));
        times.push(performance.now() - before);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const quantile = (q: number) => times[Math.min(times.length - 1, Math.floor(times.length * q))]!;
  return { name, p50: quantile(0.5), p99: quantile(0.99), worst: times.at(-1)!, perSecond: count / seconds, refused };
}

/** Queues `depth` jobs, then measures; the queue stays as deep, except for the claims. */
export async function deepQueue(store: Store, depth: number): Promise<Timing[]> {
  const users = Array.from({ length: owners }, () => userRecord());
  for (const user of users) await store.createUser(user);
  const jobs = Array.from({ length: depth + 500 }, (_, i) => newJob(users[i % owners]!.id, { keepMs: 1e9 }));
  const firstEvent = (position: number) =>
    JSON.stringify({ type: 'progress', status: 'queued', queuedPosition: position });
  const submit = (i: number) => store.createJob(jobs[i]!, { firstEvent, mostOpenJobs: 1e6 });
  const filling = await timed(`submit, 0 to ${depth} waiting`, depth, submit);
  const body = JSON.stringify({ type: 'progress', filler: 'x'.repeat(150) });
  const commit = async (i: number, events: number) => {
    const snapshot = (await store.loadJob(jobs[i]!.id))!;
    const { lastSeq } = snapshot.job;
    const appended = Array.from({ length: events }, (_, e) => ({ seq: lastSeq + 1 + e, at: someTime, body }));
    const change = changeOf(snapshot, { events: appended });
    await store.commitJobs([{ ...change, job: { ...change.job, lastSeq: lastSeq + events } }]);
  };
  const jobIds = jobs.slice(0, 1_000).map(({ id }) => id);
  const listened = { maxEvents: 64, maxBytes: 262_144 };
  const lease = { queues: ['slow'], worker: 'bench', now: someTime, leaseUntil: someTime + 15_000 } as const;
  return [
    filling,
    await timed('submit', 500, (i) => submit(depth + i)),
    await timed('claim', 500, () => store.claimTask(lease)),
    await timed('renew 500 leases', 50, () => store.renewLeases('bench', someTime + 20_000)),
    await timed('step with 1 event', 2_000, (i) => commit(i, 1)),
    await timed('step with 10 events', 1_000, (i) => commit(i, 10)),
    await timed('read events', 2_000, (i) => store.eventsAfter(jobs[i]!.id, 0, listened)),
    // A gateway makes these calls once a second.
    await timed('last events of 1,000 jobs *', 50, () => store.lastSeqs(jobIds), 1),
    await timed('places of 1,000 jobs *', 50, () => store.queuePositions('slow', jobIds), 1),
    await timed('sweep: leases *', 50, () => store.expireLeases(0), 1),
    await timed('sweep: abandoned *', 50, () => store.abandonedJobs(someTime + 10_000), 1),
  ];
}

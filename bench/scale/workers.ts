/** Finished jobs a minute by the number of worker processes, where solving itself costs no processor: it sleeps. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { openJobs } from '../../src/jobs/open-jobs.js';
import { openStore, type StoreLocation } from '../../src/store/open-store.js';
import { scripted } from '../../test/jobs/workbench.js';
import { userRecord } from '../../test/store/records.js';

export const threadsPerWorker = 8;
export const jobMs = 4_000;
const windowMs = 20_000;

/** @returns jobs that ended a minute */
export async function jobsPerMinute(location: StoreLocation, workers: number): Promise<number> {
  const store = await openStore(location);
  const user = userRecord();
  await store.createUser(user);
  const jobs = openJobs({ store, retentionMs: 86_400_000, solvers: 0, queues: [] });
  const caller = { userId: user.id, organizationId: null, plan: 'paid' } as const;
  const solvers = workers * threadsPerWorker;
  // Those of the window, and of the time before in which threads start.
  const count = Math.ceil((2 * solvers * windowMs) / jobMs);
  const request = scripted({ optimalAfter: 1, firstLayoutMs: jobMs });
  const submissions = Array.from({ length: count }, () => ({
    caller,
    request,
    queue: 'slow' as const,
    keepSeconds: 3_600,
    warnings: [],
  }));
  const jobIds: string[] = [];
  for (const submission of submissions) jobIds.push((await jobs.queue.submit(submission)).jobId);

  const hosts = await Promise.all(Array.from({ length: workers }, () => startHost(location)));
  for (const host of hosts) host.send('go');
  // Not measured: until every thread has had a job.
  const ended = async (id: string) => (await store.loadJob(id))!.job.endedAt !== null;
  while (!(await ended(jobIds[solvers - 1]!))) await delay(100);
  const begun = Date.now();
  await delay(windowMs);
  let counted = 0;
  for (const jobId of jobIds) {
    const { endedAt, outcome } = (await store.loadJob(jobId))!.job;
    if (endedAt === null || endedAt < begun || endedAt >= begun + windowMs) continue;
    if (outcome !== 'finished') throw new Error(`a job ended as ${outcome}`);
    counted += 1;
  }
  for (const host of hosts) host.kill('SIGKILL');
  await jobs.close({ graceMs: 0 });
  await store.close();
  return (counted * 60_000) / windowMs;
}

async function startHost(location: StoreLocation): Promise<ChildProcess> {
  const child = fork(new URL('./solver-host.js', import.meta.url), [
    JSON.stringify(location),
    String(threadsPerWorker),
  ]);
  await once(child, 'message');
  return child;
}

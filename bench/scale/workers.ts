/** Finished jobs a minute by the number of worker processes. Solvers only sleep, so they cost no processor time. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { openJobs } from '../../src/jobs/open-jobs.js';
import { openStore, type StoreLocation } from '../../src/store/open-store.js';
import { scripted } from '../../test/jobs/workbench.js';
import { userRecord } from '../../test/store/records.js';

export const threadsPerWorker = 8;
export const jobMs = 4_000;
/** Solvers begin together and end together, so whole rounds of all of them count. */
const rounds = 8;

/** @returns jobs that ended a minute */
export async function jobsPerMinute(location: StoreLocation, workers: number): Promise<number> {
  const store = await openStore(location);
  const user = userRecord();
  await store.createUser(user);
  const jobs = openJobs({ store, retentionMs: 86_400_000, solvers: 0, queues: [] });
  const caller = { userId: user.id, organizationId: null, plan: 'paid' } as const;
  const solvers = workers * threadsPerWorker;
  const request = scripted({ optimalAfter: 1, firstLayoutMs: jobMs });
  const submission = { caller, request, queue: 'slow', keepSeconds: 3_600, warnings: [] } as const;
  const jobIds: string[] = [];
  // One more round before, in which the threads start, and one after the last counted round.
  for (let i = 0; i < solvers * (rounds + 2); i++) jobIds.push((await jobs.queue.submit(submission)).jobId);

  const hosts = await Promise.all(Array.from({ length: workers }, () => startHost(location)));
  for (const host of hosts) host.send('go');
  const ended: number[] = [];
  const waiting = new Set(jobIds);
  while (ended.length < solvers * (rounds + 1)) {
    await delay(500);
    for (const jobId of [...waiting].slice(0, 2 * solvers)) {
      const { endedAt, outcome } = (await store.loadJob(jobId))!.job;
      if (endedAt === null) continue;
      if (outcome !== 'finished') throw new Error(`a job ended as ${outcome}`);
      waiting.delete(jobId);
      ended.push(endedAt);
    }
  }
  for (const host of hosts) host.kill('SIGKILL');
  await jobs.close({ graceMs: 0 });
  await store.close();
  ended.sort((a, b) => a - b);
  return (solvers * rounds * 60_000) / (ended[solvers * (rounds + 1) - 1]! - ended[solvers - 1]!);
}

async function startHost(location: StoreLocation): Promise<ChildProcess> {
  const child = fork(new URL('./solver-host.js', import.meta.url), [
    JSON.stringify(location),
    String(threadsPerWorker),
  ]);
  await once(child, 'message');
  return child;
}

/** A job with a stream of 40 MB, made without a solver. */
import { openStore } from '../../src/store/open-store.js';
import { changeOf, newJob } from '../store/records.js';

/** An ended job of the demo account with 400 events of 100 kB. */
export async function longJob(data: string): Promise<string> {
  const store = await openStore({ dataDir: data });
  const user = (await store.findUserByName('demo'))!;
  const now = Date.now();
  const job = newJob(user.id, { createdAt: now });
  await store.createJob(job);
  const body = JSON.stringify({ type: 'info', message: 'x'.repeat(100_000), elapsedSeconds: 0 });
  const events = Array.from({ length: 400 }, (_, i) => ({ seq: i + 1, at: now, body }));
  const change = changeOf((await store.loadJob(job.id))!, { events });
  const state = { state: 'ended', outcome: 'finished', endedAt: now, lastSeq: events.length } as const;
  await store.commitJobs([{ ...change, job: { ...change.job, ...state } }]);
  await store.close();
  return job.id;
}

/** Forgets ended jobs, a batch at a time, so that others can write in between. */
import type { JobStore } from '../store/store.js';

export interface PurgeLimits {
  readonly now: number;
  /** Jobs that ended before this time are forgotten with all their data. Of later ones, expired events are forgotten. */
  readonly jobsBefore: number;
  /** An organisation or a user; absent: everyone's jobs. */
  readonly owner?: string;
}

export async function purge(store: JobStore, limits: PurgeLimits): Promise<{ events: number; jobs: number }> {
  const sum = { events: 0, jobs: 0 };
  for (;;) {
    const { events, jobs } = await store.purgeJobs(limits);
    if (events === 0 && jobs === 0) return sum;
    sum.events += events;
    sum.jobs += jobs;
  }
}

/** The state of jobs for callers that do not listen: lists of jobs, and one job with its best layout. */
import type { Solution } from '../nesting/request.js';
import type { JobStore, ListedJob, TaskQueue } from '../store/store.js';
import type { NestEventBody } from './events.js';
import type { JobLedger } from './ledger.js';
import type { JobCaller, JobOverview, JobsQuery } from './queue.js';

export class JobOverviews {
  readonly #store: JobStore;
  readonly #now: () => number;

  constructor({ store, now }: JobLedger) {
    this.#store = store;
    this.#now = now;
  }

  /** See `NestQueue.list`. */
  async list(caller: JobCaller, query: JobsQuery): Promise<{ jobs: JobOverview[]; next: number | null }> {
    const { limit, ...rest } = query;
    const owner = caller.organizationId ?? caller.userId;
    // one extra job tells whether there is a next page
    const found = await this.#store.listJobs({ owner, ...rest, limit: limit + 1 });
    const shown = found.slice(0, limit);
    const next = found.length > limit ? shown.at(-1)!.number : null;
    return { jobs: await this.#overviews(shown), next };
  }

  /** See `NestQueue.look`. */
  async look(jobId: string): Promise<{ job: JobOverview; best: Solution | null } | null> {
    const snapshot = await this.#store.loadJob(jobId);
    if (snapshot === null) return null;
    const { job, tasks } = snapshot;
    const [overview] = await this.#overviews([{ ...job, instances: tasks.length }]);
    return { job: overview!, best: await this.#bestOf(overview!, job.bestSeq) };
  }

  async #bestOf({ jobId, expiresAt }: JobOverview, seq: number | null): Promise<Solution | null> {
    if (seq === null || (expiresAt !== null && expiresAt <= this.#now())) return null;
    const [event] = await this.#store.eventsAfter(jobId, seq - 1, { maxEvents: 1, maxBytes: 1 });
    if (event?.seq !== seq) return null;
    const body = JSON.parse(event.body) as NestEventBody;
    return body.type === 'solution' ? body.solution : null;
  }

  async #overviews(jobs: readonly ListedJob[]): Promise<JobOverview[]> {
    const positions = new Map<string, number>();
    for (const queue of ['slow', 'fast', 'lays'] satisfies TaskQueue[]) {
      const queued = jobs.filter((job) => job.state === 'queued' && job.queue === queue).map(({ id }) => id);
      if (queued.length === 0) continue;
      for (const [id, position] of await this.#store.queuePositions(queue, queued)) positions.set(id, position);
    }
    return jobs.map((job) => overviewOf(job, positions.get(job.id) ?? null));
  }
}

function overviewOf(job: ListedJob, queuedPosition: number | null): JobOverview {
  const { id, userId, organizationId, state, lastSeq, queue, outcome, instances, createdAt, startedAt, endedAt } = job;
  const { eventsKeptMs, timeLimitMs, elapsedSeconds, generation, tested, bestFitness } = job;
  const who = { jobId: id, userId, organizationId, state, lastSeq, queue, outcome, instances };
  const when = { createdAt, startedAt, endedAt, expiresAt: endedAt === null ? null : endedAt + eventsKeptMs };
  return { ...who, ...when, queuedPosition, timeLimitMs, elapsedSeconds, generation, tested, fitness: bestFitness };
}

/**
 * Shows each solver of this host the best layout of its job's other instances. Layouts of this host come straight from its
 * solvers, those of other hosts from the events of the job. A solver gets one a second at most.
 */
import type { Solution } from '../nesting/request.js';
import type { JobStore } from '../store/store.js';
import type { NestEventBody } from './events.js';

/** The least time between two layouts for a solver, and between two looks into the store. */
export const exchangeMs = 1_000;

/** One instance of a job on this host. */
export interface Island {
  /** Tells the others of its own layout. */
  offer(solution: Solution): void;
  leave(): void;
}

/** Shows a solver the JSON of an event with a layout. False: it has not taken the last one yet. */
export type Show = (event: string) => boolean;

interface Member {
  readonly show: Show;
  /** The best fitness that the solver knows, and the time when it was last shown a layout. */
  fitness: number;
  shownAt: number;
}

/** A job with several instances, some of which run here. */
interface Archipelago {
  /** By index of the task. */
  readonly members: Map<number, Member>;
  best: Best | null;
}

interface Best {
  readonly fitness: number;
  /** Index of the task that found it. */
  readonly index: number | null;
  readonly event: () => string;
}

export class LayoutExchange {
  readonly #jobs = new Map<string, Archipelago>();

  readonly #store: JobStore;
  readonly #now: () => number;

  constructor(store: JobStore, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  join(jobId: string, index: number, show: Show): Island {
    const job = this.#jobs.get(jobId) ?? { members: new Map(), best: null };
    const member = { show, fitness: Number.POSITIVE_INFINITY, shownAt: Number.NEGATIVE_INFINITY };
    job.members.set(index, member);
    this.#jobs.set(jobId, job);
    return {
      offer: (solution) => {
        const { fitness } = solution;
        member.fitness = Math.min(member.fitness, fitness);
        if (job.best && job.best.fitness <= fitness) return;
        const event = () => JSON.stringify({ type: 'solution', solution } satisfies NestEventBody);
        job.best = { fitness, index, event: once(event) };
        this.#tell(job);
      },
      leave: () => {
        if (job.members.get(index) === member) job.members.delete(index);
        if (job.members.size === 0 && this.#jobs.get(jobId) === job) this.#jobs.delete(jobId);
      },
    };
  }

  /** To be called every `exchangeMs`: looks for layouts of other hosts, and shows those that had to wait. */
  async round(): Promise<void> {
    for (const [jobId, job] of [...this.#jobs]) {
      await this.#look(jobId, job);
      this.#tell(job);
    }
  }

  async #look(jobId: string, job: Archipelago): Promise<void> {
    const found = (await this.#store.loadJob(jobId))?.job;
    if (!found || found.bestSeq === null || found.bestFitness === null) return;
    const { bestSeq, bestFitness, bestTask } = found;
    if (job.best && job.best.fitness <= bestFitness) return;
    const limit = { maxEvents: 1, maxBytes: Number.MAX_SAFE_INTEGER };
    const [stored] = await this.#store.eventsAfter(jobId, bestSeq - 1, limit);
    // Meanwhile a solver of this host may have found a better one.
    if (!stored || (job.best && job.best.fitness <= bestFitness)) return;
    job.best = { fitness: bestFitness, index: bestTask, event: () => stored.body };
  }

  #tell({ members, best }: Archipelago): void {
    if (!best) return;
    const now = this.#now();
    for (const [index, member] of members) {
      if (index === best.index || best.fitness >= member.fitness || now - member.shownAt < exchangeMs) continue;
      if (!member.show(best.event())) continue;
      member.fitness = best.fitness;
      member.shownAt = now;
    }
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

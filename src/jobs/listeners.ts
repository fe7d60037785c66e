/** Tells the store which jobs this process listens to. A job without a listener here or on any other host is abandoned. */
import type { JobStore } from '../store/store.js';

/** The store learns this often that the listeners are still there, unless it missed one. */
const refreshMs = 5_000;
/**
 * A process that has been silent for this long counts as dead. The time is longer than an outage of the store may last, since
 * the clients of the process are still there.
 */
const listenMs = 35_000;

export class Listeners {
  readonly #counts = new Map<string, number>();
  #refreshAt = Number.NEGATIVE_INFINITY;

  readonly #store: JobStore;
  readonly #watcher: string;
  readonly #now: () => number;

  /** `watcher` names this process. */
  constructor(store: JobStore, watcher: string, now: () => number) {
    this.#store = store;
    this.#watcher = watcher;
    this.#now = now;
  }

  get jobIds(): string[] {
    return [...this.#counts.keys()];
  }

  async join(jobId: string): Promise<void> {
    const count = this.#counts.get(jobId) ?? 0;
    this.#counts.set(jobId, count + 1);
    if (count > 0) return;
    try {
      await this.#store.watchJobs(this.#watcher, [jobId], this.#now() + listenMs);
    } catch (error) {
      this.#refreshAt = Number.NEGATIVE_INFINITY;
      throw error;
    }
  }

  async leave(jobId: string): Promise<void> {
    const count = this.#counts.get(jobId) ?? 0;
    if (count > 1) {
      this.#counts.set(jobId, count - 1);
      return;
    }
    this.#counts.delete(jobId);
    await this.#store.unwatchJob(this.#watcher, jobId, this.#now());
  }

  /** To be called every second. Most calls have nothing to do. */
  async refresh(): Promise<void> {
    if (this.#now() < this.#refreshAt) return;
    await this.#store.watchJobs(this.#watcher, this.jobIds, this.#now() + listenMs);
    this.#refreshAt = this.#now() + refreshMs;
  }
}

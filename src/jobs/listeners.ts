/**
 * Who listens to which job in this process, told to the store, so that a job that no one listens to, here or on any
 * other host, is known to be abandoned.
 */
import type { JobStore } from '../store/store.js';

/**
 * A process that has not said for so long that it still listens is taken for dead: longer than a store may be out of
 * its reach, since its clients are still there.
 */
const listenMs = 35_000;

export class Listeners {
  readonly #counts = new Map<string, number>();

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
    if (count === 0) await this.#store.watchJobs(this.#watcher, [jobId], this.#now() + listenMs);
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

  /** To be called every second or two. */
  async refresh(): Promise<void> {
    await this.#store.watchJobs(this.#watcher, this.jobIds, this.#now() + listenMs);
  }
}

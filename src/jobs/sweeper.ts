/** The duties of every second: vanished hosts, abandoned jobs, missed deadlines, old data. */
import type { JobLedger } from './ledger.js';
import { purge } from './purge.js';
import * as transitions from './transitions.js';

/** A live solver ends its job itself. After this time the solver counts as gone. */
const overdueMs = 2_000;
/** After an outage of the store its users have this long to report back, before silence counts. */
const calmMs = 8_000;
const purgeEveryMs = 60_000;

export class Sweeper {
  #purgedAt = 0;
  #outageAt = Number.NEGATIVE_INFINITY;

  readonly #ledger: JobLedger;
  readonly #retentionMs: number | undefined;

  /** `retentionMs`: milliseconds for which an ended job is kept; undefined: this process forgets nothing. */
  constructor(ledger: JobLedger, retentionMs: number | undefined) {
    this.#ledger = ledger;
    this.#retentionMs = retentionMs;
  }

  /** The store did not answer. */
  noteOutage(): void {
    this.#outageAt = this.#ledger.now();
  }

  async sweep(): Promise<void> {
    if (this.#ledger.now() - this.#outageAt >= calmMs) {
      await this.#recoverTasks();
      await this.endAbandoned();
    }
    await this.#endOverdue();
    if (this.#retentionMs !== undefined) await this.#purge(this.#retentionMs);
  }

  /** Ends the jobs without a listener whose time to be kept is over: all, or the named one. */
  async endAbandoned(jobId?: string): Promise<void> {
    for (const abandoned of await this.#ledger.store.abandonedJobs(this.#ledger.now(), jobId)) {
      await this.#ledger.step(abandoned, transitions.end('abandoned'));
    }
  }

  async #recoverTasks(): Promise<void> {
    const expired = await this.#ledger.store.expireLeases(this.#ledger.now());
    for (const { jobId, index, attempt } of expired) {
      await this.#ledger.step(jobId, transitions.vanish({ index, attempt, state: 'queued' }));
    }
    if (expired.length > 0) this.#ledger.signals.tasksReady();
  }

  async #endOverdue(): Promise<void> {
    for (const jobId of await this.#ledger.store.overdueJobs(this.#ledger.now() - overdueMs)) {
      await this.#ledger.step(jobId, transitions.timeOver);
    }
  }

  async #purge(retentionMs: number): Promise<void> {
    const now = this.#ledger.now();
    if (now - this.#purgedAt < purgeEveryMs) return;
    this.#purgedAt = now;
    await purge(this.#ledger.store, { now, jobsBefore: now - retentionMs });
  }
}

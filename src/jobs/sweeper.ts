/** What someone has to look after once a second: vanished hosts, abandoned jobs, missed deadlines, old data. */
import type { JobLedger } from './ledger.js';
import { purge } from './purge.js';
import * as transitions from './transitions.js';

/** A solver that is there ends its job itself; only after this is its absence taken for granted. */
const overdueMs = 2_000;
/** After the store was out of reach its users have so long to say that they are still there, before silence counts. */
const calmMs = 8_000;
const purgeEveryMs = 60_000;

export class Sweeper {
  #purgedAt = 0;
  #outageAt = Number.NEGATIVE_INFINITY;

  readonly #ledger: JobLedger;
  readonly #retentionMs: number;

  /** `retentionMs`: how long an ended job is kept. */
  constructor(ledger: JobLedger, retentionMs: number) {
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
    if (this.#ledger.now() - this.#purgedAt >= purgeEveryMs) await this.#purge();
  }

  /** Ends the jobs that no one listens to and that are not to be kept any longer. */
  async endAbandoned(): Promise<void> {
    for (const jobId of await this.#ledger.store.abandonedJobs(this.#ledger.now())) {
      await this.#ledger.step(jobId, transitions.end('abandoned'));
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

  async #purge(): Promise<void> {
    this.#purgedAt = this.#ledger.now();
    await purge(this.#ledger.store, { now: this.#purgedAt, jobsBefore: this.#purgedAt - this.#retentionMs });
  }
}

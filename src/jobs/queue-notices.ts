/**
 * Tells waiting jobs their place: one query a queue a round, whatever the number of listeners, and a line only where
 * the place has changed or the last line is old. The lines are stored like all others, so that a resumed stream is exact.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { QueueName } from '../store/store.js';
import type { JobLedger } from './ledger.js';
import { queuedNotice, type Transition } from './transitions.js';

/** A client hears at least this often that its job still waits. */
const heartbeatMs = 5_000;
const queues: readonly QueueName[] = ['fast', 'slow'];
/** Jobs told in one step of the store, some milliseconds of the embedded one; others are served between two. */
const perStep = 32;

export class QueueNotices {
  readonly #told = new Map<string, { position: number; at: number }>();

  readonly #ledger: JobLedger;

  constructor(ledger: JobLedger) {
    this.#ledger = ledger;
  }

  /** The job's place was told when it was queued. */
  noteTold(jobId: string, position: number): void {
    this.#told.set(jobId, { position, at: this.#ledger.now() });
  }

  /** A round for the jobs that are listened to. */
  async tell(listenedTo: readonly string[]): Promise<void> {
    if (listenedTo.length === 0) return this.#told.clear();
    const now = this.#ledger.now();
    const transitions = new Map<string, Transition>();
    const waiting = new Set<string>();
    for (const queue of queues) {
      for (const [jobId, position] of await this.#ledger.store.queuePositions(queue, listenedTo)) {
        waiting.add(jobId);
        const last = this.#told.get(jobId);
        if (last?.position === position && now - last.at < heartbeatMs) continue;
        this.#told.set(jobId, { position, at: now });
        transitions.set(jobId, queuedNotice(position));
      }
    }
    // What was told a moment ago may be listened to in the next one.
    for (const [jobId, { at }] of this.#told) {
      if (!waiting.has(jobId) && now - at >= heartbeatMs) this.#told.delete(jobId);
    }
    const all = [...transitions];
    for (let start = 0; start < all.length; start += perStep) {
      if (start > 0) await nextTurn();
      await this.#ledger.steps(new Map(all.slice(start, start + perStep)));
    }
  }
}

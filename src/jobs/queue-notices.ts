/**
 * Tells waiting jobs their place. A round takes one query a queue, for any number of listeners. It writes a line only where the
 * place has changed or the last line is old. The lines are stored like all others, so a resumed stream is exact.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TaskQueue } from '../store/store.js';
import type { JobLedger } from './ledger.js';
import { queuedNotice, type Transition } from './transitions.js';

/** A client of a waiting job gets a line at least this often. */
const heartbeatMs = 5_000;
/**
 * The first places are told at each change, a far one when it has fallen by this share. Each claim moves all places, and a line for each of
 * ten thousand jobs a second would be most of the work of the store.
 */
const told = { each: 20, share: 0.05 };
const queues: readonly TaskQueue[] = ['fast', 'slow', 'lays'];
/** Jobs informed in one step of the store: some milliseconds of the embedded one. Other calls run between two steps. */
const perStep = 32;

export class QueueNotices {
  readonly #told = new Map<string, { position: number; at: number }>();

  readonly #ledger: JobLedger;

  constructor(ledger: JobLedger) {
    this.#ledger = ledger;
  }

  /** The client learned the job's place when the job was queued. */
  noteTold(jobId: string, position: number): void {
    this.#told.set(jobId, { position, at: this.#ledger.now() });
  }

  /** One round, for the jobs with listeners. */
  async tell(listenedTo: readonly string[]): Promise<void> {
    if (listenedTo.length === 0) return this.#told.clear();
    const now = this.#ledger.now();
    const transitions = new Map<string, Transition>();
    const waiting = new Set<string>();
    for (const queue of queues) {
      for (const [jobId, position] of await this.#ledger.store.queuePositions(queue, listenedTo)) {
        waiting.add(jobId);
        const last = this.#told.get(jobId);
        if (last !== undefined && now - last.at < heartbeatMs && !isNews(last.position, position)) continue;
        this.#told.set(jobId, { position, at: now });
        transitions.set(jobId, queuedNotice(position));
      }
    }
    // A job without a listener now may have one a moment later.
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

function isNews(before: number, position: number): boolean {
  return position !== before && (position <= told.each || Math.abs(before - position) >= told.share * before);
}

/**
 * The drafts of the last minutes, so that equal requests share one. Requests, with their bodies, are kept as digests
 * under a key of this process: a reader of the memory cannot find them by trying bodies. A draft is forgotten some
 * minutes after its making, however often it is asked for again.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { clock, keptMs } from '../forgetting.js';
import { LruCache } from '../lru-cache.js';
import type { Draft } from './draft.js';
import { SharedWork } from './shared-work.js';

interface Kept {
  readonly work: SharedWork<Draft>;
  readonly until: number;
}

export class DraftCache {
  readonly #secret = randomBytes(32);
  readonly #kept: LruCache<string, Kept>;
  #isDue = false;

  /** @param capacity drafts; the least recently used goes first */
  constructor(capacity: number) {
    this.#kept = new LruCache(capacity);
  }

  /**
   * The draft for the same text, or a new one. A failure is not kept. `signal`: aborted when the caller goes. `make`
   * gets a signal that is aborted when all callers of this draft have gone.
   */
  getOrMake(asked: string, make: (signal: AbortSignal) => Promise<Draft>, signal?: AbortSignal): Promise<Draft> {
    const key = createHmac('sha256', this.#secret).update(asked).digest('base64');
    const known = this.#kept.get(key);
    if (known && known.until > clock.now() && !known.work.isUnwanted) return known.work.wait(signal);
    const work = new SharedWork((unwanted) => {
      const draft = make(unwanted);
      // The next request may find more time or memory.
      draft.catch(() => {
        if (this.#kept.get(key)?.work === work) this.#kept.delete(key);
      });
      return draft;
    });
    const until = clock.now() + keptMs;
    this.#kept.set(key, { work, until });
    this.#wakeAt(until);
    return work.wait(signal);
  }

  /** All drafts live equally long, so that a timer for the oldest one misses none. */
  #wakeAt(time: number): void {
    if (this.#isDue) return;
    this.#isDue = true;
    clock.wake(time - clock.now(), () => {
      this.#isDue = false;
      const now = clock.now();
      const kept = [...this.#kept.entries()];
      for (const [key, { until }] of kept) if (until <= now) this.#kept.delete(key);
      const next = Math.min(...kept.map(([, { until }]) => until).filter((until) => until > now));
      if (Number.isFinite(next)) this.#wakeAt(next);
    });
  }
}

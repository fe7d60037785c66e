/**
 * The drafts of the last minutes, so that equal requests share one. What was asked for, a body among it, is kept as a
 * digest under a key of this process: who could read the memory could not find it by trying bodies. A draft is forgotten
 * some minutes after it was made, however often it is asked for again.
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

  /** @param capacity drafts; the one not used for longest goes first */
  constructor(capacity: number) {
    this.#kept = new LruCache(capacity);
  }

  /**
   * The draft that was made for the same text, or the one that is made now. A failure is not kept. `signal`: aborted when
   * the caller goes; `make` is given one that is aborted when all have gone who asked for this draft.
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

  /** All drafts are kept equally long: who waits for the first one that ends misses none. */
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

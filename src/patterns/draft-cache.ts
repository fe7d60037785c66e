/**
 * The drafts of the last minutes, so that equal requests share one. What was asked for, a body among it, is kept as a
 * digest under a key of this process: who could read the memory could not find it by trying bodies. A draft is forgotten
 * some minutes after it was made, however often it is asked for again.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { clock, keptMs } from '../forgetting.js';
import type { Draft } from './draft.js';

interface Kept {
  readonly draft: Promise<Draft>;
  readonly until: number;
}

export class DraftCache {
  readonly #secret = randomBytes(32);
  readonly #kept = new Map<string, Kept>();
  #isDue = false;

  /** @param capacity drafts; the one not used for longest goes first */
  constructor(private readonly capacity: number) {}

  /** The draft that was made for the same text, or the one that is made now. A failure is not kept. */
  getOrMake(asked: string, make: () => Promise<Draft>): Promise<Draft> {
    const key = createHmac('sha256', this.#secret).update(asked).digest('base64');
    const known = this.#kept.get(key);
    if (known && known.until > clock.now()) {
      // A Map keeps the order of insertion.
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known.draft;
    }
    const made: Kept = { draft: make(), until: clock.now() + keptMs };
    this.#kept.set(key, made);
    if (this.#kept.size > this.capacity) this.#kept.delete(this.#kept.keys().next().value!);
    // The next request may find more time or memory.
    made.draft.catch(() => {
      if (this.#kept.get(key) === made) this.#kept.delete(key);
    });
    this.#wakeAt(made.until);
    return made.draft;
  }

  /** All drafts are kept equally long: who waits for the first one that ends misses none. */
  #wakeAt(time: number): void {
    if (this.#isDue) return;
    this.#isDue = true;
    clock.wake(time - clock.now(), () => {
      this.#isDue = false;
      const now = clock.now();
      for (const [key, { until }] of this.#kept) if (until <= now) this.#kept.delete(key);
      const next = Math.min(...[...this.#kept.values()].map(({ until }) => until));
      if (Number.isFinite(next)) this.#wakeAt(next);
    });
  }
}

/**
 * The best layout so far in shared memory, for the two threads of one search, with the state of the search's budget.
 * Either thread takes the current layout whenever it looks, so the result depends on timing.
 */
import type { Codec, Exchange } from './exchange.js';

const header = { lock: 0, stopped: 1, version: 2, words: 4 } as const;
const numbers = { rank: 0, used: 1, count: 2 } as const;
const layoutAt = 4 * header.words + 8 * numbers.count;

export class SharedBest<T> implements Exchange<T> {
  readonly #words: Int32Array;
  readonly #numbers: Float64Array;
  #seen = 0;

  readonly #codec: Codec<T>;

  constructor(
    readonly memory: SharedArrayBuffer,
    codec: Codec<T>,
  ) {
    this.#codec = codec;
    this.#words = new Int32Array(memory, 0, header.words);
    this.#numbers = new Float64Array(memory, 4 * header.words, numbers.count);
  }

  static of<T>(codec: Codec<T>): SharedBest<T> {
    const shared = new SharedBest(new SharedArrayBuffer(layoutAt + codec.bytes), codec);
    shared.#numbers[numbers.rank] = Infinity;
    return shared;
  }

  /** Stores a layout if it is better than the stored one. */
  offer(layout: T, rank: number): void {
    this.#locked(() => {
      if (rank >= this.#numbers[numbers.rank]!) return;
      this.#numbers[numbers.rank] = rank;
      this.#codec.write(this.memory, layoutAt, layout);
      Atomics.add(this.#words, header.version, 1);
    });
  }

  /** The stored layout, if it is new to this thread and its rank is smaller. */
  betterThan(rank: number): T | null {
    if (Atomics.load(this.#words, header.version) === this.#seen) return null;
    return this.#locked(() => {
      this.#seen = Atomics.load(this.#words, header.version);
      return this.#numbers[numbers.rank]! >= rank ? null : this.#codec.read(this.memory, layoutAt);
    });
  }

  passed(): void {}

  leave(): void {}

  get used(): number {
    return this.#numbers[numbers.used]!;
  }

  set used(share: number) {
    this.#numbers[numbers.used] = share;
  }

  get stopped(): boolean {
    return Atomics.load(this.#words, header.stopped) === 1;
  }

  stop(): void {
    Atomics.store(this.#words, header.stopped, 1);
  }

  /** Holds the lock only while it copies a layout, so the other thread never waits longer than that. */
  #locked<R>(work: () => R): R {
    while (Atomics.compareExchange(this.#words, header.lock, 0, 1) !== 0) Atomics.wait(this.#words, header.lock, 1, 1);
    try {
      return work();
    } finally {
      Atomics.store(this.#words, header.lock, 0);
      Atomics.notify(this.#words, header.lock, 1);
    }
  }
}

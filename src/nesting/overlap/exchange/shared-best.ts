/**
 * The best layout so far in shared memory, for the two threads of one search, with the state of the search's budget.
 * Either thread takes what is there whenever it looks: the result depends on timing.
 */
import type { Feasible } from '../compact.js';
import type { LayoutExchange } from './layout-exchange.js';

const header = { lock: 0, stopped: 1, version: 2, words: 4 } as const;
const numbers = { length: 0, used: 1, count: 2 } as const;

export class SharedBest implements LayoutExchange {
  private readonly words: Int32Array;
  private readonly numbers: Float64Array;
  private readonly x: Float64Array;
  private readonly y: Float64Array;
  private readonly turn: Int32Array;
  private seen = 0;

  constructor(
    readonly memory: SharedArrayBuffer,
    items: number,
  ) {
    this.words = new Int32Array(memory, 0, header.words);
    this.numbers = new Float64Array(memory, 16, numbers.count);
    this.x = new Float64Array(memory, 32, items);
    this.y = new Float64Array(memory, 32 + 8 * items, items);
    this.turn = new Int32Array(memory, 32 + 16 * items, items);
  }

  static of(items: number): SharedBest {
    const shared = new SharedBest(new SharedArrayBuffer(32 + 20 * items), items);
    shared.numbers[numbers.length] = Infinity;
    return shared;
  }

  /** Stores a layout if it is shorter than what is there. */
  offer({ at, length }: Feasible): void {
    this.locked(() => {
      if (length >= this.numbers[numbers.length]!) return;
      this.numbers[numbers.length] = length;
      this.x.set(at.x);
      this.y.set(at.y);
      this.turn.set(at.turn);
      Atomics.add(this.words, header.version, 1);
    });
  }

  /** The stored layout, if it is new to this thread and shorter than `length`. */
  shorterThan(length: number): Feasible | null {
    if (Atomics.load(this.words, header.version) === this.seen) return null;
    return this.locked(() => {
      this.seen = Atomics.load(this.words, header.version);
      if (this.numbers[numbers.length]! >= length) return null;
      const at = { x: this.x.slice(), y: this.y.slice(), turn: this.turn.slice() };
      return { at, length: this.numbers[numbers.length]! };
    });
  }

  passed(): void {}

  leave(): void {}

  get used(): number {
    return this.numbers[numbers.used]!;
  }

  set used(share: number) {
    this.numbers[numbers.used] = share;
  }

  get stopped(): boolean {
    return Atomics.load(this.words, header.stopped) === 1;
  }

  stop(): void {
    Atomics.store(this.words, header.stopped, 1);
  }

  /** Held for the copy of a layout only; the other thread never waits longer than that. */
  private locked<T>(work: () => T): T {
    while (Atomics.compareExchange(this.words, header.lock, 0, 1) !== 0) Atomics.wait(this.words, header.lock, 1, 1);
    try {
      return work();
    } finally {
      Atomics.store(this.words, header.lock, 0);
      Atomics.notify(this.words, header.lock, 1);
    }
  }
}

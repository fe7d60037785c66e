/**
 * Memory through which two threads work on the windows of one strip. The first thread assigns the windows beyond a line
 * to the second one, which hands its layout in at the end of its turn.
 */
import type { Feasible } from '../overlap/compact.js';
import type { Codec } from '../overlap/exchange/exchange.js';
import { feasibleCodec } from '../overlap/exchange/feasible-codec.js';

const words = { present: 0, assigned: 1, handedIn: 2, left: 3, count: 4 } as const;
const numbers = { line: 0, until: 1, count: 2 } as const;
const layoutsAt = 4 * words.count + 8 * numbers.count;
/** Milliseconds between two looks. */
const patience = 10;

/** The work of the second thread until it hands in. */
export interface Turn {
  readonly layout: Feasible;
  /** Its windows lie beyond this, in search units along the strip. */
  readonly line: number;
  /** Share of the whole budget at which the turn ends. */
  readonly until: number;
}

export class WindowRelay {
  readonly #words: Int32Array;
  readonly #numbers: Float64Array;
  readonly #codec: Codec<Feasible>;

  /** `isRepeatable`: the first thread waits for the second, so that a result depends on the seed and the work alone. */
  constructor(
    readonly memory: SharedArrayBuffer,
    items: number,
    readonly isRepeatable: boolean,
  ) {
    this.#codec = feasibleCodec(items);
    this.#words = new Int32Array(memory, 0, words.count);
    this.#numbers = new Float64Array(memory, 4 * words.count, numbers.count);
  }

  static of(items: number, isRepeatable: boolean): WindowRelay {
    const memory = new SharedArrayBuffer(layoutsAt + 2 * feasibleCodec(items).bytes);
    return new WindowRelay(memory, items, isRepeatable);
  }

  /** Whether the second thread waits for a turn. */
  isReady(poll: () => void): boolean {
    if (this.isRepeatable) this.#wait(words.present, 0, poll);
    return this.#has(words.present) && !this.#has(words.left) && this.isHandedIn;
  }

  assign({ layout, line, until }: Turn): void {
    this.#numbers[numbers.line] = line;
    this.#numbers[numbers.until] = until;
    this.#codec.write(this.memory, layoutsAt, layout);
    this.#tell(words.assigned, this.#word(words.assigned) + 1);
  }

  get isHandedIn(): boolean {
    return this.#word(words.handedIn) === this.#word(words.assigned);
  }

  /** The layout of the last turn; null where it is not handed in. */
  handedIn(poll: () => void): Feasible | null {
    if (this.isRepeatable) this.#wait(words.handedIn, this.#word(words.assigned) - 1, poll);
    return this.isHandedIn ? this.#codec.read(this.memory, layoutsAt + this.#codec.bytes) : null;
  }

  /** The next turn of the second thread. `poll` throws when there is none any more. */
  next(poll: () => void): Turn {
    this.#tell(words.present, 1);
    for (const done = this.#word(words.handedIn); this.#word(words.assigned) === done; poll()) {
      Atomics.wait(this.#words, words.assigned, done, patience);
    }
    const layout = this.#codec.read(this.memory, layoutsAt);
    return { layout, line: this.#numbers[numbers.line]!, until: this.#numbers[numbers.until]! };
  }

  handIn(layout: Feasible): void {
    this.#codec.write(this.memory, layoutsAt + this.#codec.bytes, layout);
    this.#tell(words.handedIn, this.#word(words.assigned));
  }

  /** The second thread calls it when it ends. */
  leave(): void {
    this.#tell(words.left, 1);
    for (const word of [words.present, words.handedIn]) Atomics.notify(this.#words, word);
  }

  #word(word: number): number {
    return Atomics.load(this.#words, word);
  }

  #has(word: number): boolean {
    return this.#word(word) === 1;
  }

  #tell(word: number, value: number): void {
    Atomics.store(this.#words, word, value);
    Atomics.notify(this.#words, word);
  }

  #wait(word: number, value: number, poll: () => void): void {
    for (; this.#word(word) === value && !this.#has(words.left); poll())
      Atomics.wait(this.#words, word, value, patience);
  }
}

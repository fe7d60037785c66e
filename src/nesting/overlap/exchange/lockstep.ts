/**
 * Exchange of layouts at fixed counts of passes: each thread writes its best layout and waits for the other to do the
 * same. The knowledge of a thread then depends on the seed and the work alone, so a search is repeatable.
 */
import type { Codec, Exchange } from './exchange.js';

const header = { stopped: 0, rounds: 1, left: 3, words: 4 } as const;
/** Milliseconds between two looks. */
const patience = 10;
const rankBytes = 8;

export type Side = 0 | 1;

interface Ranked<T> {
  readonly layout: T;
  readonly rank: number;
}

export class Lockstep<T> implements Exchange<T> {
  readonly #words: Int32Array;
  #passes = 0;
  #own: Ranked<T> | null = null;
  #others: Ranked<T> | null = null;

  readonly #codec: Codec<T>;
  /** Passes of a thread from one exchange to the next. */
  readonly #passesPerRound: number;
  readonly #side: Side;
  /** Share of the budget that one pass uses. */
  readonly #sharePerPass: number;

  constructor(
    readonly memory: SharedArrayBuffer,
    codec: Codec<T>,
    passesPerRound: number,
    side: Side,
    sharePerPass: number,
  ) {
    this.#codec = codec;
    this.#passesPerRound = passesPerRound;
    this.#side = side;
    this.#sharePerPass = sharePerPass;
    this.#words = new Int32Array(memory, 0, header.words);
  }

  static bytes(codec: Codec<unknown>): number {
    return 4 * header.words + 4 * (rankBytes + codec.bytes);
  }

  offer(layout: T, rank: number): void {
    if (!this.#own || rank < this.#own.rank) this.#own = { layout, rank };
  }

  betterThan(rank: number): T | null {
    const found = this.#others;
    this.#others = null;
    return found && found.rank < rank ? found.layout : null;
  }

  passed(poll: () => void): void {
    this.#passes++;
    if (this.#passes % this.#passesPerRound !== 0) return;
    const round = this.#passes / this.#passesPerRound;
    this.#layDown(round);
    this.#others = this.#taken(this.#otherRound(round, poll));
  }

  get used(): number {
    return this.#passes * this.#sharePerPass;
  }

  set used(_share: number) {}

  get stopped(): boolean {
    return Atomics.load(this.#words, header.stopped) === 1;
  }

  stop(): void {
    Atomics.store(this.#words, header.stopped, 1);
    for (const word of [0, 1]) Atomics.notify(this.#words, header.rounds + word);
  }

  leave(): void {
    Atomics.store(this.#words, header.left, 1);
    Atomics.notify(this.#words, header.rounds + this.#side);
  }

  /**
   * Writes the best layout into the slot of a round. Its next use is two rounds on, when the other thread has read it.
   */
  #layDown(round: number): void {
    const at = this.#slot(this.#side, round);
    new Float64Array(this.memory, at, 1)[0] = this.#own?.rank ?? Infinity;
    if (this.#own) this.#codec.write(this.memory, at + rankBytes, this.#own.layout);
    Atomics.store(this.#words, header.rounds + this.#side, round);
    Atomics.notify(this.#words, header.rounds + this.#side);
  }

  /**
   * Waits for the other thread. Returns the round of its last layout: this round, or an earlier one if it has ended.
   */
  #otherRound(round: number, poll: () => void): number {
    const word = header.rounds + (1 - this.#side);
    for (;;) {
      const left = Atomics.load(this.#words, header.left) === 1;
      const reached = Atomics.load(this.#words, word);
      if (reached >= round) return round;
      if (left || this.stopped) return reached;
      Atomics.wait(this.#words, word, reached, patience);
      poll();
    }
  }

  #taken(round: number): Ranked<T> | null {
    if (round === 0) return null;
    const at = this.#slot((1 - this.#side) as Side, round);
    const rank = new Float64Array(this.memory, at, 1)[0]!;
    return rank === Infinity ? null : { layout: this.#codec.read(this.memory, at + rankBytes), rank };
  }

  /** The first byte of a slot, which holds the rank of a layout, then the layout. */
  #slot(side: Side, round: number): number {
    return 4 * header.words + (2 * side + (round % 2)) * (rankBytes + this.#codec.bytes);
  }
}

/**
 * Exchange of layouts at fixed counts of passes: each thread lays down its best layout and waits until the other one has
 * done so too. What a thread knows then depends on the seed and the work alone, so that a search repeats.
 */
import type { Feasible } from '../compact.js';
import type { LayoutExchange } from './layout-exchange.js';

const header = { stopped: 0, rounds: 1, left: 3, words: 4 } as const;
/** How long to wait between two looks (milliseconds). */
const patience = 10;

export type Side = 0 | 1;

export class Lockstep implements LayoutExchange {
  private readonly words: Int32Array;
  private passes = 0;
  private own: Feasible | null = null;
  private others: Feasible | null = null;

  constructor(
    readonly memory: SharedArrayBuffer,
    private readonly items: number,
    /** Passes of a thread from one exchange to the next. */
    private readonly passesPerRound: number,
    private readonly side: Side,
    /** Share of the budget that one pass uses. */
    private readonly sharePerPass: number,
  ) {
    this.words = new Int32Array(memory, 0, header.words);
  }

  static bytes(items: number): number {
    return 4 * header.words + 4 * slotBytes(items);
  }

  offer(layout: Feasible): void {
    if (!this.own || layout.length < this.own.length) this.own = layout;
  }

  shorterThan(length: number): Feasible | null {
    const found = this.others;
    this.others = null;
    return found && found.length < length ? found : null;
  }

  passed(poll: () => void): void {
    this.passes++;
    if (this.passes % this.passesPerRound !== 0) return;
    const round = this.passes / this.passesPerRound;
    this.layDown(round);
    this.others = this.taken(this.otherRound(round, poll));
  }

  get used(): number {
    return this.passes * this.sharePerPass;
  }

  set used(_share: number) {}

  get stopped(): boolean {
    return Atomics.load(this.words, header.stopped) === 1;
  }

  stop(): void {
    Atomics.store(this.words, header.stopped, 1);
    for (const word of [0, 1]) Atomics.notify(this.words, header.rounds + word);
  }

  leave(): void {
    Atomics.store(this.words, header.left, 1);
    Atomics.notify(this.words, header.rounds + this.side);
  }

  /** Writes the best layout into the slot of a round. A slot is written again two rounds on: the other has read it. */
  private layDown(round: number): void {
    const slot = this.slot(this.side, round);
    slot.length[0] = this.own?.length ?? Infinity;
    if (this.own) {
      slot.x.set(this.own.at.x);
      slot.y.set(this.own.at.y);
      slot.turn.set(this.own.at.turn);
    }
    Atomics.store(this.words, header.rounds + this.side, round);
    Atomics.notify(this.words, header.rounds + this.side);
  }

  /** Waits for the other thread; the round of its last layout: this one, or an earlier one where it has ended. */
  private otherRound(round: number, poll: () => void): number {
    const word = header.rounds + (1 - this.side);
    for (;;) {
      const left = Atomics.load(this.words, header.left) === 1;
      const reached = Atomics.load(this.words, word);
      if (reached >= round) return round;
      if (left || this.stopped) return reached;
      Atomics.wait(this.words, word, reached, patience);
      poll();
    }
  }

  private taken(round: number): Feasible | null {
    if (round === 0) return null;
    const { length, x, y, turn } = this.slot((1 - this.side) as Side, round);
    if (length[0] === Infinity) return null;
    return { at: { x: x.slice(), y: y.slice(), turn: turn.slice() }, length: length[0]! };
  }

  private slot(side: Side, round: number) {
    const { memory, items } = this;
    const at = 4 * header.words + (2 * side + (round % 2)) * slotBytes(items);
    return {
      length: new Float64Array(memory, at, 1),
      x: new Float64Array(memory, at + 8, items),
      y: new Float64Array(memory, at + 8 + 8 * items, items),
      turn: new Int32Array(memory, at + 8 + 16 * items, items),
    };
  }
}

const slotBytes = (items: number): number => 8 + 8 * Math.ceil(2.5 * items);

/** Which lines must be cut before which: all lines of a loop before any line of the loop around it. */
import type { CutLine, CutLoop } from './cut-line.js';

export class Precedence {
  /** Whether any line waits for another one. */
  readonly isFree: boolean;
  readonly #loopOf: Int32Array;
  /** Loop -> the loop around it, or -1. A loop without lines of its own passes the duty on. */
  readonly #around: Int32Array;
  readonly #firstOf: Int32Array;
  readonly #lastOf: Int32Array;

  constructor(lines: readonly CutLine[], loops: readonly CutLoop[]) {
    this.#loopOf = Int32Array.from(lines, ({ loop }) => loop);
    const hasLines = new Set(this.#loopOf);
    const around = (loop: number): number => {
      const next = loops[loop]!.around;
      if (next === null) return -1;
      return hasLines.has(next) ? next : around(next);
    };
    this.#around = Int32Array.from(loops, (_, loop) => around(loop));
    this.isFree = this.#loopOf.every((loop) => this.#around[loop] === -1);
    this.#firstOf = new Int32Array(loops.length);
    this.#lastOf = new Int32Array(loops.length);
  }

  isKept(order: Int32Array): boolean {
    if (this.isFree) return true;
    this.#firstOf.fill(order.length);
    for (let at = order.length - 1; at >= 0; at--) this.#firstOf[this.#loopOf[order[at]!]!] = at;
    for (let at = 0; at < order.length; at++) this.#lastOf[this.#loopOf[order[at]!]!] = at;
    for (const line of order) {
      const loop = this.#loopOf[line]!;
      const next = this.#around[loop]!;
      if (next >= 0 && this.#lastOf[loop]! > this.#firstOf[next]!) return false;
    }
    return true;
  }

  /** For each line, how many lines must come before it. */
  waiting(): Int32Array {
    const counts = new Int32Array(this.#loopOf.length);
    for (const [line, loop] of this.#loopOf.entries()) {
      for (const other of this.#loopOf) if (this.#around[other] === loop) counts[line]! += 1;
    }
    return counts;
  }

  /** The lines that wait for `line`. */
  after(line: number): number[] {
    const next = this.#around[this.#loopOf[line]!]!;
    if (next < 0) return [];
    return [...this.#loopOf.keys()].filter((other) => this.#loopOf[other] === next);
  }
}

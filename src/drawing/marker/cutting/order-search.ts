/**
 * 2-opt and Or-opt (Croes 1958, Or 1976) on an order of lines with fixed starts: a stretch is reversed, or up to three
 * lines move beside one of their neighbours. A reversed open line is cut the other way.
 */
import type { Point } from '../../../geometry/point.js';
import type { Precedence } from './precedence.js';
import type { Ways } from './starts.js';

/** Longest stretch that moves whole. */
const longestMove = 3;
/** Smallest gain, as a share of the ways that change: sums of lengths are rounded. */
const leastGain = 1e-9;
const nothing = new Int32Array(0);

export class OrderSearch {
  readonly #ways: Ways;
  readonly #neighbours: readonly Int32Array[];
  readonly #home: Point;
  readonly #precedence: Precedence;
  /** Line -> its place in the order. */
  readonly #place: Int32Array;
  readonly #isWaiting: Uint8Array;
  #order: Int32Array = nothing;
  #chosen: Int32Array = nothing;

  constructor(ways: Ways, neighbours: readonly Int32Array[], home: Point, precedence: Precedence) {
    this.#ways = ways;
    this.#neighbours = neighbours;
    this.#home = home;
    this.#precedence = precedence;
    this.#place = new Int32Array(neighbours.length);
    this.#isWaiting = new Uint8Array(neighbours.length);
  }

  /**
   * Changes `order` and `chosen` (the way of each line) in place, until no move shortens the travel. It tries the lines
   * in `touched` and those that a move touches.
   */
  improve(order: Int32Array, chosen: Int32Array, touched: Iterable<number>): void {
    this.#order = order;
    this.#chosen = chosen;
    for (const [at, line] of order.entries()) this.#place[line] = at;
    const queue = [...touched];
    for (const line of queue) this.#isWaiting[line] = 1;
    for (let line = queue.pop(); line !== undefined; line = queue.pop()) {
      this.#isWaiting[line] = 0;
      const changed = this.#improveAt(line);
      if (!changed) continue;
      for (let at = Math.max(0, changed[0] - 1); at <= Math.min(order.length - 1, changed[1] + 1); at++) {
        const isEnd = at <= changed[0] + longestMove || at >= changed[1] - longestMove;
        if (!isEnd || this.#isWaiting[order[at]!]) continue;
        this.#isWaiting[order[at]!] = 1;
        queue.push(order[at]!);
      }
    }
  }

  /** The first and last place that a move of `line` changed; null where none is shorter. */
  #improveAt(line: number): [number, number] | null {
    for (const neighbour of this.#neighbours[line]!) {
      const i = this.#place[line]!;
      const j = this.#place[neighbour]!;
      const changed =
        (i < j ? this.#tryReverse(i + 1, j) : this.#tryReverse(j + 1, i)) ??
        (i < j ? this.#tryReverse(i, j - 1) : this.#tryReverse(j, i - 1)) ??
        this.#tryMove(i, j);
      if (changed) return changed;
    }
    return null;
  }

  #tryReverse(from: number, to: number): [number, number] | null {
    if (to < from) return null;
    const before = this.#gap(from - 1, false, from, false) + this.#gap(to, false, to + 1, false);
    const after = this.#gap(from - 1, false, to, true) + this.#gap(from, true, to + 1, false);
    if (!(after < before * (1 - leastGain))) return null;
    const stretch = this.#order.slice(from, to + 1).reverse();
    return this.#take(from, stretch, stretch);
  }

  /** Moves the line at `i`, with up to two after or before it, before or behind the one at `j`. */
  #tryMove(i: number, j: number): [number, number] | null {
    for (let length = 1; length <= longestMove; length++) {
      for (const first of length === 1 ? [i] : [i, i - length + 1]) {
        const last = first + length - 1;
        if (first < 0 || last >= this.#order.length || (j >= first && j <= last)) continue;
        const changed = this.#moveStretch(first, last, j) ?? this.#moveStretch(first, last, j - 1);
        if (changed) return changed;
      }
    }
    return null;
  }

  #moveStretch(first: number, last: number, after: number): [number, number] | null {
    if (after >= first - 1 && after <= last) return null;
    const before =
      this.#gap(first - 1, false, first, false) +
      this.#gap(last, false, last + 1, false) +
      this.#gap(after, false, after + 1, false);
    const freed = before * (1 - leastGain) - this.#gap(first - 1, false, last + 1, false);
    const forwards = this.#gap(after, false, first, false) + this.#gap(last, false, after + 1, false);
    const backwards = this.#gap(after, false, last, true) + this.#gap(first, true, after + 1, false);
    if (!(Math.min(forwards, backwards) < freed)) return null;
    const stretch = this.#order.slice(first, last + 1);
    if (backwards < forwards) stretch.reverse();
    const turned = backwards < forwards ? stretch : nothing;
    if (after < first) {
      return this.#take(after + 1, joined(stretch, this.#order.subarray(after + 1, first)), turned);
    }
    return this.#take(first, joined(this.#order.subarray(last + 1, after + 1), stretch), turned);
  }

  /** Length of the way from the line at place `a` to the one at `b`; a line that is cut the other way is `Back`. */
  #gap(a: number, aBack: boolean, b: number, bBack: boolean): number {
    if (b >= this.#order.length) return 0;
    const { inX, inY, outX, outY } = this.#ways;
    const w = this.#chosen[this.#order[b]!]!;
    const x = bBack ? outX[w]! : inX[w]!;
    const y = bBack ? outY[w]! : inY[w]!;
    if (a < 0) return Math.sqrt((x - this.#home[0]) ** 2 + (y - this.#home[1]) ** 2);
    const v = this.#chosen[this.#order[a]!]!;
    const dx = x - (aBack ? inX[v]! : outX[v]!);
    const dy = y - (aBack ? inY[v]! : outY[v]!);
    return Math.sqrt(dx * dx + dy * dy);
  }

  /** Puts `changed` at `from`, with `turned` cut the other way, unless a line would come too early. */
  #take(from: number, changed: Int32Array, turned: Int32Array): [number, number] | null {
    const order = this.#order;
    const kept = order.slice(from, from + changed.length);
    order.set(changed, from);
    if (!this.#precedence.isKept(order)) {
      order.set(kept, from);
      return null;
    }
    for (let at = from; at < from + changed.length; at++) this.#place[order[at]!] = at;
    for (const line of turned) this.#chosen[line] = this.#ways.back[this.#chosen[line]!]!;
    return [from, from + changed.length - 1];
  }
}

function joined(a: Int32Array, b: Int32Array): Int32Array {
  const both = new Int32Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

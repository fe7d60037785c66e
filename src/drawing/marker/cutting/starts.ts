/**
 * Where each line is started, given their order: the layered shortest path over the possible starts. Exact for the
 * starts that it is given.
 */
import type { Point } from '../../../geometry/point.js';
import type { CutLine } from './cut-line.js';

/** The ways to cut each line, flat: way `w` of line `i` enters at `inX[offset[i] + w]` and leaves at `outX[...]`. */
export interface Ways {
  /** [lines + 1] */
  readonly offset: Int32Array;
  readonly inX: Float64Array;
  readonly inY: Float64Array;
  readonly outX: Float64Array;
  readonly outY: Float64Array;
  /** Vertex of a closed line; of an open one 0: forwards, 1: backwards. */
  readonly start: Int32Array;
  /** The way that cuts the same line the other way round. */
  readonly back: Int32Array;
}

/** A closed line starts and ends at one of its vertices, of which at most `most` are tried; an open one at either end. */
export function waysOf(lines: readonly CutLine[], most: number): Ways {
  const ways = lines.flatMap(({ points, closed }): { enter: Point; leave: Point; start: number }[] => {
    if (!closed) {
      const [first, last] = [points[0]!, points.at(-1)!];
      return [
        { enter: first, leave: last, start: 0 },
        { enter: last, leave: first, start: 1 },
      ];
    }
    const count = Math.min(most, points.length);
    return Array.from({ length: count }, (_, k) => {
      const start = Math.floor((k * points.length) / count);
      return { enter: points[start]!, leave: points[start]!, start };
    });
  });
  const offset = new Int32Array(lines.length + 1);
  for (const [i, { points, closed }] of lines.entries()) {
    offset[i + 1] = offset[i]! + (closed ? Math.min(most, points.length) : 2);
  }
  return {
    offset,
    inX: Float64Array.from(ways, ({ enter }) => enter[0]),
    inY: Float64Array.from(ways, ({ enter }) => enter[1]),
    outX: Float64Array.from(ways, ({ leave }) => leave[0]),
    outY: Float64Array.from(ways, ({ leave }) => leave[1]),
    start: Int32Array.from(ways, ({ start }) => start),
    back: Int32Array.from(backwards(lines, offset)),
  };
}

const backwards = (lines: readonly CutLine[], offset: Int32Array): number[] =>
  lines.flatMap(({ closed }, line) => {
    const ways = Array.from({ length: offset[line + 1]! - offset[line]! }, (_, way) => offset[line]! + way);
    return closed ? ways : ways.reverse();
  });

/** Finds the best starts of many orders of the same lines, without a new array for each. */
export class Starts {
  readonly ways: Ways;
  readonly #home: Point;
  readonly #cost: Float64Array;
  readonly #before: Int32Array;

  constructor(lines: readonly CutLine[], home: Point, most: number) {
    this.ways = waysOf(lines, most);
    this.#home = home;
    this.#cost = new Float64Array(this.ways.inX.length);
    this.#before = new Int32Array(this.ways.inX.length);
  }

  /** Writes the best way of each line of `order` into `chosen` ([lines]); returns the length of the travel, mm. */
  choose(order: Int32Array, chosen: Int32Array): number {
    const { offset, inX, inY, outX, outY } = this.ways;
    const [cost, before] = [this.#cost, this.#before];
    const [homeX, homeY] = this.#home;
    for (let at = 0; at < order.length; at++) {
      const line = order[at]!;
      const previous = at === 0 ? -1 : order[at - 1]!;
      for (let w = offset[line]!; w < offset[line + 1]!; w++) {
        const [x, y] = [inX[w]!, inY[w]!];
        if (previous < 0) {
          cost[w] = Math.sqrt((x - homeX) ** 2 + (y - homeY) ** 2);
          continue;
        }
        let least = Infinity;
        let best = -1;
        for (let v = offset[previous]!; v < offset[previous + 1]!; v++) {
          const [dx, dy] = [x - outX[v]!, y - outY[v]!];
          const sum = cost[v]! + Math.sqrt(dx * dx + dy * dy);
          if (sum < least) [least, best] = [sum, v];
        }
        cost[w] = least;
        before[w] = best;
      }
    }
    return this.#trace(order, chosen);
  }

  #trace(order: Int32Array, chosen: Int32Array): number {
    if (order.length === 0) return 0;
    const { offset } = this.ways;
    const last = order[order.length - 1]!;
    let way = offset[last]!;
    for (let w = way + 1; w < offset[last + 1]!; w++) if (this.#cost[w]! < this.#cost[way]!) way = w;
    const travel = this.#cost[way]!;
    for (let at = order.length - 1; at >= 0; at--) {
      chosen[order[at]!] = way;
      way = this.#before[way]!;
    }
    return travel;
  }
}

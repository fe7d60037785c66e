/**
 * The order of the cuts: a travelling salesman with neighbourhoods, an open end and precedences. The nearest line comes
 * first. Then an iterated local search (Lourenço, Martin and Stützle 2003) swaps a short stretch of the order with the
 * one after it. 2-opt and Or-opt mend the new order, and the layered shortest path finds its best starts.
 *
 * The same lines give the same order.
 */
import type { Point } from '../../../geometry/point.js';
import { Random } from '../../../random.js';
import type { CutLine, CutLoop } from './cut-line.js';
import { nearestFirst } from './nearest-first.js';
import { neighboursOf } from './neighbours.js';
import { OrderSearch } from './order-search.js';
import { Precedence } from './precedence.js';
import { Starts } from './starts.js';

export interface Tour {
  /** Lines in the order of their cuts. */
  readonly order: Int32Array;
  /** For each line: the vertex where a closed one starts; 1 for an open one that is cut backwards. */
  readonly start: Int32Array;
  /** Length of the way between the cuts, from `home` to the first one included, mm. */
  readonly travel: number;
}

/** Starts of a closed line that the search weighs, and those that the found order is refined with. */
const [fewStarts, manyStarts] = [16, 128];
/** Comparisons of two starts that the search may make: half a second. */
const mostComparisons = 4e7;
const mostKicks = 1000;
const kicksPerLine = 30;
const mostNeighbours = 10;
/** Largest length of a swapped stretch. */
const longestSwap = 12;
const seed = 1;

export function tourOf(lines: readonly CutLine[], loops: readonly CutLoop[], home: Point): Tour {
  const precedence = new Precedence(lines, loops);
  const starts = new Starts(lines, home, fewStarts);
  const search = new OrderSearch(starts.ways, neighboursOf(lines, mostNeighbours), home, precedence);
  let best = mended(nearestFirst(lines, starts.ways, precedence, home), starts, search, lines.keys());
  const random = new Random(seed);
  const affordable = Math.floor(mostComparisons / (3 * lines.length * fewStarts * fewStarts + 1));
  const kicks = Math.min(mostKicks, kicksPerLine * lines.length, affordable);
  for (let kick = 0; kick < kicks && lines.length > 1; kick++) {
    const { order, touched } = swapped(best.order, random);
    if (!precedence.isKept(order)) continue;
    const next = mended(order, starts, search, touched);
    if (next.travel <= best.travel) best = next;
  }
  const fine = new Starts(lines, home, manyStarts);
  const chosen = new Int32Array(lines.length);
  const travel = fine.choose(best.order, chosen);
  return { order: best.order, start: chosen.map((way) => fine.ways.start[way]!), travel };
}

interface Mended {
  readonly order: Int32Array;
  /** The way of each line. */
  readonly chosen: Int32Array;
  readonly travel: number;
}

/** Starts and order by turns, until neither gets shorter. */
function mended(order: Int32Array, starts: Starts, search: OrderSearch, touched: Iterable<number>): Mended {
  let chosen = new Int32Array(order.length);
  let best: Mended = { order: order.slice(), chosen, travel: starts.choose(order, chosen) };
  let restless: Iterable<number> = touched;
  for (;;) {
    search.improve(order, best.chosen.slice(), restless);
    chosen = new Int32Array(order.length);
    const travel = starts.choose(order, chosen);
    if (!(travel < best.travel * (1 - leastGain))) return best;
    restless = [...order].filter((line) => chosen[line] !== best.chosen[line]);
    best = { order: order.slice(), chosen, travel };
  }
}

const leastGain = 1e-9;

/** Two neighbouring stretches of the order change places (double bridge). */
function swapped(order: Int32Array, random: Random): { order: Int32Array; touched: Iterable<number> } {
  const first = 1 + random.below(Math.min(longestSwap, order.length - 1));
  const second = 1 + random.below(Math.min(longestSwap, order.length - first));
  const from = random.below(order.length - first - second + 1);
  const trial = order.slice();
  trial.set(order.subarray(from + first, from + first + second), from);
  trial.set(order.subarray(from, from + first), from + second);
  return { order: trial, touched: trial.slice(Math.max(0, from - 1), from + first + second + 1) };
}

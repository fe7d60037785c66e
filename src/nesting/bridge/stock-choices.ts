/** The choices of bins that may hold all parts for less than a known cost, the cheapest first. */

import { costAlike, costOf, type SheetCost } from '../layout/cost.js';
import type { Problem } from '../layout/problem.js';

/** Bins to nest on, and nothing else. */
export interface StockChoice {
  /** Indices into the request's bins, in the order in which the search fills them. */
  readonly bins: readonly number[];
  /** No layout of all parts on these bins, each in use, costs less. */
  readonly leastCost: number;
  /** Area of the parts / area of the bins. */
  readonly fill: number;
  /** Whether the cost depends on the used length. */
  readonly isByLength: boolean;
}

/** Bins that differ in nothing but their place in the request. */
interface Kind extends SheetCost {
  readonly bins: readonly number[];
  readonly area: number;
  readonly length: number;
  readonly width: number;
}

/** Layouts are never denser; the rest is rounding. */
const fullest = 1 + 1e-9;
/** The search for choices ends after so many looks. */
const mostLooks = 50_000;
const rounding = 1e-9;
/** So many of the choices are the cheapest bins in a row, however full their area is. */
const shareOfRows = 1 / 3;

/** The kinds of bins of a problem. */
export function kindsOf({ sheets, request: { bins } }: Problem): Kind[] {
  const groups: number[][] = [];
  for (const { index, shape } of sheets) {
    const group = groups.find(([first]) => sheets[first!]!.shape === shape && costAlike(bins[first!]!, bins[index]!));
    if (group) group.push(index);
    else groups.push([index]);
  }
  return groups.map((own): Kind => {
    const { area, length, width } = sheets[own[0]!]!.shape;
    return { bins: own, area, length, width, ...costOf(bins[own[0]!]!) };
  });
}

/**
 * Bins in the order in which to fill them: those with the dearest length last. A search fills each bin before the next one, and
 * shortens the last alone. Else the order of the request holds.
 */
export function dearestLast({ sheets, request }: Problem, bins: readonly number[]): number[] {
  const price = (bin: number): number => costOf(request.bins[bin]!).costPerLength / sheets[bin]!.shape.width;
  return [...bins].sort((a, b) => price(a) - price(b) || a - b);
}

interface Known {
  /** The cost that a choice must beat. */
  readonly cost: number;
  /** How many bins that layout uses. */
  readonly used: number;
}

/**
 * At most `most` choices. Two thirds have the least cost for the area of the parts. The others are the cheapest bins in a row, up to
 * as many as are known to do: parts may fill a bin badly, and then area tells little. `held`: bins of every choice.
 */
export function stockChoices(problem: Problem, held: ReadonlySet<number>, known: Known, most: number): StockChoice[] {
  const kinds = kindsOf(problem).sort((a, b) => perArea(a) - perArea(b));
  const partArea = problem.parts.reduce((sum, { shape }) => sum + shape.area, 0);
  const choose = (counts: readonly number[]): StockChoice | null =>
    choiceOf(problem, kinds, counts, { partArea, held, below: known.cost });
  const rows = cheapestInRow(kinds, partArea, held, known.used)
    .flatMap((counts) => choose(counts) ?? [])
    .slice(0, Math.ceil(most * shareOfRows));
  const byArea = leastForArea(kinds, partArea, held, { below: known.cost, most: most - rows.length, choose });
  const found = new Map([...rows, ...byArea].map((choice) => [choice.bins.join(), choice]));
  return [...found.values()].sort(cheaperFirst);
}

const cheaperFirst = (a: StockChoice, b: StockChoice): number => a.leastCost - b.leastCost || a.fill - b.fill;

/** The cost of a unit of area, where the whole sheet is used. */
const perArea = (kind: Kind): number => priceOf(kind) / kind.area;
const priceOf = ({ cost, costPerLength, length }: Kind): number => cost + costPerLength * length;

interface Wanted {
  readonly below: number;
  readonly most: number;
  readonly choose: (counts: readonly number[]) => StockChoice | null;
}

/** The choices with the least cost: branch and bound, where parts of bins cover the area that is left. */
function leastForArea(
  kinds: readonly Kind[],
  partArea: number,
  held: ReadonlySet<number>,
  { below, most, choose }: Wanted,
): StockChoice[] {
  const found: StockChoice[] = [];
  const enough = partArea / fullest;
  let looks = 0;
  const look = (k: number, counts: readonly number[], cost: number, area: number): void => {
    const bar = found.length < most ? below : Math.min(below, found.at(-1)!.leastCost);
    if (++looks > mostLooks || cost + leastToCover(kinds, k, enough - area) >= bar * (1 - rounding)) return;
    if (k === kinds.length) {
      const choice = choose(counts);
      if (choice === null) return;
      found.push(choice);
      found.sort(cheaperFirst).splice(most);
      return;
    }
    const kind = kinds[k]!;
    const wanted = Math.ceil((enough - area) / kind.area);
    const order = Array.from({ length: kind.bins.length - heldOf(kind, held) + 1 }, (_, i) => i + heldOf(kind, held));
    order.sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted) || a - b);
    for (const count of order) look(k + 1, [...counts, count], cost + count * kind.cost, area + count * kind.area);
  };
  look(0, [], 0, 0);
  return found;
}

const heldOf = ({ bins }: Kind, held: ReadonlySet<number>): number => bins.filter((bin) => held.has(bin)).length;

/** The least cost of the area on kinds from `k` on, which are sorted by their price of it; Infinity: it has no room. */
function leastToCover(kinds: readonly Kind[], k: number, area: number): number {
  let left = area;
  let cost = 0;
  for (let i = k; i < kinds.length && left > 0; i++) {
    const taken = Math.min(left, kinds[i]!.bins.length * kinds[i]!.area);
    cost += taken * perArea(kinds[i]!);
    left -= taken;
  }
  return left > 0 ? Infinity : cost;
}

/**
 * Numbers of bins of each kind: the cheapest ones, one more each time, from as many as the area needs. Once by the price of a bin,
 * and once by that of its area. The number of bins that is known to do, and one less, come first.
 */
function cheapestInRow(kinds: readonly Kind[], partArea: number, held: ReadonlySet<number>, used: number): number[][] {
  const start = kinds.map((kind) => heldOf(kind, held));
  const rows = [priceOf, perArea].map((price) => {
    const order = kinds.flatMap((kind, k) => Array.from({ length: kind.bins.length - start[k]! }, () => k));
    order.sort((a, b) => price(kinds[a]!) - price(kinds[b]!));
    const counts = [...start];
    return order.map((k) => {
      counts[k]! += 1;
      return [...counts];
    });
  });
  const area = (counts: readonly number[]): number => counts.reduce((sum, count, k) => sum + count * kinds[k]!.area, 0);
  const size = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
  const isNear = (counts: readonly number[]): boolean => size(counts) === used || size(counts) === used - 1;
  return rows
    .flat()
    .filter((counts) => area(counts) * fullest >= partArea)
    .sort((a, b) => Number(isNear(b)) - Number(isNear(a)) || size(a) - size(b));
}

interface Asked {
  readonly partArea: number;
  readonly held: ReadonlySet<number>;
  readonly below: number;
}

function choiceOf(
  problem: Problem,
  kinds: readonly Kind[],
  counts: readonly number[],
  { partArea, held, below }: Asked,
): StockChoice | null {
  const used = kinds.flatMap((kind, k) => Array.from({ length: counts[k]! }, () => kind));
  const area = used.reduce((sum, kind) => sum + kind.area, 0);
  const byLength = used.filter(({ costPerLength }) => costPerLength > 0);
  // A second roll is of no use where the others have room for everything.
  const isSpare = (kind: Kind): boolean => used.length > 1 && partArea <= (fullest * (area - kind.area)) / 2;
  if (held.size === 0 && byLength.some(isSpare)) return null;
  const leastCost = used.reduce((sum, { cost }) => sum + cost, 0) + leastByLength(used, partArea);
  if (leastCost >= below * (1 - rounding)) return null;
  const bins = kinds.flatMap((kind, k) => {
    const first = [...kind.bins].sort((a, b) => Number(held.has(b)) - Number(held.has(a)) || a - b);
    return first.slice(0, counts[k]);
  });
  return { bins: dearestLast(problem, bins), leastCost, fill: partArea / area, isByLength: byLength.length > 0 };
}

/** The least cost of the used length where parts fill each width wholly, the cheapest first. */
function leastByLength(used: readonly Kind[], partArea: number): number {
  let left = partArea;
  let cost = 0;
  const price = ({ costPerLength, width }: Kind): number => costPerLength / width;
  for (const kind of [...used].sort((a, b) => price(a) - price(b))) {
    const taken = Math.min(left, kind.area);
    cost += taken * price(kind);
    left -= taken;
  }
  return cost;
}

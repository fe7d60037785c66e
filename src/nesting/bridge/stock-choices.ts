/** The choices of bins that may hold all parts for less than a known cost, the cheapest first. */

import { costAlike, costOf, type SheetCost } from '../layout/cost.js';
import type { Problem } from '../layout/problem.js';

/** Bins to nest on, and nothing else. */
export interface StockChoice {
  /** Indices into the request's bins, in their order. */
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

/** How many kinds of bins a problem has. */
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

/** `held`: bins of every choice. `below`: the cost that a choice must beat. At most `most` choices. */
export function stockChoices(problem: Problem, held: ReadonlySet<number>, below: number, most: number): StockChoice[] {
  const kinds = kindsOf(problem).sort((a, b) => perArea(a) - perArea(b));
  const partArea = problem.parts.reduce((sum, { shape }) => sum + shape.area, 0);
  const areaFrom = kinds.map((_, k) => kinds.slice(k).reduce((sum, { bins, area }) => sum + bins.length * area, 0));
  areaFrom.push(0);
  const found: StockChoice[] = [];
  let looks = 0;
  const look = (k: number, counts: readonly number[], cost: number, area: number): void => {
    if (++looks > mostLooks || cost >= below * (1 - rounding)) return;
    if (partArea > fullest * (area + areaFrom[k]!)) return;
    if (k === kinds.length) {
      found.push(...choiceOf(kinds, counts, partArea, held, below));
      return;
    }
    const kind = kinds[k]!;
    const least = kind.bins.filter((bin) => held.has(bin)).length;
    for (let count = kind.bins.length; count >= least; count--) {
      look(k + 1, [...counts, count], cost + count * kind.cost, area + count * kind.area);
    }
  };
  look(0, [], 0, 0);
  return found.sort((a, b) => a.leastCost - b.leastCost || a.fill - b.fill).slice(0, most);
}

/** The cost of a unit of area, where the whole sheet is used. */
const perArea = ({ cost, costPerLength, length, area }: Kind): number => (cost + costPerLength * length) / area;

function choiceOf(
  kinds: readonly Kind[],
  counts: readonly number[],
  partArea: number,
  held: ReadonlySet<number>,
  below: number,
): StockChoice[] {
  const used = kinds.flatMap((kind, k) => Array.from({ length: counts[k]! }, () => kind));
  const area = used.reduce((sum, kind) => sum + kind.area, 0);
  const byLength = used.filter(({ costPerLength }) => costPerLength > 0);
  // A second roll is of no use where the others have room for everything.
  const isSpare = (kind: Kind): boolean => used.length > 1 && partArea <= (fullest * (area - kind.area)) / 2;
  if (held.size === 0 && byLength.some(isSpare)) return [];
  const leastCost = used.reduce((sum, { cost }) => sum + cost, 0) + leastByLength(used, partArea);
  if (leastCost >= below * (1 - rounding)) return [];
  const bins = kinds.flatMap((kind, k) => {
    const first = [...kind.bins].sort((a, b) => Number(held.has(b)) - Number(held.has(a)) || a - b);
    return first.slice(0, counts[k]);
  });
  return [{ bins: bins.sort((a, b) => a - b), leastCost, fill: partArea / area, isByLength: byLength.length > 0 }];
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

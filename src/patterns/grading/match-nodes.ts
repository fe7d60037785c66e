/**
 * Matches the nodes of a size with those of the base size. Both run round their boundaries in one order. So the cheapest
 * alignment of the two rings is wanted, by their places in the box of the piece. A node may be left over.
 */
import type { Point } from '../../geometry/point.js';
import type { BoundaryNode } from './boundary-nodes.js';
import type { Ring } from './ring.js';

/** Cost of a node that has no partner: two nodes farther apart than twice this share of the box are not one. */
const alone = 0.06;
/** Cost for each degree that two corners turn by differently. */
const perDegree = 0.0005;
/** Starts of the ring that are tried. */
const mostStarts = 4;

interface Placed {
  /** In shares of the box round the ring. */
  readonly at: Point;
  readonly turn: number;
}

/** For each node of the base the place of its partner in `nodes`; -1 where it has none. */
export function matchNodes(
  base: { readonly ring: Ring; readonly nodes: readonly BoundaryNode[] },
  other: { readonly ring: Ring; readonly nodes: readonly BoundaryNode[] },
): number[] {
  const [a, b] = [placed(base), placed(other)];
  if (a.length === 0 || b.length === 0) return a.map(() => -1);
  // the sharpest corner begins the ring, since it is the surest to have a partner
  const first = a.reduce((best, { turn }, i) => (turn > a[best]!.turn ? i : best), 0);
  const turnedA = [...a.slice(first), ...a.slice(0, first)];
  const pairs = pairCosts(turnedA, b);
  const starts = b
    .map((_, i) => ({ i, cost: pairs[i]! }))
    .sort((x, y) => x.cost - y.cost)
    .slice(0, mostStarts);
  let best = { cost: Infinity, partners: a.map(() => -1) };
  for (const { i: start } of starts) {
    const { cost, partners } = align(pairs, a.length, b.length, start);
    if (cost >= best.cost) continue;
    const placedPartners = a.map((_, i) => {
      const partner = partners[(i - first + a.length) % a.length]!;
      return partner < 0 ? -1 : (partner + start) % b.length;
    });
    best = { cost, partners: placedPartners };
  }
  return best.partners;
}

function placed({ ring, nodes }: { readonly ring: Ring; readonly nodes: readonly BoundaryNode[] }): Placed[] {
  const xs = ring.points.map(([x]) => x);
  const ys = ring.points.map(([, y]) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left || 1, Math.max(...ys) - top || 1];
  return nodes.map(({ at: [x, y], turn }) => ({ at: [(x - left) / width, (y - top) / height], turn }));
}

/** The cost of each node of the first ring beside each of the second, row by row. */
function pairCosts(a: readonly Placed[], b: readonly Placed[]): Float64Array {
  const costs = new Float64Array(a.length * b.length);
  let at = 0;
  for (const one of a) {
    for (const other of b) {
      const away = Math.hypot(one.at[0] - other.at[0], one.at[1] - other.at[1]);
      costs[at++] = away + perDegree * Math.abs(one.turn - other.turn);
    }
  }
  return costs;
}

/**
 * The cheapest alignment of two rows of nodes (Needleman and Wunsch 1970); the first of both may be left alone, too.
 *
 * @param start of the second ring, whose nodes follow one another round it
 */
function align(pairs: Float64Array, a: number, b: number, start: number): { cost: number; partners: number[] } {
  const width = b + 1;
  const costs = new Float64Array((a + 1) * width);
  for (let j = 1; j <= b; j++) costs[j] = costs[j - 1]! + alone;
  for (let i = 1; i <= a; i++) {
    const row = i * width;
    const above = row - width;
    const pairsOfRow = (i - 1) * b;
    costs[row] = costs[above]! + alone;
    for (let j = 1, k = start; j <= b; j++, k = k + 1 === b ? 0 : k + 1) {
      let least = costs[above + j - 1]! + pairs[pairsOfRow + k]!;
      const onlyA = costs[above + j]! + alone;
      const onlyB = costs[row + j - 1]! + alone;
      if (onlyA < least) least = onlyA;
      if (onlyB < least) least = onlyB;
      costs[row + j] = least;
    }
  }
  const partners = new Array<number>(a).fill(-1);
  for (let i = a, j = b; i > 0 && j > 0; ) {
    const cost = costs[i * width + j]!;
    const pair = pairs[(i - 1) * b + ((start + j - 1) % b)]!;
    if (cost === costs[(i - 1) * width + j - 1]! + pair) partners[--i] = --j;
    else if (cost === costs[(i - 1) * width + j]! + alone) i--;
    else j--;
  }
  return { cost: costs.at(-1)!, partners };
}

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
  const starts = b
    .map((node, i) => ({ i, cost: costOf(turnedA[0]!, node) }))
    .sort((x, y) => x.cost - y.cost)
    .slice(0, mostStarts);
  let best = { cost: Infinity, partners: a.map(() => -1) };
  for (const { i: start } of starts) {
    const turnedB = [...b.slice(start), ...b.slice(0, start)];
    const { cost, partners } = align(turnedA, turnedB);
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

const costOf = (a: Placed, b: Placed): number =>
  Math.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1]) + perDegree * Math.abs(a.turn - b.turn);

/** The cheapest alignment of two rows of nodes (Needleman and Wunsch 1970); the first of both may be left alone, too. */
function align(a: readonly Placed[], b: readonly Placed[]): { cost: number; partners: number[] } {
  const width = b.length + 1;
  const costs = new Float64Array((a.length + 1) * width);
  for (let i = 0; i <= a.length; i++) {
    for (let j = 0; j <= b.length; j++) {
      if (i === 0 && j === 0) continue;
      const both = i > 0 && j > 0 ? costs[(i - 1) * width + j - 1]! + costOf(a[i - 1]!, b[j - 1]!) : Infinity;
      const onlyA = i > 0 ? costs[(i - 1) * width + j]! + alone : Infinity;
      const onlyB = j > 0 ? costs[i * width + j - 1]! + alone : Infinity;
      costs[i * width + j] = Math.min(both, onlyA, onlyB);
    }
  }
  const partners = a.map(() => -1);
  for (let i = a.length, j = b.length; i > 0 && j > 0; ) {
    const cost = costs[i * width + j]!;
    if (cost === costs[(i - 1) * width + j - 1]! + costOf(a[i - 1]!, b[j - 1]!)) partners[--i] = --j;
    else if (cost === costs[(i - 1) * width + j]! + alone) i--;
    else j--;
  }
  return { cost: costs.at(-1)!, partners };
}

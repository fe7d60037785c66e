/**
 * Lengths of cloth that no layout of some parts can undercut.
 *
 * Every line across the cloth cuts the parts in pieces of at most the width of the cloth together. So it does after a dual
 * feasible function has changed their lengths: f with sum f(w) <= 1 wherever sum w <= 1. The integral of f over a part,
 * along the cloth, is then a length that the part takes by itself, and these add up. The identity gives the bound by
 * area. The other functions count a part that is wider than half of the cloth as if it filled the width.
 * Source: Fekete and Schepers, New classes of fast lower bounds for bin packing problems (2001), for boxes.
 *
 * Parts keep a distance d. So each may be extended by d / 2 upwards and downwards, on cloth that is wider by d.
 */
import type { Point } from '../geometry/point.js';
import { cosSin, normalDegrees } from '../geometry/rotation.js';
import type { Garment, GarmentPart } from './order.js';

/** Dual feasible and non-decreasing on [0, 1]. */
type DualFeasible = (share: number) => number;

const rounding = 1e-9;

const identity: DualFeasible = (w) => w;
/** Shares above 1 - e fill the width, and shares below e are left out. */
const filled =
  (e: number): DualFeasible =>
  (w) =>
    w > 1 - e + rounding ? 1 : w < e ? 0 : w;
/** Rounds down to k-th parts, after Fekete and Schepers' u(k). */
const rounded =
  (k: number): DualFeasible =>
  (w) =>
    Math.floor((k + 1) * w - rounding) / k;

/** The first is the identity. */
export const functions: readonly DualFeasible[] = [
  identity,
  ...[0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5].map(filled),
  ...[1, 2, 3, 4].map(rounded),
];

/** Parts with more rotations are counted by their area alone. */
const mostRotations = 8;
/** The function is evaluated at the lower end of so many pieces between two corners of a part. */
const piecesOfSlab = 6;

/** The least length that a garment takes of cloth of this width, by each of the `functions`. */
export function leastLengths({ parts }: Garment, width: number, minDistance: number): number[] {
  const sum = new Array<number>(functions.length).fill(0);
  for (const part of parts) {
    const own = ofPart(part, width, minDistance);
    for (const [i, length] of own.entries()) sum[i]! += part.quantity * length;
  }
  return sum;
}

function ofPart(part: GarmentPart, width: number, minDistance: number): number[] {
  // a half turn does not change the shares
  const turns = part.rotations && [...new Set(part.rotations.map((degrees) => normalDegrees(degrees) % 180))];
  const rings = [part.points, ...part.holes];
  if (turns === null || turns.length > mostRotations) {
    const slabs = slabsOf(rings, 0);
    const area = slabs.reduce((total, { span, left, right }) => total + (span * (left + right)) / 2, 0);
    return functions.map((_, i) => (i === 0 ? area / (width + minDistance) : 0));
  }
  const byTurn = turns.map((degrees) => integrals(slabsOf(rings, degrees), width, minDistance));
  return functions.map((_, i) => Math.min(...byTurn.map((lengths) => lengths[i]!)));
}

function integrals(slabs: readonly Slab[], width: number, minDistance: number): number[] {
  const full = width + minDistance;
  return functions.map((f, i) => {
    let sum = 0;
    for (const { span, left, right } of slabs) {
      const [low, high] = [Math.min(left, right) + minDistance, Math.max(left, right) + minDistance];
      if (i === 0) sum += (span * (low + high)) / 2 / full;
      else
        for (let k = 0; k < piecesOfSlab; k++) {
          const share = (low + ((high - low) * k) / piecesOfSlab) / full;
          sum += (span / piecesOfSlab) * Math.max(0, f(Math.min(1, share)));
        }
    }
    return sum;
  });
}

/** A stretch along the cloth without a corner: the length across the part grows from `left` to `right` evenly. */
interface Slab {
  readonly span: number;
  readonly left: number;
  readonly right: number;
}

function slabsOf(rings: readonly (readonly Point[])[], degrees: number): Slab[] {
  const [cos, sin] = cosSin(degrees);
  const edges = rings.flatMap((ring) => {
    const turned = ring.map(([x, y]): Point => [x * cos - y * sin, x * sin + y * cos]);
    return turned.map((from, i): readonly [Point, Point] => [from, turned[(i + 1) % turned.length]!]);
  });
  const xs = [...new Set(edges.map(([[x]]) => x))].sort((a, b) => a - b);
  const slabs: Slab[] = [];
  for (let i = 1; i < xs.length; i++) {
    const [from, to] = [xs[i - 1]!, xs[i]!];
    const middle = (from + to) / 2;
    const crossing = edges
      .filter(([[a], [b]]) => a < middle !== b < middle)
      .map(([[ax, ay], [bx, by]]) => {
        const at = (x: number): number => ay + ((x - ax) / (bx - ax)) * (by - ay);
        return { left: at(from), right: at(to), middle: at(middle) };
      })
      .sort((a, b) => a.middle - b.middle);
    let [left, right] = [0, 0];
    for (let k = 1; k < crossing.length; k += 2) {
      left += crossing[k]!.left - crossing[k - 1]!.left;
      right += crossing[k]!.right - crossing[k - 1]!.right;
    }
    slabs.push({ span: to - from, left: Math.max(0, left), right: Math.max(0, right) });
  }
  return slabs;
}

/**
 * The nodes of a boundary: its corners, and the places where the drawing of the seam goes from one line or curve to the
 * next. Sizes are compared at these, since the points of a flattened curve lie elsewhere in every size.
 */
import type { Point } from '../../geometry/point.js';
import type { Piece } from '../draft.js';
import { Ring } from './ring.js';

/** A boundary turns by more than this at a corner, degrees. */
const cornerDegrees = 20;
/** The turn of a corner is seen over this length on both sides, mm, so that roundings do not count. */
const arm = 2;
/** Nodes nearer to each other than this, mm, are one. */
const together = 3;
/** A seam lies at most this many allowances inside the boundary: hems are multiples of it. */
const widestHem = 8;

export interface BoundaryNode {
  /** mm along the boundary from its first point. */
  readonly along: number;
  readonly at: Point;
  /** Degrees by which the boundary turns; 0 for a node within a smooth line. */
  readonly turn: number;
}

/** In the order of the boundary. */
export function boundaryNodes(piece: Piece, ring: Ring): BoundaryNode[] {
  const corners = cornersOf(ring);
  const seamCorners = piece.seamLine ? cornersOf(new Ring(piece.seamLine)) : corners;
  const reach = widestHem * piece.seamAllowance + 1;
  const smooth = (piece.nodes ?? [])
    // the boundary has a corner of its own beside a corner of the seam
    .filter((node) => !seamCorners.some(({ at }) => distance(at, node) < together))
    .map((node) => ({ node, foot: ring.nearest(node) }))
    .filter(({ node, foot }) => distance(foot.at, node) <= reach)
    .map(({ foot }): BoundaryNode => ({ ...foot, turn: 0 }));
  const all = [...corners, ...smooth].sort((a, b) => a.along - b.along || b.turn - a.turn);
  const kept: BoundaryNode[] = [];
  for (const node of all) {
    const near = kept.findIndex((other) => ring.between(other.along, node.along) < together);
    if (near < 0) kept.push(node);
    else if (node.turn > kept[near]!.turn) kept[near] = node;
  }
  return kept.sort((a, b) => a.along - b.along);
}

/** Where the ring turns, at the sharpest point of each turn. */
function cornersOf(ring: Ring): BoundaryNode[] {
  const found: BoundaryNode[] = [];
  ring.points.forEach((at, i) => {
    const along = ring.lengths[i]!;
    const turn = turnAt(at, ring.at(along - arm), ring.at(along + arm));
    if (turn >= cornerDegrees) found.push({ along, at, turn });
  });
  return found.filter(
    ({ along, turn }, i) =>
      !found.some((other, k) => {
        if (k === i || ring.between(other.along, along) >= together) return false;
        return other.turn > turn || (other.turn === turn && k < i);
      }),
  );
}

function turnAt(at: Point, before: Point, after: Point): number {
  const [ux, uy, vx, vy] = [at[0] - before[0], at[1] - before[1], after[0] - at[0], after[1] - at[1]];
  return (Math.abs(Math.atan2(ux * vy - uy * vx, ux * vx + uy * vy)) * 180) / Math.PI;
}

const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

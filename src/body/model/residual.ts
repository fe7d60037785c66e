/**
 * A small network for both genders bends the Gaussian's lines: it corrects the expectation and the spread.
 *
 * It shifts every field by a multiple of the Gaussian's remaining standard deviation, so nearly known fields stay put.
 * It also bends the effect of weight. `t` is the surprise of the weight beside the other known fields. It is cut at
 * `knots`, and every piece gets its own positive slope. The network itself never sees the weight, only whether it is
 * known. So while weight grows and the rest is fixed, no girth can fall, whatever the network learned.
 */

import type { Gender } from '../request.js';
import { N, type Plan } from './conditional.js';

/** Inputs: known z, known mask, expected z without the weight, spread; then gender and whether the weight is known. */
export const inputCount = 4 * N + 2;
/** The cuts between pieces of the weight's surprise. */
export const knots = [-1, 0.5, 2] as const;
export const pieceCount = knots.length + 1;
/** Outputs per field: shift, a slope for each piece, and the logarithm of the spread's correction. */
export const outputCount = (2 + pieceCount) * N;

/** The network sees no score beyond this: far from its training data its answer stays constant. */
const farthest = 4;

/** A score as the network sees it. */
export const clamped = (score: number): number => Math.max(-farthest, Math.min(farthest, score));
export const isClamped = (score: number): boolean => Math.abs(score) > farthest;

/** Inverse of softplus at 1: the raw output 0 is then slope 1, the Gaussian's own. */
export const slopeOne = Math.log(Math.E - 1);

/** A shift for a single known size could make another size shrink as it grows, so shifts start at two known sizes. */
export function shiftGate(plan: Plan, age: number): number {
  let sizes = 0;
  for (const field of plan.known) if (field !== age) sizes++;
  return sizes >= 2 ? 1 : 0;
}

/** A run of pieces, from `from` up to but not including `to`. */
export interface PieceRange {
  readonly from: number;
  readonly to: number;
}

/** The smallest range with every non-zero piece in `count` rows of `parts`, [count, pieceCount]; empty without any. */
export function piecesIn(parts: Float64Array, count: number): PieceRange {
  let from = pieceCount;
  let to = 0;
  for (let i = 0; i < count * pieceCount; i++) {
    if (parts[i] === 0) continue;
    from = Math.min(from, i % pieceCount);
    to = Math.max(to, (i % pieceCount) + 1);
  }
  return from < to ? { from, to } : { from: 0, to: 0 };
}

/** Part of the surprise `t` that lies in each piece; they add up to `t`, and none falls as `t` grows. */
export function pieces(t: number, out: Float64Array | Float32Array, offset: number): void {
  const [first, middle, last] = knots;
  out[offset] = Math.min(t - first, 0);
  out[offset + 1] = Math.min(Math.max(t, first), middle);
  out[offset + 2] = Math.max(Math.min(t, last) - middle, 0);
  out[offset + 3] = Math.max(t - last, 0);
}

/**
 * Writes the network's input for one person at `offset`.
 *
 * @param z known values, standardised, [N]
 * @param expected z of every field from all known fields but the weight, [N] from `first` on
 */
export function fillInput(
  x: Float32Array | Float64Array,
  offset: number,
  gender: Gender,
  plan: Plan,
  z: Float64Array,
  expected: Float64Array,
  first = 0,
): void {
  const k = plan.known.length - (plan.weightKnown ? 1 : 0);
  x.fill(0, offset, offset + 2 * N);
  for (let i = 0; i < k; i++) {
    const field = plan.known[i]!;
    x[offset + field] = clamped(z[field]!);
    x[offset + N + field] = 1;
  }
  for (let u = 0; u < N; u++) {
    x[offset + 2 * N + u] = clamped(expected[first + u]!);
    x[offset + 3 * N + u] = plan.sd[u]!;
  }
  x[offset + 4 * N] = gender === 'female' ? 1 : -1;
  x[offset + 4 * N + 1] = plan.weightKnown ? 1 : 0;
}

/** A point and four edges, whose fields lie side by side: the parity of a ray, and the nearest places. */

/** The lanes of edges that a ray from the point to the left crosses; (qx, qy) leads from their first ends to the point. */
@inline
export function crossedToTheLeft(qx: v128, qy: v128, y: v128, y1: v128, y2: v128, slope: v128): v128 {
  const spans = v128.xor(f32x4.gt(y1, y), f32x4.gt(y2, y));
  return v128.and(spans, f32x4.lt(f32x4.mul(qy, slope), qx));
}

/** The shares of the edges (ux, uy) at which they come nearest to the point. */
@inline
export function nearestShares(qx: v128, qy: v128, ux: v128, uy: v128, perSquare: v128): v128 {
  const along = f32x4.mul(f32x4.add(f32x4.mul(qx, ux), f32x4.mul(qy, uy)), perSquare);
  return f32x4.pmin(f32x4.splat(1), f32x4.pmax(f32x4.splat(0), along));
}

@inline
export function laneOfLeast(lanes: v128): i32 {
  const halves = f32x4.pmin(lanes, v128.shuffle<f32>(lanes, lanes, 2, 3, 0, 1));
  const least = f32x4.pmin(halves, v128.shuffle<f32>(halves, halves, 1, 0, 3, 2));
  return ctz(i32x4.bitmask(f32x4.eq(lanes, least)) | 8);
}

@inline
export function laneOf(lanes: v128, lane: i32): f32 {
  const first = select<f32>(f32x4.extract_lane(lanes, 1), f32x4.extract_lane(lanes, 0), lane == 1);
  const last = select<f32>(f32x4.extract_lane(lanes, 3), f32x4.extract_lane(lanes, 2), lane == 3);
  return select<f32>(last, first, lane > 1);
}

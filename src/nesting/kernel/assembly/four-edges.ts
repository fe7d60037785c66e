/**
 * The nearest of many edges to a point, and the parity of a ray from it. Four edges lie side by side in 128 bytes: rows of f32 x1,
 * y1, y2, x2 - x1, y2 - y1, 1 / square of the length, (x2 - x1) / (y2 - y1), 1 / length. Fours of tables lack the last row.
 */
export const FOUR: usize = 128;

// Of the last look: whether a ray to the left crosses an odd number of edges; the distance to the nearest one, and the
// vector from there to the point.
export let isOdd: bool = false;
export let distance: f32 = 0;
export let awayX: f32 = 0;
export let awayY: f32 = 0;

/**
 * Looks at edges from `at` to `end`: fours one after the other, or a list of their u32 addresses, where a point of the parity
 * `isFree` ends the look early.
 */
@inline
export function lookAtEdges(x: f32, y: f32, at: usize, end: usize, areListed: bool, isFree: bool): void {
  const x4 = f32x4.splat(x);
  const y4 = f32x4.splat(y);
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  let crossed = i32x4.splat(0);
  let nearest = f32x4.splat(Infinity);
  let nearestX = zero;
  let nearestY = zero;
  for (; at < end; at += areListed ? 4 : FOUR) {
    const four = areListed ? <usize>load<u32>(at) : at;
    const y1 = v128.load(four, 16);
    const qx = f32x4.sub(x4, v128.load(four));
    const qy = f32x4.sub(y4, y1);
    const spans = v128.xor(f32x4.gt(y1, y4), f32x4.gt(v128.load(four, 32), y4));
    const isLeft = f32x4.lt(f32x4.mul(qy, v128.load(four, 96)), qx);
    crossed = v128.xor(crossed, v128.and(spans, isLeft));
    const ux = v128.load(four, 48);
    const uy = v128.load(four, 64);
    const along = f32x4.mul(f32x4.add(f32x4.mul(qx, ux), f32x4.mul(qy, uy)), v128.load(four, 80));
    const t = f32x4.pmin(one, f32x4.pmax(zero, along));
    const toX = f32x4.sub(qx, f32x4.mul(t, ux));
    const toY = f32x4.sub(qy, f32x4.mul(t, uy));
    const square = f32x4.add(f32x4.mul(toX, toX), f32x4.mul(toY, toY));
    const isNearer = f32x4.lt(square, nearest);
    nearest = f32x4.pmin(nearest, square);
    nearestX = v128.bitselect(toX, nearestX, isNearer);
    nearestY = v128.bitselect(toY, nearestY, isNearer);
  }
  isOdd = (popcnt(i32x4.bitmask(crossed)) & 1) != 0;
  if (areListed && isOdd == isFree) return;
  const lane = laneOfLeast(nearest);
  distance = sqrt<f32>(laneOf(nearest, lane));
  awayX = laneOf(nearestX, lane);
  awayY = laneOf(nearestY, lane);
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

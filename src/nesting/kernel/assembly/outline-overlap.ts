/**
 * The overlap of two outlines without their no-fit polygon, for pairs that meet too seldom to be worth a table.
 *
 * The depth is a lower bound of the no-fit polygon's. It is the farthest that a corner or an inner disc of one outline
 * has to move out of the other; without any, the farthest that two crossing edges have to move apart. Inner discs instead of areas
 * are an idea of Gardeyn, Vanden Berghe and Wauters 2025 (section 4, doi:10.48550/arXiv.2509.13329).
 *
 * An outline is a header of 32 bytes: i32 bytes of all edges, bytes of a row of points; u32 edges, points; f32 minX, minY,
 * maxX, maxY. Edges lie in the fours of `four-edges.ts`. Points, the middles of the discs and the corners, have rows of f32 x,
 * y, radius. Far edges and points fill up the last four.
 */
import { awayX, awayY, distance, FOUR, isOdd, laneOf, laneOfLeast, lookAtEdges } from "./four-edges";
import { TOUCHING } from "./touching";

// The rise of the last depth as the moving outline moves.
export let outlineSlopeX: f32 = 0;
export let outlineSlopeY: f32 = 0;

let deepest: f32 = 0;

/** The depth of an outline moved by (dx, dy) in another one that stands; 0 where they do not overlap. */
export function depthByOutlines(standing: usize, moving: usize, dx: f32, dy: f32): f32 {
  deepest = 0;
  outlineSlopeX = 0;
  outlineSlopeY = 0;
  sinkPoints(moving, standing, dx, dy, 1);
  sinkPoints(standing, moving, -dx, -dy, -1);
  if (deepest <= TOUCHING) crossEdges(standing, moving, dx, dy);
  return deepest;
}

/** Deepens the depth to that of the points of one outline, moved by (dx, dy), in the other one. */
function sinkPoints(pointed: usize, edged: usize, dx: f32, dy: f32, sign: f32): void {
  const row = <usize>load<i32>(pointed, 4);
  const points = <usize>load<u32>(pointed, 12);
  const dx4 = f32x4.splat(dx);
  const dy4 = f32x4.splat(dy);
  const lowX = f32x4.splat(load<f32>(edged, 16));
  const lowY = f32x4.splat(load<f32>(edged, 20));
  const highX = f32x4.splat(load<f32>(edged, 24));
  const highY = f32x4.splat(load<f32>(edged, 28));
  for (let at = points; at < points + row; at += 16) {
    const x = f32x4.add(v128.load(at), dx4);
    const y = f32x4.add(v128.load(at + row), dy4);
    const radius = v128.load(at + 2 * row);
    // No point is deeper in the outline than in its box.
    const inX = f32x4.pmin(f32x4.sub(x, lowX), f32x4.sub(highX, x));
    const inY = f32x4.pmin(f32x4.sub(y, lowY), f32x4.sub(highY, y));
    const most = f32x4.add(f32x4.pmin(inX, inY), radius);
    let mask = i32x4.bitmask(f32x4.gt(most, f32x4.splat(deepest)));
    while (mask) {
      const point = at + (<usize>ctz(mask) << 2);
      mask &= mask - 1;
      sinkPoint(edged, load<f32>(point) + dx, load<f32>(point + row) + dy, load<f32>(point + 2 * row), sign);
    }
  }
}

/** Deepens the depth to that of a disc: how far it has to move out of the outline. */
@inline
function sinkPoint(edged: usize, x: f32, y: f32, radius: f32, sign: f32): void {
  const edges = <usize>load<u32>(edged, 8);
  lookAtEdges(x, y, edges, edges + <usize>load<i32>(edged), false, false);
  const depth = isOdd ? radius + distance : radius - distance;
  if (depth <= deepest) return;
  deepest = depth;
  const rise = (isOdd ? sign : -sign) / max<f32>(distance, 1e-6);
  outlineSlopeX = rise * awayX;
  outlineSlopeY = rise * awayY;
}

/** Deepens the depth to the least move that parts the two edges that cross the farthest. */
function crossEdges(standing: usize, moving: usize, dx: f32, dy: f32): void {
  const edges = <usize>load<u32>(moving, 8);
  const end = edges + <usize>load<i32>(moving);
  const dx4 = f32x4.splat(dx);
  const dy4 = f32x4.splat(dy);
  const lowX = f32x4.splat(load<f32>(standing, 16));
  const lowY = f32x4.splat(load<f32>(standing, 20));
  const highX = f32x4.splat(load<f32>(standing, 24));
  const highY = f32x4.splat(load<f32>(standing, 28));
  for (let at = edges; at < end; at += FOUR) {
    const x1 = f32x4.add(v128.load(at), dx4);
    const y1 = f32x4.add(v128.load(at, 16), dy4);
    const x2 = f32x4.add(x1, v128.load(at, 48));
    const y2 = f32x4.add(y1, v128.load(at, 64));
    const isNearX = v128.and(f32x4.lt(f32x4.pmin(x1, x2), highX), f32x4.gt(f32x4.pmax(x1, x2), lowX));
    const isNearY = v128.and(f32x4.lt(f32x4.pmin(y1, y2), highY), f32x4.gt(f32x4.pmax(y1, y2), lowY));
    let mask = i32x4.bitmask(v128.and(isNearX, isNearY));
    while (mask) {
      const edge = at + (<usize>ctz(mask) << 2);
      mask &= mask - 1;
      crossEdge(standing, edge, dx, dy);
    }
  }
}

/** The same for one edge of the moving outline. */
@inline
function crossEdge(standing: usize, edge: usize, dx: f32, dy: f32): void {
  const edges = <usize>load<u32>(standing, 8);
  const end = edges + <usize>load<i32>(standing);
  const x = load<f32>(edge) + dx;
  const y = load<f32>(edge, 16) + dy;
  const wx = load<f32>(edge, 48);
  const wy = load<f32>(edge, 64);
  const perLength = load<f32>(edge, 112);
  const zero = f32x4.splat(0);
  // Unit normals, of the edge that moves and of those that stand; then the distances of the ends from the other edge.
  const normalX = f32x4.splat(-wy * perLength);
  const normalY = f32x4.splat(wx * perLength);
  for (let at = edges; at < end; at += FOUR) {
    const qx = f32x4.sub(f32x4.splat(x), v128.load(at));
    const qy = f32x4.sub(f32x4.splat(y), v128.load(at, 16));
    const ux = v128.load(at, 48);
    const uy = v128.load(at, 64);
    const perUnit = v128.load(at, 112);
    const nx = f32x4.neg(f32x4.mul(uy, perUnit));
    const ny = f32x4.mul(ux, perUnit);
    const begin = f32x4.add(f32x4.mul(nx, qx), f32x4.mul(ny, qy));
    const end = f32x4.add(begin, f32x4.add(f32x4.mul(nx, f32x4.splat(wx)), f32x4.mul(ny, f32x4.splat(wy))));
    const from = f32x4.neg(f32x4.add(f32x4.mul(normalX, qx), f32x4.mul(normalY, qy)));
    const to = f32x4.add(from, f32x4.add(f32x4.mul(normalX, ux), f32x4.mul(normalY, uy)));
    const crosses = v128.and(f32x4.lt(f32x4.mul(begin, end), zero), f32x4.lt(f32x4.mul(from, to), zero));
    if (!v128.any_true(crosses)) continue;
    const ofMoving = f32x4.pmin(f32x4.abs(begin), f32x4.abs(end));
    const ofStanding = f32x4.pmin(f32x4.abs(from), f32x4.abs(to));
    const depths = v128.and(f32x4.pmin(ofMoving, ofStanding), crosses);
    const lane = laneOfLeast(f32x4.neg(depths));
    const depth = laneOf(depths, lane);
    if (depth <= deepest) continue;
    deepest = depth;
    if (laneOf(ofMoving, lane) <= laneOf(ofStanding, lane)) {
      const nearer = abs(laneOf(begin, lane)) <= abs(laneOf(end, lane)) ? laneOf(begin, lane) : laneOf(end, lane);
      const sign: f32 = nearer > 0 ? 1 : -1;
      outlineSlopeX = sign * laneOf(nx, lane);
      outlineSlopeY = sign * laneOf(ny, lane);
    } else {
      const nearer = abs(laneOf(from, lane)) <= abs(laneOf(to, lane)) ? laneOf(from, lane) : laneOf(to, lane);
      const sign: f32 = nearer > 0 ? -1 : 1;
      outlineSlopeX = sign * f32x4.extract_lane(normalX, 0);
      outlineSlopeY = sign * f32x4.extract_lane(normalY, 0);
    }
  }
}

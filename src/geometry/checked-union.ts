/**
 * The union of closed paths by nonzero winding, proven against the paths themselves.
 *
 * The sweep behind `union` sometimes joins the wrong ends where paths run within a few units of each other. The slits
 * of no-fit polygons do so by design (about 1 % of the polygons, at any scale). A false gap in a no-fit polygon is
 * worse than no gap: a search for dense layouts finds it. So a check proves that every edge of the result has the
 * inside on its left alone. It also proves that points in between are on the right side. A result that fails is swept
 * again along another direction. A shear with the axes swapped, (x, y) -> (y, -x - k y), keeps integers and windings, but
 * meets its events in another order. Without the swap the order stays, and nearly all faults with it.
 */

import { union } from './boolean.js';
import { type EdgeBands, ringBands, windingAt } from './edge-bands.js';
import type { Point } from './point.js';
import { type Box, boxOfAll, type Ring } from './ring.js';

/** Shears to try in turn after a plain sweep. */
const shears = [0, 1, -1, 2, -2, 3, -3];
/** The distance from an edge at which the check looks at its sides: more than rounding moves an edge. */
const beside = 1.5;
/** The check skips shorter edges: their sides are within the rounding. */
const shortest = 12;
const probes = 200;

/** Outer rings positive, holes negative; integer coordinates in and out. */
export function checkedUnion(paths: readonly Ring[]): Ring[] {
  const proof = ringBands(paths);
  const box = boxOfAll(paths);
  let leastFaulty: Ring[] = [];
  let fewest = Infinity;
  for (const shear of [null, ...shears]) {
    const rings = shear === null ? union(paths, 'nonzero') : shearedUnion(paths, shear);
    const faults = faultsOf(rings, proof, box);
    if (faults === 0) return rings;
    if (faults < fewest) {
      fewest = faults;
      leastFaulty = rings;
    }
  }
  return leastFaulty;
}

function shearedUnion(paths: readonly Ring[], shear: number): Ring[] {
  const forth = (ring: Ring): Ring => mapped(ring, (x, y) => [y, -x - shear * y]);
  const back = (ring: Ring): Ring => mapped(ring, (x, y) => [-y - shear * x, x]);
  return union(paths.map(forth), 'nonzero').map(back);
}

function mapped(ring: Ring, map: (x: number, y: number) => Point): Ring {
  const result = new Float64Array(ring.length);
  for (let i = 0; i < ring.length; i += 2) {
    const [x, y] = map(ring[i]!, ring[i + 1]!);
    result[i] = x || 0;
    result[i + 1] = y || 0;
  }
  return result;
}

/** Edges with the wrong sides, and probes that the rings and the paths disagree about. */
function faultsOf(rings: readonly Ring[], paths: EdgeBands, box: Box): number {
  let faults = 0;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const dx = ring[i]! - ring[j]!;
      const dy = ring[i + 1]! - ring[j + 1]!;
      const length = Math.hypot(dx, dy);
      if (length < shortest) continue;
      const x = (ring[i]! + ring[j]!) / 2;
      const y = (ring[i + 1]! + ring[j + 1]!) / 2;
      const nx = (-dy / length) * beside;
      const ny = (dx / length) * beside;
      if (windingAt(paths, x + nx, y + ny) === 0 || windingAt(paths, x - nx, y - ny) !== 0) faults++;
    }
  }
  const found = ringBands(rings);
  for (let k = 1; k <= probes; k++) {
    // an additive recurrence that spreads evenly over the plane (Roberts 2018)
    const x = box.minX + ((k * 0.7548776662466927) % 1) * (box.maxX - box.minX);
    const y = box.minY + ((k * 0.5698402909980532) % 1) * (box.maxY - box.minY);
    if ((windingAt(found, x, y) !== 0) !== (windingAt(paths, x, y) !== 0)) faults++;
  }
  return faults;
}

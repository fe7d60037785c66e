/** A no-fit polygon as the search needs it: it tells whether a point is inside, and where the parts touch. */

import { isConvex } from '../../geometry/convex-ring.js';
import { bandAt, type EdgeBands, edgeBands } from '../../geometry/edge-bands.js';
import { squaredDistanceToSegment } from '../../geometry/region.js';
import type { Ring } from '../../geometry/ring.js';

export interface NoFit {
  /** Box of the blocked region. */
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
  /** Edges x1, y1, x2, y2, ... of the region of the eased outlines: the parts overlap inside it. */
  readonly blocked: Float64Array;
  /** Edges of the region of the outlines themselves: on them the parts touch. */
  readonly contact: Float64Array;
  /** Corners of the contact region, and the slits of exact fits: x, y, ... */
  readonly corners: Float64Array;
  /** Of the edges above; the bands add up to a third. */
  readonly bytes: number;
  /** The blocked edges by bands, once a point has asked. */
  bands: EdgeBands | null;
}

/** With fewer edges a point looks at all of them. */
const fewEdges = 48;

/** Points this far from every contact, in grid units, belong to a slit. */
const slitDistance = 24;

/**
 * `contactRings` belong to the outlines themselves, `blockedRings` to an eased outline. Parts fit exactly where the
 * blocked region has slits that the contact region lacks. There `halfway`, for an outline eased half as much, tells
 * where they touch on both sides at once. Regions of one convex ring have no slits and need no `halfway`.
 */
export function noFitOf(contactRings: readonly Ring[], blockedRings: readonly Ring[], halfway?: () => Ring[]): NoFit {
  const edges = edgesOf(contactRings);
  if (!halfway) return assemble(edgesOf(blockedRings), edges, contactRings[0]!);
  const corners: number[] = [];
  for (const ring of contactRings) corners.push(...ring);
  const isFar = (x: number, y: number): boolean => !isNear(edges, x, y);
  let contact = edges;
  const isPlain = blockedRings.length === 1 && isConvex(blockedRings[0]!);
  if (!isPlain && blockedRings.some((ring) => someCorner(ring, isFar))) {
    const slits = halfway();
    for (const ring of slits) {
      for (let i = 0; i < ring.length; i += 2) if (isFar(ring[i]!, ring[i + 1]!)) corners.push(ring[i]!, ring[i + 1]!);
    }
    const slitEdges = edgesOf(slits);
    const more: number[] = [];
    for (let i = 0; i < slitEdges.length; i += 4) {
      const [px, py, qx, qy] = slitEdges.subarray(i, i + 4);
      if (isFar(px!, py!) || isFar(qx!, qy!)) more.push(px!, py!, qx!, qy!);
    }
    contact = Float64Array.from([...edges, ...more]);
  }
  return assemble(edgesOf(blockedRings), contact, Float64Array.from(corners));
}

function someCorner(ring: Ring, test: (x: number, y: number) => boolean): boolean {
  for (let i = 0; i < ring.length; i += 2) if (test(ring[i]!, ring[i + 1]!)) return true;
  return false;
}

/** The image under (x, y) -> (a x + b y, c x + d y), an axis-parallel isometry. */
export function turnedNoFit(noFit: NoFit, a: number, b: number, c: number, d: number): NoFit {
  if (a === 1 && d === 1) return noFit;
  const image = (points: Float64Array): Float64Array => {
    const out = new Float64Array(points.length);
    for (let i = 0; i < points.length; i += 2) {
      out[i] = a * points[i]! + b * points[i + 1]!;
      out[i + 1] = c * points[i]! + d * points[i + 1]!;
    }
    return out;
  };
  return assemble(image(noFit.blocked), image(noFit.contact), image(noFit.corners));
}

function assemble(blocked: Float64Array, contact: Float64Array, corners: Float64Array): NoFit {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let i = 0; i < blocked.length; i += 2) {
    minX = Math.min(minX, blocked[i]!);
    maxX = Math.max(maxX, blocked[i]!);
    minY = Math.min(minY, blocked[i + 1]!);
    maxY = Math.max(maxY, blocked[i + 1]!);
  }
  const bytes = 8 * (blocked.length + contact.length + corners.length) + 200;
  return { minX, minY, maxX, maxY, blocked, contact, corners, bytes, bands: null };
}

/** Whether a point is inside the blocked region: nonzero winding. */
export function isBlocked(noFit: NoFit, x: number, y: number): boolean {
  if (x <= noFit.minX || x >= noFit.maxX || y <= noFit.minY || y >= noFit.maxY) return false;
  const { blocked } = noFit;
  let winding = 0;
  if (blocked.length < 4 * fewEdges) {
    for (let i = 0; i < blocked.length; i += 4) winding += passing(blocked, i, x, y);
    return winding !== 0;
  }
  noFit.bands ??= edgeBands(blocked);
  const { first, edges } = noFit.bands;
  const band = bandAt(noFit.bands, y);
  const end = first[band + 1]!;
  for (let p = first[band]!; p < end; p++) winding += passing(blocked, 4 * edges[p]!, x, y);
  return winding !== 0;
}

/** How the edge at an index crosses the ray from a point to the right: up 1, down -1, else 0. */
function passing(edges: Float64Array, i: number, x: number, y: number): -1 | 0 | 1 {
  const py = edges[i + 1]!;
  const qy = edges[i + 3]!;
  if (py <= y === qy <= y) return 0;
  const px = edges[i]!;
  const side = (edges[i + 2]! - px) * (y - py) - (qy - py) * (x - px);
  if (qy > py) return side > 0 ? 1 : 0;
  return side < 0 ? -1 : 0;
}

function edgesOf(rings: readonly Ring[]): Float64Array {
  const out = new Float64Array(2 * rings.reduce((sum, ring) => sum + ring.length, 0));
  let k = 0;
  for (const ring of rings) {
    const n = ring.length;
    for (let i = 0; i < n; i += 2) {
      out[k++] = ring[i]!;
      out[k++] = ring[i + 1]!;
      out[k++] = ring[(i + 2) % n]!;
      out[k++] = ring[(i + 3) % n]!;
    }
  }
  return out;
}

function isNear(edges: Float64Array, x: number, y: number): boolean {
  const limit = slitDistance * slitDistance;
  for (let i = 0; i < edges.length; i += 4) {
    if (squaredDistanceToSegment(x, y, edges[i]!, edges[i + 1]!, edges[i + 2]!, edges[i + 3]!) < limit) return true;
  }
  return false;
}

/** A no-fit polygon as the search needs it: it tells whether a point is inside, and where the parts touch. */

import { isConvex } from '../../geometry/convex-ring.js';
import { bandAt, type EdgeBands } from '../../geometry/edge-bands.js';
import { squaredDistanceToSegment } from '../../geometry/region.js';
import type { Ring } from '../../geometry/ring.js';
import { AskedEdges } from './asked-edges.js';

export interface NoFit {
  /** Box of the blocked region. */
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
  /** Edges of the region of the eased outlines: the parts overlap inside it. */
  readonly blocked: AskedEdges;
  /** Edges of the region of the outlines themselves: on them the parts touch. */
  readonly contact: AskedEdges;
  /** Corners of the contact region, and the slits of exact fits: x, y, ... */
  readonly corners: Float64Array;
  /** Of the edges and corners; the bands of the edges add up to a half. */
  readonly bytes: number;
}

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
  return assemble(image(noFit.blocked.ends), image(noFit.contact.ends), image(noFit.corners));
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
  const edges = { blocked: new AskedEdges(blocked), contact: new AskedEdges(contact) };
  return { minX, minY, maxX, maxY, ...edges, corners, bytes };
}

/** Whether a point is inside the blocked region: nonzero winding. */
export function isBlocked(noFit: NoFit, x: number, y: number): boolean {
  if (x <= noFit.minX || x >= noFit.maxX || y <= noFit.minY || y >= noFit.maxY) return false;
  const { blocked } = noFit;
  const bands = blocked.areMany ? blocked.asked() : null;
  if (bands) return isInBands(bands, x, y);
  const edges = blocked.ends;
  let winding = 0;
  for (let i = 0; i < edges.length; i += 4) {
    const py = edges[i + 1]!;
    const qy = edges[i + 3]!;
    if (py <= y !== qy <= y) winding += passing(edges, i, x, y);
  }
  return winding !== 0;
}

function isInBands(bands: EdgeBands, x: number, y: number): boolean {
  const { ends, first, edges } = bands;
  const band = bandAt(bands, y);
  const end = first[band + 1]!;
  let winding = 0;
  for (let p = first[band]!; p < end; p++) {
    const i = 4 * edges[p]!;
    if (ends[i + 1]! <= y !== ends[i + 3]! <= y) winding += passing(ends, i, x, y);
  }
  return winding !== 0;
}

/** How an edge that crosses the level of a point passes it on the right: up 1, down -1, else 0. */
function passing(edges: Float64Array, i: number, x: number, y: number): number {
  const px = edges[i]!;
  const py = edges[i + 1]!;
  const qy = edges[i + 3]!;
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

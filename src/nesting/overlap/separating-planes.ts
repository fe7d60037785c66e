/**
 * Exact clean-up of an almost feasible arrangement. Half-planes keep every near pair apart, and all positions are
 * projected onto them together. This runs in double precision, on the exact edges of the no-fit polygons.
 */

import type { Point } from '../../geometry/point.js';
import { cosSin } from '../../geometry/rotation.js';
import type { Arrangement } from './arrangement.js';
import type { Lines } from './lines.js';
import { distanceToEdges, isInside, type NoFitPolygon, type NoFitPolygons } from './no-fit-polygons.js';
import { lengthSlack, type ShapeSet, searchHeight } from './shapes.js';

/** Depth that still counts as touching, in search units: 2e-8 of the height. */
export const exactDepth = 2e-5;
/** A pair gets planes when its no-fit polygon is within this distance. */
const reach = 12;
const rounds = 4;
const sweeps = 256;
const overRelaxation = 1.3;

/**
 * Half-planes a (x2 - x1) + b (y2 - y1) + c <= 0 between pairs of items. Where the second item counts a period on, c
 * includes it.
 */
export interface Planes {
  readonly first: number[];
  readonly second: number[];
  readonly a: number[];
  readonly b: number[];
  readonly c: number[];
  /** Periods by which the second item is shifted: -1, 0 or 1. */
  readonly around: number[];
}

export class SeparatingPlanes {
  /** Whether compaction may move any items along the strip, and across. */
  moves: { readonly along: boolean; readonly across: boolean } = { along: true, across: true };
  #lines: Lines | null = null;
  readonly #cosSin: readonly (readonly [number, number])[];
  /** Scratch for the planes of one pair: the signed distance of each edge, and whether the edge applies. */
  #margins = new Float64Array(64);
  #used = new Uint8Array(64);

  readonly #polygons: NoFitPolygons;

  constructor(
    readonly shapes: ShapeSet,
    polygons: NoFitPolygons,
    readonly itemTypes: Int32Array,
    /** Items from here on do not move. */
    readonly free: number,
    /** A closed strip has no ends: it repeats itself after its length. */
    readonly closed = false,
  ) {
    this.#polygons = polygons;
    this.#cosSin = shapes.angles.map(cosSin);
  }

  /** From now on compaction moves no item off its lines. */
  keepTo(lines: Lines | null): void {
    this.moves = { along: !lines?.holdsAll(0), across: !lines?.holdsAll(1) };
    this.#lines = lines;
  }

  /** Whether compaction may move an item on an axis, 0 for x. */
  isFree(item: number, orientation: number, axis: 0 | 1): boolean {
    return !this.#lines?.holds(item, orientation, axis);
  }

  /** The greatest depth of any pair on a strip of a length, exact. Stops early above `limit`. */
  #greatestDepth(at: Arrangement, length: number, limit = Infinity): number {
    let greatest = 0;
    this.#forNearPairs(at, length, 0, (polygon, _first, _second, x, y) => {
      if (greatest <= limit && isInside(polygon, x, y)) greatest = Math.max(greatest, distanceToEdges(polygon, x, y));
    });
    return greatest;
  }

  /** Whether no pair overlaps, and no item sticks out of a strip of the length. */
  isExact(at: Arrangement, length: number): boolean {
    return this.#isWithin(at, length) && this.#greatestDepth(at, length, exactDepth) <= exactDepth;
  }

  #isWithin(at: Arrangement, length: number): boolean {
    if (this.closed) return true;
    for (let i = 0; i < this.free; i++) {
      const box = this.shapes.types[this.itemTypes[i]!]!.extents[at.orientation[i]!]!;
      if (at.x[i]! + box.minX < -lengthSlack || at.x[i]! + box.maxX > length + lengthSlack) return false;
    }
    return true;
  }

  /** Moves items until none overlap within a strip of the given length; false when that fails. */
  repair(at: Arrangement, length: number): boolean {
    for (let round = 0; round < rounds; round++) {
      const planes = this.planesOf(at, length, reach);
      const left = this.#project(at, planes, length);
      if (left > 1) return false;
      if (this.isExact(at, length)) return true;
      if (left > 0.05 && round > 1) return false;
    }
    return false;
  }

  /** Gauss-Seidel projection onto all planes and into the strip; returns the greatest violation left. */
  #project(at: Arrangement, planes: Planes, length: number): number {
    const { first, second, a, b, c } = planes;
    const { x, y } = at;
    this.#clampAll(at, length);
    let worst = 0;
    let previous = Infinity;
    for (let sweep = 0; sweep < sweeps; sweep++) {
      worst = 0;
      for (let p = 0; p < first.length; p++) {
        const i = first[p]!;
        const k = second[p]!;
        const violation = a[p]! * (x[k]! - x[i]!) + b[p]! * (y[k]! - y[i]!) + c[p]!;
        if (violation <= 0) continue;
        if (violation > worst) worst = violation;
        const push = overRelaxation * (violation + exactDepth / 8);
        const share = k < this.free && i < this.free ? push / 2 : push;
        if (i < this.free) {
          x[i]! += a[p]! * share;
          y[i]! += b[p]! * share;
          this.#clamp(at, i, length);
        }
        if (k < this.free) {
          x[k]! -= a[p]! * share;
          y[k]! -= b[p]! * share;
          this.#clamp(at, k, length);
        }
      }
      if (worst < exactDepth / 2) break;
      // Hopeless when 16 sweeps gain next to nothing.
      if (sweep % 16 === 15) {
        this.#polygons.poll();
        if (worst > previous * 0.85) break;
        previous = worst;
      }
    }
    return worst;
  }

  #clampAll(at: Arrangement, length: number): void {
    for (let i = 0; i < this.free; i++) this.#clamp(at, i, length);
  }

  #clamp(at: Arrangement, i: number, length: number): void {
    const box = this.shapes.types[this.itemTypes[i]!]!.extents[at.orientation[i]!]!;
    if (!this.closed) at.x[i] = clampTo(at.x[i]!, -box.minX, length - box.maxX);
    at.y[i] = clampTo(at.y[i]!, -box.minY, searchHeight - box.maxY);
  }

  /** Half-planes of all pairs with a no-fit polygon within `distance`. */
  planesOf(at: Arrangement, length: number, distance: number): Planes {
    const planes: Planes = { first: [], second: [], a: [], b: [], c: [], around: [] };
    this.#forNearPairs(at, length, distance, (polygon, first, second, x, y, c, s, shift) =>
      this.#addPlanes(planes, polygon, first, second, x, y, c, s, shift, distance),
    );
    return planes;
  }

  /** Adds the half-planes of one pair, whose vector in the polygon's frame is (x, y). */
  #addPlanes(
    planes: Planes,
    polygon: NoFitPolygon,
    first: number,
    second: number,
    x: number,
    y: number,
    cosine: number,
    sine: number,
    shift: number,
    distance: number,
  ): void {
    const { edges, ends, planes: lines } = polygon;
    if (this.#used.length < edges) {
      this.#used = new Uint8Array(2 * edges);
      this.#margins = new Float64Array(2 * edges);
    }
    const margins = this.#margins;
    const used = this.#used;
    let px = x;
    let py = y;
    if (isInside(polygon, x, y)) [px, py] = nearestOnEdges(polygon, x, y);
    const limit = distance * distance;
    let any = false;
    for (let e = 0; e < edges; e++) {
      used[e] = 0;
      const margin = -(lines[3 * e]! * px + lines[3 * e + 1]! * py + lines[3 * e + 2]!);
      if (margin < -1e-7 || squaredDistance(ends, 4 * e, px, py) > limit) continue;
      margins[e] = margin;
      used[e] = 1;
      any = true;
    }
    if (!any) return;
    this.#keepWidest(polygon);
    for (let e = 0; e < edges; e++) {
      if (!used[e]) continue;
      const a = lines[3 * e]!;
      const b = lines[3 * e + 1]!;
      planes.first.push(first);
      planes.second.push(second);
      const along = a * cosine - b * sine;
      planes.a.push(along);
      planes.b.push(a * sine + b * cosine);
      planes.c.push(lines[3 * e + 2]! + along * shift);
      planes.around.push(Math.sign(shift));
    }
  }

  /** Along a convex chain the plane with the widest margin is enough; at a reflex vertex both hold. */
  #keepWidest({ edges, next, convexEnd }: NoFitPolygon): void {
    const margins = this.#margins;
    const used = this.#used;
    const wider = (e: number, f: number): number => {
      const lost = margins[e]! > margins[f]! ? f : e;
      used[lost] = 0;
      return lost === f ? e : f;
    };
    let kept = -1; // the edge kept of the current chain
    let firstKept = -1; // and of the ring's first chain
    let onFirst = true;
    for (let e = 0; e < edges; e++) {
      if (used[e]) {
        kept = kept >= 0 ? wider(kept, e) : e;
        if (onFirst) firstKept = kept;
      } else {
        kept = -1;
        onFirst = false;
      }
      if (next[e]! <= e) {
        // The ring closes: its last chain may continue in its first.
        if (kept >= 0 && convexEnd[e] && firstKept >= 0 && firstKept !== kept) wider(kept, firstKept);
        kept = -1;
        firstKept = -1;
        onFirst = true;
      } else if (!convexEnd[e]) {
        kept = -1;
        onFirst = false;
      }
    }
  }

  /**
   * Calls back for each pair with a free item whose boxes come within `distance`. `shift` moves the second item along,
   * by a period of a closed strip or 0.
   */
  #forNearPairs(at: Arrangement, length: number, distance: number, visit: PairVisitor): void {
    const { shapes, itemTypes } = this;
    const n = itemTypes.length;
    const left = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      const box = shapes.types[itemTypes[i]!]!.extents[at.orientation[i]!]!;
      if (this.closed) at.x[i]! -= Math.floor(at.x[i]! / length) * length;
      left[i] = at.x[i]! + box.minX - shapes.types[itemTypes[i]!]!.margin;
    }
    const byX = Array.from(left.keys()).sort((i, k) => left[i]! - left[k]!);
    for (let p = 0; p < n; p++) {
      if (p % 64 === 63) this.#polygons.poll();
      const i = byX[p]!;
      const type = shapes.types[itemTypes[i]!]!;
      const end = at.x[i]! + type.extents[at.orientation[i]!]!.maxX + type.margin + distance;
      for (let q = p + 1; q < n && left[byX[q]!]! <= end; q++) this.#visitPair(at, i, byX[q]!, 0, distance, visit);
      if (!this.closed) continue;
      // Around the end: the first items again, one period on.
      for (let q = 0; q < n && left[byX[q]!]! + length <= end; q++) {
        if (byX[q] !== i) this.#visitPair(at, i, byX[q]!, length, distance, visit);
      }
    }
  }

  /** Visits a pair with item k shifted along by `shift`. */
  #visitPair(at: Arrangement, i: number, k: number, shift: number, distance: number, visit: PairVisitor): void {
    const { shapes, itemTypes } = this;
    if (i >= this.free && k >= this.free) return;
    const typeI = shapes.types[itemTypes[i]!]!;
    const typeK = shapes.types[itemTypes[k]!]!;
    const boxI = typeI.extents[at.orientation[i]!]!;
    const boxK = typeK.extents[at.orientation[k]!]!;
    const near = distance + Math.max(typeI.margin, typeK.margin);
    if (at.y[k]! + boxK.minY > at.y[i]! + boxI.maxY + near) return;
    if (at.y[i]! + boxI.minY > at.y[k]! + boxK.maxY + near) return;
    const inOrder = itemTypes[i]! <= itemTypes[k]!;
    const first = inOrder ? i : k;
    const second = inOrder ? k : i;
    const from = at.orientation[first]!;
    const difference = shapes.differenceOf[from * shapes.angles.length + at.orientation[second]!]!;
    const polygon = this.#polygons.get(itemTypes[first]!, itemTypes[second]!, difference);
    const [c, s] = this.#cosSin[from]!;
    const ahead = inOrder ? shift : -shift;
    const dx = at.x[second]! + ahead - at.x[first]!;
    const dy = at.y[second]! - at.y[first]!;
    visit(polygon, first, second, dx * c + dy * s, dy * c - dx * s, c, s, ahead);
  }
}

type PairVisitor = (
  polygon: NoFitPolygon,
  first: number,
  second: number,
  x: number,
  y: number,
  cosine: number,
  sine: number,
  shift: number,
) => void;

/** Like the kernel, keeps a shape higher than the strip in its middle. */
function clampTo(value: number, low: number, high: number): number {
  return low > high ? (low + high) / 2 : Math.min(high, Math.max(low, value));
}

function squaredDistance(ends: Float64Array, at: number, x: number, y: number): number {
  const ux = ends[at + 2]! - ends[at]!;
  const uy = ends[at + 3]! - ends[at + 1]!;
  const qx = x - ends[at]!;
  const qy = y - ends[at + 1]!;
  const t = (qx * ux + qy * uy) / (ux * ux + uy * uy);
  const s = Math.min(1, Math.max(0, t));
  return (qx - s * ux) ** 2 + (qy - s * uy) ** 2;
}

function nearestOnEdges(polygon: NoFitPolygon, x: number, y: number): Point {
  const { ends } = polygon;
  let nearest = Infinity;
  let px = x;
  let py = y;
  for (let at = 0; at < ends.length; at += 4) {
    const ux = ends[at + 2]! - ends[at]!;
    const uy = ends[at + 3]! - ends[at + 1]!;
    const t = ((x - ends[at]!) * ux + (y - ends[at + 1]!) * uy) / (ux * ux + uy * uy);
    const s = Math.min(1, Math.max(0, t));
    const ex = ends[at]! + s * ux;
    const ey = ends[at + 1]! + s * uy;
    const squared = (x - ex) ** 2 + (y - ey) ** 2;
    if (squared < nearest) {
      nearest = squared;
      px = ex;
      py = ey;
    }
  }
  return [px, py];
}

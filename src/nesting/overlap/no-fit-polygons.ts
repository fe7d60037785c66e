/**
 * No-fit polygons of pairs of types in search units, made on first use and kept within a memory bound.
 *
 * Only the angle between two items matters, and (b, a) mirrors (a, b). So one polygon serves every placement of a pair.
 */
import { bandAt, type EdgeBands, edgeBands, windingAt } from '../../geometry/edge-bands.js';
import { fixedOutline, movingOutline, noFitOfOutlines, noFitOfRegions } from '../../geometry/no-fit-polygon.js';
import type { Orientation } from '../../geometry/orientation.js';
import type { Ring } from '../../geometry/ring.js';
import type { SumOutline } from '../../geometry/sum-outline.js';
import { Random } from '../../random.js';
import type { Costs } from './costs.js';
import { evicted, keptShare } from './eviction.js';
import { grownOutline } from './grown-outline.js';
import { mayHold, openingsAt } from './openings.js';
import { gridOutline, gridToSearch, type ShapeSet, type ShapeType } from './shapes.js';

/** The region of overlap as edges; a x + b y + c is positive on the inside of each. */
export interface NoFitPolygon {
  readonly edges: number;
  /** Four numbers an edge: x1, y1, x2, y2. */
  readonly ends: Float64Array;
  /** Three numbers an edge: a, b, c of its depth plane, (a, b) of length one. */
  readonly planes: Float64Array;
  /** The next edge of the same ring. */
  readonly next: Int32Array;
  /** Whether the region turns left where an edge ends. */
  readonly convexEnd: Uint8Array;
  readonly bands: EdgeBands;
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

const bytesPerEdge = 80;

/** A point this deep in a no-fit polygon only touches it. */
const nudge = gridToSearch;

/** The exact outlines of the types, or the plain ones. */
export type Detail = 'outline' | 'plain';

/** The outlines by which two types meet, and the growth of both in grid units. */
export interface Meeting {
  readonly which: Detail | 'bare';
  readonly growth: number;
}

export class NoFitPolygons {
  readonly #fixed = new Map<string, SumOutline>();
  readonly #moving = new Map<string, SumOutline>();
  readonly #polygons = new Map<number, NoFitPolygon>();
  /** Keys of polygons that had to go. */
  readonly #dropped = new Set<number>();
  #bytes = 0;
  readonly #random = new Random(1);

  readonly #byteLimit: number;

  constructor(
    readonly shapes: ShapeSet,
    byteLimit: number,
    /** Called before a polygon is made, and by work on many of them. */
    readonly poll: () => void,
    readonly costs: Costs,
    protected readonly which: Detail = 'outline',
  ) {
    this.#byteLimit = byteLimit;
  }

  key(typeA: number, typeB: number, difference: number): number {
    return (typeA * this.shapes.types.length + typeB) * this.shapes.differences.length + difference;
  }

  /** The types and the difference of a key. */
  pairOf(key: number): { readonly typeA: number; readonly typeB: number; readonly difference: number } {
    const types = this.shapes.types.length;
    const differences = this.shapes.differences.length;
    const pair = Math.floor(key / differences);
    return { typeA: Math.floor(pair / types), typeB: pair % types, difference: key % differences };
  }

  /** The positions at which type b, rotated by a difference, overlaps type a, unrotated; typeA <= typeB. */
  get(typeA: number, typeB: number, difference: number): NoFitPolygon {
    const key = this.key(typeA, typeB, difference);
    const known = this.#polygons.get(key);
    if (known) return known;
    this.poll();
    const made = noFitPolygonOf(this.rings(typeA, typeB, difference));
    this.costs.polygonMade(this.#dropped.has(key));
    this.#bytes += made.edges * bytesPerEdge;
    this.#polygons.set(key, made);
    if (this.#bytes > this.#byteLimit) this.#makeRoom();
    return made;
  }

  /** Whether two types meet by the outlines that `outline` gives. */
  meetByOutlines(typeA: number, typeB: number): boolean {
    const { types } = this.shapes;
    return types[typeA]!.spacing === types[typeB]!.spacing && !this.mayHold(typeA, typeB);
  }

  /** Whether an orientation turns the outline over before it rotates it. */
  isFlipped(orientation: number): boolean {
    return this.shapes.orientations[orientation]!.flipped;
  }

  /** The outline of a type, with its own spacing, in grid units. */
  outline(type: number): Ring {
    const shape = this.shapes.types[type]!;
    return spacedOutline(shape[this.which], growthBetween(shape, shape));
  }

  #makeRoom(): void {
    for (const key of evicted(this.#polygons.keys(), this.#random)) {
      if (this.#bytes <= keptShare * this.#byteLimit) return;
      this.#bytes -= this.#polygons.get(key)!.edges * bytesPerEdge;
      this.#polygons.delete(key);
      this.#dropped.add(key);
    }
  }

  /** The region of overlap in grid units: outer rings positive, holes negative. */
  protected rings(typeA: number, typeB: number, difference: number): Ring[] {
    const { types, differences, flips } = this.shapes;
    const meeting = this.meetingOf(typeA, typeB);
    const { which, growth } = meeting;
    const { first, second } = flips[difference]!;
    const still = { degrees: 0, flipped: first };
    const turned = { degrees: differences[difference]!, flipped: second };
    const fixed = (): Ring => this.outlineAt(typeA, meeting, still);
    const moving = (): Ring => this.outlineAt(typeB, meeting, turned);
    if (this.mayHold(typeA, typeB)) {
      const around = [fixed(), ...openingsAt(types[typeA]!, growth, still)];
      return noFitOfRegions(around, [moving(), ...openingsAt(types[typeB]!, growth, turned)]);
    }
    // An outline is prepared once for all of its pairs.
    return noFitOfOutlines(
      remembered(this.#fixed, `${typeA} ${which} ${growth} ${first}`, () => fixedOutline(fixed())),
      remembered(this.#moving, `${typeB} ${which} ${growth} ${second} ${turned.degrees}`, () =>
        movingOutline(moving()),
      ),
    );
  }

  protected meetingOf(typeA: number, typeB: number): Meeting {
    const { types } = this.shapes;
    return { which: this.which, growth: growthBetween(types[typeA]!, types[typeB]!) };
  }

  /** Whether one of two types may lie in an opening of the other. */
  protected mayHold(typeA: number, typeB: number): boolean {
    const [a, b] = [this.shapes.types[typeA]!, this.shapes.types[typeB]!];
    return mayHold(a, b) || mayHold(b, a);
  }

  /** A type's outline, grown, in an orientation, in whole grid units. */
  protected outlineAt(type: number, { growth }: Meeting, orientation: Orientation): Ring {
    return gridOutline(spacedOutline(this.shapes.types[type]![this.which], growth), orientation);
  }
}

/** The known value of a key; made and kept where it is not known. */
export function remembered<Key, T>(known: Map<Key, T>, key: Key, make: () => T): T {
  let value = known.get(key);
  if (value === undefined) {
    value = make();
    known.set(key, value);
  }
  return value;
}

/** The growth of both outlines of a pair for their spacing, in grid units. */
export function growthBetween(a: ShapeType, b: ShapeType): number {
  return Math.max(a.spacing, b.spacing) / 2 / gridToSearch;
}

/** An outline in grid units with its share of the spacing of a pair. */
export function spacedOutline(outline: Ring, growth: number): Ring {
  return growth > 0 ? grownOutline(outline.map(Math.round), growth) : outline;
}

/** Turns rings in grid units into edges in search units. */
export function noFitPolygonOf(rings: readonly Ring[]): NoFitPolygon {
  const edges = rings.reduce((sum, ring) => sum + ring.length / 2, 0);
  const ends = new Float64Array(4 * edges);
  const planes = new Float64Array(3 * edges);
  const next = new Int32Array(edges);
  const convexEnd = new Uint8Array(edges);
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  let e = 0;
  for (const ring of rings) {
    const first = e;
    const n = ring.length;
    for (let i = 0; i < n; i += 2, e++) {
      const j = (i + 2) % n;
      const k = (i + 4) % n;
      const x1 = ring[i]! * gridToSearch;
      const y1 = ring[i + 1]! * gridToSearch;
      const x2 = ring[j]! * gridToSearch;
      const y2 = ring[j + 1]! * gridToSearch;
      ends[4 * e] = x1;
      ends[4 * e + 1] = y1;
      ends[4 * e + 2] = x2;
      ends[4 * e + 3] = y2;
      const length = Math.hypot(x2 - x1, y2 - y1);
      const a = -(y2 - y1) / length;
      const b = (x2 - x1) / length;
      planes[3 * e] = a;
      planes[3 * e + 1] = b;
      planes[3 * e + 2] = -(a * x1 + b * y1);
      next[e] = j === 0 ? first : e + 1;
      const cross =
        (ring[j]! - ring[i]!) * (ring[k + 1]! - ring[j + 1]!) - (ring[j + 1]! - ring[i + 1]!) * (ring[k]! - ring[j]!);
      convexEnd[e] = cross >= 0 ? 1 : 0;
      if (x1 < minX) minX = x1;
      if (x1 > maxX) maxX = x1;
      if (y1 < minY) minY = y1;
      if (y1 > maxY) maxY = y1;
    }
  }
  const bands = edgeBands(ends, 2 * nudge);
  return { edges, ends, planes, next, convexEnd, bands, minX, minY, maxX, maxY };
}

/** Is (x, y) inside? */
export function isInside(polygon: NoFitPolygon, x: number, y: number): boolean {
  if (x <= polygon.minX || x >= polygon.maxX || y <= polygon.minY || y >= polygon.maxY) return false;
  return windingAt(polygon.bands, x, y) !== 0;
}

/** Is (x, y), a point inside, so close to an edge that it only touches? Rounding may put a touching position inside. */
export function isTouching(polygon: NoFitPolygon, x: number, y: number): boolean {
  const { planes, ends, bands } = polygon;
  const band = bandAt(bands, y);
  const end = bands.first[band + 1]!;
  for (let p = bands.first[band]!; p < end; p++) {
    const e = bands.edges[p]!;
    const away = planes[3 * e]! * x + planes[3 * e + 1]! * y + planes[3 * e + 2]!;
    if (Math.abs(away) > nudge) continue;
    const ux = ends[4 * e + 2]! - ends[4 * e]!;
    const uy = ends[4 * e + 3]! - ends[4 * e + 1]!;
    const along = (x - ends[4 * e]!) * ux + (y - ends[4 * e + 1]!) * uy;
    const squared = ux * ux + uy * uy;
    const slack = nudge * Math.sqrt(squared);
    if (along >= -slack && along <= squared + slack) return true;
  }
  return false;
}

/** Distance from (x, y) to the nearest edge. */
export function distanceToEdges(polygon: NoFitPolygon, x: number, y: number): number {
  const { ends } = polygon;
  let nearest = Infinity;
  for (let at = 0; at < ends.length; at += 4) {
    const ux = ends[at + 2]! - ends[at]!;
    const uy = ends[at + 3]! - ends[at + 1]!;
    const qx = x - ends[at]!;
    const qy = y - ends[at + 1]!;
    const t = Math.min(1, Math.max(0, (qx * ux + qy * uy) / (ux * ux + uy * uy)));
    nearest = Math.min(nearest, (qx - t * ux) ** 2 + (qy - t * uy) ** 2);
  }
  return Math.sqrt(nearest);
}

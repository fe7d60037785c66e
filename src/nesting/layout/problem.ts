/** A request prepared for the search: shapes on the integer grid, their rotations, and the sheets, all in one frame. */

import { type Box, boxOf, positive, type Ring, ringOf, withoutRedundantPoints } from '../../geometry/ring.js';
import { cosSin, normalDegrees } from '../../geometry/rotation.js';
import type { NestRequest, Point } from '../request.js';
import { type Frame, frameOf, turnedIntoFrame } from './frame.js';
import { withSense } from './no-fit.js';
import { quarters, Shape } from './shape.js';
import { type Sheet, sheetsOf } from './sheet.js';

/** One polygon of the request. */
export interface Part {
  readonly index: number;
  readonly shape: Shape;
  /** The anchor relative to the reference point (the top left of the bounding box as sent), in units of the request. */
  readonly anchor: Point;
}

/** A shape at one of the allowed rotations, in the frame of the search. */
export interface Variant {
  /** Dense, in the order of first use. */
  readonly id: number;
  readonly shape: Shape;
  /** Index into `rotations`. */
  readonly rotation: number;
  readonly turns: number;
  readonly angle: number;
  readonly outline: Ring;
  readonly eased: Ring;
  readonly halfEased: Ring;
  /** Extent around the reference point. */
  readonly box: Box;
  /** Anchor relative to the reference point, in grid units; zero where nothing snaps. */
  readonly anchor: Point;
}

/** How far a part may be larger than the room by rounding (grid units). */
export const roomSlack = 2;

/** Outlines of more corners in all than this are simplified further, so that no request can stall the search. */
const cornerBudget = 3000;
const fewestCorners = 24;
/** Shapes are simplified by at most this share of their smaller side, whatever the tolerance. */
const gentleShare = 0.005;

/** Up to this many rotations of a shape are tried at every step of a construction, fewer where there are many shapes. */
const mostChoices = 8;
const mostChoicesOfAll = 200;
/**
 * With more pairs of outlines than these choices give, no-fit polygons of hulls have to do: they take microseconds, where
 * concave ones take most of a millisecond.
 */
const mostConcaveChoices = 100;

export class Problem {
  readonly frame: Frame;
  readonly parts: readonly Part[];
  readonly shapes: readonly Shape[];
  readonly sheets: readonly Sheet[];
  /** Different rotations in degrees, as sent. */
  readonly rotations: readonly number[];
  readonly clearance: number;
  /** Whether every position has to lie on the grid of its sheet. */
  readonly snaps: boolean;
  /** Whether there are so many different outlines that a construction has to be content with a look at few of them. */
  readonly isVaried: boolean;
  readonly #choicesPerShape: number;
  readonly #variants = new Map<number, Variant>();
  readonly #choices = new Map<Shape, readonly Variant[]>();
  readonly #fitting = new Map<Shape, readonly number[]>();
  readonly #cosSin: readonly (readonly [number, number])[];

  constructor(readonly request: NestRequest) {
    this.frame = frameOf(request);
    this.rotations = differentRotations(request.allowedRotations);
    this.#cosSin = this.rotations.map(cosSin);
    this.sheets = sheetsOf(request, this.frame);
    const longest = Math.max(...this.sheets.map(({ shape }) => Math.hypot(shape.length, shape.width)));
    // beyond the longest way across a sheet one part keeps every other out
    this.clearance = Math.min(request.minDistance, 2 * longest) * this.frame.scale;
    const hasGrid = this.sheets.some(({ shape }) => shape.along !== null || shape.across !== null);
    this.snaps = hasGrid && request.matchingType !== 'solid';
    const { parts, shapes } = partsOf(request, this.frame.scale, this.clearance, hasGrid, longest);
    this.parts = parts;
    this.shapes = shapes;
    this.#choicesPerShape = Math.min(mostChoices, Math.max(1, Math.floor(mostChoicesOfAll / shapes.length)));
    this.isVaried = shapes.length * Math.min(this.#choicesPerShape, this.rotations.length) > mostConcaveChoices;
    if (this.isVaried) for (const shape of shapes) shape.useHull();
  }

  variant(shape: Shape, rotation: number): Variant {
    const key = shape.index * this.rotations.length + rotation;
    let variant = this.#variants.get(key);
    if (!variant) {
      variant = this.#makeVariant(shape, rotation);
      this.#variants.set(key, variant);
    }
    return variant;
  }

  /**
   * The rotations of a shape that are worth trying at every step: all of them while they are few, without those that
   * only repeat an outline; else some that cover the circle.
   */
  choices(shape: Shape): readonly Variant[] {
    let choices = this.#choices.get(shape);
    if (!choices) {
      const all = sampled(this.rotations, this.#choicesPerShape).map((rotation) => this.variant(shape, rotation));
      const seen = new Set<string>();
      choices = all.filter((variant) => {
        if (shape.anchor) return true;
        const key = outlineKey(variant);
        return !seen.has(key) && seen.add(key);
      });
      this.#choices.set(shape, choices);
    }
    return choices;
  }

  /** Every allowed rotation of a shape at which its box goes into the room of a sheet. */
  fittingRotations(shape: Shape): readonly number[] {
    let fitting = this.#fitting.get(shape);
    if (!fitting) {
      const rooms = [...new Set(this.sheets.map((sheet) => sheet.shape.room))];
      fitting = this.rotations.flatMap((_, rotation) => {
        const [along, across] = this.extents(shape, rotation);
        return rooms.some((room) => goesInto(room, along, across)) ? [rotation] : [];
      });
      this.#fitting.set(shape, fitting);
    }
    return fitting;
  }

  /** Extents along and across of a shape at a rotation, in grid units and without making a variant. */
  extents(shape: Shape, rotation: number): readonly [along: number, across: number] {
    const [cos, sin] = this.#cosSin[rotation]!;
    const [x, y] = shape.extents(cos, sin);
    return this.frame.ax !== 0 ? [x, y] : [y, x];
  }

  #makeVariant(shape: Shape, rotation: number): Variant {
    const degrees = this.rotations[rotation]!;
    const [turns, angle] = quarters(degrees);
    const { outline, eased, halfEased, box } = shape.outlines(angle);
    const place = (ring: Ring): Ring => withSense(turnedIntoFrame(this.frame, quarterTurned(ring, turns)), true);
    const corners = Float64Array.of(box.minX, box.minY, box.maxX, box.maxY);
    const [cos, sin] = cosSin(degrees);
    const [x, y] = shape.anchor ?? [0, 0];
    const { ax, ay, bx, by, scale } = this.frame;
    const rx = (x * cos - y * sin) * scale;
    const ry = (x * sin + y * cos) * scale;
    return {
      id: this.#variants.size,
      shape,
      rotation,
      turns,
      angle,
      outline: place(outline),
      eased: place(eased),
      halfEased: place(halfEased),
      box: boxOf(place(corners)),
      anchor: [ax * rx + ay * ry, bx * rx + by * ry],
    };
  }
}

function goesInto(room: Box, along: number, across: number): boolean {
  return along <= room.maxX - room.minX + roomSlack && across <= room.maxY - room.minY + roomSlack;
}

/** The ring turned by quarter turns, exactly. */
export function quarterTurned(ring: Ring, turns: number): Ring {
  if (turns % 4 === 0) return ring;
  const [cos, sin] = cosSin(90 * turns);
  const out = new Float64Array(ring.length);
  for (let i = 0; i < ring.length; i += 2) {
    out[i] = cos * ring[i]! - sin * ring[i + 1]! || 0;
    out[i + 1] = sin * ring[i]! + cos * ring[i + 1]! || 0;
  }
  return out;
}

function differentRotations(degrees: readonly number[]): number[] {
  const seen = new Set<number>();
  return degrees.filter((d) => {
    const normal = normalDegrees(d);
    return !seen.has(normal) && seen.add(normal);
  });
}

/** Indices of at most `most` entries, spread over the list, the first one among them. */
function sampled(list: readonly number[], most: number): number[] {
  if (list.length <= most) return list.map((_, i) => i);
  return Array.from({ length: most }, (_, i) => Math.floor((i * list.length) / most));
}

function outlineKey({ outline, box }: Variant): string {
  const points: string[] = [];
  for (let i = 0; i < outline.length; i += 2) points.push(`${outline[i]! - box.minX},${outline[i + 1]! - box.minY}`);
  return points.sort().join(' ');
}

function partsOf(request: NestRequest, scale: number, clearance: number, anchored: boolean, longest: number) {
  const byKey = new Map<string, { ring: Ring; anchor: Point | null }>();
  const keys = request.polygons.map((polygon) => {
    const sent = ringOf(polygon.points);
    const box = boxOf(sent);
    const ring = withoutRedundantPoints(positive(sent)).map((v, i) => v - (i % 2 === 0 ? box.minX : box.minY));
    const origin = polygon.origin ?? [box.minX, box.minY];
    const anchor: Point = [origin[0] - box.minX, origin[1] - box.minY];
    const key = `${ring.map((v) => Math.round(v * scale))}${anchored ? anchor : ''}`;
    if (!byKey.has(key)) byKey.set(key, { ring, anchor: anchored ? anchor : null });
    return { key, anchor };
  });
  const share = Math.max(fewestCorners, Math.floor(cornerBudget / byKey.size));
  const shapes = new Map<string, Shape>();
  for (const [key, { ring, anchor }] of byKey) {
    const { maxX, maxY } = boxOf(ring);
    // a part that is longer than every sheet is never placed: its outline needs no care
    const isTooLong = Math.max(maxX, maxY) > longest;
    const gentle = isTooLong ? 0 : gentleShare * Math.min(maxX, maxY) * scale;
    let tolerance = Math.min(request.curveTolerance * scale, gentle);
    let shape = new Shape(shapes.size, ring, scale, tolerance, clearance, anchor);
    for (
      tolerance = Math.max(tolerance, gentle / 8);
      shape.corners > share && tolerance < 64 * gentle;
      tolerance *= 2
    ) {
      shape = new Shape(shapes.size, ring, scale, tolerance, clearance, anchor);
    }
    if (shape.corners > share) shape.useHull();
    shapes.set(key, shape);
  }
  const parts = keys.map(({ key, anchor }, index): Part => ({ index, shape: shapes.get(key)!, anchor }));
  return { parts, shapes: [...shapes.values()] };
}

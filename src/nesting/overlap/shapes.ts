/**
 * The outlines of a problem made ready for the search: equal ones merged, centred on a reference point and snapped to
 * an integer grid. They shrink by a few grid units, so that the search finds room for exactly fitting parts.
 *
 * Two units: grid units (4.5e7 to the strip's height) for no-fit polygons, search units (1000 to the height) elsewhere.
 */

import { Clipper, EndType, JoinType } from 'clipper2-ts';
import { convexHull } from '../../geometry/convex-hull.js';
import { type Orientation, oriented, orientedRing } from '../../geometry/orientation.js';
import type { Point } from '../../geometry/point.js';
import { type Box, boxOf, positive, type Ring, signedArea } from '../../geometry/ring.js';
import { grownSimple } from '../../geometry/simplify.js';
import { cornerOvershoot } from './grown-outline.js';
import type { EndGaps, Items } from './items.js';
import { indexOfOrientation, type Orientations, orientationsAmong, orientationsOf } from './orientations.js';

/** Height of the strip in search units. */
export const searchHeight = 1000;
const gridHeight = 4.5e7;
/** Search units per grid unit. */
export const gridToSearch = searchHeight / gridHeight;
/** Grid units by which an outline shrinks: two outlines may then overlap by at most 9e-8 of the height. */
const shrink = 2;

/** The box of an outline in one of its orientations with its gaps, in search units about the reference point. */
export type Extent = Box;

/** An opening of a part. */
export interface Opening {
  /** Positive, in grid units about the reference point. */
  readonly ring: Ring;
  /** In search units. */
  readonly area: number;
  readonly diameter: number;
}

export interface ShapeType {
  /**
   * Indices into `ShapeSet.orientations`, in the order of the type's rotations; only rotations that fit the strip's height.
   */
  readonly orientations: readonly number[];
  /** By index of an orientation; null for one that is not among those of the type. */
  readonly extents: readonly (Extent | null)[];
  readonly area: number;
  readonly hullArea: number;
  readonly diameter: number;
  readonly smallSide: number;
  /** The outline as sent, in grid units about the reference point, not rounded. */
  readonly outline: Ring;
  /** Distance to every other item, beyond that of the outlines (search units); the larger one of a pair holds. */
  readonly spacing: number;
  /** How far it keeps off both ends of the height, in search units; its extents reach so far. */
  readonly gaps: EndGaps;
  /** How far beyond its box another item may still be too near, in search units: the spacing with its corners. */
  readonly margin: number;
  /**
   * A plainer outline around it where that saves many edges, else the outline itself. The search for overlaps uses the
   * plain one; the exact clean-up and compaction use the outline.
   */
  readonly plain: Ring;
  /** In which other parts may lie. */
  readonly openings: readonly Opening[];
}

export interface ShapeSet extends Orientations {
  readonly types: readonly ShapeType[];
  /** Type of each item, an index into `types`. */
  readonly itemTypes: Int32Array;
  /** Reference point of each type of the problem, before merging, in the problem's unit. */
  readonly references: readonly Point[];
  /** Search units per unit of the problem. */
  readonly scale: number;
}

/**
 * How far a plain outline may stray, as a share of the strip's height and of the part's smaller side. An outline gets
 * one from `manyCorners` on, if at most `fewerCorners` of its corners remain.
 */
const plainShareOfHeight = 2e-4;
const plainShareOfPart = 4e-3;
/** With more types it may stray three times as far, since most of the time goes into their no-fit polygons. */
export const manyTypes = 40;
const furtherForMany = 3;
const manyCorners = 24;
const fewerCorners = 0.75;

/** A plainer outline is quicker to search with: digitised curves have hundreds of corners. */
export function plainOutline(outline: Ring, types: number): Ring {
  if (outline.length < 2 * manyCorners) return outline;
  const { minX, minY, maxX, maxY } = boxOf(outline);
  const tolerance = Math.min(plainShareOfHeight * gridHeight, plainShareOfPart * Math.min(maxX - minX, maxY - minY));
  const factor = types > manyTypes ? furtherForMany : 1;
  const plain = grownSimple(positive(outline.map(Math.round)), factor * tolerance);
  return plain.length <= fewerCorners * outline.length ? plain : outline;
}

/** An outline of a type, shrunk, in an orientation, in whole grid units. */
export function gridOutline(outline: Ring, orientation: Orientation): Ring {
  const rotatedOutline = orientedRing(outline, orientation);
  const path = Array.from({ length: rotatedOutline.length / 2 }, (_, i) => ({
    x: Math.round(rotatedOutline[2 * i]!),
    y: Math.round(rotatedOutline[2 * i + 1]!),
  }));
  if (signedArea(rotatedOutline) < 0) path.reverse();
  const inner = Clipper.inflatePaths([path], -shrink, JoinType.Miter, EndType.Polygon, 4);
  // A part thinner than the shrinkage, or torn by it, stays as it is.
  const kept = inner.length === 1 ? inner[0]! : path;
  return Float64Array.from(kept.flatMap((p) => [p.x, p.y]));
}

/** The greatest distance between two corners, in the unit of the ring. */
export function diameterOf(ring: Ring): number {
  let greatest = 0;
  for (let i = 0; i < ring.length; i += 2) {
    for (let j = 0; j < i; j += 2) {
      greatest = Math.max(greatest, Math.hypot(ring[i]! - ring[j]!, ring[i + 1]! - ring[j + 1]!));
    }
  }
  return greatest;
}

/** `ring`: positive, in grid units. */
export function openingOf(ring: Ring): Opening {
  return {
    ring,
    area: Math.abs(signedArea(ring)) * gridToSearch ** 2,
    diameter: diameterOf(ring) * gridToSearch,
  };
}

/**
 * Calls `poll` at least every few milliseconds. Throws a RangeError when an outline is too high for the strip at all of
 * its rotations.
 */
export function prepareShapes(problem: Items, poll: () => void = () => {}): ShapeSet {
  const toGrid = gridHeight / problem.height;
  const all = orientationsAmong(problem.types.flatMap(orientationsOf));
  const references: Point[] = [];
  const types = problem.types.map((sent): ShapeType => {
    poll();
    const box = boxOf(sent.outline);
    const referenceX = (box.minX + box.maxX) / 2;
    const referenceY = (box.minY + box.maxY) / 2;
    references.push([referenceX, referenceY]);
    const inGrid = (ring: Ring): Ring => ring.map((v, i) => (v - (i % 2 ? referenceY : referenceX)) * toGrid);
    const outline = inGrid(sent.outline);
    const extents: (Extent | null)[] = all.orientations.map(() => null);
    const orientations: number[] = [];
    const gaps = scaledGaps(sent.gaps, toGrid * gridToSearch);
    const highest = gridHeight * (1 + 1e-7) - (gaps.low + gaps.high) / gridToSearch;
    for (const orientation of orientationsOf(sent)) {
      const index = indexOfOrientation(all.orientations, orientation);
      const rotatedBox = boxOf(orientedRing(outline, orientation));
      // A part as high as the strip, up to the promised exactness, fits.
      if (rotatedBox.maxY - rotatedBox.minY > highest || extents[index]) continue;
      orientations.push(index);
      extents[index] = {
        minX: rotatedBox.minX * gridToSearch,
        minY: rotatedBox.minY * gridToSearch - gaps.low,
        maxX: rotatedBox.maxX * gridToSearch,
        maxY: rotatedBox.maxY * gridToSearch + gaps.high,
      };
    }
    if (!orientations.length) throw new RangeError('an outline is higher than the strip at every allowed rotation');
    const width = (box.maxX - box.minX) * toGrid * gridToSearch;
    const height = (box.maxY - box.minY) * toGrid * gridToSearch;
    return {
      orientations,
      extents,
      area: Math.abs(signedArea(outline)) * gridToSearch ** 2,
      hullArea: Math.abs(signedArea(convexHull(outline))) * gridToSearch ** 2,
      diameter: diameterOf(outline) * gridToSearch,
      smallSide: Math.min(width, height),
      outline,
      gaps,
      ...spacingOf(sent.spacing, toGrid * gridToSearch),
      plain: plainOutline(outline, problem.types.length),
      openings: (sent.openings ?? []).map((ring) => openingOf(inGrid(ring))),
    };
  });

  const scale = searchHeight / problem.height;
  return { ...mergeEqual(types, problem.items), ...all, references, scale };
}

/** A part longer than the strip by less than this, the promised exactness, fits. */
export const lengthSlack = 1e-7 * searchHeight;

/** The spacing of a type, given in another unit. */
export function spacingOf(spacing = 0, scale: number): Pick<ShapeType, 'spacing' | 'margin'> {
  return { spacing: spacing * scale, margin: spacing * scale * (1 + cornerOvershoot) };
}

/** Gaps given in another unit. */
export function scaledGaps({ low, high }: EndGaps = { low: 0, high: 0 }, scale: number): EndGaps {
  return { low: low * scale, high: high * scale };
}

/** The greatest margin of any type. */
export function greatestMargin({ types }: ShapeSet): number {
  return types.reduce((most, { margin }) => Math.max(most, margin), 0);
}

/** The length of a type along the strip in an orientation. */
export function lengthAt({ extents }: ShapeType, orientation: number): number {
  return extents[orientation]!.maxX - extents[orientation]!.minX;
}

/** Whether a type in an orientation fits the length of a strip. */
export function isWithin(type: ShapeType, orientation: number, length: number): boolean {
  return lengthAt(type, orientation) <= length + lengthSlack;
}

export function orientationsWithin(type: ShapeType, length: number): number[] {
  return type.orientations.filter((orientation) => isWithin(type, orientation, length));
}

/**
 * The length below which a strip cannot hold every one of these types. On a closed strip an item also keeps off itself.
 */
export function leastLength({ types }: ShapeSet, itemTypes: Iterable<number>, closed: boolean): number {
  let least = 0;
  for (const index of new Set(itemTypes)) {
    const type = types[index]!;
    const length = Math.min(...type.orientations.map((orientation) => lengthAt(type, orientation)));
    least = Math.max(least, closed ? length + type.margin : length);
  }
  return least;
}

/** The reference point of a type of the problem in an orientation, in the problem's unit. */
export function referenceAt(
  { references }: Pick<ShapeSet, 'references'>,
  type: number,
  orientation: Orientation,
): Point {
  return oriented(references[type]!, orientation);
}

/** Items of equal outline and orientations get one type: marker requests often send every part as its own polygon. */
function mergeEqual(types: readonly ShapeType[], items: ArrayLike<number>): Pick<ShapeSet, 'types' | 'itemTypes'> {
  const merged: ShapeType[] = [];
  const seen = new Map<string, number>();
  const mergedIndex = types.map((type) => {
    const { low, high } = type.gaps;
    const rings = [type.outline, ...type.openings.map(({ ring }) => ring)];
    const corners = rings.map((ring) => Array.from(ring, Math.round).join()).join('|');
    const key = `${type.orientations.join()}|${type.spacing} ${low} ${high}|${corners}`;
    let index = seen.get(key);
    if (index === undefined) {
      index = merged.length;
      merged.push(type);
      seen.set(key, index);
    }
    return index;
  });
  return { types: merged, itemTypes: Int32Array.from(items, (type) => mergedIndex[type]!) };
}

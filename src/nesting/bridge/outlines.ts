/** What both overlap searches take from a problem: outlines grown by half of the minimum distance, and orientations. */

import { grownRound } from '../../geometry/offset.js';
import { boxOf, positive, type Ring, signedArea } from '../../geometry/ring.js';
import type { SearchContext } from '../construct/search.js';
import type { Layout } from '../layout/layout.js';
import type { Problem, Variant } from '../layout/problem.js';
import type { Shape } from '../layout/shape.js';

/** Corners of grown outlines may stick out by this share of half the minimum distance: few edges search faster. */
const cornerOvershoot = 0.05;

/** The outer ring of the grown outline: pockets that the growth has closed stay closed. */
export function grownOutline(outline: Ring, growth: number): Ring {
  const rings = grownRound(positive(outline), growth, cornerOvershoot);
  return rings.reduce((largest, ring) => (signedArea(ring) > signedArea(largest) ? ring : largest));
}

/**
 * The grown outline inside the box of the exact one. Where a part is as large as its sheet, corners that stick out would
 * leave it no room.
 */
export function boxedOutline(outline: Ring, growth: number): Ring {
  const { minX, minY, maxX, maxY } = boxOf(outline);
  return grownOutline(outline, growth).map((v, i) =>
    i % 2 ? Math.min(Math.max(v, minY - growth), maxY + growth) : Math.min(Math.max(v, minX - growth), maxX + growth),
  );
}

/** Whether the corners of a shape's grown outline may be what keeps it from fitting a sheet. */
export function isTight(problem: Problem, shape: Shape, growth: number): boolean {
  const over = 2 * cornerOvershoot * growth;
  const rooms = [...new Set(problem.sheets.map((sheet) => sheet.shape.room))];
  return !problem.fittingOrientations(shape).some((orientation) => {
    const [along, across] = problem.extents(shape, orientation);
    return rooms.some((room) => along + over <= room.maxX - room.minX && across + over <= room.maxY - room.minY);
  });
}

/**
 * Degrees of an orientation as the frame sees it, where a flip is x to -x as well. The frame may mirror the sheet:
 * rotations then go the other way round; and where it swaps the axes, a flip becomes y to -y.
 */
export function frameDegrees({ frame, orientations }: Problem, orientation: number): number {
  const { degrees, flipped } = orientations[orientation]!;
  const isMirrored = frame.ax * frame.by - frame.ay * frame.bx < 0;
  return (isMirrored ? -degrees : degrees) + (flipped && frame.ax === 0 ? 180 : 0);
}

/** Tables are kept by the difference of two orientations: of more orientations than this there would be too many. */
const mostOrientations = 100;

/** Whether the parts differ so much in their orientations that an overlap search cannot serve them. */
export function hasManyOrientations({ problem, ground, best }: SearchContext): boolean {
  const orientations = new Set(best.placed.map(({ variant }) => variant.orientation));
  for (const shape of problem.shapes) {
    for (const { orientation } of ground.choices.of(shape)) orientations.add(orientation);
    if (orientations.size > mostOrientations) return true;
  }
  return false;
}

/** The variants that a layout has of each shape; the search has to know them to go on from it. */
export function usedVariants({ placed }: Layout): Map<Shape, Variant[]> {
  const used = new Map<Shape, Variant[]>();
  for (const { part, variant } of placed) {
    const own = used.get(part.shape);
    if (own) own.push(variant);
    else used.set(part.shape, [variant]);
  }
  return used;
}

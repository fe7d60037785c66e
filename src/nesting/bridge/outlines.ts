/**
 * The data of a problem for both overlap searches: outlines grown by half of the minimum distance, and orientations.
 */

import { shrunkMitred } from '../../geometry/offset.js';
import { boxOf, positive, type Ring } from '../../geometry/ring.js';
import { rotatedIntoFrame } from '../layout/frame.js';
import type { Layout } from '../layout/layout.js';
import type { Problem, Variant } from '../layout/problem.js';
import type { Shape } from '../layout/shape.js';
import { cornerOvershoot, grownOutline } from '../overlap/grown-outline.js';

/**
 * The grown outline, clipped to the box of the exact one: a part as large as its sheet has no room for corners that
 * stick out.
 */
export function boxedOutline(outline: Ring, growth: number): Ring {
  const { minX, minY, maxX, maxY } = boxOf(outline);
  return grownOutline(outline, growth).map((v, i) =>
    i % 2 ? Math.min(Math.max(v, minY - growth), maxY + growth) : Math.min(Math.max(v, minX - growth), maxX + growth),
  );
}

/** The openings of a shape in the frame (positive), shrunk by half of the minimum distance. */
export function openingsOf({ frame }: Problem, shape: Shape, growth: number): Ring[] {
  const inFrame = shape.outlines(0).openings.map((ring) => positive(rotatedIntoFrame(frame, ring)));
  return inFrame.flatMap((ring) => shrunkMitred(ring, growth)).map(positive);
}

/** Whether the corners of a shape's grown outline may keep it from fitting a sheet. */
export function isTight(problem: Problem, shape: Shape, growth: number): boolean {
  const over = 2 * cornerOvershoot * growth;
  const rooms = [...new Set(problem.sheets.map((sheet) => sheet.shape.room))];
  return !problem.fittingOrientations(shape).some((orientation) => {
    const [along, across] = problem.extents(shape, orientation);
    return rooms.some((room) => along + over <= room.maxX - room.minX && across + over <= room.maxY - room.minY);
  });
}

/**
 * Degrees of an orientation in the frame, where a flip is x to -x as well. The frame may mirror the sheet: rotations
 * then go the other way round. If it swaps the axes, a flip becomes y to -y.
 */
export function frameDegrees({ frame, orientations }: Problem, orientation: number): number {
  const { degrees, flipped } = orientations[orientation]!;
  const isMirrored = frame.ax * frame.by - frame.ay * frame.bx < 0;
  return (isMirrored ? -degrees : degrees) + (flipped && frame.ax === 0 ? 180 : 0);
}

/** The variants of each shape in a layout; a search from that layout must know them. */
export function usedVariants({ placed }: Layout): Map<Shape, Variant[]> {
  const used = new Map<Shape, Variant[]>();
  for (const { part, variant } of placed) {
    const own = used.get(part.shape);
    if (own) own.push(variant);
    else used.set(part.shape, [variant]);
  }
  return used;
}

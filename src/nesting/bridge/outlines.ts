/** What both overlap searches take from a problem: outlines grown by half of the minimum distance, and turns. */

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
  return !problem.fittingTurns(shape).some((turn) => {
    const [along, across] = problem.extents(shape, turn);
    return rooms.some((room) => along + over <= room.maxX - room.minX && across + over <= room.maxY - room.minY);
  });
}

/**
 * Degrees of a turn as the frame sees it, where turning over is x to -x as well. The frame may mirror the sheet: rotations
 * then go the other way round; and where it swaps the axes, turning over becomes y to -y.
 */
export function frameDegrees({ frame, turns }: Problem, turn: number): number {
  const { degrees, mirrored } = turns[turn]!;
  const isMirrored = frame.ax * frame.by - frame.ay * frame.bx < 0;
  return (isMirrored ? -degrees : degrees) + (mirrored && frame.ax === 0 ? 180 : 0);
}

/** Tables are kept by the difference of two turns: with more turns than this in all there would be too many. */
const mostTurns = 100;

/** Whether the parts differ so much in their turns that an overlap search cannot serve them. */
export function hasManyTurns({ problem, ground, best }: SearchContext): boolean {
  const turns = new Set(best.placed.map(({ variant }) => variant.turn));
  for (const shape of problem.shapes) {
    for (const { turn } of ground.choices.of(shape)) turns.add(turn);
    if (turns.size > mostTurns) return true;
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

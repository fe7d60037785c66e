/** The grid of a sheet for the overlap searches: lines on which the coordinates of items must lie. */

import type { GridAxis } from '../../geometry/grid-axis.js';
import type { Point } from '../../geometry/point.js';
import { gridPositions } from '../construct/snap.js';
import type { Problem, Variant } from '../layout/problem.js';
import type { SheetShape } from '../layout/sheet.js';
import type { CrossingLines, OfferedGrids, ParallelLines } from '../overlap/grids.js';

/** The searches lack the precision for lines nearer than this share of the sheet's width. */
const finestLines = 1e-5;
/** More parts of a sheet than this are too slow on lines, since a search on lines moves all of them at once. */
const mostParts = 1000;
/** Shares of a step that count as rounding. */
const rounding = 1e-9;

/** Whether an overlap search can keep to the problem's grid. */
export function canKeepToGrid(problem: Problem): boolean {
  const { parts, sheets } = problem;
  const isCoarse = sheets.every(({ shape: { along, across, room } }) => {
    const least = finestLines * (room.maxY - room.minY);
    return (along?.step ?? Infinity) > least && (across?.step ?? Infinity) > least;
  });
  return isCoarse && haveEqualLines(problem) && parts.length <= mostParts * sheets.length;
}

/** Whether all sheets have lines as far apart as each other, and the same ones across. */
function haveEqualLines({ sheets }: Problem): boolean {
  const { along, across, room } = sheets[0]!.shape;
  return sheets.every(({ shape }) => {
    if (shape.along?.step !== along?.step || shape.across?.step !== across?.step) return false;
    const apart = across ? (shape.across!.origin - shape.room.minY - across.origin + room.minY) / across.step : 0;
    return Math.abs(apart - Math.round(apart)) < rounding;
  });
}

/** The way along from the lines of the first sheet to those of another, each counted from the corner of its room. */
export function linesShift({ sheets }: Problem, { along, room }: SheetShape): number {
  const first = sheets[0]!.shape;
  return along && first.along ? along.origin - room.minX - first.along.origin + first.room.minX : 0;
}

/** Whether a sheet is wide enough for a variant on at least one of its lines. */
export function hasLine({ snaps, sheets }: Problem, sheet: number, { box, anchor, held }: Variant): boolean {
  const { room, across } = sheets[sheet]!.shape;
  if (!snaps || !across || !held[1]) return true;
  return gridPositions(across, anchor[1], room.minY - box.minY, room.maxY - box.maxY, 1).length > 0;
}

/** The lines of a sheet for the variants of each part, counted from a corner; null where no grid is required. */
export function linesOf(
  { snaps, matches, sheets }: Problem,
  sheet: number,
  variants: readonly (readonly Variant[])[],
  corner: Point,
): CrossingLines | null {
  if (!snaps) return null;
  const { along, across } = sheets[sheet]!.shape;
  const ofAxis = (axis: GridAxis | null, k: 0 | 1): ParallelLines | null =>
    axis && {
      step: axis.step,
      at: variants.map((own) => own.map(({ anchor, held }) => (held[k] ? axis.origin - anchor[k] - corner[k] : NaN))),
    };
  return { x: ofAxis(along, 0), y: ofAxis(across, 1), areOwn: matches };
}

/**
 * The grids of sheets, each counted from its corner, for the variants of each part. A search without a required grid
 * tries their points beside other places. Null where there is no grid, or where it is required.
 */
export function offersOf(
  { snaps, sheets }: Problem,
  kinds: readonly { readonly shape: SheetShape; readonly corner: Point }[],
  variants: readonly (readonly Variant[])[],
): OfferedGrids | null {
  if (snaps || sheets.every(({ shape: { along, across } }) => !along && !across)) return null;
  const from = (axis: GridAxis | null, corner: number) => axis && { origin: axis.origin - corner, step: axis.step };
  return {
    anchors: variants.map((own) => own.map(({ anchor }) => anchor)),
    grids: kinds.map(({ shape: { along, across }, corner: [x, y] }) => ({ x: from(along, x), y: from(across, y) })),
  };
}

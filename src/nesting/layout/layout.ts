/** A layout in the frame of the search, and the way to the placements of the answer and back. */

import { cosSin } from '../../geometry/rotation.js';
import type { Placement, Point } from '../request.js';
import { pointFromFrame, pointIntoFrame } from './frame.js';
import type { Part, Problem, Variant } from './problem.js';
import type { Sheet, Steps } from './sheet.js';

/** One placed part: its reference point in grid units from the corner of its sheet. */
export interface Placed {
  readonly part: Part;
  readonly variant: Variant;
  readonly sheet: number;
  readonly along: number;
  readonly across: number;
}

export interface Layout {
  readonly placed: readonly Placed[];
  readonly unplaced: readonly Part[];
}

/** The placements of a layout, in the order of the polygons. */
export function placementsOf(problem: Problem, layout: Layout): Placement[] {
  return [...layout.placed].sort((a, b) => a.part.index - b.part.index).map((placed) => placementOf(problem, placed));
}

function placementOf(problem: Problem, { part, variant, sheet, along, across }: Placed): Placement {
  const { frame, request, snaps } = problem;
  const rotation = problem.rotations[variant.rotation]!;
  const { corner, shape } = problem.sheets[sheet]!;
  const [cos, sin] = cosSin(rotation);
  const [anchorX, anchorY] = part.anchor;
  const turned = pointIntoFrame(frame, [anchorX * cos - anchorY * sin, anchorX * sin + anchorY * cos]);
  const anchorAlong = along / frame.scale + turned[0];
  const anchorAcross = across / frame.scale + turned[1];
  const position = pointFromFrame(frame, [
    corner[0] + (snaps ? snapped(anchorAlong, shape.along, frame.scale) : anchorAlong),
    corner[1] + (snaps ? snapped(anchorAcross, shape.across, frame.scale) : anchorAcross),
  ]);
  return { id: request.polygons[part.index]!.id, index: part.index, bin: sheet, position, rotation };
}

/** Takes the rounding off a coordinate that is on the grid. */
function snapped(value: number, steps: Steps | null, scale: number): number {
  if (!steps) return value;
  const origin = steps.origin / scale;
  const step = steps.step / scale;
  return origin + Math.round((value - origin) / step) * step;
}

/** The layout of given placements; null where one of them names a rotation or a sheet that the problem does not have. */
export function layoutOf(problem: Problem, placements: readonly Placement[]): Layout | null {
  const { frame } = problem;
  const placed: Placed[] = [];
  const left = new Set(problem.parts);
  for (const { index, bin, position, rotation } of placements) {
    const part = problem.parts[index];
    const sheet = problem.sheets[bin];
    const turn = problem.rotations.findIndex((degrees) => (degrees - rotation) % 360 === 0);
    if (!part || !sheet || turn < 0 || !left.delete(part)) return null;
    placed.push({
      part,
      variant: problem.variant(part.shape, turn),
      sheet: bin,
      ...inGrid(problem, part, sheet, position, rotation),
    });
  }
  return { placed, unplaced: [...left] };

  function inGrid(p: Problem, part: Part, sheet: Sheet, position: Point, rotation: number) {
    const [cos, sin] = cosSin(rotation);
    const [x, y] = part.anchor;
    const reference: Point = [position[0] - (x * cos - y * sin), position[1] - (x * sin + y * cos)];
    const [along, across] = pointIntoFrame(p.frame, reference);
    return { along: (along - sheet.corner[0]) * frame.scale, across: (across - sheet.corner[1]) * frame.scale };
  }
}

/** A placed part in the frame of the search, made from a placement of the request. */

import { type Orientation, oriented } from '../../geometry/orientation.js';
import type { Point } from '../../geometry/point.js';
import type { GivenPlacement } from '../request.js';
import { pointIntoFrame } from './frame.js';
import type { Part, Problem, Variant } from './problem.js';
import type { Sheet } from './sheet.js';

/** The place of its reference point is in grid units from the corner of its sheet. */
export interface Placed {
  readonly part: Part;
  readonly variant: Variant;
  readonly sheet: number;
  readonly along: number;
  readonly across: number;
}

/** Leaves out placements with an unknown orientation, sheet or part, and the second placement of a part. */
export function placedOf(problem: Problem, placements: readonly GivenPlacement[]): Placed[] {
  const placed: Placed[] = [];
  const seen = new Set<Part>();
  for (const { index, bin, position, rotation, mirrored = false } of placements) {
    const part = problem.parts[index];
    const sheet = problem.sheets[bin];
    const orientation = part ? problem.orientationOf(part.shape, rotation, mirrored) : null;
    if (!part || !sheet || orientation === null || seen.has(part)) continue;
    seen.add(part);
    const variant = problem.variant(part.shape, orientation);
    placed.push({
      part,
      variant,
      sheet: bin,
      ...inGrid(problem, part, sheet, position, problem.orientations[orientation]!),
    });
  }
  return placed;
}

function inGrid({ frame }: Problem, part: Part, sheet: Sheet, position: Point, orientation: Orientation) {
  const [x, y] = oriented(part.anchor, orientation);
  const [along, across] = pointIntoFrame(frame, [position[0] - x, position[1] - y]);
  return { along: (along - sheet.corner[0]) * frame.scale, across: (across - sheet.corner[1]) * frame.scale };
}

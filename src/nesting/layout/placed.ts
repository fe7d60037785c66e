/** One part where it lies, in the frame of the search, and how placements of a request become it. */

import type { Point } from '../../geometry/point.js';
import { cosSin } from '../../geometry/rotation.js';
import type { GivenPlacement } from '../request.js';
import { pointIntoFrame } from './frame.js';
import type { Part, Problem, Turn, Variant } from './problem.js';
import type { Sheet } from './sheet.js';

/** Its reference point in grid units from the corner of its sheet. */
export interface Placed {
  readonly part: Part;
  readonly variant: Variant;
  readonly sheet: number;
  readonly along: number;
  readonly across: number;
}

/** Those that name a turn, a sheet or a part that there is not, or a part for the second time, are left out. */
export function placedOf(problem: Problem, placements: readonly GivenPlacement[]): Placed[] {
  const placed: Placed[] = [];
  const seen = new Set<Part>();
  for (const { index, bin, position, rotation, mirrored = false } of placements) {
    const part = problem.parts[index];
    const sheet = problem.sheets[bin];
    const turn = part?.shape.turns.find((own) => {
      const { degrees, mirrored: over } = problem.turns[own]!;
      return over === mirrored && (degrees - rotation) % 360 === 0;
    });
    if (!part || !sheet || turn === undefined || seen.has(part)) continue;
    seen.add(part);
    const variant = problem.variant(part.shape, turn);
    placed.push({ part, variant, sheet: bin, ...inGrid(problem, part, sheet, position, problem.turns[turn]!) });
  }
  return placed;
}

/** A point turned over where it is to be, then rotated, about the origin. */
export function turnedPoint([x, y]: Point, { degrees, mirrored }: Turn): Point {
  const [cos, sin] = cosSin(degrees);
  const over = mirrored ? -x : x;
  return [over * cos - y * sin, over * sin + y * cos];
}

function inGrid({ frame }: Problem, part: Part, sheet: Sheet, position: Point, turn: Turn) {
  const [x, y] = turnedPoint(part.anchor, turn);
  const [along, across] = pointIntoFrame(frame, [position[0] - x, position[1] - y]);
  return { along: (along - sheet.corner[0]) * frame.scale, across: (across - sheet.corner[1]) * frame.scale };
}

/** A layout in the frame of the search, and its placements in the answer. */

import type { GridAxis } from '../../geometry/grid-axis.js';
import { oriented } from '../../geometry/orientation.js';
import type { GivenPlacement, Placement } from '../request.js';
import { pointFromFrame, pointIntoFrame } from './frame.js';
import { type Placed, placedOf } from './placed.js';
import type { Part, Problem } from './problem.js';

/** Searches may put a matching part this far off its phase, in grid units. */
const mostRounding = 4;

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
  // A locked part keeps its placement of the request, to the last bit.
  const held = part.isLocked && request.locked?.[part.index];
  if (held) {
    const { bin, position, rotation, mirrored } = held;
    return { id: request.polygons[part.index]!.id, index: part.index, bin, position, rotation, mirrored };
  }
  const orientation = problem.orientations[variant.orientation]!;
  const { corner, shape } = problem.sheets[sheet]!;
  const anchorInFrame = pointIntoFrame(frame, oriented(part.anchor, orientation));
  const place = (at: number, k: 0 | 1): number => {
    const free = at / frame.scale + anchorInFrame[k];
    const axis = k === 0 ? shape.along : shape.across;
    if (!snaps || !axis || !variant.held[k]) return free;
    // The point on the grid is the anchor itself, or the point that matches.
    const off = anchorInFrame[k] - variant.anchor[k] / frame.scale;
    const onGrid = snapped(free - off, axis, frame.scale) + off;
    // A layout of another phase stays as it is.
    return problem.matches && Math.abs(onGrid - free) * frame.scale > mostRounding ? free : onGrid;
  };
  const position = pointFromFrame(frame, [corner[0] + place(along, 0), corner[1] + place(across, 1)]);
  const { id, allowedRotations = request.allowedRotations } = request.polygons[part.index]!;
  return {
    id,
    index: part.index,
    bin: sheet,
    position,
    rotation: asSent(allowedRotations, orientation.degrees),
    mirrored: orientation.flipped,
  };
}

/** The entry of `rotations` equal to a rotation modulo 360: another polygon may spell the same rotation differently. */
function asSent(rotations: readonly number[], degrees: number): number {
  if (rotations.includes(degrees)) return degrees;
  return rotations.find((own) => (own - degrees) % 360 === 0) ?? degrees;
}

/** Removes the rounding of a coordinate on the grid. */
function snapped(value: number, axis: GridAxis | null, scale: number): number {
  if (!axis) return value;
  const origin = axis.origin / scale;
  const step = axis.step / scale;
  return origin + Math.round((value - origin) / step) * step;
}

/** A layout of one problem in the terms of another one of the same parts and sheets; it may leave parts out. */
export function layoutIn(to: Problem, from: Problem, layout: Layout): Layout {
  return to === from ? layout : layoutOf(to, placementsOf(from, layout));
}

/** The layout of given placements. */
export function layoutOf(problem: Problem, placements: readonly GivenPlacement[]): Layout {
  const placed = placedOf(problem, placements);
  const parts = new Set(placed.map(({ part }) => part));
  return { placed, unplaced: problem.parts.filter((part) => !parts.has(part)) };
}

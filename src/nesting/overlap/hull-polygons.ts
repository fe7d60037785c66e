/**
 * No-fit polygons of plain convex hulls. Each takes some microseconds, so they suit a first layout of many different
 * parts. A layout without overlap of hulls has none of outlines either.
 */
import { convexHull } from '../../geometry/convex-hull.js';
import { type Orientation, orientedRing } from '../../geometry/orientation.js';
import { boxOf, type Ring } from '../../geometry/ring.js';
import { grownSimple } from '../../geometry/simplify.js';
import type { Costs } from './costs.js';
import { type Meeting, NoFitPolygons, remembered, spacedOutline } from './no-fit-polygons.js';
import type { ShapeSet } from './shapes.js';

/** How far a plain hull may stray from the hull, as a share of the smaller side of its box. */
const strayShare = 0.03;

const byteLimit = 96e6;

/** Measured time of the polygon of two outlines, for each pair of their corners. */
const secondsPerPairOfCorners = 1.4e-7;

/** Estimated seconds of processor time for the no-fit polygons of all plain outlines, which are about those of a start. */
export function secondsForOutlines({ types, differences }: ShapeSet): number {
  const corners = types.map(({ plain }) => plain.length / 2);
  const sum = corners.reduce((all, one) => all + one, 0);
  const squares = corners.reduce((all, one) => all + one * one, 0);
  return ((sum * sum + squares) / 2) * differences.length * secondsPerPairOfCorners;
}

export class HullPolygons extends NoFitPolygons {
  readonly #hulls = new Map<string, Ring>();

  constructor(shapes: ShapeSet, poll: () => void, costs: Costs) {
    super(shapes, byteLimit, poll, costs);
  }

  protected override mayHold(): boolean {
    return false;
  }

  /** Rounding may take a corner off its hull by less than outlines shrink. */
  protected override outlineAt(type: number, { growth }: Meeting, orientation: Orientation): Ring {
    const hull = remembered(this.#hulls, `${type} ${growth}`, () =>
      plainHull(spacedOutline(this.shapes.types[type]!.outline, growth)),
    );
    return convexHull(orientedRing(hull, orientation).map(Math.round));
  }
}

function plainHull(outline: Ring): Ring {
  const hull = convexHull(outline.map(Math.round));
  const { minX, minY, maxX, maxY } = boxOf(hull);
  return grownSimple(hull, strayShare * Math.min(maxX - minX, maxY - minY));
}

/** Openings of parts in which other parts may lie. */
import { grownRound, shrunkMitred } from '../../geometry/offset.js';
import { type Orientation, orientedRing } from '../../geometry/orientation.js';
import { positive, type Ring, reversed } from '../../geometry/ring.js';
import type { ShapeType } from './shapes.js';

/** Openings widen by as many grid units as outlines shrink. */
const widening = 2;
/** A part may exceed its sheet or its opening by this factor, the promised exactness. */
export const asLarge = 1 + 1e-7;

/** Whether a part may lie in an opening of another in any of their orientations. */
export function mayHold({ openings }: Pick<ShapeType, 'openings'>, part: ShapeType): boolean {
  return openings.some(({ area, diameter }) => area * asLarge ** 2 >= part.area && diameter * asLarge >= part.diameter);
}

/** The openings as negative rings, less the growth of the outline around them. */
export function openingsAt({ openings }: ShapeType, growth: number, orientation: Orientation): Ring[] {
  const rings = openings.map(({ ring }) => ring);
  const spaced = growth > 0 ? rings.flatMap((ring) => shrunkMitred(ring.map(Math.round), growth)) : rings;
  return spaced.flatMap((ring) => widened(ring, orientation));
}

/** An opening as a negative ring, a hair wider; none where the grid leaves nothing of a sliver. */
export function widened(opening: Ring, orientation: Orientation): Ring[] {
  const [outer] = grownRound(positive(orientedRing(opening, orientation).map(Math.round)), widening, 1);
  return outer ? [reversed(outer)] : [];
}

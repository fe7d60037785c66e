/**
 * The place of a shape's name: in the material, not in an opening or beside a bay, and where it has most room. A name
 * fits well into an ellipse of its own proportions. A plane squeezed by these proportions makes the ellipse a circle.
 * The largest circle of a shape lies about its pole of inaccessibility.
 */

import polylabel from 'polylabel';
import type { Point } from '../geometry/point.js';
import { letterCount } from './letter-count.js';
import { boxOf } from './plane.js';

export interface NamePlace {
  readonly center: Point;
  /** Height of a capital letter. */
  readonly height: number;
  /** Whether the name runs down the page instead of across it. */
  readonly upright: boolean;
}

/** Width of an average letter and the space after it, over the height of a capital. */
const letterWidth = 0.9;
/** Distance from the best place, as a share of the smaller side of the squeezed shape. */
const precision = 0.02;
/** Length over width of a squeezed shape with room for a name. Its first search takes as many steps as that. */
const slenderest = 5000;

/**
 * Level where a level name has its full height, else in the direction of the larger name; null without any room.
 *
 * @param rings the outline, and the openings in it
 * @param tallest full height of a capital, in units of the rings
 */
export function namePlace(name: string, rings: readonly (readonly Point[])[], tallest: number): NamePlace | null {
  const proportion = letterWidth * letterCount(name);
  if (proportion === 0) return null;
  const level = roomFor(proportion, rings);
  if (level.height >= tallest) return { center: level.center, height: tallest, upright: false };
  const turned = roomFor(
    proportion,
    rings.map((ring) => ring.map(flipped)),
  );
  const upright = turned.height > level.height;
  const height = Math.min(tallest, upright ? turned.height : level.height);
  return height > 0 ? { center: upright ? flipped(turned.center) : level.center, height, upright } : null;
}

const flipped = ([x, y]: Point): Point => [y, x];

/** The largest level text with this width over height: its middle, and its height as the box inside the ellipse. */
function roomFor(proportion: number, rings: readonly (readonly Point[])[]): { center: Point; height: number } {
  const squeezed = rings.map((ring) => ring.map(([x, y]): [number, number] => [x / proportion, y]));
  const { left, top, right, bottom } = boxOf(squeezed[0]!);
  const [width, height] = [right - left, bottom - top];
  if (Math.max(width, height) > slenderest * Math.min(width, height)) return { center: [0, 0], height: 0 };
  const pole = polylabel(squeezed, precision * Math.min(width, height));
  return { center: [pole[0] * proportion, pole[1]], height: Math.SQRT2 * pole.distance };
}

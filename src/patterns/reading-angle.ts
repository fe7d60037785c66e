/** Marks with a direction: words read to the right, or upwards where they stand upright. */

import type { Point } from '../geometry/point.js';

interface Directed {
  readonly at: Point;
  /** Degrees from x towards y. */
  readonly angle: number;
  /** For fasteners: all but buttonholes are round. */
  readonly kind?: string;
}

/** The mark with an angle of at least -90 and below 90 degrees, on a grid of 0.001. */
export const readable = <T extends Directed>(mark: T): T => ({ ...mark, angle: readingAngle(mark.angle) });

function readingAngle(degrees: number): number {
  const turned = (((degrees + 90) % 180) + 180) % 180;
  // rounding may lift the last angles to 90, which becomes -90
  const angle = Math.round((turned - 90) * 1000) / 1000 + 0;
  return angle >= 90 ? -90 : angle;
}

/** A mark of one half on the other half, the right way round there as well. */
export function turnedOver<T extends Directed>(mark: T, image: (point: Point) => Point): T {
  const at = image(mark.at);
  if (mark.kind !== undefined && mark.kind !== 'buttonhole') return { ...mark, at };
  const radians = (mark.angle * Math.PI) / 180;
  const [x, y] = image([mark.at[0] + Math.cos(radians), mark.at[1] + Math.sin(radians)]);
  return readable({ ...mark, at, angle: (Math.atan2(y - at[1], x - at[0]) * 180) / Math.PI });
}

/** Random outlines for property tests. */

import fc from 'fast-check';
import { type Ring, withoutRedundantPoints } from '../../src/geometry/ring.js';
import { selfIntersection } from '../../src/geometry/self-intersection.js';

/** Simple outlines with reflex corners around the origin, positive, on a grid of `grid` units, up to `radius` wide. */
export function outline(radius: number, grid = 1): fc.Arbitrary<Ring> {
  const spoke = fc.tuple(fc.double({ min: 0.1, max: 1, noNaN: true }), fc.double({ min: 0.3, max: 1, noNaN: true }));
  return fc
    .array(spoke, { minLength: 3, maxLength: 14 })
    .map((spokes) => {
      const whole = spokes.reduce((sum, [turn]) => sum + turn, 0);
      let angle = 0;
      return withoutRedundantPoints(
        Float64Array.from(
          spokes.flatMap(([turn, length]) => {
            angle += (turn / whole) * 2 * Math.PI;
            return [Math.cos(angle), Math.sin(angle)].map((v) => Math.round((v * length * radius) / grid) * grid);
          }),
        ),
      );
    })
    .filter((ring) => ring.length >= 6 && selfIntersection(ring) === null);
}

/** Affine maps of the plane: a c e / b d f, (x, y) -> (a x + c y + e, b x + d y + f), as SVG writes its matrices. */

import type { Point } from './point.js';

export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const unmoved: Affine = [1, 0, 0, 1, 0, 0];

export const shift = (x: number, y: number): Affine => [1, 0, 0, 1, x, y];

/** By degrees, from x towards y. */
export function turned(degrees: number): Affine {
  // quarter turns are exact, so that right angles stay right
  const quarters = degrees / 90;
  if (Number.isInteger(quarters)) {
    const [cos, sin] = (
      [
        [1, 0],
        [0, 1],
        [-1, 0],
        [0, -1],
      ] as const
    )[((quarters % 4) + 4) % 4]!;
    return [cos, sin, -sin, cos, 0, 0];
  }
  const angle = (degrees * Math.PI) / 180;
  return [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0];
}

/**
 * The map that applies the last one first, then the one before it, and so on, as nested groups place their contents.
 */
export const nested = (...maps: readonly Affine[]): Affine => maps.reduce(times, unmoved);

const times = ([a, b, c, d, e, f]: Affine, [g, h, i, j, k, l]: Affine): Affine => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];

export const placed = ([a, b, c, d, e, f]: Affine, [x, y]: Point): Point => [a * x + c * y + e, b * x + d * y + f];

/** The largest factor by which the map lengthens a vector: the larger singular value of its linear part. */
export function stretch([a, b, c, d]: Affine): number {
  return (Math.hypot(a + d, b - c) + Math.hypot(a - d, b + c)) / 2;
}

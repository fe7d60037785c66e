/** Measures of a garment that its plan counts with, by its parts. */
import { boxOf, ringOf, signedArea } from '../geometry/ring.js';
import { rotated } from '../geometry/rotation.js';
import type { Garment } from './order.js';

export function areaOf({ parts }: Garment): number {
  const size = (points: Garment['parts'][number]['points']): number => Math.abs(signedArea(ringOf(points)));
  return parts.reduce(
    (sum, { points, holes, quantity }) =>
      sum + quantity * (size(points) - holes.reduce((all, hole) => all + size(hole), 0)),
    0,
  );
}

export function cutLengthOf({ parts }: Garment): number {
  const around = (points: Garment['parts'][number]['points']): number =>
    points.reduce((sum, [x, y], i) => {
      const [nextX, nextY] = points[(i + 1) % points.length]!;
      return sum + Math.hypot(nextX - x, nextY - y);
    }, 0);
  return parts.reduce(
    (sum, { points, holes, quantity }) =>
      sum + quantity * [points, ...holes].reduce((all, ring) => all + around(ring), 0),
    0,
  );
}

/** Length along the cloth of the longest part, at its best rotation; 0 for parts of any rotation. */
export function reachOf({ parts }: Garment): number {
  return Math.max(
    ...parts.map(({ points, rotations }) => {
      const spans = (rotations ?? []).map((degrees) => {
        const { minX, maxX } = boxOf(rotated(ringOf(points), degrees));
        return maxX - minX;
      });
      return spans.length === 0 ? 0 : Math.min(...spans);
    }),
  );
}

/** Whether some part is wider than the cloth at each of its rotations. A part of any rotation is left to its nest. */
export function isTooWide({ parts }: Garment, width: number): boolean {
  return parts.some(({ points, rotations }) =>
    rotations?.every((degrees) => {
      const { minY, maxY } = boxOf(rotated(ringOf(points), degrees));
      return maxY - minY > width * (1 + 1e-6);
    }),
  );
}

/** The fine grid on which zones and keep-outs are clipped. */
import type { Point } from '../../geometry/point.js';
import { positive, type Ring, ringOf } from '../../geometry/ring.js';

const gridPerMm = 1000;

export const onGrid = (points: readonly Point[]): Ring =>
  positive(ringOf(points).map((coordinate) => Math.round(coordinate * gridPerMm)));

export const offGrid = (ring: Ring): Point[] =>
  Array.from({ length: ring.length / 2 }, (_, i): Point => [ring[2 * i]! / gridPerMm, ring[2 * i + 1]! / gridPerMm]);

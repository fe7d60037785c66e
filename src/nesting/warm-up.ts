/**
 * Runs the solver before its first request, so that the request meets compiled code. It solves small problems in full,
 * from the first construction to the published layouts.
 */

import type { Point } from '../geometry/point.js';
import { Random } from '../random.js';
import { startPartner } from './bridge/partner.js';
import { defaultSettings, type NestRequest } from './request.js';
import { solve } from './solver.js';

/** Problems, and seconds for each; more do not make the first layout faster. */
const problems = 2;
const seconds = 0.02;

/** Ends within a few milliseconds once `isWanted`. */
export function warmUp(isWanted: () => boolean): void {
  startPartner();
  const random = new Random(1);
  for (let i = 0; i < problems && !isWanted(); i++) {
    solve(problem(random), { seed: i, shouldStop: isWanted, emit: () => {} });
  }
}

/** Parts with a dent on a strip. */
function problem(random: Random): NestRequest {
  const corner = (x: number, y: number): Point => [x + 20 * random.next(), y + 20 * random.next()];
  const polygons = Array.from({ length: 6 }, (_, i) => ({
    id: `${i}`,
    origin: null,
    points: [corner(0, 0), corner(40, 0), corner(40, 50), corner(20, 20), corner(0, 50)],
    quantity: 4,
  }));
  const boundary: Point[] = [
    [0, 0],
    [200, 0],
    [200, 2000],
    [0, 2000],
  ];
  return {
    ...defaultSettings,
    polygons,
    bins: [{ boundary: { id: '', origin: null, points: boundary }, holes: [], cellWidth: 0, cellHeight: 0 }],
    allowedRotations: [0, 180],
    reportInterval: 0,
    maximumExecutionTime: seconds,
  };
}

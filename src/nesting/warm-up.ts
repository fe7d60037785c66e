/**
 * Runs the solver before its first request, so that the request meets compiled code: small problems in full, from the first
 * construction to the published layouts, and then the first layout of intricate parts.
 */

import type { Point } from '../geometry/point.js';
import { Random } from '../random.js';
import { startPartner } from './bridge/partner.js';
import { defaultSettings, type NestRequest } from './request.js';
import { solve } from './solver.js';

/** Problems, and seconds for each; more do not make the first layout faster. */
const problems = 2;
const seconds = 0.02;

/** A quarter of a second is enough for a place of all of them. */
const intricate = { parts: 30, corners: 60, cornersOfHide: 40, seconds: 1 };

/** Ends within a few milliseconds once `isWanted`. */
export type WarmUp = (isWanted: () => boolean) => void;

/** Parts on a strip. */
export const onStrip: WarmUp = (isWanted) => {
  startPartner();
  const random = new Random(1);
  for (let i = 0; i < problems && !isWanted(); i++) {
    solve(strip(random), { seed: i, shouldStop: isWanted, emit: () => {} });
  }
};

/** Parts of many corners on a hide, until all have a place. */
export const onHide: WarmUp = (isWanted) => {
  let isLaid = false;
  solve(hide(new Random(1)), {
    seed: 1,
    shouldStop: () => isLaid || isWanted(),
    emit: (event) => {
      isLaid ||= event.type === 'solution' && event.solution.unplaced.length === 0;
    },
  });
};

function strip(random: Random): NestRequest {
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
  return { ...problem(polygons, boundary), allowedRotations: [0, 180] };
}

function hide(random: Random): NestRequest {
  const { parts, corners, cornersOfHide, seconds } = intricate;
  const polygons = Array.from({ length: parts }, (_, i) => ({
    id: `${i}`,
    origin: null,
    points: wavy(40 + 30 * random.next(), corners, random),
    quantity: 1,
  }));
  return {
    ...problem(polygons, wavy(70 * Math.sqrt(parts), cornersOfHide, random)),
    allowedRotations: [0, 90, 180, 270],
    minDistance: 2,
    maximumExecutionTime: seconds,
  };
}

const problem = (polygons: NestRequest['polygons'], points: readonly Point[]): NestRequest => ({
  ...defaultSettings,
  polygons,
  bins: [{ boundary: { id: '', origin: null, points }, holes: [], cellWidth: 0, cellHeight: 0 }],
  reportInterval: 0,
  maximumExecutionTime: seconds,
});

/** An outline about the origin whose radius swings by up to a seventh in each of four waves. */
function wavy(radius: number, corners: number, random: Random): Point[] {
  const waves = Array.from({ length: 4 }, () => ({ swing: random.next() / 7, phase: 2 * Math.PI * random.next() }));
  return Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners;
    const share = waves.reduce((sum, { swing, phase }, k) => sum + swing * Math.sin((k + 2) * angle + phase), 1);
    return [radius * share * Math.cos(angle), radius * share * Math.sin(angle)];
  });
}

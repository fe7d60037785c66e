/** Finds named edges on the outline of a piece: the way along it through points, always the shorter one to the next. */
import type { Point } from '../../geometry/point.js';
import { Ring } from '../grading/ring.js';
import type { Stretch } from './declaration.js';

/** A point of an edge lies at most this far from the outline, mm: outlines are flattened to 0.1 mm. */
export const onOutline = 0.25;

export interface NamedEdge {
  readonly name: string;
  /** mm; one line for each stretch. */
  readonly lines: readonly (readonly Point[])[];
  /** The points that the lines were traced through, mm. Default: nobody knows. */
  readonly through?: readonly Stretch<Point>[];
}

/** An edge whose points do not lie on the outline. */
export class EdgeError extends Error {
  override readonly name = 'EdgeError';
}

/** All edges of a piece lie on one outline. */
const rings = new WeakMap<readonly Point[], Ring>();

/** @param outline closed, mm; throws `EdgeError` */
export function traceEdge(name: string, outline: readonly Point[], stretches: readonly Stretch<Point>[]): NamedEdge {
  let ring = rings.get(outline);
  if (!ring) {
    ring = new Ring(outline);
    rings.set(outline, ring);
  }
  return { name, lines: stretches.map((stretch) => traceStretch(ring, stretch)), through: stretches };
}

function traceStretch(ring: Ring, stretch: Stretch<Point>): Point[] {
  const places = stretch.map((point, i) => {
    const { at, along } = ring.nearest(point);
    const off = Math.hypot(at[0] - point[0], at[1] - point[1]);
    if (!(off <= onOutline)) throw new EdgeError(`its point ${i + 1} lies ${off.toFixed(2)} mm off the outline`);
    return along;
  });
  const line = [ring.at(places[0]!)];
  for (const [i, to] of places.slice(1).entries()) line.push(...shorterWay(ring, places[i]!, to));
  return line;
}

/** The points of the shorter way, without its start. */
function shorterWay(ring: Ring, from: number, to: number): Point[] {
  if (from === to) return [ring.at(to)];
  const onwards = ring.onwards(from, to);
  if (2 * onwards <= ring.length)
    return [...ring.pointsBetween(from, onwards).map((on) => ring.at(from + on)), ring.at(to)];
  const back = ring.length - onwards;
  return [
    ...ring
      .pointsBetween(to, back)
      .reverse()
      .map((on) => ring.at(to + on)),
    ring.at(to),
  ];
}

export const lengthOf = (line: readonly Point[]): number =>
  line.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - line[i]![0], y - line[i]![1]), 0);

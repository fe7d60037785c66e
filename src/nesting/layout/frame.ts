/**
 * The coordinates of the search. Along: away from the edge to which gravity pulls; across: the other axis. In the frame
 * every gravity direction is the same problem. Its integer grid has a power of two as its unit, so that round measures
 * stay exact.
 */

import type { Point } from '../../geometry/point.js';
import type { Ring } from '../../geometry/ring.js';
import type { GravityDirection, NestRequest } from '../request.js';

export interface Frame {
  /** Grid units per unit of the request. */
  readonly scale: number;
  /** along = ax x + ay y, across = bx x + by y; one of the axis-parallel isometries. */
  readonly ax: number;
  readonly ay: number;
  readonly bx: number;
  readonly by: number;
}

/** The smaller side of the first sheet measures between half of this and this many grid units. */
const gridUnitsOfSmallerSide = 2 ** 26;

const axes: Record<GravityDirection, readonly [number, number, number, number]> = {
  left: [1, 0, 0, 1],
  right: [-1, 0, 0, 1],
  top: [0, 1, 1, 0],
  bottom: [0, -1, 1, 0],
};

export function frameOf(request: NestRequest): Frame {
  const [ax, ay, bx, by] = axes[request.gravityDirection];
  const scale = 2 ** Math.floor(Math.log2(gridUnitsOfSmallerSide / smallerSide(request)));
  return { scale, ax, ay, bx, by };
}

/** The smaller side of the first sheet's bounding box, unless the request has a measure; tolerances are relative to it. */
export function smallerSide(request: NestRequest): number {
  if (request.measure !== undefined) return request.measure;
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (const [x, y] of request.bins[0]!.boundary.points) {
    minX = Math.min(minX, x);
    maxX = Math.max(maxX, x);
    minY = Math.min(minY, y);
    maxY = Math.max(maxY, y);
  }
  return Math.min(maxX - minX, maxY - minY);
}

/** Turns a ring of the request into the frame, still in the units of the request; its sense may change. */
export function rotatedIntoFrame(frame: Frame, ring: Ring): Ring {
  const out = new Float64Array(ring.length);
  for (let i = 0; i < ring.length; i += 2) {
    out[i] = frame.ax * ring[i]! + frame.ay * ring[i + 1]! || 0;
    out[i + 1] = frame.bx * ring[i]! + frame.by * ring[i + 1]! || 0;
  }
  return out;
}

export function pointIntoFrame(frame: Frame, [x, y]: Point): Point {
  return [frame.ax * x + frame.ay * y, frame.bx * x + frame.by * y];
}

/** Back from the frame (in the units of the request): the axes are orthonormal, so the inverse is the transpose. */
export function pointFromFrame(frame: Frame, [along, across]: Point): Point {
  return [frame.ax * along + frame.bx * across || 0, frame.ay * along + frame.by * across || 0];
}

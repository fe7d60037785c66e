/** Corners and edges of a drawing, for a measure that snaps to them. */
import { boxOf, type PlaneBox } from '../../../../src/drawing/plane.js';
import type { Point } from '../../../../src/geometry/point.js';

export interface Snapped {
  readonly at: Point;
  readonly to: 'corner' | 'edge' | 'nothing';
}

export type Way = 'left' | 'right' | 'up' | 'down';

const steps: Readonly<Record<Way, Point>> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

export class Corners {
  readonly #rings: readonly { readonly points: readonly Point[]; readonly box: PlaneBox }[];

  constructor(rings: readonly (readonly Point[])[]) {
    this.#rings = rings.filter((points) => points.length > 0).map((points) => ({ points, box: boxOf(points) }));
  }

  /** The nearest corner within `reach`, else the nearest place on an edge, else the point itself. */
  snap(point: Point, reach: number): Snapped {
    const corner = nearest(
      point,
      reach,
      this.#near(point, reach).flatMap(({ points }) => points),
    );
    if (corner) return { at: corner, to: 'corner' };
    const feet = this.#near(point, reach).flatMap(({ points }) =>
      points.map((from, i) => footOn(from, points[(i + 1) % points.length]!, point)),
    );
    const edge = nearest(point, reach, feet);
    return edge ? { at: edge, to: 'edge' } : { at: point, to: 'nothing' };
  }

  /** The nearest corner in a direction, at most 45 degrees off it; null: there is none. */
  next([x, y]: Point, way: Way): Point | null {
    const [dx, dy] = steps[way];
    let [found, least]: [Point | null, number] = [null, Infinity];
    for (const { points } of this.#rings) {
      for (const corner of points) {
        const [u, v] = [corner[0] - x, corner[1] - y];
        const ahead = u * dx + v * dy;
        const aside = Math.abs(u * dy - v * dx);
        const distance = Math.hypot(u, v);
        if (ahead > 1e-6 && aside <= ahead && distance < least) [found, least] = [corner, distance];
      }
    }
    return found;
  }

  #near([x, y]: Point, reach: number) {
    return this.#rings.filter(
      ({ box: { left, top, right, bottom } }) =>
        x >= left - reach && x <= right + reach && y >= top - reach && y <= bottom + reach,
    );
  }
}

function nearest([x, y]: Point, reach: number, among: readonly Point[]): Point | null {
  let [found, least]: [Point | null, number] = [null, reach];
  for (const point of among) {
    const distance = Math.hypot(point[0] - x, point[1] - y);
    if (distance <= least) [found, least] = [point, distance];
  }
  return found;
}

function footOn([ax, ay]: Point, [bx, by]: Point, [x, y]: Point): Point {
  const [dx, dy] = [bx - ax, by - ay];
  const share = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1);
  const within = Math.min(1, Math.max(0, share));
  return [ax + within * dx, ay + within * dy];
}

/**
 * Curves as chains of cubic Béziers: flattening within a proven bound, length, points and parts by length, crossings
 * with a line. Straight lines and arcs are cubics too, so that every operation knows one kind of curve.
 */

import {
  type Cubic,
  cubicLength,
  cubicPoint,
  cubicTangent,
  lineCrossings,
  nearestParameter,
  parameterAtLength,
  splitCubic,
} from './cubic.js';
import type { Point } from './point.js';

/** Limit for one cubic: a curve of many kilometres is a mistake or an attack and must not fill the memory. */
const mostSteps = 20_000;

export class Curve {
  readonly cubics: readonly Cubic[];
  #ends: Float64Array | undefined;

  constructor(cubics: readonly Cubic[]) {
    if (cubics.length === 0) throw new RangeError('a curve needs at least one cubic');
    this.cubics = cubics;
  }

  get start(): Point {
    const first = this.cubics[0]!;
    return [first[0], first[1]];
  }

  get end(): Point {
    const last = this.cubics.at(-1)!;
    return [last[6], last[7]];
  }

  get length(): number {
    return this.#lengths().at(-1)!;
  }

  /** Length from the start of the curve to the end of each cubic. */
  #lengths(): Float64Array {
    if (!this.#ends) {
      this.#ends = new Float64Array(this.cubics.length);
      let sum = 0;
      this.cubics.forEach((cubic, i) => {
        sum += cubicLength(cubic);
        this.#ends![i] = sum;
      });
    }
    return this.#ends;
  }

  /** The cubic and its parameter at a length from the start; lengths outside the curve give its ends. */
  #locate(length: number): { index: number; t: number } {
    const ends = this.#lengths();
    let index = ends.findIndex((end) => length <= end);
    if (index === -1) index = ends.length - 1;
    const before = index === 0 ? 0 : ends[index - 1]!;
    return { index, t: parameterAtLength(this.cubics[index]!, length - before) };
  }

  pointAt(length: number): Point {
    const { index, t } = this.#locate(length);
    return cubicPoint(this.cubics[index]!, t);
  }

  /** Unit vector along the curve; [0, 0] on a curve without length. */
  tangentAt(length: number): Point {
    const { index, t } = this.#locate(length);
    return cubicTangent(this.cubics[index]!, t);
  }

  /** The part between two lengths, from smaller to larger. */
  between(from: number, to: number): Curve {
    const [a, b] = from <= to ? [from, to] : [to, from];
    const start = this.#locate(Math.max(0, a));
    const end = this.#locate(Math.min(this.length, b));
    const parts: Cubic[] = [];
    for (let i = start.index; i <= end.index; i++) {
      let cubic = this.cubics[i]!;
      if (i === end.index) cubic = splitCubic(cubic, end.t)[0];
      if (i === start.index) {
        const t = i === end.index ? (end.t === 0 ? 0 : start.t / end.t) : start.t;
        cubic = splitCubic(cubic, t)[1];
      }
      parts.push(cubic);
    }
    return new Curve(parts);
  }

  reversed(): Curve {
    return new Curve(this.cubics.map(([a, b, c, d, e, f, g, h]): Cubic => [g, h, e, f, c, d, a, b]).reverse());
  }

  /** Every control point through `map`: exact for affine maps. */
  mapped(map: (x: number, y: number) => Point): Curve {
    return new Curve(
      this.cubics.map(
        ([a, b, c, d, e, f, g, h]): Cubic => [...map(a, b), ...map(c, d), ...map(e, f), ...map(g, h)] as Cubic,
      ),
    );
  }

  /** The length at which the curve comes nearest to a point. */
  nearestLength(point: Point): number {
    const ends = this.#lengths();
    let best = { square: Infinity, length: 0 };
    this.cubics.forEach((cubic, i) => {
      const t = nearestParameter(cubic, point);
      const [x, y] = cubicPoint(cubic, t);
      const square = (x - point[0]) ** 2 + (y - point[1]) ** 2;
      if (square >= best.square) return;
      const before = i === 0 ? 0 : ends[i - 1]!;
      best = { square, length: t === 1 ? ends[i]! : before + cubicLength(cubic, 0, t) };
    });
    return best.length;
  }

  /** Where the endless line through `origin` along `direction` (unit vector) crosses the curve, in curve order. */
  crossings(origin: Point, direction: Point): Point[] {
    return this.cubics.flatMap((cubic) => lineCrossings(cubic, origin, direction).map((t) => cubicPoint(cubic, t)));
  }

  /** Points on the curve, both ends included; the polyline strays from the curve by at most `tolerance`. */
  flatten(tolerance: number): Point[] {
    const points: Point[] = [this.start];
    for (const cubic of this.cubics) {
      const [a, b, c, d, e, f, g, h] = cubic;
      // Wang's bound: the second differences of the control points limit the distance of chord and curve
      const bend = Math.max(Math.hypot(a - 2 * c + e, b - 2 * d + f), Math.hypot(c - 2 * e + g, d - 2 * f + h));
      const steps = Math.min(mostSteps, Math.max(1, Math.ceil(Math.sqrt((0.75 * bend) / tolerance))));
      for (let i = 1; i < steps; i++) points.push(cubicPoint(cubic, i / steps));
      points.push([g, h]);
    }
    return points;
  }
}

export const lineCurve = ([ax, ay]: Point, [bx, by]: Point): Curve =>
  new Curve([[ax, ay, ax + (bx - ax) / 3, ay + (by - ay) / 3, bx - (bx - ax) / 3, by - (by - ay) / 3, bx, by]]);

/**
 * An elliptic arc from `start` to `end` degrees (clockwise on the page, since y is down), towards larger angles if end
 * > start. It strays from the true arc by less than 3e-7 of the radius (pieces of at most 30 degrees).
 */
export function arcCurve(center: Point, radii: readonly [rx: number, ry: number], start: number, end: number): Curve {
  const [cx, cy] = center;
  const [rx, ry] = radii;
  const count = Math.max(1, Math.ceil(Math.abs(end - start) / 30));
  const step = (((end - start) / count) * Math.PI) / 180;
  const handle = (4 / 3) * Math.tan(step / 4);
  const cubics: Cubic[] = [];
  for (let i = 0; i < count; i++) {
    const from = (start * Math.PI) / 180 + i * step;
    const to = from + step;
    const [c0, s0, c1, s1] = [Math.cos(from), Math.sin(from), Math.cos(to), Math.sin(to)];
    cubics.push([
      cx + rx * c0,
      cy + ry * s0,
      cx + rx * (c0 - handle * s0),
      cy + ry * (s0 + handle * c0),
      cx + rx * (c1 + handle * s1),
      cy + ry * (s1 - handle * c1),
      cx + rx * c1,
      cy + ry * s1,
    ]);
  }
  return new Curve(cubics);
}

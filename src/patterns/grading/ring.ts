/** A closed line by its length: places on it are told as mm along it from its first point. */
import type { Point } from '../../geometry/point.js';
import type { Outline } from '../draft.js';

export class Ring {
  /** Without a repeated first point. */
  readonly points: readonly Point[];
  /** mm along the ring to each point, and at the end all of it. */
  readonly lengths: readonly number[];

  constructor(outline: Outline) {
    const [first, last] = [outline[0]!, outline.at(-1)!];
    const isClosed = outline.length > 1 && first[0] === last[0] && first[1] === last[1];
    this.points = isClosed ? outline.slice(0, -1) : outline;
    const { points } = this;
    const lengths = [0];
    for (let i = 0; i < points.length; i++) {
      const from = points[i]!;
      const to = points[i + 1] ?? points[0]!;
      lengths.push(lengths[i]! + Math.hypot(to[0] - from[0], to[1] - from[1]));
    }
    this.lengths = lengths;
  }

  get length(): number {
    return this.lengths.at(-1)!;
  }

  /** The place at so many mm, also beyond both ends. */
  at(along: number): Point {
    const wanted = this.#within(along);
    const low = this.#edgeAt(wanted);
    const [ax, ay] = this.points[low]!;
    const [bx, by] = this.points[(low + 1) % this.points.length]!;
    const edge = this.lengths[low + 1]! - this.lengths[low]!;
    const share = edge === 0 ? 0 : (wanted - this.lengths[low]!) / edge;
    return [ax + share * (bx - ax), ay + share * (by - ay)];
  }

  /** The places at shares of a way onwards, x and y in turn; the shares grow from 0 to 1. */
  along(from: number, way: number, shares: Float64Array): Float64Array {
    const { points, lengths } = this;
    const n = points.length;
    const places = new Float64Array(2 * shares.length);
    let edge = this.#edgeAt(this.#within(from));
    for (let i = 0; i < shares.length; i++) {
      const wanted = this.#within(from + shares[i]! * way);
      for (let k = 0; k < n && !(lengths[edge]! <= wanted && (edge + 1 === n || wanted < lengths[edge + 1]!)); k++) {
        edge = edge + 1 === n ? 0 : edge + 1;
      }
      const start = points[edge]!;
      const end = points[edge + 1 === n ? 0 : edge + 1]!;
      const length = lengths[edge + 1]! - lengths[edge]!;
      const share = length === 0 ? 0 : (wanted - lengths[edge]!) / length;
      places[2 * i] = start[0] + share * (end[0] - start[0]);
      places[2 * i + 1] = start[1] + share * (end[1] - start[1]);
    }
    return places;
  }

  /** The shorter way between two places, mm. */
  between(a: number, b: number): number {
    const way = this.#within(b - a);
    return Math.min(way, this.length - way);
  }

  /** The way on from one place to another, mm, above 0. */
  onwards(from: number, to: number): number {
    return this.#within(to - from) || this.length;
  }

  /** The place of the ring that is nearest to a point. */
  nearest([x, y]: Point): { at: Point; along: number } {
    const { points } = this;
    let edge = 0;
    let best = 0;
    let least = Infinity;
    for (let i = 0; i < points.length; i++) {
      const a = points[i]!;
      const b = points[i + 1] ?? points[0]!;
      const dx = b[0] - a[0];
      const dy = b[1] - a[1];
      const ux = x - a[0];
      const uy = y - a[1];
      const share = Math.max(0, Math.min(1, (ux * dx + uy * dy) / (dx * dx + dy * dy || 1)));
      const far = (ux - share * dx) ** 2 + (uy - share * dy) ** 2;
      if (far < least) {
        edge = i;
        best = share;
        least = far;
      }
    }
    const [ax, ay] = points[edge]!;
    const [bx, by] = points[edge + 1] ?? points[0]!;
    const [from, to] = [this.lengths[edge]!, this.lengths[edge + 1]!];
    return { at: [ax + best * (bx - ax), ay + best * (by - ay)], along: from + best * (to - from) };
  }

  /** Places of its points between two places, both left out, as mm onwards from the first, in their order. */
  pointsBetween(from: number, way: number): number[] {
    const places: number[] = [];
    const first = this.#edgeAt(this.#within(from));
    // the points after the first edge, once round the ring
    for (let k = 1; k <= this.points.length; k++) {
      const on = this.#within(this.lengths[(first + k) % this.points.length]! - from);
      if (on > way - 1e-6) break;
      if (on > 1e-6) places.push(on);
    }
    return places;
  }

  /** The edge with a place from 0 to the length of the ring. */
  #edgeAt(along: number): number {
    let [low, high] = [0, this.points.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.lengths[middle]! <= along) low = middle;
      else high = middle;
    }
    return low;
  }

  #within(along: number): number {
    const rest = along % this.length;
    return rest < 0 ? rest + this.length : rest;
  }
}

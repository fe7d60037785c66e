/** Whether an outline covers points, for many points of one outline: its edges are sorted into strips of y. */

import type { Point } from './point.js';

/** Whether the outline covers a point, by the even-odd rule. Near O(1) a point, after O(n) for the outline. */
export type PointCover = (point: Point) => boolean;

/** Strips hold this many edges more than there are, at most: a zigzag of high edges has few strips. */
const mostShares = 4;

/** @param outline closed; the first point need not be repeated. Coordinates are finite. The first question sorts it. */
export function pointCover(outline: readonly Point[]): PointCover {
  let strips: Strips | null = null;
  return (point) => {
    strips ??= new Strips(outline);
    let odd = false;
    for (const i of strips.edgesAt(point[1])) if (isRightOf(point, outline[i]!, outline.at(i - 1)!)) odd = !odd;
    return odd;
  };
}

/** Whether a ray from the point to the right meets the edge. */
const isRightOf = ([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): boolean =>
  ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax;

/** Edges by their end points. */
class Strips {
  readonly #strips: number[][];
  readonly #top: number;
  readonly #height: number;

  constructor(outline: readonly Point[]) {
    let [top, bottom, heights] = [Infinity, -Infinity, 0];
    for (const [i, [, y]] of outline.entries()) {
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
      heights += Math.abs(y - outline.at(i - 1)![1]);
    }
    this.#top = top;
    this.#height = bottom - top;
    const count = heights > 0 ? Math.max(1, Math.floor((mostShares * outline.length * this.#height) / heights)) : 0;
    this.#strips = Array.from({ length: count }, () => []);
    for (const [i, [, y]] of outline.entries()) {
      const [one, other] = [this.#stripOf(y), this.#stripOf(outline.at(i - 1)![1])];
      for (let at = Math.min(one, other); at <= Math.max(one, other); at++) this.#strips[at]?.push(i);
    }
  }

  edgesAt(y: number): readonly number[] {
    return y >= this.#top && y <= this.#top + this.#height ? (this.#strips[this.#stripOf(y)] ?? []) : [];
  }

  #stripOf(y: number): number {
    const { length } = this.#strips;
    return Math.min(length - 1, Math.floor(((y - this.#top) / this.#height) * length));
  }
}

/** Pieces cut on folded cloth: from the drawn half to the whole. */
import type { Point } from '../geometry/point.js';
import { intersect, type Loop, loopArea, positive, type Region, toGrid, unite } from './region.js';

/** Points this near to the fold, mm, count as on it: outlines end there with rounding errors. */
const onFold = 0.5;

export class Fold {
  readonly #from: Point;
  readonly #direction: Point;
  /** The side of the drawn half: 1 or -1. */
  readonly #side: number;

  /** @param outline drawn for the half: most of it lies on the kept side */
  constructor(from: Point, to: Point, outline: Loop) {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (!(length > 1)) throw new RangeError('a fold is longer than 1 mm');
    this.#from = from;
    this.#direction = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
    this.#side = Math.sign(centroidAside(positive(outline), (point) => this.#aside(point))) || 1;
  }

  /** Signed distance from the fold line. */
  #aside([x, y]: Point): number {
    return (x - this.#from[0]) * this.#direction[1] - (y - this.#from[1]) * this.#direction[0];
  }

  #along([x, y]: Point): number {
    return (x - this.#from[0]) * this.#direction[0] + (y - this.#from[1]) * this.#direction[1];
  }

  #at(along: number, aside: number): Point {
    const [dx, dy] = this.#direction;
    return [this.#from[0] + along * dx + aside * dy, this.#from[1] + along * dy - aside * dx];
  }

  isOn(point: Point): boolean {
    return Math.abs(this.#aside(point)) <= onFold;
  }

  /** Whether an edge of a half is its fold. */
  isAlong(a: Point, b: Point): boolean {
    return [a, b].every((point) => Math.abs(this.#aside(point)) < 0.003);
  }

  mirror(point: Point): Point {
    return this.#at(this.#along(point), -this.#aside(point));
  }

  /** Near points moved onto the fold line, all on the grid. */
  #snapped(loop: Loop): Loop {
    return loop.map((point) => {
      const [x, y] = this.isOn(point) ? this.#at(this.#along(point), 0) : point;
      return [toGrid(x), toGrid(y)];
    });
  }

  /** The part of a loop on the drawn side; null where it is empty. */
  half(loop: Loop): Loop | null {
    const drawn = positive(this.#snapped(loop));
    const side = this.#side;
    if (drawn.every((point) => side * this.#aside(point) > -0.01)) return drawn;
    const reach =
      1 + Math.max(...drawn.flatMap((point) => [Math.abs(this.#along(point)), Math.abs(this.#aside(point))]));
    const plane: Loop = [
      this.#at(-reach, 0),
      this.#at(reach, 0),
      this.#at(reach, side * 2 * reach),
      this.#at(-reach, side * 2 * reach),
    ];
    const [half] = intersect([drawn], plane).outers;
    return half ? this.#snapped(half) : null;
  }

  /** A half and its mirror image as one region; points on the fold are their own image, so that no gap opens. */
  unfold(half: Loop): Region {
    const image = half.map((point) => {
      if (Math.abs(this.#aside(point)) < 0.003) return point;
      const [x, y] = this.mirror(point);
      return [toGrid(x), toGrid(y)] as const;
    });
    return unite([positive(half), positive(image)]);
  }

  /** From the first to the last place of a half on the fold; null where it never touches it. */
  extent(half: Loop): [Point, Point] | null {
    const touching = half.filter((point) => Math.abs(this.#aside(point)) < 0.003).map((point) => this.#along(point));
    if (touching.length < 2) return null;
    return [this.#at(Math.min(...touching), 0), this.#at(Math.max(...touching), 0)];
  }
}

function centroidAside(loop: Loop, aside: (point: Point) => number): number {
  let sum = 0;
  const [ox, oy] = loop[0]!;
  loop.forEach((a, i) => {
    const b = loop[(i + 1) % loop.length]!;
    const cross = (a[0] - ox) * (b[1] - oy) - (b[0] - ox) * (a[1] - oy);
    sum += (cross * (aside(a) + aside(b) + aside([ox, oy]))) / 6;
  });
  return sum / (loopArea(loop) || 1);
}

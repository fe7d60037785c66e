/**
 * A shape is what identical polygons have in common. Its outlines on the integer grid are made once per angle below 90
 * degrees; the quarter turns of them are exact.
 */

import { intersection } from '../../geometry/boolean.js';
import { convexHull } from '../../geometry/convex-hull.js';
import { eased } from '../../geometry/ease.js';
import { isConvex } from '../../geometry/no-fit-polygon.js';
import { grownRound } from '../../geometry/offset.js';
import { type Box, boxOf, positive, type Ring, signedArea, withoutRedundantPoints } from '../../geometry/ring.js';
import { normalDegrees, rotated } from '../../geometry/rotation.js';
import { selfIntersection } from '../../geometry/self-intersection.js';
import { grownSimple } from '../../geometry/simplify.js';
import type { Point } from '../request.js';

/** Half of how far an outline gives way, in grid units, when it is asked whether it overlaps; see `eased`. */
const halfEaseUnits = 2;

/** The outlines of a shape at an angle below 90 degrees, relative to its reference point, before any turn of the frame. */
export interface Outlines {
  readonly outline: Ring;
  /** Of the outline before its simplification, which may reach beyond. */
  readonly box: Box;
  readonly eased: Ring;
  /** Eased half as much: it touches what the eased one clears. */
  readonly halfEased: Ring;
  /** Whether outline and eased outline are convex. */
  readonly isConvex: boolean;
}

export class Shape {
  readonly #byAngle = new Map<number, Outlines>();
  readonly #grown = new Map<number, readonly Ring[]>();
  readonly #clearance: number;
  readonly #full: Ring;
  #ring: Ring;
  #hull: Ring | null = null;

  /**
   * `ring`: positive, without redundant points, in units of the request relative to the reference point.
   * `clearance` and `tolerance` in grid units.
   */
  constructor(
    readonly index: number,
    ring: Ring,
    scale: number,
    tolerance: number,
    clearance: number,
    /** Anchor relative to the reference point, in units of the request; only where positions snap to a grid. */
    readonly anchor: Point | null,
  ) {
    this.area = signedArea(ring);
    this.#clearance = clearance;
    this.#full = healed(ring.map((v) => Math.round(v * scale)));
    this.#ring = simplifiedWithinBox(this.#full, tolerance);
  }

  /** Of the polygon as sent. */
  readonly area: number;

  /** The number of corners that the search sees. */
  get corners(): number {
    return this.#ring.length / 2;
  }

  /** Makes the search see the convex hull; to be called before any outline is asked for. */
  useHull(): void {
    this.#ring = this.#convex();
  }

  /** Extents in x and y when rotated by an angle of this cosine and sine, in grid units. */
  extents(cos: number, sin: number): readonly [width: number, height: number] {
    const ring = this.#convex();
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < ring.length; i += 2) {
      const x = ring[i]! * cos - ring[i + 1]! * sin;
      const y = ring[i]! * sin + ring[i + 1]! * cos;
      minX = Math.min(minX, x);
      maxX = Math.max(maxX, x);
      minY = Math.min(minY, y);
      maxY = Math.max(maxY, y);
    }
    return [maxX - minX, maxY - minY];
  }

  #convex(): Ring {
    this.#hull ??= convexHull(this.#full);
    return this.#hull;
  }

  /** `angle`: degrees in [0, 90). */
  outlines(angle: number): Outlines {
    let outlines = this.#byAngle.get(angle);
    if (!outlines) {
      const outline = angle === 0 ? this.#ring : healed(rotated(this.#ring, angle).map(Math.round));
      const box = boxOf(angle === 0 ? this.#full : rotated(this.#full, angle).map(Math.round));
      const ease = Math.min(halfEaseUnits, Math.min(box.maxX - box.minX, box.maxY - box.minY) / 100);
      const giving = withoutRedundantPoints(eased(outline, 2 * ease).map(Math.round));
      outlines = {
        outline,
        box,
        isConvex: isConvex(outline) && isConvex(giving),
        eased: giving,
        halfEased: withoutRedundantPoints(eased(outline, ease).map(Math.round)),
      };
      this.#byAngle.set(angle, outlines);
    }
    return outlines;
  }

  /** The outline at an angle grown by the minimum distance: a region. */
  grown(angle: number): readonly Ring[] {
    let grown = this.#grown.get(angle);
    if (!grown) {
      const { outline } = this.outlines(angle);
      grown = this.#clearance > 0 ? grownRound(outline, this.#clearance) : [outline];
      // rounding to the grid may dent a hull's offset; convex outlines are worth having
      if (this.#ring === this.#hull) grown = grown.map(convexHull);
      this.#grown.set(angle, grown);
    }
    return grown;
  }
}

/** Degrees as a number of quarter turns and the rest below 90. */
export function quarters(degrees: number): readonly [turns: number, angle: number] {
  const d = normalDegrees(degrees);
  const turns = Math.floor(d / 90);
  return [turns, d - 90 * turns];
}

/** Simpler, but not beyond the outline's own box: a part as wide as its sheet stays so. */
function simplifiedWithinBox(ring: Ring, tolerance: number): Ring {
  const simple = grownSimple(ring, tolerance);
  if (simple === ring) return ring;
  const { minX, minY, maxX, maxY } = boxOf(ring);
  const [whole] = intersection([simple], [Float64Array.of(minX, minY, maxX, minY, maxX, maxY, minX, maxY)]).sort(
    (a, b) => signedArea(b) - signedArea(a),
  );
  return whole && whole.length < ring.length ? whole : ring;
}

/** A rounded outline that is simple again: where rounding pinched or flattened it, it grows by a unit or two. */
function healed(rounded: Ring): Ring {
  const ring = withoutRedundantPoints(rounded);
  if (ring.length >= 6 && selfIntersection(ring) === null && signedArea(ring) !== 0) return positive(ring);
  const box = boxOf(rounded);
  const [x0, y0, x1, y1] = [box.minX, box.minY, Math.max(box.maxX, box.minX + 1), Math.max(box.maxY, box.minY + 1)];
  const asBox = Float64Array.of(x0, y0, x1, y0, x1, y1, x0, y1);
  if (Math.min(x1 - x0, y1 - y0) < 8) return asBox;
  const grown = grownRound(positive(ring), 2).filter((r) => signedArea(r) > 0);
  const [whole] = grown;
  return whole && grown.length === 1 ? whole : asBox;
}

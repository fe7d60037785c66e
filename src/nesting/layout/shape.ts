/**
 * A shape stands for identical polygons. Its outlines on the integer grid are made once per angle below 90 degrees;
 * their quarter turns are exact.
 */

import { intersection } from '../../geometry/boolean.js';
import { convexHull } from '../../geometry/convex-hull.js';
import { isConvex } from '../../geometry/convex-ring.js';
import { eased } from '../../geometry/ease.js';
import { grownRound, shrunkMitred } from '../../geometry/offset.js';
import { flippedRing } from '../../geometry/orientation.js';
import type { Point } from '../../geometry/point.js';
import {
  type Box,
  boxOf,
  positive,
  type Ring,
  reversed,
  signedArea,
  withoutRedundantPoints,
} from '../../geometry/ring.js';
import { normalDegrees, rotated } from '../../geometry/rotation.js';
import { selfIntersection } from '../../geometry/self-intersection.js';
import { grownSimple, shrunkSimple } from '../../geometry/simplify.js';
import { gentleShare } from './curve-tolerance.js';
import { type FoldGaps, type FoldSide, noGaps } from './folds.js';
import type { Region } from './quality.js';

/** Half of the easing of an outline in tests for overlap, in grid units; see `eased`. */
const halfEaseUnits = 2;

/**
 * The outlines of a shape at an angle below 90 degrees, relative to its reference point, before the rotation into the
 * frame.
 */
export interface Outlines {
  readonly outline: Ring;
  /** The box of the outline before simplification, which may reach beyond it. */
  readonly box: Box;
  readonly eased: Ring;
  /** Eased half as much: it touches where the eased one passes freely. */
  readonly halfEased: Ring;
  /** Whether outline and eased outline are convex. */
  readonly isConvex: boolean;
  /** Negative rings in which other parts may lie; easing makes them wider. */
  readonly openings: readonly Ring[];
  readonly easedOpenings: readonly Ring[];
}

/** The data that tell shapes apart, in units of the request relative to the reference point. */
export interface ShapeSource {
  /** Positive, without redundant points. */
  readonly ring: Ring;
  /** Negative, without redundant points. */
  readonly openings: readonly Ring[];
  /** The openings for the search, negative as well; default: all. */
  readonly searched?: readonly Ring[];
  /** The point that goes on a grid; only where there is one. */
  readonly anchor: Point | null;
  /** The place of that point in a repeat, for a part as sent; null on an axis free of any grid. */
  readonly phase: readonly [number | null, number | null];
  /** Indices into the orientations of the problem; at least one. */
  readonly orientations: readonly number[];
  /** Further ones within the tolerance, for the overlap searches only. */
  readonly tilts: readonly number[];
  /** Degrees to either side of each orientation. */
  readonly rotationTolerance: number;
  /** Distance to every other shape, beyond the clearance of the problem, in grid units. */
  readonly spacing: number;
  /** Of a half part: by orientation, the side on whose fold it lies. Default: it is none. */
  readonly folds?: ReadonlyMap<number, FoldSide> | null;
  /** How far it keeps off the folds of its sheets, in grid units. Default: 0. */
  readonly gaps?: FoldGaps;
  /** By quality of a zone: the regions that must not lie there. Default: none at any quality. */
  readonly sensitive?: ReadonlyMap<number, 'whole' | readonly Region[]>;
}

/** The outline of a moving shape, or of a region of it, for one no-fit polygon. */
export type MovingOutline = Pick<Outlines, 'outline' | 'eased' | 'halfEased' | 'openings' | 'easedOpenings'>;

/** The most corners of an outline, and of an opening. */
export interface MostCorners {
  readonly outline: number;
  readonly opening: number;
}

export class Shape {
  readonly #byAngle = new Map<number, Outlines>();
  readonly #grown = new Map<string, Ring[]>();
  readonly #full: Ring;
  readonly #openings: readonly Ring[];
  #ring: Ring;
  readonly #simple: Ring;
  #isHull = false;
  #hull: Ring | null = null;
  #flipped: Shape | null = null;

  /**
   * `tolerance` is in grid units. An outline with more than `most` corners after simplifying stays
   * unchanged. Cutting it to its box would take longer than all else, for an outline too complex to use. An opening with
   * more is left out.
   */
  constructor(
    readonly index: number,
    readonly source: ShapeSource,
    readonly scale: number,
    readonly tolerance: number,
    readonly most: MostCorners,
  ) {
    const { ring, openings } = source;
    this.area = openings.reduce((sum, opening) => sum + signedArea(opening), signedArea(ring));
    const onGrid = (r: Ring): Ring => r.map((v) => Math.round(v * scale) || 0);
    this.#full = healed(onGrid(ring));
    this.#simple = simplifiedWithinBox(this.#full, tolerance, most.outline);
    this.#ring = this.#simple;
    this.#openings = (source.searched ?? openings)
      .map((opening) => withoutRedundantPoints(onGrid(opening)))
      .filter(isOpening)
      .map((opening) => simplifiedOpening(opening, tolerance, most.opening))
      .filter(({ length }) => length <= 2 * most.opening);
  }

  /** The area of the original polygon, without its openings. */
  readonly area: number;

  get anchor(): Point | null {
    return this.source.anchor;
  }

  get phase(): ShapeSource['phase'] {
    return this.source.phase;
  }

  get orientations(): readonly number[] {
    return this.source.orientations;
  }

  get tilts(): readonly number[] {
    return this.source.tilts;
  }

  get rotationTolerance(): number {
    return this.source.rotationTolerance;
  }

  get spacing(): number {
    return this.source.spacing;
  }

  get gaps(): FoldGaps {
    return this.source.gaps ?? noGaps;
  }

  /** Whether it lies on a fold of the cloth. */
  get isOnFold(): boolean {
    return Boolean(this.source.folds);
  }

  get hasOpenings(): boolean {
    return this.#openings.length > 0;
  }

  /** The shape flipped about its reference point; `index` must differ from every other shape's. */
  flipped(index: number): Shape {
    if (!this.#flipped) {
      const over = (ring: Ring): Ring => reversed(flippedRing(ring));
      const { ring, openings } = this.source;
      const searched = (this.source.searched ?? openings).map(over);
      const sensitive = new Map(
        [...(this.source.sensitive ?? [])].map(([quality, regions]) => {
          const flipped = regions === 'whole' ? regions : regions.map((region) => region.map(over));
          return [quality, flipped] as const;
        }),
      );
      const source = { ...this.source, ring: over(ring), openings: openings.map(over), searched, sensitive };
      const most = { ...this.most, outline: Infinity };
      this.#flipped = new Shape(index, source, this.scale, this.tolerance, most);
      if (this.#isHull) this.#flipped.useHull();
    }
    return this.#flipped;
  }

  /** Whether the search sees its hull. */
  get isHull(): boolean {
    return this.#isHull;
  }

  /** The simplified outline, even where the search uses its hull. */
  get simplified(): Ring {
    return this.#simple;
  }

  /** The outline simplified by no more than a tolerance (grid units). */
  detailed(tolerance: number): Ring {
    return simplifiedWithinBox(this.#full, tolerance, Infinity);
  }

  /** The number of corners that the search sees. */
  get corners(): number {
    return this.#ring.length / 2;
  }

  /** Makes the search see the convex hull of the simplified outline. Must be called before any outline is made. */
  useHull(): void {
    this.#ring = convexHull(this.#simple.length > 2 * this.most.outline ? this.detailed(this.tolerance) : this.#simple);
    this.#isHull = true;
  }

  /** Extents in x and y after a rotation by an angle of this cosine and sine, in grid units. */
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

  /** The hull of the original outline. */
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
        isConvex: this.#openings.length === 0 && isConvex(outline) && isConvex(giving),
        ...this.#openingsAt(angle, ease),
        eased: giving,
        halfEased: withoutRedundantPoints(eased(outline, ease).map(Math.round)),
      };
      this.#byAngle.set(angle, outlines);
    }
    return outlines;
  }

  #openingsAt(angle: number, ease: number): Pick<Outlines, 'openings' | 'easedOpenings'> {
    const openings = this.#openings
      .map((ring) => (angle === 0 ? ring : withoutRedundantPoints(rotated(ring, angle).map(Math.round))))
      .filter(isOpening);
    const wider = openings.map((ring) => withoutRedundantPoints(eased(ring, 2 * ease).map(Math.round)));
    return { openings, easedOpenings: wider.filter(isOpening) };
  }

  /** The regions at an angle that must not lie on a zone of a quality. */
  sensitive(quality: number, angle: number): readonly MovingOutline[] {
    const regions = this.source.sensitive?.get(quality) ?? [];
    if (regions === 'whole') return [this.outlines(angle)];
    return regions.flatMap((region) => {
      const [outer, ...inner] = region.map((ring) =>
        rotated(
          ring.map((v) => v * this.scale),
          angle,
        ).map(Math.round),
      );
      const outline = grownSimple(healed(outer!), this.tolerance);
      const { minX, minY, maxX, maxY } = boxOf(outline);
      const ease = Math.min(halfEaseUnits, Math.min(maxX - minX, maxY - minY) / 100);
      const openings = inner.map(withoutRedundantPoints).filter(isOpening);
      const easedBy = (ring: Ring, amount: number): Ring => withoutRedundantPoints(eased(ring, amount).map(Math.round));
      return {
        outline,
        eased: easedBy(outline, 2 * ease),
        halfEased: easedBy(outline, ease),
        openings,
        easedOpenings: openings.map((ring) => easedBy(ring, 2 * ease)).filter(isOpening),
      };
    });
  }

  /** The outline at an angle, grown by a distance in grid units: a region. */
  grown(angle: number, distance: number): readonly Ring[] {
    const key = `${angle} ${distance}`;
    let grown = this.#grown.get(key);
    if (!grown) {
      const { outline } = this.outlines(angle);
      grown = distance > 0 ? grownRound(outline, distance) : [outline];
      // The outline itself comes first, then pockets and openings.
      grown.sort((a, b) => signedArea(b) - signedArea(a));
      // Rounding to the grid may dent a hull's offset, and convex outlines are much quicker.
      if (this.#isHull) grown = grown.map(convexHull);
      for (const opening of this.outlines(angle).openings) {
        grown.push(...shrunkMitred(reversed(opening), distance).map(reversed));
      }
      this.#grown.set(key, grown);
    }
    return grown;
  }
}

/** Shrinks an opening by the tolerance, and by more where it has many corners. */
function simplifiedOpening(opening: Ring, tolerance: number, most: number): Ring {
  const { minX, minY, maxX, maxY } = boxOf(opening);
  const gentle = gentleShare * Math.min(maxX - minX, maxY - minY);
  const ring = reversed(opening);
  let simple = shrunkSimple(ring, Math.min(tolerance, gentle));
  for (let t = gentle / 8; simple.length > 2 * most && t < 8 * gentle; t *= 2) {
    simple = shrunkSimple(ring, t);
  }
  return reversed(simple);
}

/** Whether rounding left anything of an opening. */
function isOpening(ring: Ring): boolean {
  return ring.length >= 6 && signedArea(ring) < 0 && selfIntersection(ring) === null;
}

/** Splits degrees into quarter turns and the rest below 90. */
export function inQuarterTurns(degrees: number): readonly [quarterTurns: number, angle: number] {
  const d = normalDegrees(degrees);
  const quarterTurns = Math.floor(d / 90);
  return [quarterTurns, d - 90 * quarterTurns];
}

/** Simplifies, but not beyond the outline's own box: a part as wide as its sheet stays so. */
function simplifiedWithinBox(ring: Ring, tolerance: number, mostCorners: number): Ring {
  const simple = grownSimple(ring, tolerance);
  if (simple === ring || simple.length > 2 * mostCorners) return ring;
  const { minX, minY, maxX, maxY } = boxOf(ring);
  const [whole] = intersection([simple], [Float64Array.of(minX, minY, maxX, minY, maxX, maxY, minX, maxY)]).sort(
    (a, b) => signedArea(b) - signedArea(a),
  );
  return whole && whole.length < ring.length ? whole : ring;
}

/** Makes a rounded outline simple again: it grows by a unit or two where rounding pinched or flattened it. */
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

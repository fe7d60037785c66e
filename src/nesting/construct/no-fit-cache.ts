/**
 * No-fit polygons, made on first use and kept up to a limit of memory. One polygon serves every pair of the same
 * relative rotation. Quarter turns, swapped or negated axes and the swap of both parts give exact images of it.
 */

import { union } from '../../geometry/boolean.js';
import { checkedUnion } from '../../geometry/checked-union.js';
import { isConvex } from '../../geometry/convex-ring.js';
import { convexSum } from '../../geometry/convex-sum.js';
import { noFitOfRegions, outerFitRegion } from '../../geometry/no-fit-polygon.js';
import { type Ring, withSense } from '../../geometry/ring.js';
import { cosSin, quarterTurned } from '../../geometry/rotation.js';
import { rotatedIntoFrame } from '../layout/frame.js';
import type { Problem, Variant } from '../layout/problem.js';
import type { Region } from '../layout/quality.js';
import type { MovingOutline } from '../layout/shape.js';
import type { SheetShape } from '../layout/sheet.js';
import { type NoFit, noFitOf, turnedNoFit } from './no-fit.js';

/** Making a byte of a no-fit polygon takes as long as comparing so many pairs of edges. */
const effortOfByte = 2.5;

const defaultLimit = 192 * 2 ** 20;

/** Extra width of the frame around a sheet, beyond need (grid units). */
const frameMargin = 64;

/** All no-fit polygons in which one variant moves, by the id of the fixed variant. */
interface Row {
  readonly byFixed: (NoFit | undefined)[];
  readonly obstacles: Map<number, readonly NoFit[]>;
  bytes: number;
}

interface Convex {
  /** By the distance between the pair. */
  readonly grown: Map<number, Ring>;
  readonly reflected: Ring;
  readonly reflectedEased: Ring;
}

export class NoFitCache {
  readonly #rows = new Map<number, Row>();
  readonly #originals = new Map<string, NoFit>();
  readonly #convex: (Convex | null | undefined)[] = [];
  #bytes = 0;
  #lastId = -1;
  #lastRow: Row | null = null;
  #made = 0;
  #effort = 0;

  constructor(
    readonly problem: Problem,
    readonly limitBytes = defaultLimit,
  ) {}

  /** How many polygons have been made so far, one of each pair and each sheet, those forgotten again included. */
  get made(): number {
    return this.#made;
  }

  /** The work so far in edges and pairs of edges, some 40 million a second. It depends on the request alone, not on the machine. */
  get effort(): number {
    return this.#effort;
  }

  /** Counts edges and pairs of edges that were compared. */
  spend(looked: number): void {
    this.#effort += looked;
  }

  /** Positions of `moving` relative to `fixed` at which they overlap or are too near. */
  between(fixed: Variant, moving: Variant): NoFit {
    const row = this.#row(moving);
    let noFit = row.byFixed[fixed.id];
    if (!noFit) {
      noFit = this.#make(fixed, moving);
      row.byFixed[fixed.id] = noFit;
      this.#account(row, moving.id, noFit.bytes);
    }
    return noFit;
  }

  /** Positions of `moving` in a sheet where it lies over the outline, a hole or a bad zone, sorted by their left ends. */
  obstacles(sheet: SheetShape, moving: Variant): readonly NoFit[] {
    const row = this.#row(moving);
    let obstacles = row.obstacles.get(sheet.index);
    if (!obstacles) {
      const made = sheet.holes.map((hole) =>
        threefold(moving, (outline, unite) => {
          const openings = outline === moving.eased ? moving.easedOpenings : moving.openings;
          return noFitOfRegions(hole, [outline, ...openings], unite);
        }),
      );
      for (const { quality, regions } of sheet.zones) {
        for (const own of this.problem.sensitive(moving, quality)) {
          for (const region of regions) made.push(this.#overZone(own, region));
        }
      }
      const { outline: around } = sheet;
      if (around) made.push(threefold(moving, (outline, unite) => outerFitRegion(around, outline, frameMargin, unite)));
      made.sort((a, b) => a.minX - b.minX);
      obstacles = made;
      this.#made += made.length;
      row.obstacles.set(sheet.index, made);
      this.#account(
        row,
        moving.id,
        made.reduce((sum, { bytes }) => sum + bytes, 0),
      );
    }
    return obstacles;
  }

  #overZone(own: MovingOutline, zone: Region): NoFit {
    return threefold(own, (outline, unite) => {
      return noFitOfRegions(zone, [outline, ...(outline === own.eased ? own.easedOpenings : own.openings)], unite);
    });
  }

  #row(moving: Variant): Row {
    // The same row is wanted many times in a row: only the first time moves it to the end of the queue.
    if (this.#lastRow && this.#lastId === moving.id) return this.#lastRow;
    let row = this.#rows.get(moving.id);
    if (!row) row = { byFixed: [], obstacles: new Map(), bytes: 0 };
    else this.#rows.delete(moving.id);
    this.#rows.set(moving.id, row);
    this.#lastId = moving.id;
    this.#lastRow = row;
    return row;
  }

  /** Makes room by forgetting the least recently used rows. */
  #account(row: Row, id: number, bytes: number): void {
    row.bytes += bytes;
    this.spend(effortOfByte * bytes);
    this.#bytes += bytes;
    if (this.#bytes <= this.limitBytes) return;
    for (const [, { bytes: size }] of [...this.#originals].map(([key, noFit]) => [key, noFit] as const))
      this.#bytes -= size;
    this.#originals.clear();
    for (const [other, { bytes: size }] of this.#rows) {
      if (this.#bytes <= this.limitBytes) break;
      if (other === id) continue;
      this.#rows.delete(other);
      this.#bytes -= size;
    }
  }

  #make(fixed: Variant, moving: Variant): NoFit {
    const distance = this.problem.distanceBetween(fixed.shape, moving.shape);
    const around = this.#convexAround(fixed, distance);
    const along = around && this.#convexOf(moving);
    if (along) {
      this.#made++;
      return noFitOf([convexSum(around, along.reflected)], [convexSum(around, along.reflectedEased)]);
    }
    // The key has the shape of the smaller index fixed, and its quarter turns undone.
    const swapped = moving.form.index < fixed.form.index;
    const [a, b] = swapped ? [moving, fixed] : [fixed, moving];
    const quarterTurns = (b.quarterTurns - a.quarterTurns + 4) % 4;
    const key = `${a.form.index} ${a.angle} ${b.form.index} ${b.angle} ${quarterTurns}`;
    let original = this.#originals.get(key);
    if (!original) {
      this.#made++;
      original = this.#makeOriginal(a, b, quarterTurns, distance);
      this.#originals.set(key, original);
      this.#bytes += original.bytes;
    }
    const [cos, sin] = cosSin(90 * a.quarterTurns);
    const { ax, ay, bx, by } = this.problem.frame;
    const sign = swapped ? -1 : 1;
    return turnedNoFit(
      original,
      sign * (ax * cos + ay * sin),
      sign * (-ax * sin + ay * cos),
      sign * (bx * cos + by * sin),
      sign * (-bx * sin + by * cos),
    );
  }

  /** The outlines of a convex variant in the frame, null for others: a convex sum is cheaper than a look-up. */
  #convexOf(variant: Variant): Convex | null {
    let convex = this.#convex[variant.id];
    if (convex === undefined) {
      const { form, angle, outline, eased } = variant;
      const grown = form.outlines(angle).isConvex ? form.grown(angle, this.problem.clearance) : [];
      convex = null;
      if (grown.length === 1 && isConvex(grown[0]!)) {
        convex = { grown: new Map(), reflected: quarterTurned(outline, 2), reflectedEased: quarterTurned(eased, 2) };
      }
      this.#convex[variant.id] = convex;
    }
    return convex;
  }

  /** A convex variant grown by a distance, in the frame; null where it is not convex. */
  #convexAround(variant: Variant, distance: number): Ring | null {
    const convex = this.#convexOf(variant);
    if (!convex) return null;
    let grown = convex.grown.get(distance);
    if (!grown) {
      const { form, quarterTurns, angle } = variant;
      const [ring, ...more] = form.grown(angle, distance);
      if (!ring || more.length > 0 || !isConvex(ring)) return null;
      grown = withSense(rotatedIntoFrame(this.problem.frame, quarterTurned(ring, quarterTurns)), true);
      convex.grown.set(distance, grown);
    }
    return grown;
  }

  #makeOriginal(a: Variant, b: Variant, quarterTurns: number, distance: number): NoFit {
    const grown = a.form.grown(a.angle, distance);
    const outlines = b.form.outlines(b.angle);
    const rotatedRings = (rings: readonly Ring[]): Ring[] => rings.map((ring) => quarterTurned(ring, quarterTurns));
    const openings = rotatedRings(outlines.openings);
    const easedOpenings = rotatedRings(outlines.easedOpenings);
    return threefold(outlines, (outline, unite) => {
      const own = outline === outlines.eased ? easedOpenings : openings;
      return noFitOfRegions(grown, [quarterTurned(outline, quarterTurns), ...own], unite);
    });
  }
}

/**
 * The no-fit polygon of a moving outline, from the regions of the outline, of the eased one and, where needed, of the
 * one halfway. Only the eased region decides about overlap, so only its union has to be proven.
 */
function threefold(
  moving: Pick<Variant, 'outline' | 'eased' | 'halfEased'>,
  region: (outline: Ring, unite: (paths: readonly Ring[]) => Ring[]) => Ring[],
): NoFit {
  const plainly = (paths: readonly Ring[]): Ring[] => union(paths, 'nonzero');
  return noFitOf(region(moving.outline, plainly), region(moving.eased, checkedUnion), () =>
    region(moving.halfEased, plainly),
  );
}

/**
 * A layout in milliseconds: each part's box goes where it reaches least far over the skyline of the boxes before it
 * (Burke, Kendall and Whitwell 2004, doi:10.1287/opre.1040.0109). It needs no no-fit polygons; thousands of different
 * outlines would need millions.
 */

import type { Layout } from '../layout/layout.js';
import type { Placed } from '../layout/placed.js';
import type { Problem, Variant } from '../layout/problem.js';
import { isPlain, type SheetShape } from '../layout/sheet.js';
import type { Groundwork } from './groundwork.js';
import type { Plan } from './plan.js';

/** With more different shapes than this, only their boxes count. */
const mostShapesAtContact = 1500;

/** Rounding may bring a box this much nearer (grid units). */
const slack = 4;

/** Whether the problem has too many outlines for contacts, and sheets that boxes can fill. */
export function isForBoxes(problem: Problem): boolean {
  return problem.shapes.length > mostShapesAtContact && hasRoomForBoxes(problem);
}

/** Whether all sheets, or some, are rectangles without keep-outs, bad zones or a grid, and no part lies on a fold. */
export function hasRoomForBoxes({ shapes, snaps, sheets }: Problem, on: 'all' | 'some' = 'all'): boolean {
  if (snaps || shapes.some(({ isOnFold }) => isOnFold)) return false;
  const plain = sheets.filter(({ shape }) => isPlain(shape)).length;
  return on === 'all' ? plain === sheets.length : plain > 0;
}

/** Parts whose boxes fit no plain sheet stay unplaced. */
export function overSkylines({ problem, choices }: Groundwork, plan: Plan, poll: () => void): Layout {
  const gap = problem.greatestClearance + slack;
  const skylines = problem.sheets.map(({ shape }) => (isPlain(shape) ? new Skyline(shape, plan.width, gap) : null));
  const placed: Placed[] = [];
  const unplaced: Layout['unplaced'][number][] = [];
  for (const part of plan.order) {
    poll();
    const wish = plan.orientations[part.index]!;
    const variants = wish >= 0 ? [problem.variant(part.shape, wish)] : choices.of(part.shape);
    const sheet = skylines.findIndex((skyline) => skyline && variants.some(({ box }) => skyline.takes(box)));
    if (sheet < 0) {
      unplaced.push(part);
      continue;
    }
    const [variant, spot] = leastFar(skylines[sheet]!, variants);
    skylines[sheet]!.put(spot, variant.box);
    placed.push({ part, variant, sheet, along: spot.along - variant.box.minX, across: spot.across - variant.box.minY });
  }
  return { placed, unplaced };
}

function leastFar(skyline: Skyline, variants: readonly Variant[]): readonly [Variant, Spot] {
  let best: readonly [Variant, Spot] | null = null;
  let least = Infinity;
  for (const variant of variants) {
    const spot = skyline.best(variant.box);
    if (!spot || spot.along + variant.box.maxX - variant.box.minX >= least) continue;
    least = spot.along + variant.box.maxX - variant.box.minX;
    best = [variant, spot];
  }
  return best!;
}

type Box = Variant['box'];

/** Lower left corner of a box. */
interface Spot {
  readonly along: number;
  readonly across: number;
}

/** The taken length of a sheet along, by stretches across. */
class Skyline {
  /** The start of each stretch across, and its taken length along; the last stretch ends at `end`. */
  #starts: number[];
  #levels: number[];
  readonly #end: number;
  readonly #limit: number;

  constructor(
    { room }: SheetShape,
    width: number,
    readonly gap: number,
  ) {
    this.#starts = [room.minY];
    this.#levels = [room.minX];
    this.#end = room.minY + width * (room.maxY - room.minY) + gap;
    this.#limit = room.maxX + gap;
  }

  takes(box: Box): boolean {
    return this.best(box) !== null;
  }

  /** The place at which a box reaches least far along, or null. */
  best(box: Box): Spot | null {
    const length = box.maxX - box.minX + this.gap;
    const width = box.maxY - box.minY + this.gap;
    let best: Spot | null = null;
    let least = this.#limit - length + 1;
    for (let k = 0; k < this.#starts.length; k++) {
      const across = this.#starts[k]!;
      if (across + width > this.#end) break;
      const along = this.#levelOver(k, across + width, least);
      if (along >= least) continue;
      least = along;
      best = { along, across };
    }
    return best;
  }

  /**
   * The highest level from a stretch to a place across. The search stops at `limit`, so a higher result is a lower
   * bound.
   */
  #levelOver(from: number, until: number, limit: number): number {
    let level = -Infinity;
    for (let k = from; k < this.#starts.length && this.#starts[k]! < until && level < limit; k++) {
      level = Math.max(level, this.#levels[k]!);
    }
    return level;
  }

  put({ along, across }: Spot, box: Box): void {
    const level = along + box.maxX - box.minX + this.gap;
    const until = across + box.maxY - box.minY + this.gap;
    const from = this.#starts.findIndex((start) => start >= across);
    let to = from;
    let after = level;
    while (to < this.#starts.length && this.#starts[to]! < until) after = this.#levels[to++]!;
    const rest = to < this.#starts.length ? this.#starts[to]! : this.#end;
    const starts = rest > until ? [across, until] : [across];
    const levels = rest > until ? [level, after] : [level];
    this.#starts.splice(from, to - from, ...starts);
    this.#levels.splice(from, to - from, ...levels);
  }
}

/**
 * Tilings of one shape: a motif of one copy, or of two that touch, repeated in columns. A column repeats its motif across the
 * sheet by a period. The next column lies a step further along, shifted across. The source of motifs of two is the double
 * lattice of Kuperberg and Kuperberg (1990, doi:10.1007/BF02187800); here one direction follows the side of the sheet.
 */

import type { EdgeBands } from '../../geometry/edge-bands.js';
import type { Problem, Variant } from '../layout/problem.js';
import { levelCrossings, lineCrossings } from './crossings.js';
import { isBlocked, type NoFit } from './no-fit.js';
import type { NoFitCache } from './no-fit-cache.js';

/** One copy of the motif: its reference point in grid units. */
export interface MotifPart {
  readonly variant: Variant;
  readonly along: number;
  readonly across: number;
}

export interface Tiling {
  readonly motif: readonly MotifPart[];
  /** From one motif of a column to the next, across. */
  readonly period: number;
  /** From one column to the next. */
  readonly step: { readonly along: number; readonly across: number };
  /** Share of the plane that the copies cover. */
  readonly density: number;
}

/** So many pairs of a shape are looked at, those with the smallest boxes. */
const mostPairs = 40;
/** Points on each side of a no-fit polygon at which a pair may touch, its corner among them. */
const touchesPerEdge = 4;
/** Even shifts of a column, looked at beside the shifts at which corners meet. */
const evenShifts = 12;
const refinements = 24;
/** The shortest so many are worked out. */
const triedSteps = 3;
/** A tiling of a smaller share of the best density is not worked out to the end. */
const hopefulShare = 0.95;
/** Periods and shifts this near to each other are one (share of the period). */
const sameShare = 1e-4;
/** Keeps a step off the far side of a corner that it touches (grid units). */
const hair = 0.5;

/**
 * The tilings of a shape's variants, the densest first. `height` is the room across in grid units: periods that divide
 * it evenly are looked at as well. `poll` is called at least every few milliseconds.
 */
export function tilingsOf(
  noFits: NoFitCache,
  variants: readonly Variant[],
  height: number,
  poll: () => void,
): Tiling[] {
  const singles = variants.map((variant): MotifPart[] => [{ variant, along: 0, across: 0 }]);
  const pairs = variants.flatMap((first) =>
    variants
      .filter((second) => second.id >= first.id && isHalfTurned(noFits.problem, first, second))
      .flatMap((second) => touchingPairs(noFits, first, second)),
  );
  pairs.sort((a, b) => a.box - b.box);
  const found: Tiling[] = [];
  let densest = 0;
  for (const motif of [...singles, ...pairs.slice(0, mostPairs).map((pair) => pair.motif)]) {
    poll();
    for (const tiling of tilingsOfMotif(noFits, motif, height, hopefulShare * densest)) {
      densest = Math.max(densest, tiling.density);
      found.push(tiling);
    }
  }
  return found.filter(({ density }) => density >= hopefulShare * densest).sort((a, b) => b.density - a.density);
}

/** Whether two orientations differ by a half turn, by a flip or not at all: other pairs make no better tilings. */
function isHalfTurned({ orientations }: Problem, first: Variant, second: Variant): boolean {
  const [a, b] = [orientations[first.orientation]!, orientations[second.orientation]!];
  return a.flipped !== b.flipped || (a.degrees - b.degrees) % 180 === 0;
}

/** The motifs in which a second variant touches a first one, each with the area of its box. */
function touchingPairs(noFits: NoFitCache, first: Variant, second: Variant): { motif: MotifPart[]; box: number }[] {
  const noFit = noFits.between(first, second);
  const contact = noFit.contact.ends;
  const found: { motif: MotifPart[]; box: number }[] = [];
  for (let i = 0; i < contact.length; i += 4) {
    for (let k = 0; k < touchesPerEdge; k++) {
      const t = k / touchesPerEdge;
      const along = contact[i]! + t * (contact[i + 2]! - contact[i]!);
      const across = contact[i + 1]! + t * (contact[i + 3]! - contact[i + 1]!);
      if (isBlocked(noFit, along, across)) continue;
      const motif = [
        { variant: first, along: 0, across: 0 },
        { variant: second, along, across },
      ];
      found.push({ motif, box: pairBox(first, second, along, across) });
    }
  }
  return found;
}

function pairBox({ box: a }: Variant, { box: b }: Variant, x: number, y: number): number {
  const length = Math.max(a.maxX, x + b.maxX) - Math.min(a.minX, x + b.minX);
  return length * (Math.max(a.maxY, y + b.maxY) - Math.min(a.minY, y + b.minY));
}

/** Those of at least a density. */
function tilingsOfMotif(
  noFits: NoFitCache,
  motif: readonly MotifPart[],
  height: number,
  leastDensity: number,
): Tiling[] {
  const region = new MotifRegion(noFits, motif);
  const extent = extentAcross(motif);
  const area = motif.reduce((sum, { variant }) => sum + variant.shape.area, 0) * noFits.problem.frame.scale ** 2;
  const periods = region.touchingPeriods().flatMap((period) => {
    const gaps = Math.floor((height - extent) / period);
    return gaps > 0 ? [period, (height - extent) / gaps] : [period];
  });
  return apart(periods, extent).flatMap((period) => {
    const longestStep = leastDensity > 0 ? area / (period * leastDensity) : Infinity;
    const step = region.isPeriod(period) ? region.leastStep(period, longestStep) : null;
    return step ? [{ motif, period, step, density: area / (period * step.along) }] : [];
  });
}

/** The values in rising order, without those that are as good as the one before; at most `whole` times a hair apart. */
function apart(values: readonly number[], whole: number): number[] {
  const rising = Float64Array.from(values).sort();
  const least = sameShare * whole;
  return Array.from(rising.filter((value, i) => i === 0 || value - rising[i - 1]! > least));
}

function extentAcross(motif: readonly MotifPart[]): number {
  const low = Math.min(...motif.map(({ variant, across }) => across + variant.box.minY));
  return Math.max(...motif.map(({ variant, across }) => across + variant.box.maxY)) - low;
}

/** The vectors by which a motif must not be moved: there it overlaps itself. Symmetric about zero. */
class MotifRegion {
  readonly #parts: { readonly noFit: NoFit; readonly contact: EdgeBands; readonly x: number; readonly y: number }[] =
    [];
  readonly #maxX: number;
  readonly #maxY: number;

  constructor(noFits: NoFitCache, motif: readonly MotifPart[]) {
    for (const fixed of motif) {
      for (const moving of motif) {
        const noFit = noFits.between(fixed.variant, moving.variant);
        const contact = noFit.contact.bands();
        this.#parts.push({ noFit, contact, x: fixed.along - moving.along, y: fixed.across - moving.across });
      }
    }
    // those of the longest reach first: they often decide
    this.#parts.sort((a, b) => b.noFit.maxX + b.x - (a.noFit.maxX + a.x));
    this.#maxX = Math.max(...this.#parts.map(({ noFit, x }) => noFit.maxX + x));
    this.#maxY = Math.max(...this.#parts.map(({ noFit, y }) => noFit.maxY + y));
  }

  #isFree(along: number, across: number): boolean {
    return !this.#parts.some(({ noFit, x, y }) => isBlocked(noFit, along - x, across - y));
  }

  /** The ways across by which the motif touches itself, when moved by them. */
  touchingPeriods(): number[] {
    const found = new Set<number>();
    for (const { noFit, x, y } of this.#parts) {
      lineCrossings(noFit.contact, x, y, true, 0, (_, across) => {
        if (across > 0) found.add(across);
      });
    }
    return [...found];
  }

  /** Whether a column of motifs, so far from each other, is free of overlap. */
  isPeriod(period: number): boolean {
    for (let across = period; across < this.#maxY; across += period) if (!this.#isFree(0, across)) return false;
    return true;
  }

  /** The least way along to the next column, and its shift across below the period; null where none is short enough. */
  leastStep(period: number, longest: number): { along: number; across: number } | null {
    const shifts: number[] = [];
    for (let k = 0; k < evenShifts; k++) shifts.push((k * period) / evenShifts);
    for (const { noFit, y } of this.#parts) {
      const { corners } = noFit;
      for (let i = 1; i < corners.length; i += 2) shifts.push(modulo(corners[i]! + y, period));
    }
    const tried = apart(shifts, period);
    const best: { along: number; across: number }[] = [];
    for (const across of tried) {
      const enough = best[triedSteps - 1]?.along ?? Infinity;
      const along = this.#reach(across, period, enough);
      if (along >= enough) continue;
      best.push({ along, across });
      best.sort((a, b) => a.along - b.along);
      best.length = Math.min(best.length, triedSteps);
    }
    if (best[0]!.along > longest / hopefulShare) return null;
    for (const { across } of [...best]) {
      const i = tried.indexOf(across);
      const before = tried[i - 1] ?? across;
      const after = tried[i + 1] ?? across;
      best.push(this.#refined(before, across, period), this.#refined(across, after, period));
    }
    best.sort((a, b) => a.along - b.along);
    return best.find((step) => step.along > 0 && step.along <= longest && this.#isStep(step, period)) ?? null;
  }

  /** The least reach between two shifts, by golden section: the reach is a polyline there. */
  #refined(low: number, high: number, period: number): { along: number; across: number } {
    const ratio = (Math.sqrt(5) - 1) / 2;
    let [a, b] = [low, high];
    for (let k = 0; k < refinements; k++) {
      const left = b - ratio * (b - a);
      const right = a + ratio * (b - a);
      if (this.#reach(left, period) <= this.#reach(right, period)) b = right;
      else a = left;
    }
    const across = (a + b) / 2;
    return { across, along: this.#reach(across, period) };
  }

  /**
   * How far along a column must go, shifted so, to lie behind everything of the column before. More than `enough` may be less
   * than the truth.
   */
  #reach(shift: number, period: number, enough = Infinity): number {
    let reach = 0;
    const found = (along: number): void => {
      if (along > reach) reach = along;
    };
    const places: number[] = [];
    const from = Math.ceil((-this.#maxY - shift) / period);
    for (let k = from; shift + k * period <= this.#maxY; k++) places.push(shift + k * period);
    places.sort((a, b) => Math.abs(a) - Math.abs(b));
    for (const { noFit, contact, x, y } of this.#parts) {
      if (noFit.maxX + x <= reach) break;
      for (const at of places) {
        if (at <= noFit.minY + y - hair || at >= noFit.maxY + y + hair) continue;
        levelCrossings(contact, x, y, at - hair, found);
        levelCrossings(contact, x, y, at + hair, found);
        if (reach > enough) return reach;
      }
    }
    return reach;
  }

  #isStep({ along, across }: { along: number; across: number }, period: number): boolean {
    for (let columns = 1; columns * along < this.#maxX; columns++) {
      const from = Math.ceil((-this.#maxY - columns * across) / period);
      for (let k = from; columns * across + k * period < this.#maxY; k++) {
        if (!this.#isFree(columns * along, columns * across + k * period)) return false;
      }
    }
    return true;
  }
}

export function modulo(value: number, period: number): number {
  return value - Math.floor(value / period) * period;
}

/**
 * Builds a layout part by part in a given order. Each part goes to the first sheet that takes it, at the free touching
 * position with the least reach along. (Bottom-left fill on no-fit polygons: Gomes and Oliveira, "A 2-exchange
 * heuristic for nesting problems", 2002.)
 */

import type { Layout } from '../layout/layout.js';
import type { Placed } from '../layout/placed.js';
import type { Part, Problem, Variant } from '../layout/problem.js';
import type { Shape } from '../layout/shape.js';
import type { Sheet } from '../layout/sheet.js';
import { sampled } from './choices.js';
import type { Groundwork } from './groundwork.js';
import type { Place, Plan } from './plan.js';
import { SheetFill, type Spot } from './sheet-fill.js';
import { isForBoxes, overSkylines } from './skyline.js';
import { endless, type Turns } from './turns.js';

/** With more parts than this, only corners of no-fit polygons are candidates. */
const mostPartsWithCrossings = 1500;

/** Where most outlines differ, all parts together look at about this many pairs with earlier parts. */
const contactsOfAll = 60_000;
const fewestContacts = 16;

/**
 * Orientations to try, over all shapes, before parts are left out. Each needs no-fit polygons with every placed part.
 */
const orientationsOfAll = 720;
const fewestOrientations = 8;

interface Choice extends Spot {
  readonly variant: Variant;
}

/** Calls `poll` at least every few milliseconds; an error from it ends the construction. A part that takes longer than its turn stays unplaced. */
export function construct(ground: Groundwork, plan: Plan, poll: () => void, turns: Turns = endless): Layout {
  const { problem, choices, noFits } = ground;
  if (plan.standing.length === 0 && isForBoxes(problem)) return overSkylines(ground, plan, poll);
  const { sheets } = problem;
  const cell = typicalSize(problem);
  const fillOptions = {
    crossings: problem.parts.length <= mostPartsWithCrossings,
    contacts: choices.isVaried ? Math.max(fewestContacts, Math.floor(contactsOfAll / problem.shapes.length)) : Infinity,
    snaps: problem.snaps,
    poll,
  };
  const fills: (SheetFill | undefined)[] = [];
  /** A sheet without parts, for a layout no wider than a limit across. */
  const emptySheet = ({ shape }: Sheet, acrossLimit: number): SheetFill =>
    new SheetFill(shape, noFits, { acrossLimit, ...fillOptions }, cell);
  const fillOf = (index: number): SheetFill => {
    let fill = fills[index];
    if (!fill) {
      const { room } = sheets[index]!.shape;
      const acrossLimit = plan.width < 1 ? room.minY + plan.width * (room.maxY - room.minY) : Infinity;
      fill = emptySheet(sheets[index]!, acrossLimit);
      fills[index] = fill;
    }
    return fill;
  };
  // Sheets before this index are closed to a variant for good.
  const firstOpen = new Map<number, number>();
  const placed: Placed[] = [...plan.standing];
  const unplaced: Part[] = [];
  for (const standing of plan.standing) {
    const { variant, sheet, along, across } = standing;
    fillOf(sheet).put(variant, along, across, plan.enclosed?.has(standing));
  }

  const tryNear = (part: Part, variant: Variant, { sheet, along, across }: Place): boolean => {
    const spot = fillOf(sheet).bestNear(variant, along, across, plan.nearness ?? 'nearest');
    if (!spot) return false;
    fillOf(sheet).put(variant, spot.along, spot.across);
    placed.push({ part, variant, sheet, along: spot.along, across: spot.across });
    return true;
  };

  const bestOn = (index: number, variants: readonly Variant[]): Choice | null => {
    const fill = fillOf(index);
    let best: Choice | null = null;
    for (const variant of variants) {
      if ((firstOpen.get(variant.id) ?? 0) > index) continue;
      if (turns.isOver()) break;
      const spot = fill.best(variant);
      if (!spot) {
        if ((firstOpen.get(variant.id) ?? 0) === index) firstOpen.set(variant.id, index + 1);
      } else if (!best || spot.key < best.key) best = { ...spot, variant };
    }
    return best;
  };

  // A part too wide for a narrow layout would pass over the sheet for a later one, on whose grid, say, it is narrower.
  const mayWiden = (index: number): boolean => {
    if (plan.width >= 1 || fillOf(index).count > 0 || turns.isOver()) return false;
    const { shape } = sheets[index]!;
    return sheets.some((later) => later.index > index && later.shape !== shape);
  };

  /** Makes the layout on an empty sheet as wide as the part needs. */
  const bestOnWidened = (index: number, variants: readonly Variant[]): Choice | null => {
    const narrow = fillOf(index);
    const closed = variants.filter(({ id }) => firstOpen.get(id) === index + 1);
    for (const { id } of closed) firstOpen.set(id, index);
    fills[index] = emptySheet(sheets[index]!, Infinity);
    const best = bestOn(index, closed);
    fills[index] = best ? emptySheet(sheets[index]!, best.across + best.variant.box.maxY) : narrow;
    return best;
  };

  const tryVariants = (part: Part, variants: readonly Variant[]): boolean => {
    const start = Math.min(...variants.map((variant) => firstOpen.get(variant.id) ?? 0));
    for (let index = start; index < sheets.length; index++) {
      const best = bestOn(index, variants) ?? (mayWiden(index) ? bestOnWidened(index, variants) : null);
      if (best) {
        const { variant, along, across } = best;
        fillOf(index).put(variant, along, across);
        placed.push({ part, variant, sheet: index, along, across });
        return true;
      }
      if (turns.isOver()) return false;
      // If an empty sheet does not take the part, no sheet of its shape will: skip them.
      if (fillOf(index).count === 0) {
        const { shape } = sheets[index]!;
        while (index + 1 < sheets.length && sheets[index + 1]!.shape === shape) index++;
      }
    }
    return false;
  };

  const orientationsBeforeLeaving = Math.max(fewestOrientations, Math.floor(orientationsOfAll / problem.shapes.length));
  const hopeless = new Set<Shape>();
  const tryInTurn = (part: Part): boolean => {
    // A shape that did not fit before does not fit among more parts.
    if (hopeless.has(part.shape)) return false;
    for (const orientation of sampled(problem.fittingOrientations(part.shape), orientationsBeforeLeaving)) {
      poll();
      if (tryVariants(part, [problem.variant(part.shape, orientation)])) return true;
    }
    if (!turns.isOver()) hopeless.add(part.shape);
    return false;
  };

  const stands = new Set(plan.standing.map(({ part }) => part));
  for (const [i, part] of plan.order.entries()) {
    if (stands.has(part)) continue;
    poll();
    turns.next(() => ({
      placed: [...placed],
      unplaced: [...unplaced, ...plan.order.slice(i).filter((each) => !stands.has(each))],
    }));
    const wish = plan.orientations[part.index]!;
    const near = plan.near?.[part.index];
    if (near && tryNear(part, problem.variant(part.shape, wish), near)) continue;
    const variants = wish >= 0 ? [problem.variant(part.shape, wish)] : choices.of(part.shape);
    if (tryVariants(part, variants)) continue;
    // Before a part is left out, the orientations beyond the usual choices get their chance.
    if (!tryInTurn(part)) unplaced.push(part);
  }
  return { placed, unplaced };
}

/** The mean longer side of a shape: the cell size of the neighbourhood. */
function typicalSize(problem: Problem): number {
  const sizes = problem.shapes.map((shape) => {
    const { box } = problem.variant(shape, shape.orientations[0]!);
    return Math.max(box.maxX - box.minX, box.maxY - box.minY);
  });
  return sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
}

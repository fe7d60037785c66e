/**
 * Hundreds of parts that barely fit one plain sheet: a search on the sheet takes most of them as they are, while a search
 * of a strip packs them anew. So the sheet counts as longer, until all parts have room, and is searched as a strip. Each
 * layout is cut where the sheet ends, and the rest goes into its gaps.
 */

import { boxOf, ringOf } from '../../geometry/ring.js';
import { construct } from '../construct/construct.js';
import { contextIn } from '../construct/context-in.js';
import { searchDetail } from '../construct/detail.js';
import { Groundwork } from '../construct/groundwork.js';
import { largestFirst } from '../construct/plan.js';
import type { SearchContext } from '../construct/search.js';
import { pointFromFrame, rotatedIntoFrame, smallerSide } from '../layout/frame.js';
import { type Layout, layoutIn } from '../layout/layout.js';
import { Problem, roomSlack } from '../layout/problem.js';
import { isPlain } from '../layout/sheet.js';
import type { NestRequest } from '../request.js';

/** Fewer parts move at a time in a search on a sheet. */
const fewestParts = 220;
/** Parts of more than this share of the sheet will not all fit. */
const mostFill = 0.95;
/** Share of the budget in which all parts must have found room. */
const placedUntil = 0.8;
/** Share of the budget that may go into filling the gaps of layouts that are cut. */
const mostFilling = 0.05;
/** The sheet is made so many times as long, one after the other, until it takes all parts. */
const lengths = [2, 4, 8];

/** The sheet was too short for so long that another search has the rest of the budget. */
class StaysTooShort extends Error {
  override readonly name = 'StaysTooShort';
}

/** Whether parts are left over that a longer sheet would take. */
export function isTooShort({ problem, best }: SearchContext): boolean {
  const { request, sheets, parts, shapes } = problem;
  const sheet = sheets[0]!.shape;
  if (best.unplaced.length === 0 || sheets.length > 1 || parts.length < fewestParts) return false;
  if (problem.snaps || request.optimization.type !== 'length' || !isPlain(sheet)) return false;
  if (parts.some(({ isLocked, priority }) => isLocked || priority !== parts[0]!.priority)) return false;
  // A part that is longer than the sheet would never lie on it.
  if (shapes.some((shape) => shape.isOnFold || problem.fittingOrientations(shape).length < shape.orientations.length))
    return false;
  return parts.reduce((sum, { shape }) => sum + shape.area, 0) <= mostFill * sheet.area;
}

/**
 * Runs `search` on a longer sheet until the context ends it.
 *
 * @param otherwise runs after most of the budget if parts are still left over
 */
export function onLongerSheet(
  context: SearchContext,
  search: (own: SearchContext) => void,
  otherwise: () => void,
): void {
  const longer = longerSheet(context);
  if (longer) {
    const cutting = Object.create(context, { offer: { value: cutter(context) } }) as SearchContext;
    const whole = contextIn(cutting, longer.ground, () => longer.start);
    const step = (): void => {
      whole.step();
      if (context.best.unplaced.length > 0 && context.used() >= placedUntil) throw new StaysTooShort();
    };
    try {
      search(Object.create(whole, { step: { value: step } }) as SearchContext);
    } catch (error) {
      if (!(error instanceof StaysTooShort)) throw error;
    }
  }
  otherwise();
}

/** Hands over layouts as far as the sheet goes, with the rest of their parts in the gaps. */
function cutter(context: SearchContext): SearchContext['offer'] {
  const { problem, ground, poll } = context;
  const { maxX } = problem.sheets[0]!.shape.room;
  const plan = largestFirst(problem);
  let filling = 0;
  return (layout) => {
    const standing = layout.placed.filter(({ variant, along }) => along + variant.box.maxX <= maxX + roomSlack);
    if (standing.length === problem.parts.length) return context.offer(layout);
    const from = context.used();
    const on = new Set(standing.map(({ part }) => part));
    const measures = context.offer({ placed: standing, unplaced: problem.parts.filter((part) => !on.has(part)) });
    if (filling > mostFilling * from) return measures;
    const order = plan.order.filter((part) => !on.has(part));
    const filled = construct(ground, { ...plan, order, standing }, poll);
    context.step();
    filling += context.used() - from;
    return context.offer(filled);
  };
}

/** A longer sheet, and a layout of all parts on it. Null: none takes them. */
function longerSheet(context: SearchContext): { readonly ground: Groundwork; readonly start: Layout } | null {
  const { problem, poll } = context;
  for (const times of lengths) {
    const own = new Problem(lengthened(problem, times), searchDetail, poll);
    const ground = new Groundwork(own, poll);
    const { placed: standing, unplaced } = layoutIn(own, problem, context.best);
    const left = new Set(unplaced);
    const plan = largestFirst(own);
    const start = construct(ground, { ...plan, order: plan.order.filter((part) => left.has(part)), standing }, poll);
    if (start.unplaced.length === 0) return { ground, start };
  }
  return null;
}

/** The request with its plain sheet so many times as long. Tolerances stay. */
function lengthened({ request, frame }: Problem, times: number): NestRequest {
  const [bin] = request.bins;
  const { minX, maxX, minY, maxY } = boxOf(rotatedIntoFrame(frame, ringOf(bin!.boundary.points)));
  const end = minX + times * (maxX - minX);
  const points = (
    [
      [minX, minY],
      [end, minY],
      [end, maxY],
      [minX, maxY],
    ] as const
  ).map((corner) => pointFromFrame(frame, corner));
  const bins = [{ ...bin!, boundary: { ...bin!.boundary, points }, holes: [] }];
  return { ...request, measure: smallerSide(request), bins, warmStart: [] };
}

/** The first layout of a request: boxes, blocks and cells where parts are many or intricate, else the best of the first plans. */

import { inBlocks, isRepetitive, Tilings } from './construct/blocks.js';
import { construct } from './construct/construct.js';
import { firstPlans } from './construct/first-plans.js';
import type { Groundwork } from './construct/groundwork.js';
import { inCells, isForCells } from './construct/in-cells.js';
import type { Plan } from './construct/plan.js';
import { hasRoomForBoxes, isForBoxes, overSkylines } from './construct/skyline.js';
import { type Showing, type Turns, turnsUntil } from './construct/turns.js';
import type { Layout } from './layout/layout.js';
import { isBetter, type Measures } from './layout/measure.js';
import type { Problem } from './layout/problem.js';
import type { Placement } from './request.js';

/** A layout that passed the exact check. */
export interface Checked {
  readonly layout: Layout;
  /** As sent. Parts that match may lie at another phase than in the layout. */
  readonly placements: readonly Placement[];
  readonly measures: Measures;
}

/** The search that a first layout is for. */
export interface Beginning {
  readonly ground: Groundwork;
  /** The best layout so far. */
  readonly best: Pick<Checked, 'layout' | 'measures'> | null;
  readonly poll: () => void;
  /** Seconds of the request so far. */
  readonly elapsed: () => number;
  /** A constructed layout without faults, with the least used sheet last. */
  built(layout: Layout): Checked;
  /** The same, with all sheets as they are. */
  completed(layout: Layout): Checked;
  /** A layout of the search, in the problem of `ground`. */
  inGround(layout: Layout): Layout;
  /** Makes it the best layout, and sends it. `isPartial`: the rest of it is being made. */
  accept(checked: Checked, isPartial?: boolean): void;
}

/** Fewer parts than this get their first layout at once. */
const manyParts = 20;

/** Orders of this many parts, most of them copies, begin with blocks. The first plans follow where blocks leave parts out. */
const manyCopies = 500;

/** With more corners in all shapes a construction takes a second, so that a first layout of some parts is welcome. */
const manyCorners = 500;

/** After this effort (see `NoFitCache`) of the first plans, about a second, cells come first. */
const quickEffort = 4e7;

/** Cells of the mean part: more of them where a few parts are left out, as a share of all. */
const cellsOfPart = [400, 1600];
const mostLeft = 0.1;

/** Shares of the area, of the smallest parts, that go into the gaps between blocks. */
const sharesOfGaps = [0.1, 0];

/**
 * Returns the plan of the layout, from which a search may go on.
 * A layout that takes long shows its beginnings, the same ones on every machine.
 * @param end seconds of the request after which parts stay unplaced
 */
export function makeFirstLayout(run: Beginning, end: number): Plan {
  const { ground, poll } = run;
  const { problem } = ground;
  const plans = firstPlans(problem);
  const tilings = isRepetitive(problem) ? new Tilings(ground, poll) : null;
  const isLarge = tilings !== null && problem.parts.length >= manyCopies;
  const isSlow = isIntricate(problem);
  if (isSlow || problem.parts.length >= manyParts) glance(run, plans[0]!, isLarge || isSlow);
  const isShown = run.best === null || run.best.layout.unplaced.length > 0;
  const turns = turnsUntil(run.elapsed, end, isShown ? showing(run, run.built) : undefined);
  const isWhole = (): boolean => run.best?.layout.unplaced.length === 0;
  const isInCells = (isLarge || isSlow) && !isWhole() ? tryCells(run, plans[0]!) : null;
  if (isLarge) {
    tryBlocks(run, tilings, plans[0]!, turns);
    if (isWhole()) return plans[0]!;
  }
  const best = tryPlans(run, plans, unlessInCells(run, plans[0]!, turns, isInCells));
  if (tilings && !isLarge) tryBlocks(run, tilings, best);
  return best;
}

/**
 * Turns that are over once the first plans take long and cells have room for all parts.
 * @param known whether they have; null: not tried
 */
function unlessInCells(run: Beginning, plan: Plan, turns: Turns, known: boolean | null): Turns {
  const effort = (): number => run.ground.noFits.effort;
  const most = effort() + quickEffort;
  let isInCells = known;
  const isLong = (): boolean => effort() >= most;
  return {
    next(soFar) {
      if (isLong()) isInCells ??= tryCells(run, plan);
      turns.next(soFar);
    },
    isOver: () => (isInCells === true && isLong()) || turns.isOver(),
  };
}

/** Accepts the best layout of some plans, and returns its plan. */
function tryPlans(run: Beginning, plans: readonly Plan[], turns: Turns): Plan {
  const { ground, poll } = run;
  let best = plans[0]!;
  let first: Checked | null = null;
  for (const plan of plans) {
    if (first && turns.isOver()) break;
    const sound = run.built(construct(ground, plan, poll, turns));
    const { fitness } = sound.measures;
    if ([first, run.best].some((rival) => rival && fitness >= rival.measures.fitness)) continue;
    best = plan;
    first = sound;
    // the next plan takes as long as this one
    if (run.best) run.accept(sound);
  }
  if (first) acceptIfBetter(run, first);
  return best;
}

/** Whether a layout in cells has all parts. */
function tryCells(run: Beginning, plan: Plan): boolean {
  if (!isForCells(run.ground.problem)) return false;
  for (const count of cellsOfPart) {
    const checked = run.built(inCells(run.ground, plan, count, run.poll));
    acceptIfBetter(run, checked);
    const left = checked.layout.unplaced.length;
    if (left === 0) return true;
    if (left > mostLeft * run.ground.problem.parts.length) return false;
  }
  return false;
}

/**
 * Adds the missing parts to a layout, and keeps the others in their places. Returns the plan from which a search may go on.
 * Where that may take long, it shows the given layout before, and its own beginnings.
 * @param end seconds of the request after which parts stay unplaced
 */
export function completeLayout(run: Beginning, given: Checked, end: number): Plan {
  const { ground, poll } = run;
  const { problem } = ground;
  const [plan] = firstPlans(problem);
  const { placed, unplaced } = given.layout;
  if (unplaced.length === 0) {
    if (!run.best) run.accept(given);
    return plan!;
  }
  const mayTakeLong = isIntricate(problem) || problem.parts.length >= manyParts;
  if (!run.best && mayTakeLong && placed.length > 0) run.accept(given, true);
  const standing = run.inGround(given.layout).placed;
  const turns = turnsUntil(run.elapsed, end, mayTakeLong ? showing(run, run.completed) : undefined);
  acceptIfBetter(run, run.completed(construct(ground, { ...plan!, standing }, poll, turns)));
  return plan!;
}

function acceptIfBetter(run: Beginning, checked: Checked, isPartial = false): void {
  if (!run.best || isBetter(checked.measures, run.best.measures)) run.accept(checked, isPartial);
}

/** Whether a construction may take a second for the corners of its parts. */
function isIntricate({ shapes }: Problem): boolean {
  return shapes.reduce((sum, shape) => sum + shape.corners, 0) > manyCorners;
}

/** Shows the beginnings of a layout, each better than the one before. */
function showing(run: Beginning, checked: (layout: Layout) => Checked): Showing {
  return {
    effort: () => run.ground.noFits.effort,
    show: (soFar) => {
      if (soFar.placed.length === 0) return;
      acceptIfBetter(run, checked(soFar), true);
    },
  };
}

/** Where most parts are copies, blocks of them are often denser than one part after the other. */
function tryBlocks(run: Beginning, tilings: Tilings, plan: Plan, turns?: Turns): void {
  const { length } = run.ground.problem.parts;
  for (const gaps of length < manyCopies ? sharesOfGaps : sharesOfGaps.slice(0, 1)) {
    acceptIfBetter(run, run.built(inBlocks(tilings, plan, gaps, run.poll, turns)));
  }
}

/**
 * The first plans take a while with many parts or corners. So it first offers a layout of the parts' boxes, if all parts fit or
 * where a layout of some is welcome.
 */
function glance(run: Beginning, plan: Plan, takesSome: boolean): void {
  const { problem } = run.ground;
  if (isForBoxes(problem) || plan.standing.length > 0 || !hasRoomForBoxes(problem, 'some')) return;
  const checked = run.built(overSkylines(run.ground, plan, run.poll));
  if (checked.layout.unplaced.length === 0 || takesSome) run.accept(checked);
}

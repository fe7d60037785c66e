/**
 * The densest strip the engine can find: from a bottom-left start by overlap minimisation on ever shorter strips. Every
 * layout it reports is free of overlap to 3e-7 of the strip's height.
 */

import { Random } from '../search/random.js';
import { bottomLeft, byArea } from './bottom-left.js';
import type { Budget } from './budget.js';
import { type Arrangement, CollisionField } from './collision-field.js';
import { compact, reachOf } from './compact.js';
import { Exploration, type Feasible } from './explore.js';
import { SeparatingPlanes } from './separating-planes.js';
import { cosSin, prepareShapes, type ShapeSet } from './shapes.js';
import type { StripLayout, StripProblem } from './strip-problem.js';

export interface StripSearchOptions {
  readonly seed: number;
  /** Share of the time used, from 0 to 1; not asked when `workLimit` is given. */
  readonly timeUsed: () => number;
  /** Ends the search after so many thousand evaluated positions, whatever the clock says: the same seed, the same result. */
  readonly workLimit: number | null;
  readonly shouldStop: () => boolean;
  /** Called with each better layout. */
  readonly report: (layout: StripLayout) => void;
}

/** Share of the budget at which exploring ends and compressing begins. */
const exploreUntil = 0.8;
/** The first starts, short ones, share this part of the budget. */
const startsUntil = 0.4;
const starts = 6;

export function searchStrip(problem: StripProblem, options: StripSearchOptions): void {
  const shapes = prepareShapes(problem);
  const field = new CollisionField(shapes, options.seed);
  field.bind(shapes.itemTypes, shapes.itemTypes.length);
  const planes = new SeparatingPlanes(shapes, field.polygons, shapes.itemTypes, shapes.itemTypes.length);
  const random = new Random(options.seed);
  const { call } = field.kernel;
  const budget: Budget = {
    used: options.workLimit === null ? options.timeUsed : () => call.getEvaluations() / 1000 / options.workLimit!,
    stopped: () => options.shouldStop() || budget.used() >= 1,
  };
  let best: Feasible | null = null;
  const improved = (found: Feasible): void => {
    if (best && found.length >= best.length) return;
    best = found;
    options.report(toLayout(problem, shapes, found));
  };
  const run = (order: readonly number[]): Exploration => {
    const start = feasibleStart(shapes, planes, bottomLeft(shapes, field.polygons, order));
    improved(start);
    return new Exploration(field, planes, random, start, improved);
  };
  let leader = run(byArea(shapes));
  for (let k = 0; k < starts && !budget.stopped(); k++) {
    const exploration = k === 0 ? leader : run(shuffled(byArea(shapes), random));
    const until = (startsUntil * (k + 1)) / starts;
    exploration.explore({ used: budget.used, stopped: () => budget.stopped() || budget.used() >= until });
    if (exploration.best.length < leader.best.length) leader = exploration;
  }
  leader.explore({ used: budget.used, stopped: () => budget.stopped() || budget.used() >= exploreUntil });
  leader.compress({ used: () => (budget.used() - exploreUntil) / (1 - exploreUntil), stopped: budget.stopped });
}

function feasibleStart(shapes: ShapeSet, planes: SeparatingPlanes, at: Arrangement): Feasible {
  const length = reachOf(shapes, shapes.itemTypes, at);
  for (const stretch of [0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1]) {
    const trial = { x: at.x.map((x) => x * (1 + stretch)), y: at.y.slice(), turn: at.turn.slice() };
    if (planes.repair(trial, length * (1 + stretch))) return compact(planes, trial, length * (1 + stretch));
  }
  throw new Error('a bottom-left layout could not be made exact');
}

/** An order with every item moved a little: weights times a random factor. */
function shuffled(order: readonly number[], random: Random): number[] {
  const rank = order.map((item, place) => [item, place + (random.next() - 0.5) * order.length * 0.8] as const);
  return rank.sort((a, b) => a[1] - b[1]).map(([item]) => item);
}

function toLayout(problem: StripProblem, shapes: ShapeSet, { at, length }: Feasible): StripLayout {
  const n = at.x.length;
  const x = new Float64Array(n);
  const y = new Float64Array(n);
  const rotation = new Int32Array(n);
  for (let i = 0; i < n; i++) {
    const degrees = shapes.angles[at.turn[i]!]!;
    const [c, s] = cosSin(degrees);
    const sent = problem.types[problem.items[i]!]!;
    rotation[i] = sent.rotations.findIndex((angle) => ((angle % 360) + 360) % 360 === degrees);
    const reference = shapes.references[problem.items[i]!]!;
    x[i] = at.x[i]! / shapes.scale - (reference[0] * c - reference[1] * s);
    y[i] = at.y[i]! / shapes.scale - (reference[0] * s + reference[1] * c);
  }
  return { x, y, rotation, length: length / shapes.scale };
}

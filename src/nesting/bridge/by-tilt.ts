/**
 * Searches a request with a rotation tolerance: first without tilt for most of the budget, then the parts of the best
 * layout turn together. The rest goes to searches with a few tilted rotations of each part, which begin with the straight
 * layout. Their best layout turns as well. Tilt from the start on is slower than it is worth: at 20 s, markers of shirts lose
 * 0.4 points by it.
 */

import { contextIn, type Slice, untilEndOf } from '../construct/context-in.js';
import { searchDetail } from '../construct/detail.js';
import { Groundwork } from '../construct/groundwork.js';
import { largestFirst } from '../construct/plan.js';
import type { Search, SearchContext } from '../construct/search.js';
import { ExactCheck } from '../layout/exact-check.js';
import { type Layout, layoutIn, placementsOf } from '../layout/layout.js';
import { Phases } from '../layout/match-errors.js';
import { Problem } from '../layout/problem.js';
import { hasTilt, tilted } from '../layout/tilt.js';
import type { NestRequest } from '../request.js';
import { canTurn, turnParts } from './turning.js';

/** The steps of tilt to each side, by the share of the budget until which they are searched. */
interface Stage {
  readonly until: number;
  readonly perSide: number;
  readonly reach: number;
}

/** `plainUntil`: the share of the budget that a search without tilt gets. */
interface Schedule {
  readonly plainUntil: number;
  readonly stages: readonly Stage[];
}

/** Turning takes a second for a hundred parts, and gains more than a search with tilted rotations does in ten. */
const turning: Schedule = {
  plainUntil: 0.9,
  stages: [
    { until: 0.97, perSide: 2, reach: 2 },
    { until: 1, perSide: 8, reach: 1 },
  ],
};
const searching: Schedule = {
  plainUntil: 0.7,
  stages: [
    { until: 0.88, perSide: 2, reach: 2 },
    { until: 1, perSide: 8, reach: 1 },
  ],
};

export function byTilt(search: Search): Search {
  return (context, plan) => {
    if (!hasTilt(context.problem.request)) {
      search(context, plan);
      return;
    }
    const { plainUntil, stages } = canTurn(context.problem) ? turning : searching;
    const first = { from: context.used(), until: plainUntil };
    untilEndOf(first, () =>
      search(
        contextIn(context, context.ground, () => context.best, undefined, first),
        plan,
      ),
    );
    const own = new OwnBest(context);
    for (const stage of stages) {
      turnParts(context, own.layout);
      searchTilted(context, search, stage, own);
    }
  };
}

/** The best layout of the searches. The one of the context may have turned, and then no search goes on from it. */
class OwnBest {
  layout: Layout;
  readonly #context: SearchContext;
  readonly #check: ExactCheck;
  #fitness: number;

  constructor(context: SearchContext) {
    this.#context = context;
    this.#check = new ExactCheck(context.problem.request, context.poll);
    this.layout = context.best;
    this.#fitness = context.offer(this.layout).fitness;
  }

  /** Takes over a better layout of another problem, if it is sound. */
  offered(problem: Problem, layout: Layout, fitness: number): void {
    if (fitness >= this.#fitness || this.#check.faults(placementsOf(problem, layout)).length > 0) return;
    this.layout = layoutIn(this.#context.problem, problem, layout);
    this.#fitness = fitness;
  }
}

function searchTilted(context: SearchContext, search: Search, stage: Stage, own: OwnBest): void {
  const slice: Slice = { from: context.used(), until: stage.until };
  if (slice.from >= slice.until) return;
  const { poll, problem: whole } = context;
  const problem = new Problem(tiltedRequest(whole, own.layout, stage, slice), searchDetail, poll);
  const ground = new Groundwork(problem, poll);
  const offered = (layout: Layout, fitness: number): void => own.offered(problem, layout, fitness);
  const inTilt = contextIn(context, ground, () => layoutIn(problem, whole, own.layout), offered, slice);
  untilEndOf(slice, () => search(inTilt, largestFirst(problem)));
}

/** Parts that match keep the phases of the layout. */
function tiltedRequest(whole: Problem, layout: Layout, stage: Stage, { from, until }: Slice): NestRequest {
  const { request } = whole;
  const placements = placementsOf(whole, layout);
  const phases = new Phases(request).ofGroups(placements).map((phase) => phase ?? 0);
  const { workLimit } = request;
  const own = workLimit === null ? null : Math.max(1, Math.round(workLimit * (until - from)));
  const goesOn = { workLimit: own, refines: true, warmStart: [] };
  return { ...tilted(request, placements, stage), ...(phases.length > 0 && { phases }), ...goesOn };
}

/**
 * Searches a request with a rotation tolerance: first without tilt, then from the best layout on with some tilted
 * rotations of each part, at last with finer ones beside those in use. No-fit polygons of tilted pairs are made where
 * parts meet. Tilt from the start on is slower than it is worth: at 20 s, markers of shirts lose 0.4 points by it.
 */

import { contextIn, type Slice, untilEndOf } from '../construct/context-in.js';
import { searchDetail } from '../construct/detail.js';
import { Groundwork } from '../construct/groundwork.js';
import { largestFirst } from '../construct/plan.js';
import type { Search, SearchContext } from '../construct/search.js';
import { layoutIn, placementsOf } from '../layout/layout.js';
import { Problem } from '../layout/problem.js';
import { hasTilt, tilted } from '../layout/tilt.js';

/** Share of the budget that a search without tilt gets. */
const plainUntil = 0.7;
/** The steps of tilt to each side, by the share of the budget until which they are searched. */
const stages = [
  { until: 0.88, perSide: 2, reach: 2 },
  { until: 1, perSide: 8, reach: 1 },
];

export function byTilt(search: Search): Search {
  return (context, plan) => {
    if (!hasTilt(context.problem.request)) {
      search(context, plan);
      return;
    }
    const first = { from: context.used(), until: plainUntil };
    untilEndOf(first, () =>
      search(
        contextIn(context, context.ground, () => context.best, undefined, first),
        plan,
      ),
    );
    for (const stage of stages) searchTilted(context, search, stage, { from: context.used(), until: stage.until });
  };
}

function searchTilted(context: SearchContext, search: Search, stage: (typeof stages)[number], slice: Slice): void {
  if (slice.from >= slice.until) return;
  const { poll, problem: whole } = context;
  const placements = placementsOf(whole, context.best);
  const { workLimit } = whole.request;
  const own = workLimit === null ? null : Math.max(1, Math.round(workLimit * (slice.until - slice.from)));
  const request = { ...tilted(whole.request, placements, stage), workLimit: own, refines: true };
  const problem = new Problem(request, searchDetail, poll);
  const ground = new Groundwork(problem, poll);
  const inTilt = contextIn(context, ground, () => layoutIn(problem, whole, context.best), undefined, slice);
  untilEndOf(slice, () => search(inTilt, largestFirst(problem)));
}

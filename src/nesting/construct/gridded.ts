/**
 * Layouts on a grid too fine for the overlap search to keep to. The overlap search solves the problem without the grid,
 * with spare room between the parts. Each layout is then moved onto the grid. Parts may move farther than the spare
 * room, so a part in the way of another makes room or goes elsewhere.
 */

import { type Layout, layoutOf, placementsOf } from '../layout/layout.js';
import type { Placed } from '../layout/placed.js';
import { Problem } from '../layout/problem.js';
import { construct } from './construct.js';
import { searchDetail } from './detail.js';
import { Groundwork } from './groundwork.js';
import { largestFirst, type Nearness } from './plan.js';
import type { SearchContext } from './search.js';

/**
 * A grid is fine if its step is less than this share of a typical part's side. The genetic search takes coarser grids.
 */
const fineShare = 1 / 12;
/**
 * The spare room between two parts, in steps of the grid. A marker of shirts, 175 mm a side, on a grid of 5 mm reaches
 * 81.8 % with 0.6 to 0.75. It reaches 80.5 % with 1, 76.4 % with 0.3, and 84.2 % without a grid.
 */
const spare = 0.75;

/** Whether the problem has a fine grid. */
export function hasFineGrid(problem: Problem): boolean {
  const { snaps, parts } = problem;
  const side = Math.sqrt(parts.reduce((sum, { shape }) => sum + shape.area, 0) / parts.length);
  return snaps && coarsestStep(problem) < fineShare * side;
}

/** The context of a search that knows nothing of the grid. */
export function withoutGrid(context: SearchContext): SearchContext {
  const { problem, poll } = context;
  const { request } = problem;
  const room = spare * coarsestStep(problem);
  const free = new Problem(
    {
      ...request,
      matchingType: 'solid',
      minDistance: request.minDistance + room,
      polygons: request.polygons.map((polygon) =>
        polygon.spacing ? { ...polygon, spacing: polygon.spacing + room } : polygon,
      ),
      match: [],
      bins: request.bins.map((bin) => ({ ...bin, cellWidth: 0, cellHeight: 0 })),
    },
    searchDetail,
    poll,
  );
  const ground = new Groundwork(free, poll);
  return {
    problem: free,
    ground,
    random: context.random,
    best: construct(ground, largestFirst(free), poll),
    poll,
    step: context.step,
    used: context.used,
    endGeneration: context.endGeneration,
    threads: context.threads,
    // A layout on the grid lacks the spare room, so this search cannot go on from it.
    adopt: () => {
      context.adopt();
      return null;
    },
    offer: (layout) => context.offer(ontoGrid(context, layoutOf(problem, placementsOf(free, layout)))),
  };
}

/** In units of the request. */
function coarsestStep({ sheets, frame }: Problem): number {
  const steps = sheets.flatMap(({ shape: { along, across } }) => [along?.step ?? 0, across?.step ?? 0]);
  return Math.max(...steps) / frame.scale;
}

/**
 * Moves every part to the nearest free place on the grid, then slides all back along their lines, or along the lines
 * beside.
 */
function ontoGrid(context: SearchContext, layout: Layout): Layout {
  const near = moved(context, layout, 'nearest');
  const slid = shorter(near, moved(context, near, 'same line'));
  return shorter(slid, moved(context, slid, 'lines beside'));
}

/** Places each part anew near its place, in the order of their front edges along. */
function moved({ problem, ground, poll }: SearchContext, { placed }: Layout, nearness: Nearness): Layout {
  const plan = largestFirst(problem);
  const orientations = plan.orientations.slice();
  const near: (Placed | undefined)[] = [];
  for (const one of placed) {
    orientations[one.part.index] = one.variant.orientation;
    near[one.part.index] = one;
  }
  const lies = plan.order.filter(({ index }) => near[index]);
  const front = (at: Placed): number => at.along + at.variant.box.minX;
  lies.sort((a, b) => front(near[a.index]!) - front(near[b.index]!));
  const order = [...lies, ...plan.order.filter(({ index }) => !near[index])];
  return construct(ground, { ...plan, order, orientations, near, nearness }, poll);
}

function shorter(a: Layout, b: Layout): Layout {
  if (a.unplaced.length !== b.unplaced.length) return a.unplaced.length < b.unplaced.length ? a : b;
  return reach(b) < reach(a) ? b : a;
}

function reach({ placed }: Layout): number {
  return placed.reduce((most, { along, variant }) => Math.max(most, along + variant.box.maxX), 0);
}

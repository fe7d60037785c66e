/**
 * Searches a request with direction groups. Each choice of a direction for every group makes a request without groups.
 * The choices get a first layout each, the best of them a short search each, and the best one the rest of the budget.
 */

import { construct } from '../construct/construct.js';
import { contextIn, type Slice, untilEndOf } from '../construct/context-in.js';
import { searchDetail } from '../construct/detail.js';
import { Groundwork } from '../construct/groundwork.js';
import { largestFirst } from '../construct/plan.js';
import type { Search, SearchContext } from '../construct/search.js';
import { type DirectionGroup, type Directions, directed, directionsOf, layableGroups } from '../layout/directions.js';
import { ExactCheck } from '../layout/exact-check.js';
import { type Layout, layoutOf, placementsOf } from '../layout/layout.js';
import { Problem } from '../layout/problem.js';
import { repaired } from '../layout/repaired.js';
import type { Placement } from '../request.js';
import { choicesOfDirections } from './direction-choices.js';

/** Share of the budget for the first layouts of other choices. */
const lookShare = 0.05;
/** The choices that get a short search, and the share of the budget of each round of such searches. */
const entries = 4;
const roundShare = 0.15;

/** A choice of directions, and its best layout. */
interface Entry {
  readonly directions: Directions;
  placements: readonly Placement[];
  fitness: number;
}

/** The same search for every request: it never sees a direction group. `short` is the search of the other choices. */
export function byDirection(search: Search, short = search): Search {
  return (context, plan) => {
    const groups = layableGroups(context.problem.request);
    if (groups.length === 0) search(context, plan);
    else new DirectionSearch(context, groups, search, short).run();
  };
}

class DirectionSearch {
  readonly #check: ExactCheck;

  readonly #context: SearchContext;
  readonly #groups: readonly DirectionGroup[];
  readonly #search: Search;
  readonly #short: Search;

  constructor(context: SearchContext, groups: readonly DirectionGroup[], search: Search, short: Search) {
    this.#context = context;
    this.#groups = groups;
    this.#search = search;
    this.#short = short;
    this.#check = new ExactCheck(context.problem.request, context.poll);
  }

  run(): void {
    let running = this.#first();
    let from = this.#context.used();
    while (running.length > 1) {
      const until = Math.min(0.9, from + roundShare);
      for (const [k, entry] of running.entries()) {
        const start = this.#context.used();
        const end = from + ((until - from) * (k + 1)) / running.length;
        if (start < end) this.#searchIn(entry, { from: start, until: end }, this.#short);
      }
      running = best(running, Math.ceil(running.length / 2));
      from = until;
    }
    this.#searchIn(running[0]!, { from: this.#context.used(), until: 1 }, this.#search);
  }

  /** The choices with the best first layouts. */
  #first(): Entry[] {
    const { problem, random } = this.#context;
    const { request } = problem;
    const placements = placementsOf(problem, this.#context.best);
    const locked = new Set(request.locked?.map(({ index }) => index));
    const first = directionsOf(this.#groups, placements, (index) => locked.has(index));
    const found: Entry[] = [{ directions: first, placements, fitness: this.#fitness(this.#context.best) }];
    // A search that only goes on from its start keeps the directions of the start.
    if (request.refines) return found;
    for (const directions of choicesOfDirections(request, this.#groups, first, random)) {
      if (this.#context.used() >= lookShare) break;
      found.push(this.#opened(directions));
    }
    return best(found, entries);
  }

  /** A choice with its first layout. */
  #opened(directions: Directions): Entry {
    const { step, poll } = this.#context;
    step();
    const ground = this.#groundOf(directions, 1);
    const layout = construct(ground, largestFirst(ground.problem), poll);
    const { placements } = repaired(ground.problem, this.#check, layout);
    return { directions, placements, fitness: this.#fitness(layoutOf(this.#context.problem, placements)) };
  }

  #fitness(layout: Layout): number {
    return this.#context.offer(layout).fitness;
  }

  /** `share`: the part of a work limit that a search of the problem has. */
  #groundOf(directions: Directions, share: number): Groundwork {
    const { problem, poll } = this.#context;
    const { workLimit } = problem.request;
    const request = {
      ...directed(problem.request, this.#groups, directions),
      workLimit: workLimit === null ? null : Math.max(1, Math.round(workLimit * share)),
    };
    return new Groundwork(new Problem(request, searchDetail, poll), poll);
  }

  #searchIn(entry: Entry, slice: Slice, search: Search): void {
    const context = this.#context;
    const ground = this.#groundOf(entry.directions, slice.until - slice.from);
    const { problem } = ground;
    const own = { best: layoutOf(problem, entry.placements) };
    let known = context.best;
    const offered = (layout: Layout, fitness: number): void => {
      // The best layout of all is sound; another one has to prove it.
      const isBest = context.best !== known;
      known = context.best;
      if (fitness >= entry.fitness) return;
      const placements = placementsOf(problem, layout);
      if (!isBest && this.#check.faults(placements).length > 0) return;
      own.best = layout;
      entry.placements = placements;
      entry.fitness = fitness;
    };
    const inDirection = contextIn(context, ground, () => own.best, offered, slice);
    untilEndOf(slice, () => search(inDirection, largestFirst(problem)));
  }
}

/** Some entries of the least fitness. */
function best(found: readonly Entry[], most: number): Entry[] {
  return [...found].sort((a, b) => a.fitness - b.fitness).slice(0, most);
}

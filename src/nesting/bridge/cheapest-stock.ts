/**
 * Chooses the cheapest bins where bins have costs. Each promising choice of bins is nested in turn, for a slice of the time;
 * the better half goes on. The rest of the time belongs to the bins of the best layout.
 */

import { construct } from '../construct/construct.js';
import { searchDetail } from '../construct/detail.js';
import { Groundwork } from '../construct/groundwork.js';
import { largestFirst } from '../construct/plan.js';
import type { Search, SearchContext } from '../construct/search.js';
import { hasCosts } from '../layout/cost.js';
import { smallerSide } from '../layout/frame.js';
import { type Layout, layoutOf, placementsOf } from '../layout/layout.js';
import { isBetter, type Measures } from '../layout/measure.js';
import { Problem } from '../layout/problem.js';
import type { GivenPlacement, NestRequest } from '../request.js';
import { dearestLast, kindsOf, type StockChoice, stockChoices } from './stock-choices.js';

/** Share of the budget in which all parts must have found room before a choice of bins begins. */
const placedUntil = 0.3;
/** End of the choice, as a share of the budget. */
const chosenUntil = 0.65;
/** So many choices are looked at. */
const mostChoices = 24;

/** Ends the slice of one choice. */
class SliceEnded extends Error {
  override readonly name = 'SliceEnded';
}

/** `search` where costs decide nothing, else `search` on one choice of bins after the other. */
export function cheapestStock(search: Search): Search {
  return (context, plan) => {
    const { problem } = context;
    if (!hasCosts(problem.request) || kindsOf(problem).length === 1) search(context, plan);
    else new StockSearch(context, search).run();
  };
}

/** A choice of bins as a problem of its own. */
interface Tried {
  readonly choice: StockChoice;
  readonly problem: Problem;
  readonly ground: Groundwork;
  /** Its best layout, in terms of its own problem. */
  best: Layout;
  measures: Measures;
}

class StockSearch {
  readonly #context: SearchContext;
  readonly #search: Search;

  constructor(context: SearchContext, search: Search) {
    this.#context = context;
    this.#search = search;
  }

  /** Runs until the context ends it. */
  run(): void {
    const context = this.#context;
    const all = context.problem.sheets.map((_, bin) => bin);
    if (context.best.unplaced.length > 0) {
      this.#slice(this.#startOn(all), placedUntil, ({ unplaced }) => unplaced === 0);
      if (context.best.unplaced.length > 0) this.#slice(this.#startOn(all), 1, () => false);
    }
    this.#choose();
    const used = this.#used();
    this.#slice(this.#startOn(used.length > 0 ? used : all), 1, () => false);
  }

  #choose(): void {
    const context = this.#context;
    const { problem } = context;
    const held = new Set(problem.request.locked?.map(({ bin }) => bin));
    let tried: Tried[] = [];
    const known = { cost: this.#cost(), used: this.#used().length };
    for (const choice of stockChoices(problem, held, known, mostChoices)) {
      if (choice.leastCost < this.#cost()) tried.push(this.#start(choice));
    }
    const from = context.used();
    const rounds = Math.ceil(Math.log2(Math.max(2, tried.length)));
    for (let round = 0; round < rounds && tried.length > 0; round++) {
      const until = from + ((chosenUntil - from) * (round + 1)) / rounds;
      tried = tried.filter((one) => this.#isOpen(one));
      for (const [k, one] of tried.entries()) {
        const share = (until - context.used()) / (tried.length - k);
        if (share <= 0 || !this.#isOpen(one)) continue;
        // Once all parts have room on bins of a fixed price, the choice costs what it costs.
        this.#slice(one, context.used() + share, ({ unplaced }) => unplaced === 0 && !one.choice.isByLength);
      }
      tried.sort((a, b) => (isBetter(a.measures, b.measures) ? -1 : 1));
      tried = tried.slice(0, Math.ceil(tried.length / 2));
    }
  }

  /** Whether a choice may still lead to a cheaper layout. */
  #isOpen({ choice, measures }: Tried): boolean {
    const isSettled = measures.unplaced === 0 && !choice.isByLength;
    return choice.leastCost < this.#cost() && !isSettled;
  }

  /** The bins of the best layout. */
  #used(): number[] {
    return [...new Set(this.#context.best.placed.map(({ sheet }) => sheet))];
  }

  /** Of the best layout. */
  #cost(): number {
    const { best, offer } = this.#context;
    return offer(best).cost;
  }

  /** Bins on which the best layout lies, or all: the search goes on from that layout. */
  #startOn(bins: readonly number[]): Tried {
    const { problem, best } = this.#context;
    const inOrder = dearestLast(problem, bins);
    const to = new Map(inOrder.map((bin, i) => [bin, i]));
    const placements = placementsOf(problem, best).map((placement) => ({ ...placement, bin: to.get(placement.bin)! }));
    const choice = { bins: inOrder, leastCost: 0, fill: 0, isByLength: true };
    return this.#start(choice, (own) => layoutOf(own, placements));
  }

  #start(choice: StockChoice, layout?: (own: Problem) => Layout): Tried {
    const { problem, poll } = this.#context;
    const own = new Problem(onBins(problem.request, choice.bins), searchDetail, poll);
    const ground = new Groundwork(own, poll);
    const best = layout ? layout(own) : construct(ground, largestFirst(own), poll);
    return { choice, problem: own, ground, best, measures: this.#offer(choice, own, best) };
  }

  #offer({ bins }: StockChoice, own: Problem, layout: Layout): Measures {
    const { offer, problem } = this.#context;
    const placements = placementsOf(own, layout).map((placement) => ({ ...placement, bin: bins[placement.bin]! }));
    return offer(layoutOf(problem, placements));
  }

  /** Searches one choice until a share of the whole budget is used, or its layout is good enough. */
  #slice(tried: Tried, until: number, isEnough: (measures: Measures) => boolean): void {
    const context = this.#context;
    const from = context.used();
    const check = (): void => {
      if (until < 1 && (context.used() >= until || isEnough(tried.measures))) throw new SliceEnded();
    };
    const own: SearchContext = {
      problem: tried.problem,
      ground: tried.ground,
      random: context.random,
      get best() {
        return tried.best;
      },
      poll: () => {
        context.poll();
        check();
      },
      step: () => {
        check();
        context.step();
      },
      used: () => (context.used() - from) / (until - from),
      endGeneration: context.endGeneration,
      // Slices of work would end the second thread at places that depend on its pace.
      threads: tried.problem.request.workLimit === null ? context.threads : 1,
      // A layout of another instance may lie on other bins, so this search cannot go on from it.
      adopt: () => {
        context.adopt();
        return null;
      },
      offer: (layout) => {
        const measures = this.#offer(tried.choice, tried.problem, layout);
        if (isBetter(measures, tried.measures)) {
          tried.best = layout;
          tried.measures = measures;
        }
        return measures;
      },
    };
    try {
      check();
      this.#search(own, largestFirst(tried.problem));
    } catch (error) {
      if (!(error instanceof SliceEnded)) throw error;
    }
  }
}

/** The request on some of its bins, with the tolerances of the whole one. */
function onBins(request: NestRequest, bins: readonly number[]): NestRequest {
  const to = new Map(bins.map((bin, i) => [bin, i]));
  const moved = (given: readonly GivenPlacement[]): GivenPlacement[] =>
    given.flatMap((placement) => {
      const bin = to.get(placement.bin);
      return bin === undefined ? [] : [{ ...placement, bin }];
    });
  return {
    ...request,
    measure: smallerSide(request),
    bins: bins.map((bin) => request.bins[bin]!),
    locked: moved(request.locked ?? []),
    warmStart: [],
  };
}

/**
 * The overlap search on a region, which it uses less and less. It shortens and separates; when that fails, it disturbs
 * one of the least bad layouts and tries again. A mapped lattice separates quickly, so there each shorter limit
 * scatters all items anew. The neighbours of a fitting layout mostly have one small overlap that nothing takes apart.
 * For the same reason a search over few items, or with a large budget, evolves. It begins with scattered items, within
 * limits so tight that the best layout cut short is no better than others.
 */

import type { Random } from '../../random.js';
import type { Arrangement } from './arrangement.js';
import { type Breadth, exchangesOf, keptOf } from './breadth.js';
import type { Budget } from './budget.js';
import { copyOf, type Feasible } from './compact.js';
import { disturb } from './disturb.js';
import { type Failure, Pool } from './pool.js';
import type { Bounded, Region } from './region.js';
import { scattered } from './scatter.js';
import { type Patience, separate } from './separate.js';
import { largestStep, longerStep, type Pace, smallestStep } from './steps.js';

/** Shares that each step of evolving layouts has to save, from the first step to the last. */
const bold = { first: 0.012, last: 0.002 };
/** Shares that gentle steps save, from the first to the last. */
const gentle = { first: 5e-4, last: 1e-5, shorter: 0.7 };

export interface Manner {
  readonly random: Random;
  readonly patience: Patience;
  readonly pace: Pace;
  /** How many of the least bad layouts the pool keeps, and how much of one a try disturbs. */
  readonly breadth: Breadth;
  /**
   * Share of the failures after which the search cuts the best layout at a random place instead of disturbing a bad
   * one. The cut saves a half to a sixteenth of the smallest step.
   */
  readonly fineTries: number;
}

type Attempt<L> =
  | { readonly outcome: 'stopped' }
  | { readonly outcome: 'separated'; readonly layout: Feasible; readonly limits: L; readonly passes: number }
  | { readonly outcome: 'failed'; readonly failure: Failure<L> };

export class Shrinking<L, R extends Region<L>> {
  #step = largestStep;
  readonly #pool: Pool<L>;

  readonly #manner: Manner;

  constructor(
    readonly region: R,
    manner: Manner,
  ) {
    this.#manner = manner;
    this.#pool = new Pool(keptOf(manner.breadth));
  }

  /**
   * Shortens until the budget ends, `mostFailures` tries in a row fail, or nothing is left to shorten. With `adopts` it
   * takes over a better layout found elsewhere after a failure. (Gardeyn, Vanden Berghe and Wauters 2025, algorithm 12,
   * doi:10.48550/arXiv.2509.13329; the pool and its draws are theirs, too.)
   */
  explore(budget: Budget, adopts: boolean, mostFailures = Infinity): void {
    const { region } = this;
    const isMapped = region.field.lines?.isMapped ?? false;
    const shorter = (): Bounded<L> => {
      this.#pool.clear();
      const limits = region.less(this.#step);
      return isMapped ? this.#scattered(limits) : { at: region.cut(region.best(), limits, 0.5), limits };
    };
    let next = shorter();
    let { limits } = next;
    for (let failures = 0; !budget.stopped() && failures < mostFailures; ) {
      const attempt = this.#attempt(next, budget);
      if (attempt.outcome === 'stopped') return;
      if (attempt.outcome === 'separated') {
        region.accept(attempt.layout, attempt.limits, 'rough');
        if (region.isEmpty) return;
        this.#step = this.#manner.pace(this.#step, { passes: attempt.passes, failures });
        failures = 0;
      } else {
        failures++;
        if (this.#step > smallestStep) this.#step = smallestStep;
        else if (!adopts || !region.adopt()) {
          this.#pool.keep(attempt.failure);
          next = isMapped ? this.#disturbed(limits) : this.#varied(limits);
          continue;
        }
      }
      next = shorter();
      limits = next.limits;
    }
  }

  /** Keeps one pool of the least bad layouts through all limits until the budget ends; the first ones are scattered. */
  evolve(budget: Budget): void {
    const { region } = this;
    const share = (): number => bold.first * (bold.last / bold.first) ** Math.max(0, Math.min(1, budget.used()));
    this.#pool.clear();
    this.#step = share();
    let next = this.#scattered(region.less(this.#step));
    while (!budget.stopped()) {
      const attempt = this.#attempt(next, budget);
      if (attempt.outcome === 'stopped') return;
      if (attempt.outcome === 'separated') region.accept(attempt.layout, attempt.limits, 'rough');
      else this.#pool.keep(attempt.failure);
      region.adopt();
      this.#step = share();
      const limits = region.less(this.#step);
      next = this.#pool.isEmpty ? this.#scattered(limits) : this.#disturbed(limits);
    }
  }

  /**
   * Cuts the best layout at random places by gentle steps and disturbs nothing. The steps get shorter with the budget,
   * or with each failure where `mostFailures` ends it. (Algorithm 13 of the same paper.)
   */
  compress(budget: Budget, mostFailures = Infinity): void {
    const { region } = this;
    const manner = this.#manner;
    const byBudget = (): number => gentle.first * (gentle.last / gentle.first) ** Math.min(1, budget.used());
    let step = gentle.first;
    for (let failures = 0; !budget.stopped() && failures < mostFailures; ) {
      region.adopt();
      if (mostFailures === Infinity) step = byBudget();
      const limits = region.less(step);
      const attempt = this.#attempt({ at: region.cut(region.best(), limits, manner.random.next()), limits }, budget);
      if (attempt.outcome === 'stopped') return;
      if (attempt.outcome === 'separated') {
        region.accept(attempt.layout, attempt.limits, 'fine');
        if (region.isEmpty) return;
        if (failures === 0) step = longerStep(step);
        failures = 0;
      } else {
        failures++;
        step = Math.max(gentle.last, step * gentle.shorter);
      }
    }
  }

  /**
   * Tries within the same limits until nothing overlaps; null after `mostFailures` failures or at the end of the
   * budget.
   */
  resolve(start: Bounded<L>, budget: Budget, mostFailures = Infinity): Feasible | null {
    this.#pool.clear();
    let next = start;
    for (let failures = 0; !budget.stopped() && failures < mostFailures; failures++) {
      const attempt = this.#attempt(next, budget);
      if (attempt.outcome === 'separated') return attempt.layout;
      if (attempt.outcome === 'stopped') return null;
      this.#pool.keep(attempt.failure);
      next = this.#disturbed(start.limits);
    }
    return null;
  }

  #attempt({ at, limits }: Bounded<L>, budget: Budget): Attempt<L> {
    const { region } = this;
    const manner = this.#manner;
    const { field, planes } = region;
    field.put(region.settle(at, limits));
    field.kernel.call.resetWeights();
    const result = separate(field, planes, region.lengthOf(limits), manner.patience, budget, region.longest);
    // A layout separated without a pass is work too: a run of such layouts would otherwise never meet its limit.
    if (result.passes === 0) budget.passed();
    budget.attempted();
    if (result.outcome === 'stopped') return { outcome: 'stopped' };
    const layout = result.outcome === 'separated' ? region.repair(result, limits) : null;
    if (layout) return { outcome: 'separated', layout, limits, passes: result.passes };
    return { outcome: 'failed', failure: { at: result.at, limits, loss: result.loss } };
  }

  /** Scatters all items anywhere within limits. */
  #scattered(limits: L): Bounded<L> {
    const { region } = this;
    const manner = this.#manner;
    return { at: scattered(region.field, region.lengthOf(limits), manner.random), limits };
  }

  /** Now and then the best layout cut by a little; else a disturbed one. */
  #varied(limits: L): Bounded<L> {
    const { random, fineTries } = this.#manner;
    if (fineTries === 0 || random.next() >= fineTries) return this.#disturbed(limits);
    const less = this.region.less(this.#step * 0.5 ** (1 + 3 * random.next()));
    return { at: this.region.cut(this.region.best(), less, random.next()), limits: less };
  }

  /** One of the least bad layouts with some of its items in other places. */
  #disturbed(limits: L): Bounded<L> {
    const { region } = this;
    const { random, breadth } = this.#manner;
    const drawn = this.#pool.draw(random);
    // Within tighter limits a layout is worse than its loss says, so it has to prove itself again. Within wider limits
    // it may fit.
    if (!region.isComparable(drawn.limits, limits)) {
      this.#pool.drop(drawn);
      return { at: region.cut(drawn, limits, random.next()), limits };
    }
    const exchanges = exchangesOf(breadth, region.field.freeItems, random);
    if (exchanges === 0) return { at: region.cut(drawn, limits, random.next()), limits };
    const at: Arrangement = copyOf(drawn.at);
    disturb(region.field, at, region.lengthOf(limits), random, exchanges);
    return { at, limits };
  }
}

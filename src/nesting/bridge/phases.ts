/**
 * Chooses the phases of garments that match on the cloth's pattern. The phase of a garment decides where each of its
 * parts may lie, so some phases pack better than others. Several choices compete: each is a problem of its own with a
 * short search, the better ones go on, and the best has the rest of the time.
 */

import { construct } from '../construct/construct.js';
import { contextIn, type Slice, untilEndOf } from '../construct/context-in.js';
import { searchDetail } from '../construct/detail.js';
import { Groundwork } from '../construct/groundwork.js';
import { largestFirst } from '../construct/plan.js';
import type { Search, SearchContext } from '../construct/search.js';
import { ExactCheck } from '../layout/exact-check.js';
import { type Layout, layoutIn, placementsOf } from '../layout/layout.js';
import { freeGroups, patternOf } from '../layout/matching.js';
import { Problem } from '../layout/problem.js';
import { repaired } from '../layout/repaired.js';

/** The rounds of the competition: how many choices take part, and the share of the budget at which it ends. */
const rounds = [
  { choices: 8, until: 0.3 },
  { choices: 3, until: 0.5 },
] as const;

/** Whether the search has phases to choose. */
export const hasFreePhases = ({ problem }: SearchContext): boolean => freeGroups(problem.request).length > 0;

/** Runs `search` with several phases of the free groups, and at last with the best ones; the context ends it. */
export function overPhases(context: SearchContext, search: Search): void {
  const choices: Choice[] = [];
  for (const { choices: most, until } of rounds) {
    choices.sort((a, b) => a.fitness - b.fitness);
    choices.length = Math.min(choices.length, most);
    const isFirst = choices.length === 0;
    for (let k = 0; k < (isFirst ? most : choices.length) && (k === 0 || context.used() < until); k++) {
      const left = (isFirst ? most : choices.length) - k;
      if (isFirst) {
        // A first layout is work, as in every search.
        context.step();
        choices.push(new Choice(context, k === 0 ? (context.problem.request.phases ?? []) : anyPhases(context)));
      }
      const from = context.used();
      const end = from + (until - from) / left;
      if (from < end) choices[k]!.search(search, { from, until: end });
    }
  }
  const best = choices.reduce((a, b) => (b.fitness < a.fitness ? b : a));
  best.search(search, { from: Math.min(context.used(), lastStart), until: 1 });
}

/** The last search has at least this much of the budget to count its own by. */
const lastStart = 0.99;

function anyPhases({ problem: { request }, random }: SearchContext): number[] {
  const phases = [...(request.phases ?? [])];
  const pattern = patternOf(request);
  for (const { group, axis } of freeGroups(request)) phases[group] = random.next() * pattern[axis]!.repeat;
  return phases;
}

/** The problem at certain phases, and its best layout so far. */
class Choice {
  readonly #context: SearchContext;
  readonly #ground: Groundwork;
  readonly #check: ExactCheck;
  #best: Layout;
  fitness: number;

  constructor(context: SearchContext, phases: readonly number[]) {
    this.#context = context;
    const { poll, problem: whole } = context;
    const problem = new Problem({ ...whole.request, phases }, searchDetail, poll);
    this.#ground = new Groundwork(problem, poll);
    this.#check = new ExactCheck(problem.request, poll);
    const first = construct(this.#ground, largestFirst(problem), poll);
    this.#best = repaired(problem, this.#check, first).layout;
    this.fitness = context.offer(layoutIn(whole, problem, this.#best)).fitness;
  }

  /** Searches on from the best layout in a slice of the budget. */
  search(search: Search, slice: Slice): void {
    const { problem } = this.#ground;
    const offered = (layout: Layout, fitness: number): void => {
      if (fitness >= this.fitness || this.#check.faults(placementsOf(problem, layout)).length > 0) return;
      this.#best = layout;
      this.fitness = fitness;
    };
    // A layout of other phases is no start for this search.
    const adopt = (): null => {
      this.#context.adopt();
      return null;
    };
    const context: SearchContext = Object.create(this.#context, { adopt: { value: adopt } });
    const inPhases = contextIn(context, this.#ground, () => this.#best, offered, slice);
    untilEndOf(slice, () => search(inPhases, largestFirst(problem)));
  }
}

/**
 * A genetic search over the order and the orientations of the parts; the construction decodes each genome. A generation
 * keeps the best genome and fills up with mutated children, whose parents are drawn by rank. (Order-based genomes over
 * a placement rule: Jakobs 1996, doi:10.1016/0377-2217(94)00166-9.)
 */

import type { Random } from '../../random.js';
import type { Measures } from '../layout/measure.js';
import type { Part, Problem } from '../layout/problem.js';
import { construct } from './construct.js';
import type { Plan } from './plan.js';
import type { SearchContext } from './search.js';
import type { Turns } from './turns.js';

export interface Individual {
  readonly plan: Plan;
  measures: Measures | null;
}

/** Runs generations for ever; the context ends it. */
export function geneticSearch(context: SearchContext, start: Plan): never {
  const { problem } = context;
  const evolution = new Evolution(problem, start, context.random);
  for (;;) {
    const individual = evolution.next();
    context.step();
    individual.measures = context.offer(construct(context.ground, individual.plan, context.poll));
    if (evolution.isComplete) context.endGeneration();
  }
}

/**
 * Runs the first generation, and counts it early if its time is over: once it has tested a layout at least. Parts that are
 * slow to place stay unplaced there. Its layouts are those of `geneticSearch`.
 */
export function firstGeneration(context: SearchContext, start: Plan, isOver: () => boolean, turns: Turns): void {
  const { problem, ground, random } = context;
  let plan = start;
  for (let left = problem.request.populationSize; ; ) {
    context.step();
    context.offer(construct(ground, plan, context.poll, turns));
    if (--left === 0 || isOver()) break;
    plan = founder(problem, start, random);
  }
  context.endGeneration();
}

/** A population and its generations, one individual at a time. */
export class Evolution {
  #population: Individual[];

  readonly #problem: Problem;
  readonly #random: Random;

  constructor(problem: Problem, start: Plan, random: Random) {
    this.#problem = problem;
    this.#random = random;
    const { populationSize } = problem.request;
    this.#population = [{ plan: start, measures: null }];
    while (this.#population.length < populationSize) {
      this.#population.push({ plan: founder(problem, start, random), measures: null });
    }
  }

  /** Whether the whole generation has been measured. */
  get isComplete(): boolean {
    return this.#population.every(({ measures }) => measures !== null);
  }

  /** The next individual to measure: of this generation, or of a new one once this is complete. */
  next(): Individual {
    if (this.isComplete) this.#breed();
    return this.#population.find(({ measures }) => measures === null)!;
  }

  #breed(): void {
    const problem = this.#problem;
    const random = this.#random;
    const { populationSize, mutationRate } = problem.request;
    const sorted = this.#population.sort((a, b) => a.measures!.fitness - b.measures!.fitness);
    const next: Individual[] = [sorted[0]!];
    while (next.length < Math.max(2, populationSize)) {
      const mother = byRank(sorted, random);
      const father = byRank(sorted, random);
      const child = mother === father ? mother.plan : crossed(mother.plan, father.plan, random);
      next.push({ plan: mutated(problem, child, mutationRate, random), measures: null });
    }
    this.#population = next;
  }
}

/** A member of the first generation beside the start. */
function founder(problem: Problem, start: Plan, random: Random): Plan {
  return mutated(problem, start, Math.max(problem.request.mutationRate, 0.05), random);
}

/** Better ranks are drawn more often, linearly. */
function byRank(sorted: readonly Individual[], random: Random): Individual {
  const n = sorted.length;
  return sorted[Math.min(n - 1, Math.floor(n * (1 - Math.sqrt(random.next()))))]!;
}

/**
 * The beginning of the mother's order, then the other parts in the father's order; orientations go with their parts.
 */
function crossed(mother: Plan, father: Plan, random: Random): Plan {
  const cut = random.below(mother.order.length + 1);
  const order = mother.order.slice(0, cut);
  const taken = new Set(order);
  const orientations = mother.orientations.slice();
  for (const part of father.order) {
    if (taken.has(part)) continue;
    order.push(part);
    orientations[part.index] = father.orientations[part.index]!;
  }
  return { ...mother, order, orientations, width: random.next() < 0.5 ? mother.width : father.width };
}

/** Changes each part's place in the order, and its orientation, with the given chance. */
function mutated(problem: Problem, plan: Plan, rate: number, random: Random): Plan {
  const order = [...plan.order];
  const orientations = plan.orientations.slice();
  for (let i = 0; i < order.length; i++) {
    if (random.next() < rate) swap(order, i, nearby(i, order.length, random));
    const { index, shape } = order[i]!;
    if (shape.orientations.length > 1 && random.next() < rate)
      orientations[index] = otherOrientation(shape.orientations, random);
  }
  let { width } = plan;
  if (problem.request.optimization.type === 'area' && random.next() < Math.max(rate, 0.2)) {
    width = Math.min(1, Math.max(0.02, width * (0.8 + 0.4 * random.next())));
  }
  return { ...plan, order, orientations, width };
}

/** Mostly a place close by, since large parts should stay early; now and then any place. */
function nearby(i: number, n: number, random: Random): number {
  if (random.next() < 0.2) return random.below(n);
  const reach = 1 + Math.floor(Math.abs(random.next() + random.next() - 1) * 0.3 * n);
  return Math.min(n - 1, Math.max(0, i + (random.next() < 0.5 ? -reach : reach)));
}

function swap(order: Part[], i: number, j: number): void {
  const part = order[i]!;
  order[i] = order[j]!;
  order[j] = part;
}

/** Half of the time -1, which leaves the choice to the construction. */
function otherOrientation(orientations: readonly number[], random: Random): number {
  return random.next() < 0.5 ? -1 : orientations[random.below(orientations.length)]!;
}

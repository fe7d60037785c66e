/** Whether a mix of further markers promises enough to nest them, by the promises that such mixes have kept so far. */
import type { MixResult } from './mix/mix-task.js';
import { keyOf, type MixProblem, worthOf } from './mix/problem.js';
import type { WidthClass } from './width-class.js';

/** A mix has to promise this share of the cost before its markers get time: it helps those of the best plan, too. */
const leastGain = 0.003;
/** Before the first mix is nested, and the mixes that it weighs as much as. */
const usualExcess = { share: 0.005, mixes: 2 };

/** Each mix that promised nothing since the last better plan makes the next one count on shorter markers, by this share. */
const doubtHope = 0.01;
export const mostDoubts = 6;

export class Promises {
  /** Shares by which mixes cost more than they promised. */
  readonly #excess = { share: usualExcess.share * usualExcess.mixes, mixes: usualExcess.mixes };

  /** The best of many estimates is mostly one that is too short, so a mix has to promise more than others fell short by. */
  isEnough(mix: MixResult, present: MixResult): boolean {
    return isCheaper(mix, present, Math.max(0, this.#excess.share / this.#excess.mixes));
  }

  /** Compares a mix whose markers were nested since with its promise. */
  learn(own: WidthClass, { markers, worth }: MixResult): void {
    if (own.best?.markers === markers || markers.some(({ counts }) => !own.nested.has(keyOf(counts)))) return;
    const { cost } = worthOf(own.hopeful, markers);
    if (cost === Infinity || worth.cost <= 0) return;
    this.#excess.share += cost / worth.cost - 1;
    this.#excess.mixes += 1;
  }
}

export const isCheaper = ({ worth }: MixResult, present: MixResult, excess = 0): boolean =>
  worth.missing < present.worth.missing ||
  (worth.missing === present.worth.missing && worth.cost * (1 + excess) < present.worth.cost * (1 - leastGain));

/** As if markers that were never nested were a little shorter after each mix that promised nothing: a wrong estimate hides the best. */
export function hoped(problem: MixProblem, doubts: number): MixProblem {
  if (doubts === 0) return problem;
  const share = 1 - doubtHope * Math.min(mostDoubts, doubts);
  const garments = problem.garments.map((garment) => ({ ...garment, length: garment.length * share }));
  return { ...problem, garments, loss: problem.loss * share, caution: 0 };
}

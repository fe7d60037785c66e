/** What all constructions for one problem share: the orientations that they try at every step, and no-fit polygons. */

import type { Problem } from '../layout/problem.js';
import { Choices } from './choices.js';
import { NoFitCache } from './no-fit-cache.js';

export class Groundwork {
  readonly choices: Choices;
  readonly noFits: NoFitCache;

  /** `poll` is called at least every few milliseconds; what it throws ends the preparation. */
  constructor(
    readonly problem: Problem,
    poll: () => void,
  ) {
    this.choices = new Choices(problem, poll);
    this.noFits = new NoFitCache(problem);
  }
}

/** The orientations to try and the no-fit polygons, which all constructions for one problem share. */

import type { Problem } from '../layout/problem.js';
import { Choices } from './choices.js';
import { NoFitCache } from './no-fit-cache.js';

export class Groundwork {
  readonly choices: Choices;
  readonly noFits: NoFitCache;

  /** Calls `poll` at least every few milliseconds; an error from it ends the preparation. */
  constructor(
    readonly problem: Problem,
    poll: () => void,
  ) {
    this.choices = new Choices(problem, poll);
    this.noFits = new NoFitCache(problem);
  }
}

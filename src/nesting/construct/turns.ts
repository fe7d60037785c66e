/** The time of a construction, for a layout in time that may leave parts out. */

import type { Layout } from '../layout/layout.js';

export interface Turns {
  /** The turn of the next part begins. `soFar` gives the layout of the parts before it; the others are unplaced there. */
  next(soFar: () => Layout): void;
  /** Whether the part has to stay unplaced. */
  isOver(): boolean;
}

export const endless: Turns = { next() {}, isOver: () => false };

/** A part may take so much of the time that is left. */
const ofPart = 1 / 8;

/** Effort (see `NoFitCache`) until a beginning is shown, some tenths of a second. The next one takes twice as much, and so on. */
const untilShown = 6e6;

export interface Showing {
  /** The effort so far. */
  readonly effort: () => number;
  /** Takes the layout of the parts so far. */
  readonly show: (soFar: Layout) => void;
}

/**
 * @param elapsed the time now, s
 * @param end when the last turn is over, s
 */
export function turnsUntil(elapsed: () => number, end: number, showing?: Showing): Turns {
  let until = end;
  let next = untilShown;
  return {
    next(soFar) {
      if (showing && showing.effort() >= next) {
        showing.show(soFar());
        next = 2 * showing.effort();
      }
      const now = elapsed();
      until = now + Math.max(0, end - now) * ofPart;
    },
    isOver: () => elapsed() >= until,
  };
}

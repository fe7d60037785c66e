/** The time of a construction, for a layout in time that may leave parts out. */

export interface Turns {
  /** The turn of the next part begins. */
  next(): void;
  /** Whether the part has to stay unplaced. */
  isOver(): boolean;
}

export const endless: Turns = { next() {}, isOver: () => false };

/** A part may take so much of the time that is left. */
const ofPart = 1 / 8;

/** @param elapsed the time now; @param end when the last turn is over, in the same unit */
export function turnsUntil(elapsed: () => number, end: number): Turns {
  let until = end;
  return {
    next() {
      const now = elapsed();
      until = now + Math.max(0, end - now) * ofPart;
    },
    isOver: () => elapsed() >= until,
  };
}

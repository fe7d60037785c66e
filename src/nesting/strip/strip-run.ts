/** One thread's search of a strip: as a whole while it has few items, by repetition and in windows when it has many. */
import type { Budget } from './budget.js';
import type { Arrangement } from './collision-field.js';
import type { Feasible } from './explore.js';
import { LongStripRun } from './long-strip-run.js';
import { planCells } from './repeat.js';
import type { ShapeSet } from './shapes.js';
import type { SharedBest } from './shared-best.js';
import { ShortStripRun } from './short-strip-run.js';

export interface StripRunOptions {
  readonly seed: number;
  /** Short starts before the best of them goes on; at least one. */
  readonly starts: number;
  readonly budget: Budget;
  /** What the threads of a search share; null when it has one thread. */
  readonly shared: SharedBest | null;
  /** Whether this is the second thread of a search, whose layouts count only through what is shared. */
  readonly isPartner: boolean;
  /** Called with each layout that is better than all before it, from either thread. */
  readonly improved: (best: Feasible) => void;
}

/** Strips with more items are searched by repetition and in windows. */
const mostItemsAtOnce = 150;

/** `start`: a layout without overlap to begin with, or null. Returns when the budget ends. */
export function runStrip(shapes: ShapeSet, options: StripRunOptions, start: Arrangement | null): void {
  if (shapes.itemTypes.length > mostItemsAtOnce) new LongStripRun(shapes, options).search(start);
  else new ShortStripRun(shapes, options).search(start);
}

/** How many items the layout has that the threads of a search share: the whole strip, or one cell of it. */
export function sharedItems(shapes: ShapeSet): number {
  const n = shapes.itemTypes.length;
  if (n <= mostItemsAtOnce) return n;
  return planCells(shapes)?.members.length ?? n;
}

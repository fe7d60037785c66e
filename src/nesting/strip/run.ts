/** One thread's search of a strip: as a whole with few items, by repetition and in windows with many. */
import type { Arrangement } from '../overlap/arrangement.js';
import type { Lines } from '../overlap/lines.js';
import type { ShapeSet } from '../overlap/shapes.js';
import { LongStripRun } from './long-strip.js';
import { planCells } from './repetition.js';
import type { StripRunOptions } from './run-options.js';
import { ShortStripRun } from './tournament.js';

/** Strips with more items are searched by repetition and in windows, which ignore lines. */
const mostItemsAtOnce = 250;

/** `start`: a first layout without overlap, or null. Returns when the budget ends. */
export function runStrip(shapes: ShapeSet, options: StripRunOptions, start: Arrangement | null): void {
  if (isLong(shapes, options.lines)) new LongStripRun(shapes, options).search(start);
  else new ShortStripRun(shapes, options).search(start);
}

/** Whether a strip is searched by repetition or sections, and in windows that two threads share. */
export function isLong(shapes: ShapeSet, lines: Lines | null): boolean {
  return lines === null && shapes.itemTypes.length > mostItemsAtOnce;
}

/** The number of items of an exchanged layout: the whole strip, or one cell of it. */
export function sharedItems(shapes: ShapeSet, lines: Lines | null, refines: boolean): number {
  const n = shapes.itemTypes.length;
  if (refines || !isLong(shapes, lines)) return n;
  return planCells(shapes)?.members.length ?? n;
}

/**
 * Searches the densest strip, from a bottom-left start by overlap minimisation on ever shorter strips. Every reported
 * layout is free of overlap to 2e-7 of the strip's height.
 */
import type { Arrangement } from '../overlap/arrangement.js';
import type { Breadth } from '../overlap/breadth.js';
import { alsoAfterPass, type Budget } from '../overlap/budget.js';
import type { Feasible } from '../overlap/compact.js';
import { Costs } from '../overlap/costs.js';
import { feasibleCodec } from '../overlap/exchange/feasible-codec.js';
import { SharedTables } from '../overlap/exchange/shared-tables.js';
import { exchangeOf } from '../overlap/exchange/thread-plan.js';
import { choiceOf, indexOfOrientation, orientationsOf } from '../overlap/orientations.js';
import { prepareShapes, referenceAt, type ShapeSet } from '../overlap/shapes.js';
import type { StripHalf } from './half.js';
import { ItemOrder } from './item-order.js';
import { linesOfStrip, offersOfStrip } from './lines.js';
import type { StripLayout, StripProblem } from './problem.js';
import { isLong, runStrip, sharedItems } from './run.js';
import { WindowRelay } from './window-relay.js';

export interface StripSearchOptions {
  readonly seed: number;
  /** Of each thread. */
  readonly breadth: Breadth;
  /** Gives a second thread its half of the search; null where there is none. */
  readonly share: ((half: StripHalf) => void) | null;
  /**
   * Passes of each thread at which a budget of work ends: the result then depends on the seed and the budget alone.
   * Null: two threads exchange their layouts as they find them.
   */
  readonly passes: number | null;
  readonly budget: Budget;
  /** Told of the work of the first thread. */
  readonly costs?: Costs;
  /** A first layout without overlap. */
  readonly start?: StripLayout;
  /** A first layout of some items alone, the others anywhere; null: there is none. */
  readonly construct?: (items: readonly number[]) => StripLayout | null;
  /** A layout that may overlap, from which a search of few items begins if it comes apart. */
  readonly sketch?: StripLayout;
  /** A new layout of another search of this strip, once; null: there is none. It is asked after every pass. */
  readonly elsewhere?: () => StripLayout | null;
  /** Called with each layout shorter than the one before. */
  readonly report: (layout: StripLayout) => void;
}

/** Returns when the budget is used up; passes on errors of the budget. */
export function searchStrip(sent: StripProblem, options: StripSearchOptions): void {
  const { seed, breadth, budget, costs = new Costs() } = options;
  const order = new ItemOrder(sent);
  const { problem } = order;
  const shapes = prepareShapes(problem, () => budget.poll());
  const arrangementOf = (sent: StripLayout): Arrangement => toArrangement(problem, shapes, order.ordered(sent));
  const start = options.start ? arrangementOf(options.start) : null;
  const sketch = options.sketch ? arrangementOf(options.sketch) : null;
  const lines = linesOfStrip(problem, shapes);
  const { refines = false } = problem;
  const plan = { items: sharedItems(shapes, lines, refines), passes: options.passes };
  const exchange = options.share && exchangeOf(plan, feasibleCodec(plan.items), 0);
  const isRepeatable = options.passes !== null;
  const hasRelay = exchange !== null && isLong(shapes, lines);
  const relay = hasRelay ? WindowRelay.of(shapes.itemTypes.length, isRepeatable) : null;
  // Where the work is fixed, its cost has to repeat too, whichever thread makes a table first.
  const tables = exchange && !isRepeatable ? SharedTables.memoryFor(shapes) : null;
  if (exchange) {
    const { memory } = exchange;
    const isGiven = lines !== null || refines;
    const taken = { start: isGiven ? start : null, sketch: isGiven || relay ? sketch : null };
    const shared = { memory, relay: relay?.memory ?? null, tables };
    options.share!({ problem, seed: seed ^ 0x5bd1e995, breadth, ...taken, plan, ...shared });
  }
  try {
    const tracked = alsoAfterPass(budget, () => {
      if (!exchange) return;
      exchange.used = budget.used();
      exchange.passed(budget.poll);
    });
    const improved = (best: Feasible): void => options.report(order.sent(toLayout(problem, shapes, best)));
    const offers = offersOfStrip(problem, shapes);
    const elsewhere = (): Arrangement | null => {
      const found = options.elsewhere?.();
      return found ? arrangementOf(found) : null;
    };
    const constructed = (items: Iterable<number>): Arrangement | null => {
      const made = options.construct?.(order.numbersOf(items));
      return made ? arrangementOf(made) : null;
    };
    const own = { isPartner: false, constructed, sketch, relay, tables, elsewhere, costs, improved };
    runStrip(shapes, { seed, breadth, refines, budget: tracked, lines, offers, exchange, ...own }, start);
  } finally {
    exchange?.stop();
  }
}

function toLayout(problem: StripProblem, shapes: ShapeSet, { at, length }: Feasible): StripLayout {
  const n = at.x.length;
  const layout = {
    x: new Float64Array(n),
    y: new Float64Array(n),
    choice: new Int32Array(n),
    length: length / shapes.scale,
  };
  for (let i = 0; i < n; i++) {
    const type = problem.items[i]!;
    const orientation = shapes.orientations[at.orientation[i]!]!;
    const [dx, dy] = referenceAt(shapes, type, orientation);
    layout.choice[i] = choiceOf(orientationsOf(problem.types[type]!), orientation);
    layout.x[i] = at.x[i]! / shapes.scale - dx;
    layout.y[i] = at.y[i]! / shapes.scale - dy;
  }
  return layout;
}

function toArrangement(problem: StripProblem, shapes: ShapeSet, layout: StripLayout): Arrangement {
  const n = layout.x.length;
  const at = { x: new Float64Array(n), y: new Float64Array(n), orientation: new Int32Array(n) };
  for (let i = 0; i < n; i++) {
    const type = problem.items[i]!;
    const sent = orientationsOf(problem.types[type]!)[layout.choice[i]!]!;
    at.orientation[i] = indexOfOrientation(shapes.orientations, sent);
    const [dx, dy] = referenceAt(shapes, type, sent);
    at.x[i] = (layout.x[i]! + dx) * shapes.scale;
    at.y[i] = (layout.y[i]! + dy) * shapes.scale;
  }
  return at;
}

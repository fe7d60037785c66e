/**
 * Connects requests to the strip search: all parts on one rectangular sheet whose used length counts. The search keeps
 * to the grid itself. On a long strip with a fine grid, the layouts move onto the grid afterwards.
 */

import { construct } from '../construct/construct.js';
import { hasFineGrid, withoutGrid } from '../construct/gridded.js';
import { largestFirst } from '../construct/plan.js';
import type { SearchContext } from '../construct/search.js';
import { rotatedIntoFrame } from '../layout/frame.js';
import { type Layout, layoutOf } from '../layout/layout.js';
import type { Placed } from '../layout/placed.js';
import type { Variant } from '../layout/problem.js';
import { isPlain } from '../layout/sheet.js';
import type { Costs } from '../overlap/costs.js';
import { grownOutline } from '../overlap/grown-outline.js';
import type { StripLayout, StripProblem } from '../strip/problem.js';
import { searchStrip } from '../strip/search.js';
import { canKeepToGrid, hasLine, linesOf, offersOf } from './grid-lines.js';
import { growthOf } from './growth.js';
import { frameDegrees, openingsOf, usedVariants } from './outlines.js';
import { overlapChoices, overlapOutlines } from './overlap-choices.js';
import { shareStrip } from './partner.js';

/**
 * The exact check of a layout takes longer with more parts: one pass for each this many parts lies between two checks.
 */
const checkedPartsPerPass = 50;

/**
 * Whether all parts lie on one plain rectangle whose used length counts, and no part is locked.
 */
function isStrip({ problem, best }: SearchContext): boolean {
  const sheet = best.placed[0]?.sheet;
  if (sheet === undefined || best.unplaced.length > 0 || best.placed.length < 2) return false;
  if (best.placed.some((placed) => placed.sheet !== sheet)) return false;
  if (!isPlain(problem.sheets[sheet]!.shape) || problem.request.optimization.type !== 'length') return false;
  if (problem.parts.some(({ isLocked }) => isLocked)) return false;
  return !problem.shapes.some((shape) => shape.isOnFold);
}

export class StripBridge {
  /** The rotations of each type, by type. */
  readonly #variants: (readonly Variant[])[] = [];
  readonly #typeOfShape = new Map<number, number>();
  readonly #stripProblem: StripProblem;
  readonly #sheet: number;
  /** The strip's corner in the frame, in grid units from the sheet's corner. */
  readonly #along: number;
  readonly #across: number;
  #pending: StripLayout | null = null;
  #hasBegun = false;
  #passes = 0;
  #attempts = 0;

  /** Null where the search does not apply. Solves the problem without its grid where the search cannot keep to it. */
  static of(context: SearchContext, costs: Costs): StripBridge | null {
    if (!isStrip(context)) return null;
    if (!context.problem.snaps) return new StripBridge(context, costs);
    if (canKeepToGrid(context.problem)) return new StripBridge(context, costs);
    if (!hasFineGrid(context.problem)) return null;
    const free = withoutGrid(context);
    return isStrip(free) ? new StripBridge(free, costs) : null;
  }

  readonly #context: SearchContext;
  readonly #costs: Costs;

  private constructor(context: SearchContext, costs: Costs) {
    this.#context = context;
    this.#costs = costs;
    this.#sheet = context.best.placed[0]!.sheet;
    const { problem } = context;
    const { room } = problem.sheets[this.#sheet]!.shape;
    // Outlines are grown by half of the minimum distance, which does not apply to the edge.
    const growth = growthOf(problem);
    this.#along = room.minX - growth;
    this.#across = room.minY - growth;
    const choicesOf = overlapChoices(problem, context.ground.choices);
    const used = usedVariants(context.best);
    const outlines = overlapOutlines(problem, problem.shapes, context.poll);
    const types = problem.shapes.map((shape, i) => {
      context.poll();
      this.#typeOfShape.set(shape.index, this.#variants.length);
      const choices = [...new Set([...choicesOf(shape), ...(used.get(shape) ?? [])])];
      const variants = choices.filter((variant) => hasLine(problem, this.#sheet, variant));
      this.#variants.push(variants);
      return {
        outline: grownOutline(rotatedIntoFrame(problem.frame, outlines[i]!), growth),
        openings: openingsOf(problem, shape, growth),
        rotations: variants.map(({ orientation }) => frameDegrees(problem, orientation)),
        flipped: variants.map(({ orientation }) => problem.orientations[orientation]!.flipped),
        spacing: shape.spacing,
        gaps: shape.gaps,
      };
    });
    const items = problem.parts.map(({ shape }) => this.#typeOfShape.get(shape.index)!);
    this.#stripProblem = {
      refines: problem.request.refines ?? false,
      types,
      items,
      height: room.maxY - room.minY + 2 * growth,
      lines: linesOf(problem, this.#sheet, this.#variants, [this.#along, this.#across]),
      offers: offersOf(
        problem,
        [{ shape: problem.sheets[this.#sheet]!.shape, corner: [this.#along, this.#across] }],
        this.#variants,
      ),
    };
  }

  /** Returns only if the search cannot begin. */
  search(): void {
    const context = this.#context;
    const { request } = context.problem;
    const passesPerCheck = Math.ceil(context.problem.parts.length / checkedPartsPerPass);
    const { workLimit } = request;
    const { threads } = context;
    this.#costs.polygonsOfConstructions = context.ground.noFits.made;
    try {
      searchStrip(this.#stripProblem, {
        seed: context.random.below(2 ** 31),
        breadth: { populationSize: request.populationSize, mutationRate: request.mutationRate },
        share: threads === 2 ? shareStrip : null,
        costs: this.#costs,
        passes: workLimit === null ? null : Math.ceil(workLimit / threads),
        budget: {
          used: context.used,
          stopped: () => false,
          poll: context.poll,
          // A generation has as many tries as the population has members.
          attempted: () => {
            this.#attempts++;
            if (this.#attempts % request.populationSize === 0) context.endGeneration();
          },
          passed: () => {
            // The other thread makes as many passes, which count too.
            for (let thread = 0; thread < threads; thread++) context.step();
            this.#passes++;
            if (this.#passes % passesPerCheck === 0) this.#offerPending();
          },
        },
        start: this.#stripLayout(context.best),
        ...this.#sketch(),
        construct: (items) => this.#constructed(items),
        elsewhere: () => this.#adopted(),
        report: (layout) => {
          this.#hasBegun = true;
          this.#pending = layout;
        },
      });
      // Time or work is up; the context throws the right one.
      while (this.#hasBegun) context.step();
    } finally {
      this.#offerPending();
    }
  }

  #offerPending(): void {
    const layout = this.#pending;
    if (!layout) return;
    this.#pending = null;
    const { problem } = this.#context;
    const placed = problem.parts.map((part, i): Placed => {
      const variant = this.#variants[this.#typeOfShape.get(part.shape.index)!]![layout.choice[i]!]!;
      const along = layout.x[i]! + this.#along;
      return { part, variant, sheet: this.#sheet, along, across: layout.y[i]! + this.#across };
    });
    this.#context.offer({ placed, unplaced: [] });
  }

  /** A better layout of another instance; null where the search cannot go on from it. */
  #adopted(): StripLayout | null {
    const layout = this.#context.adopt();
    if (!layout || layout.unplaced.length > 0 || layout.placed.some(({ sheet }) => sheet !== this.#sheet)) return null;
    const strip = this.#stripLayout(layout);
    return strip.choice.includes(-1) ? null : strip;
  }

  /** The layout that the request begins with as it was sent, if it has a place for each part. */
  #sketch(): { readonly sketch?: StripLayout } {
    const { problem } = this.#context;
    const given = layoutOf(problem, problem.request.warmStart ?? []);
    if (given.unplaced.length > 0) return {};
    const sketch = this.#stripLayout(given);
    return sketch.choice.includes(-1) ? {} : { sketch };
  }

  /** A first layout of some parts alone, each turned as in the best one; null where they do not fit. */
  #constructed(items: readonly number[]): StripLayout | null {
    const { problem, ground, best, poll } = this.#context;
    const wanted = new Set(items);
    const plan = largestFirst(problem);
    for (const { part, variant } of best.placed) plan.orientations[part.index] = variant.orientation;
    const order = plan.order.filter(({ index }) => wanted.has(index));
    const made = construct(ground, { ...plan, order }, poll);
    return made.unplaced.length > 0 ? null : this.#stripLayout(made);
  }

  #stripLayout(layout: Layout): StripLayout {
    const n = this.#stripProblem.items.length;
    const strip = { x: new Float64Array(n), y: new Float64Array(n), choice: new Int32Array(n), length: 0 };
    for (const { part, variant, along, across } of layout.placed) {
      const choice = this.#variants[this.#typeOfShape.get(part.shape.index)!]!.indexOf(variant);
      strip.x[part.index] = along - this.#along;
      strip.y[part.index] = across - this.#across;
      strip.choice[part.index] = choice;
    }
    return strip;
  }
}

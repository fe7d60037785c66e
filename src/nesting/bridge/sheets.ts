/**
 * Connects requests to the overlap search on sheets: several sheets, keep-outs, irregular outlines, openings, flipping,
 * locked parts, the occupied area, grids. It leaves sheets whose grids differ, and more parts than can move at a time, to
 * the genetic search.
 */

import type { Point } from '../../geometry/point.js';
import type { Box, Ring } from '../../geometry/ring.js';
import { inBlocks, isRepetitive, Tilings } from '../construct/blocks.js';
import { construct } from '../construct/construct.js';
import { Evolution } from '../construct/genetic.js';
import type { Plan } from '../construct/plan.js';
import type { SearchContext } from '../construct/search.js';
import { isFolded } from '../layout/folds.js';
import { rotatedIntoFrame } from '../layout/frame.js';
import type { Layout } from '../layout/layout.js';
import type { Placed } from '../layout/placed.js';
import type { Part, Problem, Variant } from '../layout/problem.js';
import type { Shape } from '../layout/shape.js';
import type { SheetShape } from '../layout/sheet.js';
import { worthsOf } from '../layout/worth.js';
import type { Costs } from '../overlap/costs.js';
import type { Exchange } from '../overlap/exchange/exchange.js';
import { exchangeOf, type ThreadPlan } from '../overlap/exchange/thread-plan.js';
import { grownOutline } from '../overlap/grown-outline.js';
import { remembered } from '../overlap/no-fit-polygons.js';
import type { SheetArrangement } from '../sheets/arrangement.js';
import { sheetCodec } from '../sheets/exchange.js';
import type { SheetLayout, SheetPart, SheetProblem } from '../sheets/problem.js';
import { type SheetThread, searchSheets } from '../sheets/search.js';
import { canKeepToGrid, hasLine, linesOf, linesShift, offersOf } from './grid-lines.js';
import { growthOf } from './growth.js';
import { obstaclesOf, zonesOf } from './obstacles.js';
import { boxedOutline, frameDegrees, isTight, openingsOf, usedVariants } from './outlines.js';
import { hasManyOrientations, overlapChoices, overlapOutlines } from './overlap-choices.js';
import { type SheetHalf, shareWithPartner } from './partner.js';

/**
 * Improvements come in swarms: it hands over one in so many passes, and the last. A pass over few parts is short beside
 * the exact check, one over hundreds is long, and the check of thousands is long again.
 */
function passesPerOffer(parts: number): number {
  return Math.min(100, Math.max(Math.ceil(2400 / parts), Math.ceil(parts / 50)));
}

/** How often what is left over is put beside the best layout, as a share of the other layouts. */
const fillingShare = 0.5;
/** How often the others are made of blocks, where most parts are copies. */
const blocksShare = 0.5;
/** At most this share of the area goes into the gaps between blocks. */
const mostGaps = 0.15;
/** The most parts of one sheet that can move at a time. */
const mostParts = 1200;

/** Whether the search can hold half parts to the folds, and other parts off them. */
function canKeepToFolds({ shapes, snaps, matches, sheets }: Problem): boolean {
  const isAny = shapes.some(({ isOnFold }) => isOnFold);
  // The lines of a grid across pass the folds by. Of the pattern of the cloth, a half part has its line from the fold.
  if (isAny && snaps && !matches && sheets.some(({ shape }) => shape.across)) return false;
  const heights = new Set(sheets.map(({ shape: { room } }) => room.maxY - room.minY));
  // A second fold must lie at one height on all sheets.
  const hasOneHeight = heights.size === 1 || sheets.every(({ shape }) => !shape.folds.high);
  return hasOneHeight || !(isAny || shapes.some(({ gaps }) => gaps.high > 0));
}

/** The most different shapes on any sheet of a layout. */
function mostShapesOfSheet({ placed }: Layout): number {
  const shapesOf = new Map<number, Set<Shape>>();
  for (const { sheet, part } of placed) remembered(shapesOf, sheet, () => new Set<Shape>()).add(part.shape);
  return Math.max(0, ...[...shapesOf.values()].map((shapes) => shapes.size));
}

/** The exact place across of a half part. */
function onFold({ fold, box }: Variant, room: Box): number {
  return fold === 'low' ? room.minY - box.minY : room.maxY - box.maxY;
}

export class SheetBridge {
  readonly #items: readonly Part[];
  readonly #variants: readonly (readonly Variant[])[];
  readonly #problem: SheetProblem;
  readonly #growth: number;
  #attempts = 0;
  #passes = 0;
  #pending: SheetLayout | null = null;

  /** Whether the search applies. */
  static applies(context: SearchContext): boolean {
    const { problem } = context;
    const perSheet = problem.parts.length / problem.sheets.length;
    if (problem.parts.length < 2 || perSheet > mostParts) return false;
    if (problem.shapes.every((shape) => problem.fittingOrientations(shape).length === 0)) return false;
    if (!canKeepToFolds(problem) || hasManyOrientations(context, mostShapesOfSheet(context.best))) return false;
    return !problem.snaps || canKeepToGrid(problem);
  }

  readonly #evolution: Evolution;
  /** Where most parts are copies. */
  readonly #tilings: Tilings | null;

  readonly #context: SearchContext;
  readonly #plan: Plan;
  readonly #costs: Costs;

  constructor(context: SearchContext, plan: Plan, costs: Costs) {
    this.#context = context;
    this.#plan = plan;
    this.#costs = costs;
    costs.polygonsOfConstructions = context.ground.noFits.made;
    const { problem, best } = context;
    const { request } = problem;
    this.#tilings = isRepetitive(problem) ? new Tilings(context.ground, context.poll) : null;
    this.#evolution = new Evolution(problem, plan, context.random);
    this.#growth = growthOf(problem);
    const shapes = problem.shapes.filter((shape) => problem.fittingOrientations(shape).length > 0);
    const fits = new Set(shapes);
    this.#items = problem.parts.filter(({ shape }) => fits.has(shape));
    const choicesOf = overlapChoices(problem, context.ground.choices);
    const used = usedVariants(best);
    this.#variants = shapes.map((shape) => {
      const choices = [...new Set([...choicesOf(shape), ...(used.get(shape) ?? [])])];
      const onLines = choices.filter((variant) => problem.sheets.some((_, sheet) => hasLine(problem, sheet, variant)));
      return onLines.length > 0 ? onLines : choices;
    });
    const outlines = overlapOutlines(problem, shapes, context.poll);
    const parts = shapes.map((shape, i): SheetPart => {
      context.poll();
      const bare = rotatedIntoFrame(problem.frame, outlines[i]!);
      const orientations = this.#variants[i]!.map(({ orientation }) => ({
        degrees: frameDegrees(problem, orientation),
        flipped: problem.orientations[orientation]!.flipped,
      }));
      const outline = (isTight(problem, shape, this.#growth) ? boxedOutline : grownOutline)(bare, this.#growth);
      const regions = { openings: openingsOf(problem, shape, this.#growth), sensitive: this.#sensitive(shape, bare) };
      const folds = this.#variants[i]!.map(({ fold }) => fold);
      return { outline, bare, ...regions, orientations, folds, spacing: shape.spacing, gaps: shape.gaps };
    });
    const sheetShapes = [...new Set(problem.sheets.map(({ shape }) => shape))];
    const indexOf = new Map<object, number>(
      [...shapes.entries(), ...sheetShapes.entries()].map(([i, shape]) => [shape, i]),
    );
    this.#problem = {
      parts,
      items: this.#items.map(({ shape }) => indexOf.get(shape)!),
      values: this.#values(),
      locked: this.#items.map(({ isLocked }) => isLocked),
      kinds: sheetShapes.map((shape) => this.#kindOf(shape)),
      sheets: problem.sheets.map(({ shape }) => indexOf.get(shape)!),
      cloths: request.bins.map((bin) => (isFolded(request, bin) ? 1 : 0)),
      // All sheets have the same lines across, and those along have a shift.
      lines: linesOf(problem, 0, this.#variants, this.#corner(0)),
      offers: offersOf(
        problem,
        sheetShapes.map((shape) => ({ shape, corner: this.#cornerOf(shape) })),
        this.#variants,
      ),
      goal: request.optimization.type,
    };
  }

  search(): void {
    const context = this.#context;
    const { request } = context.problem;
    const { threads } = context;
    const { workLimit } = request;
    const plan = { items: this.#items.length, passes: workLimit === null ? null : Math.ceil(workLimit / threads) };
    const exchange = threads === 2 ? exchangeOf(plan, sheetCodec(plan.items), 0) : null;
    const half = exchange && this.#partnersHalf(plan, exchange);
    const share = half && ((tables: SharedArrayBuffer | null) => shareWithPartner({ kind: 'sheets', ...half, tables }));
    try {
      this.#run({ exchange, isPartner: false, share, tables: null }, () => {
        // The other thread does as much work, which counts too.
        for (let thread = 0; thread < threads; thread++) context.step();
      });
      // Time or work is up; the context throws the right one.
      for (;;) context.step();
    } finally {
      exchange?.stop();
      this.#offerPending();
    }
  }

  /** The search of the second thread, whose layouts count only through the exchange. */
  searchAsPartner(exchange: Exchange<SheetArrangement>, tables: SharedArrayBuffer | null): void {
    this.#run({ exchange, isPartner: true, share: null, tables }, () => {});
  }

  /** Calls `step` after each pass, and for each first layout. */
  #run(thread: SheetThread, step: () => void): void {
    const { exchange, isPartner } = thread;
    const context = this.#context;
    const { problem } = context;
    const { populationSize, mutationRate } = problem.request;
    const passes = passesPerOffer(problem.parts.length);
    searchSheets(this.#problem, {
      seed: context.random.below(2 ** 31),
      breadth: { populationSize, mutationRate },
      budget: {
        used: context.used,
        // `step` ends the first thread.
        stopped: () => isPartner && exchange !== null && (exchange.stopped || exchange.used >= 1),
        poll: context.poll,
        // A generation has as many tries as the population has members.
        attempted: () => {
          this.#attempts++;
          if (this.#attempts % populationSize === 0) context.endGeneration();
        },
        passed: () => {
          step();
          this.#passes++;
          if (this.#passes % passes === 0) this.#offerPending();
        },
      },
      start: this.#sheetLayout(context.best),
      another: () => {
        step();
        const layout = this.#another();
        this.#costs.constructed(context.ground.noFits.made);
        return this.#sheetLayout(layout);
      },
      ...thread,
      isRepeatable: problem.request.workLimit !== null,
      elsewhere: () => {
        const layout = context.adopt();
        return layout && this.#sheetLayout(layout);
      },
      costs: this.#costs,
      report: (layout) => {
        if (!isPartner) this.#pending = layout;
      },
    });
  }

  /** A layout of another order: part by part, in blocks, or the best one with the left-over parts beside it. */
  #another(): Layout {
    const { best, ground, poll, offer, random } = this.#context;
    const individual = this.#evolution.next();
    const isFilling = best.unplaced.length > 0 && random.next() < fillingShare;
    if (isFilling) this.#offerPending();
    const tilings = this.#tilings && random.next() < blocksShare ? this.#tilings : null;
    const layout = isFilling
      ? construct(ground, { ...individual.plan, standing: this.#context.best.placed }, poll)
      : tilings
        ? inBlocks(tilings, individual.plan, random.next() * mostGaps, poll)
        : construct(ground, individual.plan, poll);
    const measures = offer(layout);
    if (!isFilling) individual.measures = measures;
    return layout;
  }

  #partnersHalf(plan: ThreadPlan, { memory }: Exchange<SheetArrangement>): Omit<SheetHalf, 'tables'> {
    const { problem, random, best } = this.#context;
    return {
      request: problem.request,
      seed: random.below(2 ** 31),
      width: this.#plan.width,
      best: best.placed.map(({ part, variant, ...at }) => ({
        part: part.index,
        rotation: problem.orientations[variant.orientation]!.degrees,
        mirrored: problem.orientations[variant.orientation]!.flipped,
        ...at,
      })),
      plan,
      memory,
    };
  }

  #offerPending(): void {
    if (this.#pending) this.#context.offer(this.#layoutOf(this.#pending));
    this.#pending = null;
  }

  #values(): number[] {
    const { problem } = this.#context;
    const areas = problem.parts.map(({ shape }) => shape.area);
    const worths = worthsOf(problem.request.polygons, areas);
    return this.#items.map(({ index }) => worths[index]!);
  }

  #kindOf(shape: SheetShape) {
    const { room } = shape;
    const growth = this.#growth;
    const corner = [room.minX - growth, room.minY - growth];
    const fromCorner = (ring: Ring): Ring => ring.map((v, i) => v - corner[i % 2]!);
    return {
      length: room.maxX - room.minX + 2 * growth,
      height: room.maxY - room.minY + 2 * growth,
      obstacles: obstaclesOf(shape).map(fromCorner),
      zones: zonesOf(shape).map(({ quality, ring }) => ({ quality, ring: fromCorner(ring) })),
      linesShift: linesShift(this.#context.problem, shape),
    };
  }

  /** `bare`: the outline in the search, which stands for the whole shape. */
  #sensitive(shape: Shape, bare: Ring): SheetPart['sensitive'] {
    const { frame } = this.#context.problem;
    const openings = shape.outlines(0).openings.map((ring) => rotatedIntoFrame(frame, ring));
    const inFrame = (ring: Ring): Ring => rotatedIntoFrame(frame, ring).map((v) => v * shape.scale);
    return new Map(
      [...(shape.source.sensitive ?? [])].map(([quality, regions]) => [
        quality,
        regions === 'whole' ? [[bare, ...openings]] : regions.map((region) => region.map(inFrame)),
      ]),
    );
  }

  #corner(sheet: number): Point {
    return this.#cornerOf(this.#context.problem.sheets[sheet]!.shape);
  }

  #cornerOf({ room }: SheetShape): Point {
    return [room.minX - this.#growth, room.minY - this.#growth];
  }

  #layoutOf(layout: SheetLayout): Layout {
    const placed: Placed[] = [];
    const own = new Set(this.#items);
    const unplaced = this.#context.problem.parts.filter((part) => !own.has(part));
    this.#items.forEach((part, i) => {
      const sheet = layout.sheet[i]!;
      if (sheet < 0) {
        unplaced.push(part);
        return;
      }
      const [x, y] = this.#corner(sheet);
      const variant = this.#variants[this.#problem.items[i]!]![layout.choice[i]!]!;
      const { room } = this.#context.problem.sheets[sheet]!.shape;
      const across = variant.fold ? onFold(variant, room) : layout.y[i]! + y;
      placed.push({ part, variant, sheet, along: layout.x[i]! + x, across });
    });
    return { placed, unplaced };
  }

  #sheetLayout(layout: Layout): SheetLayout {
    const n = this.#items.length;
    const to = {
      sheet: new Int32Array(n).fill(-1),
      x: new Float64Array(n),
      y: new Float64Array(n),
      choice: new Int32Array(n),
    };
    const itemOf = new Map(this.#items.map((part, i) => [part, i]));
    for (const { part, variant, sheet, along, across } of layout.placed) {
      const i = itemOf.get(part)!;
      const [x, y] = this.#corner(sheet);
      const choice = this.#variants[this.#problem.items[i]!]!.indexOf(variant);
      // A start may use a rotation unknown to the search. Such a part has to find its place anew.
      to.sheet[i] = choice < 0 ? -1 : sheet;
      to.x[i] = along - x;
      to.y[i] = across - y;
      to.choice[i] = Math.max(0, choice);
    }
    return to;
  }
}

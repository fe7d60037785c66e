/**
 * The search of a strip with many items. Where parts repeat, it packs a cell and repeats it, else it packs sections; then
 * windows go over the strip.
 */

import { Random } from '../../random.js';
import type { Arrangement } from '../overlap/arrangement.js';
import { bottomLeft, byArea } from '../overlap/bottom-left.js';
import { between } from '../overlap/budget.js';
import { CollisionField } from '../overlap/collision-field.js';
import { compact, type Feasible, reachOf } from '../overlap/compact.js';
import { SeparatingPlanes } from '../overlap/separating-planes.js';
import type { ShapeSet } from '../overlap/shapes.js';
import { squeezePaired, takeTurns } from './paired-windows.js';
import { type CellPlan, cellShapes, planCells, unroll } from './repetition.js';
import type { StripRunOptions } from './run-options.js';
import { packSections } from './section-search.js';
import { planSections, rowOfSections } from './sections.js';
import { isGain, ShortStripRun } from './tournament.js';
import { type End, Windows } from './windows.js';

/** Share of the budget for packing the cell. */
const cellUntil = 0.8;

/** Share of the budget for packing sections. */
const sectionsUntil = 0.85;
/** Share of the budget for first layouts of the sections. */
const mostForRow = 0.03;
/** With more items, each section would get too little of a usual budget. */
const mostInSections = 2000;

/** Share at which the whole strip is compacted once more, before the last windows. */
const windowsUntil = 0.95;

/** After each such share the whole strip is made from the better cell. */
const reportEvery = 0.04;

export class LongStripRun {
  readonly #field: CollisionField;
  readonly #planes: SeparatingPlanes;
  #best: Feasible | null = null;

  readonly #shapes: ShapeSet;
  readonly #options: StripRunOptions;

  constructor(shapes: ShapeSet, options: StripRunOptions) {
    this.#shapes = shapes;
    this.#options = options;
    this.#field = new CollisionField(shapes, options.seed, options.budget.poll, options.costs);
    if (options.tables) this.#field.shareTables(options.tables);
    this.#planes = new SeparatingPlanes(shapes, this.#field.polygons, shapes.itemTypes, shapes.itemTypes.length);
  }

  search(start: Arrangement | null): void {
    const { budget, isPartner, refines, sketch } = this.#options;
    if (!isPartner)
      this.#offer(start ?? bottomLeft(this.#shapes, this.#field.plainPolygons, byArea(this.#shapes), budget.poll));
    const plan = refines ? null : planCells(this.#shapes);
    if (plan) this.#repeatCell(plan);
    else if (!refines && sketch === null && this.#shapes.itemTypes.length <= mostInSections) this.#packSections();
    const { offers, relay, exchange } = this.#options;
    const random = new Random(this.#options.seed);
    const ends: readonly End[] = plan ? ['right', 'left'] : [];
    // from now on the threads meet after their turns
    exchange?.leave();
    const work = { field: this.#field, random, budget, relay };
    if (isPartner && relay) takeTurns(work, relay, { offers }, ends);
    if (isPartner || !this.#best) return;
    this.#compactWhole();
    for (const until of [windowsUntil, 1]) {
      const windows = new Windows(this.#field, this.#shapes.itemTypes, random, this.#best, { offers });
      squeezePaired(
        windows,
        { ...work, until },
        {
          ends,
          improved: (layout) => this.#improve(layout),
          elsewhere: () => this.#takeFromElsewhere(),
        },
      );
      this.#compactWhole();
    }
  }

  /** A shorter layout of another search. It is the best one now. */
  #takeFromElsewhere(): Feasible | null {
    const at = this.#options.elsewhere();
    if (!at) return null;
    const layout = { at, length: reachOf(this.#shapes, this.#shapes.itemTypes, at) };
    const isShorter = !this.#best || isGain(this.#best.length, layout.length);
    if (!isShorter || !this.#planes.isExact(at, Infinity)) return null;
    this.#best = layout;
    return layout;
  }

  #compactWhole(): void {
    const { at, length } = this.#best!;
    this.#improve(compact(this.#planes, at, length, 'rough', this.#options.budget.poll));
  }

  #packSections(): void {
    const sections = planSections(this.#shapes);
    const { budget, constructed } = this.#options;
    const rowUntil = budget.used() + mostForRow;
    const row = rowOfSections(sections, (items) => (budget.used() > rowUntil ? null : constructed(items)));
    packSections(sections, this.#options, {
      until: sectionsUntil,
      first: row && this.#exact(row),
      improved: (whole) => this.#improve(whole),
    });
  }

  #repeatCell(plan: CellPlan): void {
    const { isPartner } = this.#options;
    const cell = cellShapes(this.#shapes, plan);
    let found: Feasible | null = null;
    let nextReport = reportEvery;
    const { offers } = this.#options;
    const options: StripRunOptions = {
      ...this.#options,
      // Sketches, tables and layouts of other searches are of whole strips.
      sketch: null,
      relay: null,
      tables: null,
      elsewhere: () => null,
      offers: offers?.ofItems(plan.members.map((items) => items[0]!)).onClosedStrip() ?? null,
      budget: between(this.#options.budget, 0, cellUntil),
      improved: (layout) => {
        found = layout;
        if (isPartner || this.#options.budget.used() < nextReport) return;
        nextReport = this.#options.budget.used() + reportEvery;
        this.#offer(this.#wholeOf(plan, layout));
      },
    };
    new ShortStripRun(cell, options, true).search(null);
    if (found && !isPartner) this.#offer(this.#wholeOf(plan, found));
  }

  #wholeOf(plan: CellPlan, { at, length }: Feasible): Arrangement {
    const whole = unroll(this.#shapes, plan, at, length);
    if (!plan.leftOver.length) return whole;
    const left = new Set(plan.leftOver);
    const items = plan.members.flatMap((members) => Array.from(members));
    const order = byArea(this.#shapes).filter((item) => left.has(item));
    return bottomLeft(this.#shapes, this.#field.plainPolygons, order, this.#options.budget.poll, { at: whole, items });
  }

  /** Takes a constructed layout if it is better, stretched until it is exact. */
  #offer(at: Arrangement): void {
    if (this.#best && reachOf(this.#shapes, this.#shapes.itemTypes, at) >= this.#best.length) return;
    const layout = this.#exact(at);
    if (layout) this.#improve(layout);
  }

  #exact(at: Arrangement): Feasible | null {
    const length = reachOf(this.#shapes, this.#shapes.itemTypes, at);
    for (const stretch of [0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2]) {
      const trial = { x: at.x.map((x) => x * (1 + stretch)), y: at.y.slice(), orientation: at.orientation.slice() };
      if (!this.#planes.isExact(trial, Infinity) && !this.#planes.repair(trial, length * (1 + stretch))) continue;
      return { at: trial, length: reachOf(this.#shapes, this.#shapes.itemTypes, trial) };
    }
    return null;
  }

  #improve(layout: Feasible): void {
    if (this.#best && !isGain(this.#best.length, layout.length)) return;
    this.#best = layout;
    this.#options.improved(layout);
  }
}

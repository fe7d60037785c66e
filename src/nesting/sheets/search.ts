/**
 * Searches the densest layout on several sheets, or on one sheet with obstacles: all items on as few sheets as
 * possible, with the least goal. Every reported layout is free of overlap to 2e-7 of the height of the highest sheet.
 */

import { Random } from '../../random.js';
import { type Breadth, startsFor } from '../overlap/breadth.js';
import { alsoAfterPass, type Budget, between } from '../overlap/budget.js';
import type { Costs } from '../overlap/costs.js';
import type { Exchange } from '../overlap/exchange/exchange.js';
import { SharedTables } from '../overlap/exchange/shared-tables.js';
import type { Patience } from '../overlap/separate.js';
import { Shrinking } from '../overlap/shrink.js';
import { paceByFailures } from '../overlap/steps.js';
import { copyOfSheets, movableOn, type SheetArrangement } from './arrangement.js';
import { fromSearch, intoSearch } from './convert.js';
import { SheetExchange } from './exchange.js';
import { SheetField } from './field.js';
import { leftOver, mostSheets, sheetsToFill, worthLess } from './left-over.js';
import { OtherStarts } from './other-starts.js';
import type { SheetLayout, SheetProblem } from './problem.js';
import { type RowLimits, RowRegion, type RowRegionOptions } from './region.js';
import { freeShare, hasRoom, mayHold } from './room.js';
import { Row } from './row.js';
import { clothOf, isBetterScore, lastSheets, type Score, scoreOf, usedSheets } from './score.js';

/** The part of one thread in a search. */
export interface SheetThread {
  /** The exchange of layouts between two threads; null for a search with one thread. */
  readonly exchange: Exchange<SheetArrangement> | null;
  /** Whether this is the second thread of a search, whose layouts count only through the exchange. */
  readonly isPartner: boolean;
  /** Starts the second thread, with memory for the tables of both; null where there is none to start. */
  readonly share: ((tables: SharedArrayBuffer | null) => void) | null;
  /** That memory, for the second thread. */
  readonly tables: SharedArrayBuffer | null;
}

export interface SheetSearchOptions extends SheetThread {
  readonly seed: number;
  /** Of each thread. */
  readonly breadth: Breadth;
  readonly budget: Budget;
  /** A first layout without overlap. */
  readonly start: SheetLayout;
  /** Makes another first layout at each call; it may learn from the layouts before. */
  readonly another: () => SheetLayout;
  /** Whether the sequence of layouts, and its cost, depend on the seed alone. */
  readonly isRepeatable: boolean;
  readonly costs: Costs;
  /** A new layout of another search of these sheets, once; null: there is none. It is asked after every pass. */
  readonly elsewhere: () => SheetLayout | null;
  /** Called with each layout better than the one before. */
  readonly report: (layout: SheetLayout) => void;
}

/** Most items that move at a time. */
const mostMembers = 220;
/**
 * Shares of the budget: the end of the starts, one attempt, a look at other layouts, and the begin of the last polish.
 */
const startsUntil = 0.4;
const sliceShare = 0.07;
const othersShare = 0.03;
/** The same where a sheet holds more items than move at a time. */
const crowdedShare = 0.2;
const polishFrom = 0.85;
/** Starts of a lone sheet. */
const startsPerItem = { usual: 96, most: 1 };
/** Share of failed attempts to place left-over items after which the sheets are squeezed. */
const squeezedWhileLeft = 0.2;
const patient: Patience = { passes: 200, strikes: 3 };
const hasty: Patience = { passes: 100, strikes: 2 };
/** Failures in a row after which the search squeezes another sheet. */
const fewFailures = 12;
/** Failures after which the search tries to place another part. */
const failuresOfOne = 2;
const polishing: Patience = { passes: 60, strikes: 2 };

/** Returns when the budget is used up; passes on errors of the budget. */
export function searchSheets(problem: SheetProblem, options: SheetSearchOptions): void {
  new SheetSearch(problem, options).search();
}

class SheetSearch {
  readonly #base: SheetField;
  readonly #budget: Budget;
  readonly #exchange: SheetExchange | null;
  readonly #random: Random;
  #best: SheetArrangement;
  #score: Score;
  readonly #others = new OtherStarts();

  readonly #problem: SheetProblem;
  readonly #options: SheetSearchOptions;

  constructor(problem: SheetProblem, options: SheetSearchOptions) {
    this.#problem = problem;
    this.#options = options;
    const { start, seed, breadth, budget, costs } = options;
    this.#base = new SheetField(problem, start, seed, breadth, budget.poll, costs);
    this.#shareTables();
    this.#random = new Random(options.seed);
    this.#best = this.#base.start;
    this.#score = scoreOf(this.#base, this.#best);
    const value = problem.values.reduce((sum, worth) => sum + worth, 0);
    this.#exchange = options.exchange && new SheetExchange(options.exchange, value);
    this.#budget = alsoAfterPass(options.budget, () => this.#passed());
  }

  search(): void {
    const budget = this.#budget;
    const main = between(budget, 0, polishFrom);
    if (this.#problem.sheets.length === 1 && this.#score.left === 0) this.#tryStarts();
    let isHopeful = true;
    while (!main.stopped()) {
      if (this.#score.left > 0 || this.#score.sheets > 1) this.#takeOthers(main);
      const slice = this.#slice(main);
      if (this.#score.left > 0) isHopeful = this.#placeMore(slice);
      else if (this.#score.sheets > 1) isHopeful = this.#emptyOne(slice);
      else isHopeful = false;
      // Spans do not matter while sheets can still be saved, and little while parts are left over.
      const isDue = this.#score.left === 0 || this.#random.next() < squeezedWhileLeft;
      if (!isHopeful && isDue)
        this.#squeezeLast(this.#problem.sheets.length === 1 && this.#score.left === 0 ? main : this.#slice(main));
    }
    while (!budget.stopped()) {
      for (const sheet of usedSheets(this.#best)) this.#polish(sheet);
      budget.passed();
    }
  }

  #shareTables(): void {
    const { share, isRepeatable } = this.#options;
    const { field, shapes } = this.#base;
    const tables = this.#options.tables ?? (share && !isRepeatable ? SharedTables.memoryFor(shapes) : null);
    if (tables) field.shareTables(tables);
    share?.(tables);
  }

  /** Whether a sheet in use holds more items than move at a time. */
  #isCrowded(): boolean {
    return this.#problem.items.length > mostMembers * Math.max(1, this.#score.sheets);
  }

  /** A slice of a budget from now on. It also ends when the other thread leaves out less or uses fewer sheets. */
  #slice(budget: Budget): Budget {
    const { left, sheets } = this.#score;
    const slice = between(budget, 0, Math.min(1, budget.used() + sliceShare));
    const isOvertaken = () => this.#score.left < left || this.#score.sheets < sheets;
    return { ...slice, stopped: () => slice.stopped() || isOvertaken() };
  }

  #offer(layout: SheetArrangement): boolean {
    if (!this.#hold(layout)) return false;
    this.#options.report(fromSearch(this.#problem, this.#base.shapes, layout));
    return true;
  }

  /** Makes a layout the best one, if it is better. */
  #hold(layout: SheetArrangement): boolean {
    const score = scoreOf(this.#base, layout);
    if (!isBetterScore(score, this.#score)) return false;
    this.#best = layout;
    this.#score = score;
    this.#exchange?.offer(layout, score);
    return true;
  }

  /** Makes another first layout, which takes about as long as a pass. */
  #another(): SheetArrangement {
    const other = intoSearch(this.#problem, this.#base.shapes, this.#options.another());
    this.#passed();
    return other;
  }

  /** Runs after each piece of work: takes over the layouts of other searches and of the other thread. */
  #passed(): void {
    const { exchange, isPartner, budget, elsewhere } = this.#options;
    const given = elsewhere();
    if (given) this.#hold(intoSearch(this.#problem, this.#base.shapes, given));
    if (!exchange) return;
    if (!isPartner) exchange.used = budget.used();
    exchange.passed(budget.poll);
    const found = this.#exchange?.better(this.#score);
    if (found) this.#offer(found);
  }

  /** Tries other first layouts: if all parts barely fit, the order of placing decides. */
  #takeOthers(budget: Budget): void {
    const share = this.#isCrowded() ? crowdedShare : othersShare;
    this.#others.turn(share, budget, this.#score.left > 0, () => this.#hold(this.#another()));
  }

  #tryStarts(): void {
    const budget = this.#budget;
    const { breadth, isPartner } = this.#options;
    // Very many tables leave time for one start, as on a strip.
    const starts = this.#base.field.hasManyTables ? 1 : startsFor(breadth, this.#problem.items.length, startsPerItem);
    for (let k = 0; k < starts && !budget.stopped(); k++) {
      const start = k === 0 && !isPartner ? this.#base.start : this.#another();
      if (scoreOf(this.#base, start).left > 0) continue;
      if (k > 0) this.#offer(start);
      const slice = between(budget, 0, (startsUntil * (k + 1)) / starts);
      this.#squeeze(usedSheets(start), start, hasty).explore(slice, false);
    }
  }

  /** The movable items on the given sheets. */
  #on(sheets: readonly number[], layout = this.#best): number[] {
    return movableOn(this.#problem, layout, sheets);
  }

  /** The last sheet in use; of several cloths any of their last ones. */
  #lastSheet(): number {
    const last = lastSheets(this.#base, this.#best);
    return last.length === 1 ? last[0]! : this.#any(last);
  }

  /**
   * Chooses other used sheets of the same cloth for a search with `sheet`, as many as may take part. The more room a sheet
   * has, the more often it is chosen.
   */
  #neighbours(sheet: number): number[] {
    const cloth = clothOf(this.#base, sheet);
    const others = usedSheets(this.#best).filter((other) => other !== sheet && clothOf(this.#base, other) === cloth);
    const chosen: number[] = [];
    let members = this.#on([sheet]).length;
    while (others.length > 0 && chosen.length < mostSheets - 1) {
      const rooms = others.map((other) => freeShare(this.#base, this.#best, other) ** 2);
      const [other] = others.splice(this.#random.weighted(rooms), 1);
      const more = this.#on([other!]).length;
      if (members + more > this.#base.mostTogether(mostMembers) && chosen.length > 0) continue;
      members += more;
      chosen.push(other!);
    }
    return chosen.sort((a, b) => a - b);
  }

  /** Moves everything on the least used of the last sheets to others. */
  #emptyOne(slice: Budget): boolean {
    const { locked } = this.#problem;
    const held = new Set(this.#best.sheet.filter((_, item) => locked[item]));
    const free = usedSheets(this.#best).filter((sheet) => !held.has(sheet));
    const last = this.#lastSheet();
    const emptied = held.has(last) ? free.at(-1) : last;
    if (emptied === undefined) return false;
    const others = this.#neighbours(emptied);
    const members = this.#on([emptied, ...others]);
    if (!mayHold(this.#base, this.#best, others, members)) return false;
    return this.#rearrange(this.#best, others, members, slice);
  }

  /**
   * Places left-over parts: all of them at once, one part, or one part instead of parts that are worth less. The three
   * ways take turns, since trying to place all of them may never end.
   */
  #placeMore(slice: Budget): boolean {
    const sheets = sheetsToFill(this.#base, this.#best, this.#random);
    if (sheets.length === 0) return false;
    const ways = [
      (left: readonly number[]) =>
        this.#add(left.length > 1 && left.length < mostMembers ? left : [], [], sheets, slice),
      (left: readonly number[]) => this.#add([this.#any(left)], [], sheets, slice),
      (left: readonly number[]) => {
        const one = this.#any(left);
        const there = this.#on([this.#any(sheets)]);
        return this.#add([one], worthLess(this.#problem, this.#best, one, there, this.#random), sheets, slice);
      },
    ];
    for (let tried = true; tried; ) {
      tried = false;
      for (const way of ways) {
        // The other thread may have found a layout with other parts left over.
        const left = leftOver(this.#best);
        if (slice.stopped() || left.length === 0) return false;
        const outcome = way(left);
        if (outcome === 'placed') return true;
        tried ||= outcome === 'failed';
      }
    }
    return false;
  }

  /** Places some more parts on sheets, instead of others there. */
  #add(
    more: readonly number[],
    instead: readonly number[],
    sheets: readonly number[],
    slice: Budget,
  ): 'placed' | 'failed' | 'no room' {
    const from = copyOfSheets(this.#best);
    for (const item of instead) from.sheet[item] = -1;
    const members = [...this.#on(sheets, from), ...more];
    if (more.length === 0 || !hasRoom(this.#base, sheets, members)) return 'no room';
    return this.#rearrange(from, sheets, members, slice, failuresOfOne) ? 'placed' : 'failed';
  }

  #any<T>(list: readonly T[]): T {
    return list[this.#random.below(list.length)]!;
  }

  /**
   * Lays out the members of `from` anew on the given sheets. A layout of the other thread does not change `from`
   * meanwhile.
   */
  #rearrange(
    from: SheetArrangement,
    sheets: readonly number[],
    members: readonly number[],
    budget: Budget,
    failures = Infinity,
  ): boolean {
    const row = new Row(this.#base, sheets, members);
    const at = row.arrangement(from, row.whole, () => this.#random.next());
    const limits = { sheets: row.whole, axis: 'length' } as const;
    const resolved = this.#shrinking(row, from, hasty).resolve({ at, limits }, budget, failures);
    if (!resolved) return false;
    const layout = copyOfSheets(from);
    row.write(resolved.at, layout);
    return this.#offer(layout);
  }

  /** Squeezes the last sheet together with others, whose whole room counts; a lone sheet until the budget ends. */
  #squeezeLast(budget: Budget): void {
    const used = usedSheets(this.#best);
    if (used.length === 0) return;
    if (used.length === 1) {
      const better = (own: SheetArrangement): SheetArrangement | null => this.#betterThan(own);
      this.#squeeze(used, this.#best, patient, { better }).explore(budget, true);
      return;
    }
    while (!budget.stopped()) {
      const last = this.#lastSheet();
      const row = [...this.#neighbours(last), last];
      const isWhole = row.length === usedSheets(this.#best).length;
      this.#squeeze(row, this.#best, hasty, { others: 'wholly' }).explore(
        budget,
        false,
        isWhole ? Infinity : fewFailures,
      );
      budget.passed();
    }
  }

  /** The best layout, if it lies on the same sheet as `own` and is better. */
  #betterThan(own: SheetArrangement): SheetArrangement | null {
    const isOnSameSheet = this.#best.sheet.every((sheet, item) => sheet === own.sheet[item]);
    return isOnSameSheet && isBetterScore(this.#score, scoreOf(this.#base, own)) ? this.#best : null;
  }

  #polish(sheet: number): void {
    this.#squeeze([sheet], this.#best, polishing).compress(this.#budget, fewFailures);
  }

  /** A search that uses the last of some sheets less and less. */
  #squeeze(
    sheets: readonly number[],
    from: SheetArrangement,
    patience: Patience,
    options: Partial<RowRegionOptions> = {},
  ): Shrinking<RowLimits, RowRegion> {
    return this.#shrinking(new Row(this.#base, sheets, this.#on(sheets, from)), from, patience, options);
  }

  #shrinking(
    row: Row,
    from: SheetArrangement,
    patience: Patience,
    options: Partial<RowRegionOptions> = {},
  ): Shrinking<RowLimits, RowRegion> {
    const budget = this.#budget;
    const random = this.#random;
    const { breadth } = this.#options;
    const found = (layout: SheetArrangement): void => {
      this.#offer(layout);
    };
    const own = { random, others: 'as they are', poll: budget.poll, found, better: () => null } as const;
    return new Shrinking(new RowRegion(row, from, { ...own, ...options }), {
      random,
      patience,
      pace: paceByFailures(row.sheets.length),
      breadth,
      fineTries: 0,
    });
  }
}

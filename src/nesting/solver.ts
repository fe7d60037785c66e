/**
 * Turns a request into a stream of solutions: a first construction, then a search for better layouts. The search ends
 * with time, with work, or when nobody wants better ones. Every layout passes the exact check, on the original
 * polygons, before it leaves.
 *
 * Synchronous; runs in a worker thread.
 */

import { Random } from '../random.js';
import { byDirection } from './bridge/by-direction.js';
import { byTilt } from './bridge/by-tilt.js';
import { densestSearch } from './bridge/densest.js';
import { threadsFor } from './bridge/threads.js';
import { contextIn } from './construct/context-in.js';
import { searchDetail } from './construct/detail.js';
import { firstPlans } from './construct/first-plans.js';
import { firstGeneration } from './construct/genetic.js';
import { Groundwork } from './construct/groundwork.js';
import type { Plan } from './construct/plan.js';
import { type Search, type SearchContext, SearchEnded } from './construct/search.js';
import { turnsUntil } from './construct/turns.js';
import { type Beginning, type Checked, completeLayout, makeFirstLayout } from './first-layout.js';
import { type Copies, copiesOf } from './layout/copies.js';
import { directed, directionsOf, layableGroups } from './layout/directions.js';
import { ExactCheck } from './layout/exact-check.js';
import { type Layout, layoutIn, layoutOf, placementsOf } from './layout/layout.js';
import { leastUsedLast } from './layout/least-used-last.js';
import { Phases } from './layout/match-errors.js';
import { isBetter, Measure, type Measures } from './layout/measure.js';
import { isProvablyOptimal } from './layout/optimal.js';
import { Problem } from './layout/problem.js';
import { remnantsOf } from './layout/remnants.js';
import { repaired } from './layout/repaired.js';
import { atEdge } from './layout/to-edge.js';
import { Publisher } from './publisher.js';
import type { Exchange, NestRequest, Placement, SolveEnd, SolveOptions, Usage } from './request.js';

/** A first layout may take so many seconds even if the time limit is shorter, or was over when a solver took the request over. */
const firstLayoutSeconds = 10;

/** The promised generation may take so many seconds beyond the time limit. A job waits longer for it. */
const firstGenerationSeconds = 3;

/** Seconds between two looks at the clock and the wish to stop. */
const pollInterval = 0.01;

/**
 * Solves a sound request (see `checkNestRequest`). The first solution does not depend on the seed. The same seed and
 * work limit give the same sequence of solutions. Every solution has a smaller fitness than the one before.
 */
export function solve(request: NestRequest, options: SolveOptions, search: Search = densestSearch): SolveEnd {
  try {
    return new Run(request, options).solve(search);
  } catch (error) {
    if (!(error instanceof SearchEnded)) throw error;
    return error.end;
  }
}

class Run {
  readonly #problem: Problem;
  /** Of the problem with one direction of each group, in which the first layout is made. */
  readonly #ground: Groundwork;
  readonly #check: ExactCheck;
  readonly #measure: Measure;
  readonly #phases: Phases;
  readonly #publisher: Publisher;
  /** The request with a polygon for each copy, and the original polygon of each. */
  readonly #copies: Copies;
  readonly #clock: () => number;
  readonly #started: number;
  readonly #exchange: Exchange | null;
  /** The time limit holds from the first layout on. */
  #best: { layout: Layout; measures: Measures } | null = null;
  #generation: number;
  #tested: number;
  #steps = 0;
  /** The reason that no better layout is needed, once there is one. */
  #enough: 'optimal' | 'target' | null = null;
  /** Whether the time limit no longer ends the search. */
  #isOvertime = false;
  /** Whether the best layout is the beginning of one that is being made. */
  #isBeginning = false;
  #nextPoll = 0;
  #nextReport: number;
  readonly #look = (): void => {
    if (this.options.shouldStop()) throw new SearchEnded('cancelled');
  };

  constructor(
    readonly request: NestRequest,
    readonly options: SolveOptions,
  ) {
    this.#clock = options.clock ?? (() => performance.now());
    this.#started = this.#clock();
    this.#exchange = (request.workLimit === null && options.exchange) || null;
    this.#copies = copiesOf(request);
    const poll = this.#look;
    const given = options.startFrom?.placements ?? request.warmStart ?? [];
    const phases = new Phases(this.#copies.request).ofGroups(this.#copies.spread(given)).map((phase) => phase ?? 0);
    this.#problem = new Problem({ ...this.#copies.request, ...(phases.length > 0 && { phases }) }, searchDetail, poll);
    this.#ground = new Groundwork(this.#directed(poll), poll);
    this.#check = new ExactCheck(this.#copies.request, poll);
    this.#measure = new Measure(this.#copies.request);
    this.#phases = new Phases(request);
    this.#generation = options.startFrom?.generation ?? 0;
    this.#tested = options.startFrom?.tested ?? 0;
    this.#nextReport = this.#elapsed() + request.reportInterval / 1000;
    this.#publisher = new Publisher(
      this.#problem.parts.length,
      options.emit,
      () => this.#elapsed(),
      request.workLimit !== null,
    );
  }

  solve(search: Search): SolveEnd {
    let end: SolveEnd;
    const { reportInterval, maximumExecutionTime } = this.request;
    const generations = this.#generation;
    try {
      const plan = this.#begin();
      this.#endEarly(this.request.reportInterval > 0);
      this.#poll(true);
      if (this.request.workLimit === 0) throw new SearchEnded('work_limit');
      byDirection(byTilt(search), search)(this.#context(), plan);
      end = 'optimal';
    } catch (error) {
      if (!(error instanceof SearchEnded)) throw error;
      end = error.end;
    }
    if (end === 'time_limit' && reportInterval === 0 && this.#generation === generations) end = this.#firstGeneration();
    if (end !== 'cancelled') this.#report('finishing');
    try {
      this.#publisher.flush(() => this.options.shouldStop() || this.#elapsed() >= maximumExecutionTime);
    } catch (error) {
      if (!(error instanceof SearchEnded)) throw error;
      end = error.end;
    }
    return end;
  }

  /**
   * Without periodic reports the API promises one generation, whatever the time. This runs the quickest kind, of
   * constructions, and counts it as it is after some seconds.
   */
  #firstGeneration(): SolveEnd {
    this.#isOvertime = true;
    const elapsed = (): number => this.#elapsed();
    const end = Math.max(elapsed() + 1, this.request.maximumExecutionTime + firstGenerationSeconds);
    try {
      const best = (): Layout => layoutIn(this.#ground.problem, this.#problem, this.#best!.layout);
      const context = contextIn(this.#context(), this.#ground, best);
      const plan = firstPlans(this.#ground.problem)[0]!;
      firstGeneration(context, plan, () => elapsed() >= end, turnsUntil(elapsed, end));
      return 'time_limit';
    } catch (error) {
      if (!(error instanceof SearchEnded)) throw error;
      return error.end;
    }
  }

  /**
   * Makes the first layout. It takes the layout of the replaced solver, else the client's own, completed with the
   * missing parts, else a constructed one.
   */
  #begin(): Plan {
    const { warmStart = [], maximumExecutionTime } = this.request;
    const most = Math.max(maximumExecutionTime, (this.options.elapsedBefore ?? 0) + firstLayoutSeconds);
    const resumed = this.#resume();
    // the replaced solver may have been at the beginning of its first layout
    if (resumed) this.#isBeginning = resumed.layout.unplaced.length > 0;
    const warm = (): Checked => this.#repaired(layoutOf(this.#problem, this.#copies.spread(warmStart)));
    const given = resumed ?? (warmStart.length > 0 ? warm() : null);
    const run = this.#beginning();
    const plan = given ? completeLayout(run, given, most) : makeFirstLayout(run, most);
    this.#isBeginning = false;
    return plan;
  }

  #beginning(): Beginning {
    const run = this;
    const { problem } = this.#ground;
    return {
      ground: this.#ground,
      get best() {
        return run.#best;
      },
      poll: () => this.#poll(false),
      elapsed: () => this.#elapsed(),
      built: (layout) => this.#gathered(this.#repaired(this.#ordered(layoutIn(this.#problem, problem, layout)))),
      completed: (layout) => this.#repaired(layoutIn(this.#problem, problem, layout)),
      inGround: (layout) => layoutIn(problem, this.#problem, layout),
      accept: (checked, isPartial = false) => {
        this.#isBeginning = isPartial;
        this.#accept(checked);
      },
    };
  }

  #resume(): Checked | null {
    const { startFrom } = this.options;
    const found = startFrom ? this.#sound(startFrom.placements) : null;
    if (found) this.#best = found;
    return found;
  }

  /** The layout of another solver; null where a placement is unknown, or at fault in the exact check. */
  #sound(given: readonly Placement[]): Checked | null {
    const layout = layoutOf(this.#problem, this.#copies.spread(given));
    if (layout.placed.length < given.length) return null;
    const placements = placementsOf(this.#problem, layout);
    const outlines = this.#check.outlines(placements);
    if (this.#check.faults(placements, outlines).length > 0) return null;
    return { layout, placements, measures: this.#measure.measures(placements, outlines) };
  }

  /** Makes the layout of another instance the best one, if it is better. The stream of the job has it already. */
  #adopt(): Layout | null {
    const found = this.#exchange?.take();
    const best = this.#best!.measures;
    if (!found || found.fitness >= best.fitness) return null;
    const sound = this.#sound(found.placements);
    if (!sound || !isBetter(sound.measures, best)) return null;
    this.#hold(sound);
    this.#publisher.forget();
    return sound.layout;
  }

  #repaired(found: Layout): Checked {
    const { layout, placements, outlines } = repaired(this.#problem, this.#check, found);
    return { layout, placements, measures: this.#measure.measures(placements, outlines) };
  }

  /** The problem of the first layout: with the direction of each group in which it goes on, else with its first one. */
  #directed(poll: () => void): Problem {
    const { request } = this.#problem;
    const groups = layableGroups(request);
    if (groups.length === 0) return this.#problem;
    const given = this.#copies.spread(this.options.startFrom?.placements ?? this.request.warmStart ?? []);
    const directions = directionsOf(groups, given, (index) => index < (request.locked?.length ?? 0));
    return new Problem(directed(request, groups, directions), searchDetail, poll);
  }

  #context(): SearchContext {
    const run = this;
    const { workLimit, maximumExecutionTime } = this.request;
    const begun = this.#elapsed();
    return {
      used: () =>
        workLimit === null ? (this.#elapsed() - begun) / (maximumExecutionTime - begun) : this.#steps / workLimit,
      problem: this.#problem,
      ground: this.#ground,
      random: new Random(this.options.seed),
      get best() {
        return run.#best!.layout;
      },
      poll: () => this.#poll(false),
      step: () => {
        this.#poll(false);
        this.#endEarly(this.request.reportInterval > 0);
        if (this.#steps >= (this.request.workLimit ?? Infinity)) throw new SearchEnded('work_limit');
        this.#steps++;
        this.#tested++;
      },
      endGeneration: () => {
        this.#generation++;
        this.#endEarly(true);
      },
      threads: threadsFor(this.request, this.options.cores?.()),
      adopt: () => this.#adopt(),
      offer: (layout) => this.#offer(layout),
    };
  }

  #ordered(layout: Layout): Layout {
    return leastUsedLast(this.#problem, layout);
  }

  /** The layout as it is sent, at the edge. The search goes on from the one at the phases of its problem. */
  #gathered(sound: Checked): Checked {
    return { ...sound, placements: atEdge(this.#problem, this.#check, sound.layout, sound.placements) };
  }

  #offer(offered: Layout): Measures {
    const layout = this.#ordered(offered);
    const placements = placementsOf(this.#problem, layout);
    const outlines = this.#check.outlines(placements);
    const measures = this.#measure.measures(placements, outlines);
    if (isBetter(measures, this.#best!.measures) && this.#check.faults(placements, outlines).length === 0) {
      this.#accept(this.#gathered({ layout, placements, measures }));
    }
    return measures;
  }

  #accept({ layout, placements, measures }: Checked): void {
    this.#hold({ layout, measures });
    const { indices } = this.#copies;
    const unplacedIndices = layout.unplaced.map(({ index }) => indices[index]!).sort((a, b) => a - b);
    const { fitness, usage, utilisation, sheetCount, sheetUtilisation } = measures;
    const sent = placements
      .map((placement) => ({ ...placement, index: indices[placement.index]! }))
      .sort((a, b) => a.index - b.index);
    const matches = this.#phases.errors(sent);
    const solution = {
      fitness,
      usage,
      utilisation,
      sheetCount,
      sheetUtilisation,
      placements: sent,
      unplaced: unplacedIndices.map((index) => this.request.polygons[index]!.id),
      unplacedIndices,
      ...(matches.length > 0 && { matches }),
      generation: this.#generation,
      tested: this.#tested,
    };
    this.#publisher.offer(
      solution,
      (own) => ({ ...own, usage: this.#withRemnants(own.usage, placements) }),
      this.#isBeginning,
    );
  }

  /** The usage with the remnants of each sheet, where the request asks for them. */
  #withRemnants(usage: Usage, placements: readonly Placement[]): Usage {
    const { remnants, bins } = this.request;
    if (!remnants) return usage;
    const outlines = this.#check.outlines(placements);
    const sheets = usage.sheets.map((sheet) => {
      const parts = outlines.filter((_, i) => placements[i]!.bin === sheet.bin).map(({ full }) => full);
      return { ...sheet, remnants: remnantsOf(this.request, bins[sheet.bin]!, parts, remnants, this.#look) };
    });
    return { ...usage, sheets };
  }

  #hold({ layout, measures }: Pick<Checked, 'layout' | 'measures'>): void {
    this.#best = { layout, measures };
    const { targetUtilisation } = this.request;
    if (isProvablyOptimal(this.#problem, layout, measures)) this.#enough = 'optimal';
    else if (targetUtilisation && layout.unplaced.length === 0 && measures.utilisation >= targetUtilisation)
      this.#enough = 'target';
  }

  /** Ends the search if the best layout is good enough. */
  #endEarly(mayEnd: boolean): void {
    if (this.#enough && mayEnd) throw new SearchEnded(this.#enough);
  }

  #elapsed(): number {
    return (this.options.elapsedBefore ?? 0) + (this.#clock() - this.#started) / 1000;
  }

  #poll(now: boolean): void {
    const elapsed = this.#elapsed();
    if (!now && elapsed < this.#nextPoll) return;
    this.#nextPoll = elapsed + pollInterval;
    this.#look();
    this.#publisher.sendDue();
    const { reportInterval, maximumExecutionTime } = this.request;
    if (reportInterval > 0 && elapsed >= this.#nextReport) {
      this.#nextReport = elapsed + reportInterval / 1000;
      this.#report('running');
    }
    const isDue = this.#best !== null && !this.#isBeginning && !this.#isOvertime;
    if (isDue && elapsed >= maximumExecutionTime) throw new SearchEnded('time_limit');
  }

  #report(status: 'running' | 'finishing'): void {
    const counts = { generation: this.#generation, tested: this.#tested, elapsedSeconds: this.#elapsed() };
    this.options.emit({ type: 'progress', status, ...counts });
  }
}

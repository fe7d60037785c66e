/**
 * From a request to a stream of solutions: the first construction, then a search for better layouts until time, work or
 * the wish for them ends. Nothing leaves here that the exact check, on the polygons as sent, has not passed.
 *
 * Synchronous; runs in a worker thread.
 */

import { ExactCheck } from './layout/exact-check.js';
import { type Layout, layoutOf, placementsOf } from './layout/layout.js';
import { isBetter, Measure, type Measures } from './layout/measure.js';
import { NoFitCache } from './layout/no-fit-cache.js';
import { Problem } from './layout/problem.js';
import { Publisher } from './publisher.js';
import type { NestRequest, Placement, SolveEnd, SolveOptions } from './request.js';
import { construct, type Plan } from './search/construct.js';
import { firstPlans } from './search/first-plans.js';
import { isProvablyOptimal } from './search/optimal.js';
import { Random } from './search/random.js';
import { type Search, type SearchContext, SearchEnded } from './search/search.js';
import { densestSearch } from './search/strip.js';

/** How often the clock and the wish to stop are looked at (seconds). */
const pollInterval = 0.01;

/**
 * Solves a request that `checkNestRequest` has found sound. The first solution does not depend on the seed; the same seed
 * and work limit give the same sequence of solutions. Every solution has a smaller fitness than the one before.
 */
export function solve(request: NestRequest, options: SolveOptions, search: Search = densestSearch): SolveEnd {
  return new Run(request, options).solve(search);
}

class Run {
  readonly #problem: Problem;
  readonly #noFits: NoFitCache;
  readonly #check: ExactCheck;
  readonly #measure: Measure;
  readonly #publisher: Publisher;
  readonly #started = performance.now();
  #best: { layout: Layout; measures: Measures } | null = null;
  #generation: number;
  #tested: number;
  #steps = 0;
  #optimal = false;
  /** Set once the first solution is out: from then on the time limit holds. */
  #searching = false;
  #nextPoll = 0;
  #nextReport: number;

  constructor(
    readonly request: NestRequest,
    readonly options: SolveOptions,
  ) {
    this.#problem = new Problem(request);
    this.#noFits = new NoFitCache(this.#problem);
    this.#check = new ExactCheck(request);
    this.#measure = new Measure(request);
    this.#generation = options.startFrom?.generation ?? 0;
    this.#tested = options.startFrom?.tested ?? 0;
    this.#nextReport = this.#elapsed() + request.reportInterval / 1000;
    this.#publisher = new Publisher(
      request.polygons.length,
      options.emit,
      () => this.#elapsed(),
      request.workLimit !== null,
    );
  }

  solve(search: Search): SolveEnd {
    let end: SolveEnd;
    try {
      const plan = this.#begin();
      this.#searching = true;
      if (this.#optimal && this.request.reportInterval > 0) throw new SearchEnded('optimal');
      this.#poll(true);
      if (this.request.workLimit === 0) throw new SearchEnded('work_limit');
      search(this.#context(), plan);
      end = 'optimal';
    } catch (error) {
      if (!(error instanceof SearchEnded)) throw error;
      end = error.end;
    }
    if (end !== 'cancelled') {
      this.#report('finishing');
      this.#publisher.flush();
    }
    return end;
  }

  /** The first layout: the one to go on from, where it is sound, else the best of the first plans. */
  #begin(): Plan {
    const plans = firstPlans(this.#problem);
    if (this.#resume()) return plans[0]!;
    let best = plans[0]!;
    let fitness = Infinity;
    let first: { layout: Layout; placements: Placement[]; measures: Measures } | null = null;
    for (const plan of plans) {
      const sound = this.#repaired(construct(this.#problem, this.#noFits, plan, () => this.#poll(false)));
      if (sound.measures.fitness >= fitness) continue;
      fitness = sound.measures.fitness;
      best = plan;
      first = sound;
    }
    this.#accept(first!.layout, first!.placements, first!.measures);
    return best;
  }

  #resume(): boolean {
    const { startFrom } = this.options;
    if (!startFrom) return false;
    const layout = layoutOf(this.#problem, startFrom.placements);
    if (!layout) return false;
    const outlines = this.#check.outlines(startFrom.placements);
    if (this.#check.faults(startFrom.placements, outlines).length > 0) return false;
    this.#best = { layout, measures: this.#measure.measures(startFrom.placements, outlines) };
    return true;
  }

  /** A layout without the placements that the exact check finds at fault: those parts are left out. */
  #repaired(layout: Layout): { layout: Layout; placements: Placement[]; measures: Measures } {
    let sound = layout;
    for (;;) {
      const placements = placementsOf(this.#problem, sound);
      const outlines = this.#check.outlines(placements);
      const faults = new Set(this.#check.faults(placements, outlines).map((i) => placements[i]!.index));
      if (faults.size === 0)
        return { layout: sound, placements, measures: this.#measure.measures(placements, outlines) };
      const stays = sound.placed.filter(({ part }) => !faults.has(part.index));
      const goes = sound.placed.filter(({ part }) => faults.has(part.index)).map(({ part }) => part);
      sound = { placed: stays, unplaced: [...sound.unplaced, ...goes] };
    }
  }

  #context(): SearchContext {
    const run = this;
    const { workLimit, maximumExecutionTime } = this.request;
    const begun = this.#elapsed();
    return {
      used: () =>
        workLimit === null ? (this.#elapsed() - begun) / (maximumExecutionTime - begun) : this.#steps / workLimit,
      problem: this.#problem,
      noFits: this.#noFits,
      random: new Random(this.options.seed),
      get best() {
        return run.#best!.layout;
      },
      poll: () => this.#poll(false),
      step: () => {
        this.#poll(false);
        if (this.#optimal && this.request.reportInterval > 0) throw new SearchEnded('optimal');
        if (this.#steps >= (this.request.workLimit ?? Infinity)) throw new SearchEnded('work_limit');
        this.#steps++;
        this.#tested++;
      },
      endGeneration: () => {
        this.#generation++;
        if (this.#optimal) throw new SearchEnded('optimal');
      },
      offer: (layout) => this.#offer(layout),
    };
  }

  #offer(layout: Layout): Measures {
    const placements = placementsOf(this.#problem, layout);
    const outlines = this.#check.outlines(placements);
    const measures = this.#measure.measures(placements, outlines);
    if (isBetter(measures, this.#best!.measures) && this.#check.faults(placements, outlines).length === 0) {
      this.#accept(layout, placements, measures);
    }
    return measures;
  }

  #accept(layout: Layout, placements: readonly Placement[], measures: Measures): void {
    this.#best = { layout, measures };
    this.#optimal = isProvablyOptimal(this.#problem, layout, measures);
    const unplacedIndices = layout.unplaced.map(({ index }) => index).sort((a, b) => a - b);
    const { fitness, usage, utilisation, sheetCount, sheetUtilisation } = measures;
    this.#publisher.offer({
      fitness,
      usage,
      utilisation,
      sheetCount,
      sheetUtilisation,
      placements,
      unplaced: unplacedIndices.map((index) => this.request.polygons[index]!.id),
      unplacedIndices,
      generation: this.#generation,
      tested: this.#tested,
    });
  }

  #elapsed(): number {
    return (this.options.elapsedBefore ?? 0) + (performance.now() - this.#started) / 1000;
  }

  #poll(now: boolean): void {
    const elapsed = this.#elapsed();
    if (!now && elapsed < this.#nextPoll) return;
    this.#nextPoll = elapsed + pollInterval;
    if (this.options.shouldStop()) throw new SearchEnded('cancelled');
    this.#publisher.sendDue();
    const { reportInterval, maximumExecutionTime } = this.request;
    if (reportInterval > 0 && elapsed >= this.#nextReport) {
      this.#nextReport = elapsed + reportInterval / 1000;
      this.#report('running');
    }
    if (this.#searching && elapsed >= maximumExecutionTime) throw new SearchEnded('time_limit');
  }

  #report(status: 'running' | 'finishing'): void {
    if (this.request.reportInterval === 0) return;
    this.options.emit({
      type: 'progress',
      status,
      generation: this.#generation,
      tested: this.#tested,
      elapsedSeconds: this.#elapsed(),
    });
  }
}

/** The part of an order on cloths of one width: its nested markers, the estimate of further ones, and its best mix. */

import { type Block, shortestCover } from './blocks.js';
import { areaOf, cutLengthOf, isTooWide, reachOf } from './garment-measures.js';
import { leastLengths } from './least-length.js';
import { type EstimateParameters, LengthEstimate } from './length-estimate.js';
import { lowerBound } from './lower-bound.js';
import type { MixResult } from './mix/mix-task.js';
import { type Demand, isBetter, keyOf, longestOn, type MixProblem, type PliedMarker, worthOf } from './mix/problem.js';
import { charged, shareOfNest, totalOf, usualGain } from './nest-charge.js';
import { type LayOrder, metre } from './order.js';
import type { MissingReason, NestedMarker, NestRecord } from './plan.js';

/** A nested marker, and the seconds of its nests. */
export interface OwnMarker extends NestedMarker {
  readonly counts: readonly number[];
  readonly seconds: number;
  /** Nests in a row that made it no shorter. */
  readonly fruitless: number;
  /** Nothing better can be found. */
  readonly isFinal: boolean;
}

/** Caution about estimates until there is a plan: each marker that is too long for the table costs a round. Rows of blocks need less. */
const caution = { before: 0.13, rows: 0.05, after: 0.03 };
/** After its first nest a marker of several kinds is longer than its share of each block, by this share of its least length. */
const lossOfKinds = 0.18;
/** Sizes of a pure marker that are tried: as many garments as fit, and fewer. */
const mostPure = 12;

/** Share of the cost of all cloth that a marker of the first plan may save at least. */
const delay = 0.003;

/** Of the cloth, before the first nest. */
const usualEfficiency = 0.85;
/** Doublings of a marker's time with the usual gain, which those of its nests join. */
const usualDoublings = 6;

/** A marker that became shorter by a smaller share gained nothing. */
const leastGain = 2e-4;

/** More doublings of a marker's time are not counted on, and fewer after each nest that gained nothing. */
const mostDoublings = 4;
/** Garments of one kind in a row of blocks. */
const mostJoined = 60;
/** Parts of a block: enough to interlock, and few enough to be nested in a blink. */
const partsOfBlock = 28;
const lostHope = 0.6;

/** Markers of a number of garments that no nest has tried are taken to be shorter by this share, so that one is tried. */
const hope = 0.01;

export class WidthClass {
  readonly width: number;
  /** Indices of its cloths in the order. */
  readonly cloths: readonly number[];
  readonly nested = new Map<string, OwnMarker>();
  best: MixResult | null = null;
  /** Shares by which more time has shortened markers so far, and the doublings of their time that it took. */
  readonly #gained = { share: usualGain * usualDoublings, doublings: usualDoublings };
  readonly area: readonly number[];
  readonly cutLengths: readonly number[];

  readonly #order: LayOrder;
  readonly #least: readonly (readonly number[])[];
  /** Parts of each garment. */
  readonly #parts: readonly number[];
  readonly #isTooWide: readonly boolean[];
  /** Of the longest part of each garment. */
  readonly #reach: readonly number[];
  readonly #demand: readonly (readonly Demand[])[];

  constructor(order: LayOrder, width: number) {
    this.#order = order;
    this.width = width;
    this.cloths = order.cloths.flatMap((cloth, c) => (cloth.width === width ? [c] : []));
    this.#least = order.garments.map((garment) => leastLengths(garment, width, order.minDistance));
    this.area = order.garments.map(areaOf);
    this.#parts = order.garments.map((garment) => garment.parts.reduce((sum, { quantity }) => sum + quantity, 0));
    this.cutLengths = order.garments.map(cutLengthOf);
    this.#reach = order.garments.map(reachOf);
    this.#isTooWide = order.garments.map((garment) => isTooWide(garment, width));
    this.#demand = order.garments.map((_, g) => this.cloths.map((c) => this.#demandOf(g, c)));
  }

  /** Lines of the order on its cloths. */
  get lines(): number[] {
    return this.#order.lines.flatMap(({ cloth }, i) => (this.cloths.includes(cloth) ? [i] : []));
  }

  /** By the lengths of the layouts. */
  get problem(): MixProblem {
    return this.#problemBy(({ length }) => length);
  }

  /**
   * By the lengths that the nested markers would have after as much time a part as the one with the most. So a marker that a short
   * nest has shown is compared fairly with those of long nests.
   */
  get hopeful(): MixProblem {
    const effort = ({ counts, seconds }: OwnMarker): number => seconds / this.partsOf(counts);
    const most = Math.max(0, ...[...this.nested.values()].map(effort));
    const gain = this.#gained.share / this.#gained.doublings;
    return this.#problemBy((marker) => {
      const { length, fruitless, isFinal } = marker;
      const doublings = Math.min(mostDoublings, Math.log2(most / effort(marker)));
      return isFinal ? length : length * (1 - gain * doublings * lostHope ** fruitless);
    });
  }

  /**
   * As if further markers of one garment were rows of its nested ones. Those of several are a little longer, as their first
   * nests show. Each marker counts as dearer than it is, since its nest delays the first plan.
   */
  get careful(): MixProblem {
    const { problem } = this;
    const garments = problem.garments.map((garment, g) => {
      const rates = [...this.nested.values()].flatMap(({ counts, length }) =>
        length < Infinity && counts.every((count, i) => count > 0 === (i === g)) ? [length / counts[g]!] : [],
      );
      return { ...garment, length: rates.length === 0 ? garment.length : Math.min(...rates) };
    });
    const loss = this.#order.minDistance;
    const estimate = { garments, loss, byNumber: [0], byKinds: [0, 0, lossOfKinds], caution: caution.rows };
    return charged({ ...problem, ...estimate }, delay);
  }

  /** As if every further marker used the same share of its cloth: a simple estimate, which no chance of a nest misleads. */
  get flat(): MixProblem {
    const problem = this.hopeful;
    return this.#evenly(problem, this.#stretch(problem));
  }

  /**
   * The same for all markers, nested or not: the plan of an estimate by area. They use the usual share, unless the estimate for
   * all garments, raised by `hope`, is below it, and so are rows of the nested ones.
   */
  even(hope: number): MixProblem {
    const { hopeful } = this;
    const stretch = Math.min(this.#stretchOfAll(hopeful), this.#stretchOfAll(this.careful));
    const efficiency = Math.min(usualEfficiency, (1 + hope) / stretch);
    return { ...this.#evenly(hopeful, 1 / efficiency), known: new Map(), caution: 0 };
  }

  /** As if further markers used the same share of their cloth as those of the mix: a mix whose markers came out too long is mended by it. */
  like(mix: MixResult): MixProblem {
    const markers = mix.markers.flatMap(({ counts }) => this.nested.get(keyOf(counts)) ?? []);
    const { hopeful } = this;
    return { ...this.#evenly(hopeful, this.#stretch(hopeful, markers)), caution: caution.after };
  }

  /** The problem with each marker charged for its nest, where so many seconds are for all nests. */
  charged(problem: MixProblem, seconds: number): MixProblem {
    return charged(problem, shareOfNest(problem, this.#parts, seconds));
  }

  /** Whether each marker of the mix was nested, and is short enough for the cloths that it lies on. */
  fits({ markers }: MixResult): boolean {
    const { problem } = this;
    return markers.every(({ counts, sources }) => {
      const { length = Infinity } = this.nested.get(keyOf(counts)) ?? {};
      return sources.every(({ cloth }) => length <= longestOn(problem, cloth));
    });
  }

  /** Estimated length of all wanted garments in full markers, by that of their area. */
  #stretchOfAll(problem: MixProblem): number {
    const { garments, loss } = problem;
    const length = totalOf(problem, (g) => garments[g]!.length);
    const least = totalOf(problem, (g) => garments[g]!.least);
    const full = Math.max(loss, this.#longest - loss);
    return least > 0 ? (length * (1 + loss / full)) / least : 1 / usualEfficiency;
  }

  #stretch(problem: MixProblem, markers: Iterable<OwnMarker> = this.nested.values()): number {
    let [all, byArea] = [0, 0];
    for (const { counts, length } of markers) {
      if (length === Infinity) continue;
      all += length;
      byArea += counts.reduce((sum, count, g) => sum + count * problem.garments[g]!.least, 0);
    }
    return byArea > 0 ? all / byArea : 1 / usualEfficiency;
  }

  #evenly(problem: MixProblem, stretch: number): MixProblem {
    const garments = problem.garments.map((garment) => ({ ...garment, length: garment.least * stretch }));
    return { ...problem, garments, loss: 0, byNumber: [0], byKinds: [0], joined: [] };
  }

  #problemBy(lengthOf: (marker: OwnMarker) => number): MixProblem {
    const { cloths, table, costs } = this.#order;
    const nested = [...this.nested.values()].map((marker) => ({ counts: marker.counts, length: lengthOf(marker) }));
    const { garments, loss, byNumber, byKinds } = this.#estimatedFrom(nested);
    const tried = new Set(nested.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0)));
    return {
      garments: garments.map((length, g) => ({
        length,
        least: this.#least[g]![0]!,
        cutLength: this.cutLengths[g]!,
        reach: this.#reach[g]!,
      })),
      loss,
      byNumber: byNumber.map((share, n) => (this.best === null || tried.has(n) ? share : share - hope)),
      byKinds,
      caution: this.best?.worth.missing === 0 ? caution.after : caution.before,
      joined: joinedOf(nested, this.#order.garments.length, this.#order.minDistance),
      distance: this.#order.minDistance,
      known: new Map(nested.map(({ counts, length }) => [keyOf(counts), length])),
      demand: this.#demand,
      cloths: this.cloths.map((c) => {
        const { price, endLoss, rolls } = cloths[c]!;
        return { price: price / metre, endLoss, rolls: rolls === null ? null : rolls.map(({ length }) => length) };
      }),
      table,
      costs: { ...costs, cutting: costs.cutting / metre },
      nestCharge: 0,
    };
  }

  /** Takes a nest of a marker over, if it is better than those before. */
  learn(nest: NestRecord): void {
    const { counts } = nest;
    const nested = { length: nest.length ?? Infinity, jobId: nest.jobId };
    const key = keyOf(counts);
    const before = this.nested.get(key);
    const seconds = (before?.seconds ?? 0) + nest.seconds;
    const isShorter = before === undefined || nested.length < before.length;
    if (before && before.length < Infinity && before.seconds > 0) {
      this.#gained.share += isShorter ? 1 - nested.length / before.length : 0;
      this.#gained.doublings += Math.log2(seconds / before.seconds);
    }
    const gained = before && isShorter && nested.length < before.length * (1 - leastGain);
    const fruitless = before === undefined || gained ? 0 : before.fruitless + 1;
    this.nested.set(key, { ...(isShorter ? nested : before), counts, seconds, fruitless, isFinal: nest.isFinal });
  }

  /** Layouts from which a nest of the marker begins: its own, or those of its parts where they are shorter together. */
  startOf(counts: readonly number[]): readonly Block[] {
    const own = this.nested.get(keyOf(counts));
    const alone = this.problem.garments.map(({ length }) => length);
    const parts = [...this.nested.values()].filter((marker) => marker !== own);
    const cover = shortestCover(counts, parts, alone, this.#order.minDistance);
    if (own === undefined || own.length === Infinity) return cover.blocks;
    return cover.isWhole && cover.length < own.length * (1 - leastGain) ? cover.blocks : [own];
  }

  /** Takes the mix, if it is better than the best so far at the lengths of now. */
  take(mix: MixResult): void {
    const { best, problem } = this;
    // markers may have become shorter while the mix was computed
    const taken = { markers: mix.markers, worth: worthOf(problem, mix.markers) };
    const kept = best && { markers: best.markers, worth: worthOf(problem, best.markers) };
    this.best = kept === null || isBetter(taken.worth, kept.worth) ? taken : kept;
  }

  #estimatedFrom(nested: readonly Pick<OwnMarker, 'counts' | 'length'>[]): EstimateParameters {
    const estimate = new LengthEstimate(
      this.#least.map(([byArea]) => byArea!),
      this.#parts,
    );
    for (const { counts, length } of nested) if (length < Infinity) estimate.learn(counts, length);
    return estimate.parameters;
  }

  /** The longest marker that some cloth has room for. */
  get #longest(): number {
    const { problem } = this;
    return Math.max(...this.cloths.map((_, i) => longestOn(problem, i)));
  }

  /** Parts of a marker. */
  partsOf(counts: readonly number[]): number {
    return counts.reduce((sum, count, g) => sum + count * this.#parts[g]!, 0);
  }

  /** A marker of each garment, small enough for a short nest: from them the first mixes and layouts are made. */
  get blocks(): number[][] {
    const { problem } = this;
    const longest = this.#longest;
    return problem.garments.flatMap(({ length }, g) => {
      const wanted = Math.max(...this.#demand[g]!.map((demand) => demand.wanted));
      if (wanted <= 0 || this.#reach[g]! > longest) return [];
      const most = Math.max(1, Math.min(wanted, Math.floor((longest - problem.loss) / length)));
      const count = Math.min(most, Math.max(1, Math.round(partsOfBlock / this.#parts[g]!)));
      return [this.single(g).map((n) => n * count)];
    });
  }

  /** Garments of a single marker that may not fit: only a nest can tell. */
  get doubtful(): number[][] {
    const { problem } = this;
    const { garments, loss } = problem;
    const longest = this.#longest;
    return garments.flatMap(({ length }, g) =>
      this.#demand[g]!.some(({ wanted }) => wanted > 0) && this.#reach[g]! <= longest && length + loss > 0.95 * longest
        ? [this.single(g)]
        : [],
    );
  }

  /** Markers of one kind of garment, as many as fit. */
  get pure(): number[][] {
    const { problem } = this;
    const longest = this.#longest;
    return problem.garments.flatMap(({ length }, g) => {
      if (!this.#demand[g]!.some(({ wanted }) => wanted > 0)) return [];
      const most = Math.max(1, Math.ceil((longest - problem.loss) / length));
      return Array.from({ length: Math.min(most, mostPure) }, (_, n) =>
        this.single(g).map((count) => count * (most - n)),
      ).filter((counts) => counts[g]! > 0);
    });
  }

  /** Markers of one kind of garment that fit as rows of its nested ones. */
  get rows(): number[][] {
    const { garments, loss, demand } = this.careful;
    return garments.flatMap(({ length }, g) => {
      if (!demand[g]!.some(({ wanted }) => wanted > 0)) return [];
      const most = Math.max(1, Math.floor((this.#longest - loss) / length));
      return Array.from({ length: most }, (_, n) => this.single(g).map((count) => count * (n + 1)));
    });
  }

  single(garment: number): number[] {
    return this.#order.garments.map((_, g) => (g === garment ? 1 : 0));
  }

  get lowerBound(): number {
    const demands = this.lines.map((i) => this.#order.lines[i]!);
    return lowerBound(this.#order, demands, this.#least, this.cutLengths);
  }

  /** Why garments of a line are missing. */
  reasonFor(garment: number, cloth: number): MissingReason {
    if (this.#isTooWide[garment]) return 'too_wide';
    const { endLoss, rolls } = this.#order.cloths[cloth]!;
    const nested = this.nested.get(keyOf(this.single(garment)))?.length ?? 0;
    const single = Math.max(nested, this.#reach[garment]!);
    if (nested === Infinity) return 'too_wide';
    if (single + endLoss > this.#order.table.length) return 'longer_than_table';
    if (rolls?.every(({ length }) => length < single + endLoss)) return 'longer_than_rolls';
    return rolls === null || this.best === null ? 'no_time' : 'not_enough_cloth';
  }

  /** Price of the least cloth of a garment. */
  leftOut(garment: number, cloth: number): number {
    return (this.#order.cloths[cloth]!.price / metre) * this.#least[garment]![0]!;
  }

  #demandOf(garment: number, cloth: number): Demand {
    const nothing = { wanted: 0, over: 0, under: 0, leftOut: 0 };
    if (this.#isTooWide[garment]) return nothing;
    const leftOut = this.leftOut(garment, cloth);
    return this.#order.lines
      .filter((line) => line.garment === garment && line.cloth === cloth)
      .reduce(
        (sum, { quantity, over, under }) => ({
          wanted: sum.wanted + quantity,
          over: sum.over + over,
          under: sum.under + Math.min(quantity, under),
          leftOut,
        }),
        nothing,
      );
  }
}

/** The shortest row of blocks of each garment, by the number of garments. */
function joinedOf(
  nested: readonly Pick<OwnMarker, 'counts' | 'length'>[],
  garments: number,
  distance: number,
): (number | undefined)[][] {
  const blocks = Array.from({ length: garments }, (): { count: number; length: number }[] => []);
  for (const { counts, length } of nested) {
    const g = counts.findIndex((count) => count > 0);
    if (length < Infinity && counts.every((count, i) => count === 0 || i === g))
      blocks[g]!.push({ count: counts[g]!, length: length + distance });
  }
  return blocks.map((own) => {
    const lengths: (number | undefined)[] = [0];
    for (let n = 1; own.length > 0 && n <= mostJoined; n++) {
      const all = own.map(({ count, length }) => (lengths[n - count] ?? Infinity) + length);
      const least = Math.min(...all);
      lengths[n] = least < Infinity ? least : undefined;
    }
    return lengths;
  });
}

/** The mix without its rolls, to begin the next search with. */
export function pliedOf({ markers }: MixResult, cloths: number): PliedMarker[] {
  return markers.map(({ counts, sources }) => {
    const plies = new Array<number>(cloths).fill(0);
    for (const source of sources) plies[source.cloth]! += source.plies;
    return { counts, plies };
  });
}

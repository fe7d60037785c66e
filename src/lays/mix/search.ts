/**
 * Searches mixes by ruin and rebuild: takes markers out of the plan and covers the garments that they leave by others. A
 * marker is built around a number of plies, since whole plies decide which counts come out even.
 */
import type { Random } from '../../random.js';
import {
  cautiousLengthOf,
  countsOf,
  cutLengthOf,
  deviationOf,
  isBetter,
  keyOf,
  lengthOf,
  longestOn,
  type MixProblem,
  markerCostOf,
  type PliedMarker,
  type SpreadMarker,
  type Worth,
  worthOf,
} from './problem.js';
import { spread } from './spread.js';

export interface FoundMix {
  readonly plied: readonly PliedMarker[];
  readonly markers: readonly SpreadMarker[];
  readonly worth: Worth;
}

export interface MixSearchOptions {
  readonly random: Random;
  /** Whether the search has to end. */
  readonly isOver: () => boolean;
  /** Only these markers; null: any. */
  readonly among: readonly (readonly number[])[] | null;
  /** Mixes to begin with. */
  readonly starts: readonly (readonly PliedMarker[])[];
}

/** Proposals of which the best is taken. */
const proposals = 5;
/** Proposals of nested markers: they need no time, and what they take is known. */
const shareOfNested = 0.2;
/** Rebuilt plans may be worse by this share at the start; less and less later. */
const slack = 0.01;
const roundsOfSlack = 3000;

/** @param found called with each mix that is nearly as good as the best */
export function searchMixes(
  problem: MixProblem,
  options: MixSearchOptions,
  found: (mix: FoundMix) => void,
): FoundMix | null {
  const builder = new Builder(problem, options);
  let best: FoundMix | null = null;
  const judged = (plied: readonly PliedMarker[]): FoundMix => {
    const markers = spread(problem, plied);
    return { plied, markers, worth: worthOf(problem, markers) };
  };
  const note = (mix: FoundMix): void => {
    if (best === null || isBetter(mix.worth, best.worth)) best = mix;
    if (mix.worth.missing === best!.worth.missing && mix.worth.cost <= best!.worth.cost * (1 + slack)) found(mix);
  };
  for (const start of [...options.starts, []]) note(judged(builder.rebuilt(start)));
  let here = best!;
  for (let round = 0; !options.isOver(); round++) {
    const heat = slack * Math.max(0, 1 - (round % roundsOfSlack) / roundsOfSlack);
    const next = judged(builder.rebuilt(builder.ruined(here.plied)));
    const { missing, cost } = here.worth;
    if (
      next.worth.missing < missing ||
      (next.worth.missing === missing && next.worth.cost <= cost * (1 + heat * options.random.next()))
    )
      here = next;
    note(next);
    if (round % roundsOfSlack === roundsOfSlack - 1) here = best!;
  }
  return best;
}

class Builder {
  readonly #problem: MixProblem;
  readonly #random: Random;
  readonly #among: readonly (readonly number[])[] | null;
  /** Markers that were nested, beside any others. */
  readonly #nested: readonly (readonly number[])[];
  readonly #longest: readonly number[];

  constructor(problem: MixProblem, { random, among }: MixSearchOptions) {
    this.#problem = problem;
    this.#random = random;
    this.#among = among;
    this.#nested = [...problem.known.keys()].map(countsOf);
    this.#longest = problem.cloths.map((_, c) => longestOn(problem, c) + 1e-9);
  }

  /** Without some of the markers, or with fewer plies of one. */
  ruined(markers: readonly PliedMarker[]): PliedMarker[] {
    const { length } = markers;
    if (length === 0) return [];
    const random = this.#random;
    if (random.next() < 0.2) {
      const at = random.below(length);
      const share = random.next();
      return markers.map((marker, i) =>
        i === at ? { ...marker, plies: marker.plies.map((plies) => Math.floor(plies * share)) } : marker,
      );
    }
    const gone = new Set<number>();
    const wanted = 1 + random.below(Math.max(1, Math.ceil(length / 2)));
    while (gone.size < wanted) gone.add(random.below(length));
    return markers.filter((_, i) => !gone.has(i));
  }

  /** With further markers until nothing is left that any marker can cover. */
  rebuilt(kept: readonly PliedMarker[]): PliedMarker[] {
    const markers = new Map<string, PliedMarker>();
    const rest = this.#problem.demand.map((row) => row.map(({ wanted }) => wanted));
    const add = ({ counts, plies }: PliedMarker): void => {
      for (const [g, row] of rest.entries()) {
        for (let c = 0; c < row.length; c++) row[c]! -= counts[g]! * plies[c]!;
      }
      const key = keyOf(counts);
      const before = markers.get(key);
      markers.set(key, { counts, plies: before ? plies.map((n, c) => n + before.plies[c]!) : plies });
    };
    for (const marker of kept) if (marker.plies.some((n) => n > 0)) add(marker);
    for (;;) {
      const next = this.#best(rest, markers);
      if (next === null) return [...markers.values()];
      add(next);
    }
  }

  #best(rest: readonly number[][], used: ReadonlyMap<string, PliedMarker>): PliedMarker | null {
    let best: PliedMarker | null = null;
    let least = Infinity;
    for (let i = 0; i < proposals; i++) {
      const proposed = this.#proposed(rest);
      if (proposed === null) continue;
      const price = this.#priceOf(proposed, rest, used);
      if (price < least) [best, least] = [proposed, price];
    }
    if (best === null && this.#among === null) return this.#singleMarker(rest);
    if (best === null && this.#among !== null) return this.#anyKnownMarker(rest);
    return best;
  }

  #proposed(rest: readonly number[][]): PliedMarker | null {
    if (this.#among !== null) return this.#knownMarker(this.#among, rest);
    const isNested = this.#nested.length > 0 && this.#random.next() < shareOfNested;
    return isNested ? this.#knownMarker(this.#nested, rest) : this.#anyMarker(rest);
  }

  /** A line of the order that is open, drawn by its garments. */
  #openLine(rest: readonly number[][]): { g: number; c: number } | null {
    let total = 0;
    for (const row of rest) for (const n of row) if (n > 0) total += n;
    if (total === 0) return null;
    let at = this.#random.next() * total;
    for (const [g, row] of rest.entries()) {
      for (const [c, n] of row.entries()) {
        if (n <= 0) continue;
        at -= n;
        if (at <= 0) return { g, c };
      }
    }
    return null;
  }

  /** Garments of a line that may still be cut. */
  #room(rest: readonly number[][], g: number, c: number): number {
    return rest[g]![c]! + this.#problem.demand[g]![c]!.over;
  }

  #anyMarker(rest: readonly number[][]): PliedMarker | null {
    const line = this.#openLine(rest);
    if (line === null) return null;
    const { g, c } = line;
    const random = this.#random;
    const mostPlies = this.#problem.table.plies;
    const longest = this.#longest[c]!;
    const garment = this.#problem.garments[g]!;
    const sections = Math.max(1, Math.floor(longest / garment.length));
    const count = 1 + random.below(Math.min(sections, Math.max(1, rest[g]![c]!)));
    let plies = Math.max(1, Math.floor(rest[g]![c]! / count));
    const kind = random.next();
    if (kind < 0.35 && plies > mostPlies) plies = mostPlies * Math.max(1, Math.floor(plies / mostPlies));
    else if (kind < 0.5 && plies > 1) plies = 1 + random.below(plies);
    // few kinds at times: equal parts interlock
    const share = random.next() < 0.3 ? 2 * random.next() - 1 : 1;
    const counts = rest.map((_, i) =>
      i !== g && share < 1 && random.next() > share ? 0 : Math.max(0, Math.floor(this.#room(rest, i, c) / plies)),
    );
    if (counts[g] === 0) return null;
    this.#shorten(counts, longest, g);
    if (counts[g] === 0) return null;
    return this.#plied(counts, rest);
  }

  /** Takes garments out until the marker fits. The garment `kept` stays, if it fits at all. */
  #shorten(counts: number[], longest: number, kept: number): void {
    const { garments, loss, caution } = this.#problem;
    const limit = longest / (1 + caution);
    let [length, least, total, kinds] = [loss, 0, 0, 0];
    for (let g = 0; g < counts.length; g++) {
      // no more than would fit alone, so that the loop below is short
      counts[g] = Math.min(counts[g]!, Math.ceil(longest / garments[g]!.length) + 1);
      length += counts[g]! * garments[g]!.length;
      least += counts[g]! * garments[g]!.least;
      total += counts[g]!;
      if (counts[g]! > 0) kinds += 1;
    }
    while (length + least * deviationOf(this.#problem, total, kinds) > limit && total > 1) {
      let at = this.#random.below(counts[kept]! > 0 ? total - 1 : total);
      let g = 0;
      for (; g < counts.length - 1; g++) {
        const free = counts[g]! - (g === kept ? 1 : 0);
        if (at < free) break;
        at -= free;
      }
      if (counts[g]! === 0 || (g === kept && counts[g] === 1)) g = counts.findIndex((n, i) => n > (i === kept ? 1 : 0));
      counts[g]! -= 1;
      total -= 1;
      if (counts[g] === 0) kinds -= 1;
      length -= garments[g]!.length;
      least -= garments[g]!.least;
    }
    const real = cautiousLengthOf(this.#problem, counts);
    if (real > longest) counts[kept] = 0;
  }

  /** With as many plies of each cloth as the order has use for; null: none. */
  #plied(counts: readonly number[], rest: readonly number[][]): PliedMarker | null {
    const length = cautiousLengthOf(this.#problem, counts);
    const plies = this.#problem.cloths.map((_, c) => {
      if (length > this.#longest[c]!) return 0;
      let [most, useful] = [Infinity, 0];
      for (let g = 0; g < counts.length; g++) {
        const count = counts[g]!;
        if (count === 0) continue;
        most = Math.min(most, Math.floor(this.#room(rest, g, c) / count));
        useful = Math.max(useful, Math.ceil(rest[g]![c]! / count));
      }
      return Math.max(0, Math.min(most, useful));
    });
    return plies.some((n) => n > 0) ? { counts, plies } : null;
  }

  /** One garment in each ply: the last resort, which every count divides. */
  #singleMarker(rest: readonly number[][]): PliedMarker | null {
    for (const [g, row] of rest.entries()) {
      if (!row.some((n) => n > 0)) continue;
      const marker = this.#plied(
        rest.map((_, i) => (i === g ? 1 : 0)),
        rest,
      );
      if (marker !== null) return marker;
    }
    return null;
  }

  #knownMarker(among: readonly (readonly number[])[], rest: readonly number[][]): PliedMarker | null {
    if (among.length === 0) return null;
    const marker = this.#plied(among[this.#random.below(among.length)]!, rest);
    if (marker === null || this.#random.next() < 0.7) return marker;
    const share = this.#random.next();
    const fewer = marker.plies.map((n) => Math.ceil(n * share));
    return { counts: marker.counts, plies: fewer };
  }

  #anyKnownMarker(rest: readonly number[][]): PliedMarker | null {
    const among = this.#among!;
    const first = this.#random.below(Math.max(1, among.length));
    for (let i = 0; i < among.length; i++) {
      const marker = this.#plied(among[(first + i) % among.length]!, rest);
      if (marker !== null) return marker;
    }
    return null;
  }

  /** Cost by the length of the wanted garments that it cuts. */
  #priceOf({ counts, plies }: PliedMarker, rest: readonly number[][], used: ReadonlyMap<string, PliedMarker>): number {
    const { costs, cloths, table, garments } = this.#problem;
    const length = lengthOf(this.#problem, counts);
    let all = 0;
    let cost = used.has(keyOf(counts)) ? 0 : markerCostOf(this.#problem, counts);
    let useful = 0;
    for (const [c, n] of plies.entries()) {
      if (n === 0) continue;
      const { price, endLoss } = cloths[c]!;
      all += n;
      cost += n * (costs.ply + price * (length + endLoss));
      for (let g = 0; g < counts.length; g++) {
        useful += Math.min(counts[g]! * n, Math.max(0, rest[g]![c]!)) * garments[g]!.length;
      }
    }
    cost += Math.ceil(all / table.plies) * (costs.lay + costs.cutting * cutLengthOf(this.#problem, counts));
    return useful === 0 ? Infinity : cost / useful;
  }
}

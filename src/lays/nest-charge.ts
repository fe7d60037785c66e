/** Charges each further marker of a mix with the time of its nest, which other markers then lack. */
import { longestOn, type MixProblem } from './mix/problem.js';

/** Twice the time shortens a marker by this share. */
export const usualGain = 0.007;

/** Seconds of a whole search for a marker of so many parts. With less, a search that only goes on from its first layout finds more. */
export const wholeSeconds = (parts: number): number => 0.04 * parts;

/** With a share of the price of all cloth on each marker that is not known. */
export function charged(problem: MixProblem, share: number): MixProblem {
  const { cloths, garments } = problem;
  const price = cloths.reduce(
    (sum, cloth, c) => sum + cloth.price * totalOf(problem, (g) => garments[g]!.length, c),
    0,
  );
  return { ...problem, nestCharge: share * price };
}

/**
 * The share by which all cloth becomes longer if the time of nests has to do for one full marker more.
 *
 * @param parts of each garment
 * @param seconds of all nests
 */
export function shareOfNest(problem: MixProblem, parts: readonly number[], seconds: number): number {
  const longest = Math.max(...problem.cloths.map((_, c) => longestOn(problem, c)));
  const length = totalOf(problem, (g) => problem.garments[g]!.length);
  const full = length > 0 ? (longest * totalOf(problem, (g) => parts[g]!)) / length : 0;
  return usualGain * Math.log2(1 + wholeSeconds(full) / Math.max(1, seconds));
}

/** Sum over all wanted garments, or those of one cloth. */
export function totalOf({ demand }: MixProblem, of: (garment: number) => number, cloth?: number): number {
  return demand.reduce((sum, row, g) => {
    const wanted = row.reduce((n, own, c) => n + (cloth === undefined || c === cloth ? own.wanted : 0), 0);
    return sum + wanted * of(g);
  }, 0);
}

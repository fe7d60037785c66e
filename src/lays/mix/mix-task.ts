/** One task of the mixing thread: a search, then the exact choice among the best markers that it met. */
import type { Highs } from 'highs';
import { Random } from '../../random.js';
import {
  isBetter,
  keyOf,
  type MixProblem,
  type PliedMarker,
  type SpreadMarker,
  type Worth,
  worthOf,
} from './problem.js';
import { bestAmong } from './programme.js';
import { searchMixes } from './search.js';

export interface MixTask {
  readonly problem: MixProblem;
  /** Only these markers; null: any. */
  readonly among: readonly (readonly number[])[] | null;
  /** Mixes to begin with. */
  readonly starts: readonly (readonly PliedMarker[])[];
  /** Most seconds. */
  readonly seconds: number;
  readonly seed: number;
}

export interface MixResult {
  readonly markers: readonly SpreadMarker[];
  readonly worth: Worth;
}

/** Share of the time for the search; the programme has the rest. */
const searchShare = 0.5;
/** A search makes so many passes, unless they take this many times its seconds: a thread is slow at first, or on a busy machine. */
const leastPasses = 400;
const mostOvertime = 3;
/** Markers that the programme chooses among. */
const mostMarkers = 60;

/** `clock`: milliseconds. */
export function solveMix(
  highs: Highs,
  { problem, among, starts, seconds, seed }: MixTask,
  clock: () => number = () => performance.now(),
): MixResult {
  const begin = clock();
  const elapsed = (): number => (clock() - begin) / 1000;
  /** The latest best mixes have the markers that are worth a choice. */
  const pool = new Map<string, readonly number[]>();
  const note = (markers: readonly PliedMarker[]): void => {
    for (const { counts } of markers) {
      const key = keyOf(counts);
      pool.delete(key);
      pool.set(key, counts);
    }
  };
  let passes = 0;
  // the clock is asked once in a while: it is slower than a small rebuild
  let over = false;
  const isOver = (): boolean => {
    if (++passes % 8 === 0) {
      const overtime = passes < leastPasses ? mostOvertime : 1;
      over = elapsed() >= seconds * searchShare * overtime;
    }
    return over;
  };
  const found = searchMixes(problem, { random: new Random(seed), isOver, among, starts }, ({ plied }) => note(plied))!;
  for (const { counts } of found.markers) {
    pool.delete(keyOf(counts));
    pool.set(keyOf(counts), counts);
  }
  const exact = bestAmong(
    highs,
    problem,
    [...pool.values()].slice(-mostMarkers),
    Math.max(seconds * (1 - searchShare), seconds - elapsed()),
  );
  if (exact === null) return found;
  const worth = worthOf(problem, exact);
  return isBetter(worth, found.worth) ? { markers: exact, worth } : found;
}

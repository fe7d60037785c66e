/** Takes the plies of each marker from rolls: the longest first, each roll as full as it can be. */
import { lengthOf, longestOn, type MixProblem, type PliedMarker, type Source, type SpreadMarker } from './problem.js';

/** Plies that find no roll are left out, and so are markers without a ply. */
export function spread(problem: MixProblem, markers: readonly PliedMarker[]): SpreadMarker[] {
  const sources: Source[][] = markers.map(() => []);
  for (const [c, cloth] of problem.cloths.entries()) {
    const longest = longestOn(problem, c) + 1e-9;
    const items = markers
      .map(({ counts, plies }, marker) => ({ marker, length: lengthOf(problem, counts), left: plies[c] ?? 0 }))
      .filter(({ length, left }) => left > 0 && length <= longest)
      .map((item) => ({ ...item, length: item.length + cloth.endLoss }))
      .sort((a, b) => b.length - a.length);
    if (cloth.rolls === null) {
      for (const { marker, left } of items) sources[marker]!.push({ cloth: c, roll: null, plies: left });
      continue;
    }
    const rolls = cloth.rolls.map((length, roll) => ({ roll, length })).sort((a, b) => b.length - a.length);
    for (const { roll, length } of rolls) {
      for (const [i, plies] of fullest(items, length).entries()) {
        if (plies === 0) continue;
        items[i]!.left -= plies;
        sources[items[i]!.marker]!.push({ cloth: c, roll, plies });
      }
    }
  }
  return markers.flatMap(({ counts }, i) => (sources[i]!.length === 0 ? [] : [{ counts, sources: sources[i]! }]));
}

interface Item {
  readonly length: number;
  readonly left: number;
}

/** The longest plies first; a first choice of one ply fewer may leave less behind. */
function fullest(items: readonly Item[], length: number): number[] {
  let best: number[] = [];
  let least = Infinity;
  for (let fewer = 0; fewer < 4; fewer++) {
    let rest = length + 1e-9;
    let isFirst = true;
    const plies = items.map(({ length: each, left }) => {
      const fit = Math.min(left, Math.floor(rest / each));
      if (fit === 0) return 0;
      const taken = isFirst ? Math.max(0, fit - fewer) : fit;
      isFirst = false;
      rest -= taken * each;
      return taken;
    });
    if (rest < least) [best, least] = [plies, rest];
  }
  return best;
}

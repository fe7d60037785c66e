/** The exact choice among given markers, as an integer programme for HiGHS, in the text of CPLEX's LP format. */
import type { Highs } from 'highs';
import {
  cutLengthOf,
  lengthOf,
  longestOn,
  type MixProblem,
  markerCostOf,
  type Source,
  type SpreadMarker,
} from './problem.js';

/** A programme with more numbers of plies is not tried: it would not end in time. */
const mostNumbers = 900;
const relativeGap = 1e-4;

/** Null: the programme is too large, or it had no answer in time. */
export function bestAmong(
  highs: Highs,
  problem: MixProblem,
  markers: readonly (readonly number[])[],
  seconds: number,
): SpreadMarker[] | null {
  const numbers = numbersOf(problem, markers);
  if (numbers.length === 0 || numbers.length > mostNumbers || seconds <= 0) return null;
  const { Status, Columns } = highs.solve(textOf(problem, markers, numbers), {
    time_limit: seconds,
    mip_rel_gap: relativeGap,
    output_flag: false,
  });
  if (Status !== 'Optimal' && Status !== 'Time limit reached') return null;
  const sources: Source[][] = markers.map(() => []);
  for (const { name, marker, cloth, roll } of numbers) {
    const column = Columns[name];
    const plies = column !== undefined && 'Primal' in column ? Math.round(column.Primal) : 0;
    if (plies > 0) sources[marker]!.push({ cloth, roll, plies });
  }
  return markers.flatMap((counts, i) => (sources[i]!.length > 0 ? [{ counts, sources: sources[i]! }] : []));
}

/** Plies of a marker from a roll, or from a cloth without rolls. */
interface PlyNumber {
  readonly name: string;
  readonly marker: number;
  readonly cloth: number;
  readonly roll: number | null;
}

function numbersOf(problem: MixProblem, markers: readonly (readonly number[])[]): PlyNumber[] {
  return markers.flatMap((counts, marker) =>
    problem.cloths.flatMap(({ rolls, endLoss }, cloth): PlyNumber[] => {
      const length = lengthOf(problem, counts);
      const isWanted = counts.every((n, g) => n === 0 || roomOf(problem, g, cloth) >= n);
      if (length > longestOn(problem, cloth) || !isWanted) return [];
      if (rolls === null) return [{ name: `x${marker}_${cloth}`, marker, cloth, roll: null }];
      return rolls.flatMap((rolled, roll): PlyNumber[] =>
        rolled < length + endLoss ? [] : [{ name: `x${marker}_${cloth}_${roll}`, marker, cloth, roll }],
      );
    }),
  );
}

const roomOf = ({ demand }: MixProblem, g: number, c: number): number => demand[g]![c]!.wanted + demand[g]![c]!.over;

function textOf(problem: MixProblem, markers: readonly (readonly number[])[], numbers: readonly PlyNumber[]): string {
  const { demand, cloths, costs, table } = problem;
  const goal: string[] = [];
  const rows: string[] = [];
  const bounds: string[] = [];
  const integers = numbers.map(({ name }) => name);
  const binaries: string[] = [];
  const term = (factor: number, name: string): string => `${factor < 0 ? '-' : '+'} ${Math.abs(factor)} ${name}`;
  const lengths = markers.map((counts) => lengthOf(problem, counts));

  for (const { name, marker, cloth } of numbers) {
    const { price, endLoss } = cloths[cloth]!;
    goal.push(term(costs.ply + price * (lengths[marker]! + endLoss), name));
  }
  for (const [marker, counts] of markers.entries()) {
    const own = numbers.filter((number) => number.marker === marker);
    if (own.length === 0) continue;
    const mostPlies = cloths.reduce((sum, _, c) => {
      if (!own.some(({ cloth }) => cloth === c)) return sum;
      return sum + Math.min(...counts.map((n, g) => (n === 0 ? Infinity : Math.floor(roomOf(problem, g, c) / n))));
    }, 0);
    const mostLays = Math.max(1, Math.ceil(mostPlies / table.plies));
    const perLay = costs.lay + costs.cutting * cutLengthOf(problem, counts);
    goal.push(term(perLay, `y${marker}`));
    rows.push(`${own.map(({ name }) => term(1, name)).join(' ')} - ${table.plies} y${marker} <= 0`);
    bounds.push(`y${marker} <= ${mostLays}`);
    integers.push(`y${marker}`);
    const cost = markerCostOf(problem, counts);
    if (cost === 0) continue;
    goal.push(term(cost, `z${marker}`));
    rows.push(`${own.map(({ name }) => term(1, name)).join(' ')} - ${Math.max(1, mostPlies)} z${marker} <= 0`);
    binaries.push(`z${marker}`);
  }
  const dearest = dearness(problem);
  for (const [g, row] of demand.entries()) {
    for (const [c, { wanted, under, leftOut }] of row.entries()) {
      if (wanted === 0) continue;
      const cut = numbers
        .filter(({ marker, cloth }) => cloth === c && markers[marker]![g]! > 0)
        .map(({ name, marker }) => term(markers[marker]![g]!, name))
        .join(' ');
      goal.push(term(leftOut, `u${g}_${c}`), term(dearest, `m${g}_${c}`));
      rows.push(`${cut} + u${g}_${c} + m${g}_${c} >= ${wanted}`);
      if (cut !== '') rows.push(`${cut} <= ${roomOf(problem, g, c)}`);
      bounds.push(`u${g}_${c} <= ${under}`);
    }
  }
  for (const [c, { rolls, endLoss }] of cloths.entries()) {
    for (const [r, length] of (rolls ?? []).entries()) {
      const own = numbers.filter(({ cloth, roll }) => cloth === c && roll === r);
      if (own.length === 0) continue;
      rows.push(`${own.map(({ name, marker }) => term(lengths[marker]! + endLoss, name)).join(' ')} <= ${length}`);
    }
  }
  return [
    'Minimize',
    ` goal: ${goal.join('\n  ')}`,
    'Subject To',
    ...rows.map((row, i) => ` r${i}: ${row}`),
    'Bounds',
    ...bounds.map((bound) => ` ${bound}`),
    'General',
    ` ${integers.join('\n ')}`,
    ...(binaries.length > 0 ? ['Binary', ` ${binaries.join('\n ')}`] : []),
    'End',
  ].join('\n');
}

/** A price of a missing garment that no saving outweighs. */
function dearness({ cloths, costs, garments, loss, nestCharge, table }: MixProblem): number {
  const price = Math.max(...cloths.map((cloth) => cloth.price * (cloth.endLoss + loss)));
  const longest = Math.max(...garments.map(({ length }) => length));
  const cutLength = Math.max(...garments.map((garment) => garment.cutLength));
  const dearestCloth = Math.max(...cloths.map((cloth) => cloth.price));
  const one =
    price + dearestCloth * longest + costs.ply + costs.lay + costs.marker + nestCharge + costs.cutting * cutLength;
  return 10 * one + 1e-3 * table.length;
}

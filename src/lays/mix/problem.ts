/**
 * The question of which garments share a marker and how many plies each has, as plain data for a thread. All cloths have one
 * width. Lengths are in millimetres, and prices are those of a millimetre.
 */

export interface MixCloth {
  readonly price: number;
  readonly endLoss: number;
  /** Lengths; null: as much as the order needs. */
  readonly rolls: readonly number[] | null;
}

/** A garment on one cloth. */
export interface Demand {
  readonly wanted: number;
  readonly over: number;
  readonly under: number;
  /** Price of a garment that is left out within `under`. */
  readonly leftOut: number;
}

export interface MixGarment {
  /** Estimated length that it takes. */
  readonly length: number;
  /** Length that its area takes. */
  readonly least: number;
  /** Length of its outlines. */
  readonly cutLength: number;
  /** Of its longest part along the cloth. */
  readonly reach: number;
}

export interface MixProblem {
  readonly garments: readonly MixGarment[];
  /** Estimated length that a marker takes beyond its garments. */
  readonly loss: number;
  /** Deviation of markers by their number of garments, from 0, as a share of `least`; the last counts for more, too. */
  readonly byNumber: readonly number[];
  /** The same by the number of kinds of garments. */
  readonly byKinds: readonly number[];
  /** Share by which an estimated length has to stay below the longest one. */
  readonly caution: number;
  /** Lengths of so many of one garment as nested blocks one behind the other, with the distance after each. Absent: no blocks. */
  readonly joined: readonly (readonly (number | undefined)[])[];
  /** Between two blocks. */
  readonly distance: number;
  /** Lengths of the nested markers. */
  readonly known: ReadonlyMap<string, number>;
  /** By garment, then by cloth. */
  readonly demand: readonly (readonly Demand[])[];
  readonly cloths: readonly MixCloth[];
  readonly table: { readonly length: number; readonly plies: number };
  readonly costs: { readonly marker: number; readonly lay: number; readonly ply: number; readonly cutting: number };
  /** Of each marker that is not known, for the time that its nest takes from others. */
  readonly nestCharge: number;
}

/** Plies of a roll, or of a cloth without rolls (null). */
export interface Source {
  readonly cloth: number;
  readonly roll: number | null;
  readonly plies: number;
}

/** A marker with its plies by cloth. */
export interface PliedMarker {
  readonly counts: readonly number[];
  readonly plies: readonly number[];
}

/** A marker with its plies by roll. */
export interface SpreadMarker {
  readonly counts: readonly number[];
  readonly sources: readonly Source[];
}

/** Of the searches, whose time goes to it: faster than to join them. */
export function keyOf(counts: readonly number[]): string {
  let key = '';
  for (let g = 0; g < counts.length; g++) key += `${counts[g]} `;
  return key;
}

export const countsOf = (key: string): number[] => key.trimEnd().split(' ').map(Number);

export function lengthOf(problem: MixProblem, counts: readonly number[]): number {
  const known = problem.known.get(keyOf(counts));
  if (known !== undefined) return known;
  let length = problem.loss;
  let joined = -problem.distance;
  let [reach, least, total, kinds] = [0, 0, 0, 0];
  for (let g = 0; g < counts.length; g++) {
    if (counts[g] === 0) continue;
    length += counts[g]! * problem.garments[g]!.length;
    least += counts[g]! * problem.garments[g]!.least;
    total += counts[g]!;
    kinds += 1;
    reach = Math.max(reach, problem.garments[g]!.reach);
    joined += problem.joined[g]?.[counts[g]!] ?? Infinity;
  }
  return Math.max(Math.min(length + least * deviationOf(problem, total, kinds), joined), reach);
}

/** The longest marker that fits onto the table, and onto a roll of the cloth. */
export function longestOn({ cloths, table }: MixProblem, cloth: number): number {
  const { endLoss, rolls } = cloths[cloth]!;
  return Math.min(table.length, rolls === null ? Infinity : Math.max(0, ...rolls)) - endLoss;
}

export const deviationOf = ({ byNumber, byKinds }: MixProblem, garments: number, kinds: number): number =>
  byNumber[Math.min(garments, byNumber.length - 1)]! + byKinds[Math.min(kinds, byKinds.length - 1)]!;

/** The length with caution, if it is an estimate: whether it fits is not known. */
export function cautiousLengthOf(problem: MixProblem, counts: readonly number[]): number {
  const length = lengthOf(problem, counts);
  return problem.known.has(keyOf(counts)) ? length : length * (1 + problem.caution);
}

export const markerCostOf = ({ costs, known, nestCharge }: MixProblem, counts: readonly number[]): number =>
  costs.marker + (nestCharge === 0 || known.has(keyOf(counts)) ? 0 : nestCharge);

export function cutLengthOf({ garments }: MixProblem, counts: readonly number[]): number {
  return counts.reduce((sum, count, g) => sum + count * garments[g]!.cutLength, 0);
}

export interface Worth {
  /** Garments beyond those that may be left out. */
  readonly missing: number;
  readonly cost: number;
}

export const isBetter = (a: Worth, b: Worth): boolean =>
  a.missing !== b.missing ? a.missing < b.missing : a.cost < b.cost - 1e-9 * Math.abs(b.cost);

/** Garments cut, by garment and cloth. */
export function cutBy(problem: MixProblem, markers: readonly SpreadMarker[]): number[][] {
  const cut = problem.demand.map((row) => row.map(() => 0));
  for (const { counts, sources } of markers) {
    for (const { cloth, plies } of sources) {
      for (let g = 0; g < counts.length; g++) cut[g]![cloth]! += counts[g]! * plies;
    }
  }
  return cut;
}

export function worthOf(problem: MixProblem, markers: readonly SpreadMarker[]): Worth {
  const { costs, cloths, table, demand } = problem;
  let cost = 0;
  for (const { counts, sources } of markers) {
    const length = lengthOf(problem, counts);
    let all = 0;
    for (const { cloth, plies } of sources) {
      const { price, endLoss } = cloths[cloth]!;
      cost += plies * (costs.ply + price * (length + endLoss));
      all += plies;
    }
    if (all === 0) continue;
    const perLay = costs.lay + costs.cutting * cutLengthOf(problem, counts);
    cost += markerCostOf(problem, counts) + Math.ceil(all / table.plies) * perLay;
  }
  let missing = 0;
  const cut = cutBy(problem, markers);
  for (const [g, row] of demand.entries()) {
    for (const [c, { wanted, under, leftOut }] of row.entries()) {
      const lacking = Math.max(0, wanted - cut[g]![c]!);
      cost += Math.min(lacking, under) * leftOut;
      missing += Math.max(0, lacking - under);
    }
  }
  return { missing, cost };
}

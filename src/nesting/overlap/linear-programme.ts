/**
 * Linear programmes whose rows couple neighbours only, by a primal-dual interior-point method (Mehrotra's predictor and
 * corrector, 1992, doi:10.1137/0802028). With the variables in the order of their neighbourhood the normal matrix is
 * banded. The cost of an iteration then grows about linearly with the number of variables.
 */
import { BandedMatrix } from './banded-matrix.js';

/** Rows sum(value x variable) <= bound; `starts` has one entry more than there are rows. */
export interface Rows {
  readonly starts: Int32Array;
  readonly variables: Int32Array;
  readonly values: Float64Array;
  readonly bounds: Float64Array;
}

export interface LinearProgramme {
  /** The cost of a unit of each variable. */
  readonly costs: Float64Array;
  /** Every variable lies between two different bounds. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly rows: Rows;
}

const mostIterations = 50;
/** Cells of the matrix (32 MB). A programme that couples more variables gets no solution. */
const mostCells = 4e6;
/** Share of the way to the nearest bound that a step goes. */
const shareOfWay = 0.99;
/** The greatest violation of a row in a solution. */
const rowTolerance = 1e-7;
/** Shorter steps lead nowhere: the rows contradict each other. */
const leastWay = 1e-4;
const firstSlack = 0.1;
const firstGap = 0.05;

/**
 * Values of the variables whose cost is within `tolerance` of the least. Null where none are found that keep all rows,
 * or where the matrix is too large.
 */
export function leastCost(programme: LinearProgramme, tolerance: number, poll: () => void): Float64Array | null {
  const first = envelopeOf(programme.costs.length, programme.rows);
  const cells = first.reduce((sum, column, row) => sum + row - column + 1, 0);
  return cells > mostCells ? null : new InteriorPoint(programme, first, poll).solve(tolerance);
}

/** All numbers of a solution in progress. */
interface State {
  /** The variables, and their step. */
  readonly z: Float64Array;
  readonly dz: Float64Array;
  /** The slacks and prices of the rows, then of the lower and of the upper bounds, and their steps. */
  readonly s: Float64Array;
  readonly p: Float64Array;
  readonly ds: Float64Array;
  readonly dp: Float64Array;
  /** The product of slack and price to reach, for each slack. */
  readonly target: Float64Array;
  /** The difference of rows and their slacks from the bounds. */
  readonly missing: Float64Array;
}

function stateOf(variables: number, rows: number): State {
  const all = (): Float64Array => new Float64Array(rows + 2 * variables);
  const [z, dz, missing] = [new Float64Array(variables), new Float64Array(variables), new Float64Array(rows)];
  return { z, dz, s: all(), p: all(), ds: all(), dp: all(), target: all(), missing };
}

class InteriorPoint {
  readonly #state: State;
  readonly #matrix: BandedMatrix;
  readonly #programme: LinearProgramme;
  readonly #poll: () => void;

  constructor(programme: LinearProgramme, first: Int32Array, poll: () => void) {
    this.#programme = programme;
    this.#poll = poll;
    const { costs, low, high, rows } = programme;
    const [n, m] = [costs.length, rows.bounds.length];
    this.#state = stateOf(n, m);
    this.#matrix = new BandedMatrix(first);
    const { z, s, p } = this.#state;
    for (let v = 0; v < n; v++) {
      const room = Math.min(firstSlack, 0.25 * (high[v]! - low[v]!));
      z[v] = Math.min(high[v]! - room, Math.max(low[v]! + room, 0));
      s[m + v] = z[v]! - low[v]!;
      s[m + n + v] = high[v]! - z[v]!;
    }
    for (let r = 0; r < m; r++) s[r] = Math.max(firstSlack, rows.bounds[r]! - this.#rowAt(r, z));
    for (let k = 0; k < s.length; k++) p[k] = firstGap / s[k]!;
  }

  solve(tolerance: number): Float64Array | null {
    const { z, dz, s, p, ds, dp, target, missing } = this.#state;
    const [m, all] = [missing.length, s.length];
    for (let iteration = 0; iteration < mostIterations; iteration++) {
      let worst = 0;
      for (let r = 0; r < m; r++) {
        missing[r] = this.#rowAt(r, z) + s[r]! - this.#programme.rows.bounds[r]!;
        worst = Math.max(worst, Math.abs(missing[r]!));
      }
      let gap = 0;
      for (let k = 0; k < all; k++) gap += s[k]! * p[k]!;
      if (gap < tolerance && worst < rowTolerance) return z;
      if (!this.#factorise()) return null;
      target.fill(0);
      this.#direction();
      const wayS = stepTo(s, ds);
      const wayP = stepTo(p, dp);
      let after = 0;
      for (let k = 0; k < all; k++) after += (s[k]! + wayS * ds[k]!) * (p[k]! + wayP * dp[k]!);
      const centre = (gap / all) * (after / gap) ** 3;
      for (let k = 0; k < all; k++) target[k] = centre - ds[k]! * dp[k]!;
      this.#direction();
      const goS = Math.min(1, shareOfWay * stepTo(s, ds));
      const goP = Math.min(1, shareOfWay * stepTo(p, dp));
      if (goS < leastWay) return null;
      for (let v = 0; v < z.length; v++) z[v]! += goS * dz[v]!;
      for (let k = 0; k < all; k++) {
        s[k]! += goS * ds[k]!;
        p[k]! += goP * dp[k]!;
      }
    }
    return null;
  }

  #rowAt(r: number, z: Float64Array): number {
    const { starts, variables, values } = this.#programme.rows;
    let sum = 0;
    for (let e = starts[r]!; e < starts[r + 1]!; e++) sum += values[e]! * z[variables[e]!]!;
    return sum;
  }

  #factorise(): boolean {
    const { z, s, p, missing } = this.#state;
    const [n, m] = [z.length, missing.length];
    const matrix = this.#matrix;
    matrix.clear();
    const { starts, variables, values } = this.#programme.rows;
    for (let r = 0; r < m; r++) {
      const weight = p[r]! / s[r]!;
      for (let e = starts[r]!; e < starts[r + 1]!; e++) {
        for (let f = starts[r]!; f < starts[r + 1]!; f++) {
          if (variables[f]! > variables[e]!) continue;
          matrix.add(variables[e]!, variables[f]!, weight * values[e]! * values[f]!);
        }
      }
    }
    for (let v = 0; v < n; v++) matrix.add(v, v, p[m + v]! / s[m + v]! + p[m + n + v]! / s[m + n + v]!);
    return matrix.factorise(this.#poll);
  }

  /** Solves for the step that takes slack x price of each row and bound to its target. */
  #direction(): void {
    const { dz, s, p, ds, dp, target, missing } = this.#state;
    const [n, m] = [dz.length, missing.length];
    const { costs, rows } = this.#programme;
    const { starts, variables, values } = rows;
    for (let v = 0; v < n; v++) {
      const low = m + v;
      const high = low + n;
      dz[v] = -costs[v]! + target[low]! / s[low]! - target[high]! / s[high]!;
    }
    for (let r = 0; r < m; r++) {
      const share = (target[r]! + p[r]! * missing[r]!) / s[r]!;
      for (let e = starts[r]!; e < starts[r + 1]!; e++) dz[variables[e]!]! -= values[e]! * share;
    }
    this.#matrix.solve(dz);
    for (let r = 0; r < m; r++) {
      ds[r] = -missing[r]! - this.#rowAt(r, dz);
      dp[r] = (target[r]! - p[r]! * ds[r]!) / s[r]! - p[r]!;
    }
    for (let v = 0; v < n; v++) {
      const low = m + v;
      const high = low + n;
      ds[low] = dz[v]!;
      ds[high] = -dz[v]!;
      dp[low] = (target[low]! - p[low]! * ds[low]!) / s[low]! - p[low]!;
      dp[high] = (target[high]! - p[high]! * ds[high]!) / s[high]! - p[high]!;
    }
  }
}

/** The longest step that keeps all values positive. */
function stepTo(values: Float64Array, steps: Float64Array): number {
  let way = 1e9;
  for (let k = 0; k < values.length; k++) if (steps[k]! < 0) way = Math.min(way, -values[k]! / steps[k]!);
  return Math.min(1, way);
}

/** The first variable with which each variable shares a row. */
function envelopeOf(n: number, { starts, variables }: Rows): Int32Array {
  const first = Int32Array.from({ length: n }, (_, v) => v);
  for (let r = 0; r + 1 < starts.length; r++) {
    let least = n;
    for (let e = starts[r]!; e < starts[r + 1]!; e++) least = Math.min(least, variables[e]!);
    for (let e = starts[r]!; e < starts[r + 1]!; e++) first[variables[e]!] = Math.min(first[variables[e]!]!, least);
  }
  return first;
}

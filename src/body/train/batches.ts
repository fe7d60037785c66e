/**
 * Training examples: people with partly hidden values, as the network meets them. Rows come in chunks with the same
 * gender, population and known fields: the Gaussian's part is worked out once per set of known fields.
 */

import type { Random } from '../../random.js';
import { bodyFields, fieldIndex } from '../fields.js';
import { makePlan, N, type Plan, whitenKnown } from '../model/conditional.js';
import { fillInput, inputCount, pieceCount, pieces, shiftGate } from '../model/residual.js';
import type { Gender } from '../request.js';
import type { Gaussians } from './gaussian.js';
import { imputed, standardised } from './impute.js';
import type { Person } from './people.js';

export const chunkSize = 32;
/** Completed copies of every soldier. */
const drawsOfSoldier = 10;
/** Share of the chunks that are civilians'. */
const civilianChunks = 0.33;
/** Weight of an example by the origin of its target. */
const originWeight = { direct: 1, derived: 0.7, synthetic: 0.3 } as const;

const age = fieldIndex('age');
const height = fieldIndex('height');
const weight = fieldIndex('weight');

/** Sets of fields that people know about themselves; questions use them more often than chance would. */
const usualDistance = [
  'height,weight',
  'height,weight,age',
  'height,weight,age,chestGirth,waistGirth,hipGirth',
  'height,weight,chestGirth,waistGirth,hipGirth',
  'height,chestGirth,waistGirth,hipGirth',
  'chestGirth,waistGirth,hipGirth',
  'chestGirth,waistGirth',
  'height,chestGirth,waistGirth,hipGirth,neckGirth,armLength,crotchHeight',
  'height,weight,neckMidGirth,chestGirth,waistGirth,overArmLength,crotchHeight',
  'height,weight,age,waistGirth',
  'height,weight,waistGirth',
].map((names) => names.split(',').map(fieldIndex));

/** Rows that can get the same questions: complete values to show, and the true ones to judge by. */
interface Pool {
  readonly gender: Gender;
  readonly civilian: boolean;
  /** Values that questions may show, [draws][people][N]; NaN elsewhere. */
  readonly shown: readonly (readonly Float64Array[])[];
  /** Measured values, NaN where unknown, [people][N]. */
  readonly truth: readonly Float64Array[];
  /** Number of known values among those. */
  readonly values: number;
}

function measured(people: readonly Person[], gaussian: Gaussians[Gender]): Pick<Pool, 'truth' | 'values'> {
  const truth = people.map((person) => standardised(gaussian, person));
  const values = truth.reduce(
    (sum, z) => sum + z.reduce((known, value) => known + (Number.isNaN(value) ? 0 : 1), 0),
    0,
  );
  return { truth, values };
}

/** One batch, row-major. */
export interface Batch {
  readonly rows: number;
  /** [rows, INPUTS] */
  readonly x: Float32Array;
  /** Truth minus the Gaussian's expectation without the weight, in its standard deviations, [rows, N]. */
  readonly residual: Float32Array;
  /** Effect of one unit of the weight's surprise, in standard deviations, [rows, N]. */
  readonly gain: Float32Array;
  /** Pieces of the weight's surprise, [rows, pieceCount]. */
  readonly pieces: Float32Array;
  /** Whether the network may shift, [rows, 1]. */
  readonly gate: Float32Array;
  /** Weight of each target; 0 where the model knows it or we do not, [rows, N]. */
  readonly importance: Float32Array;
}

export class Examples {
  readonly #pools: readonly Pool[];
  readonly #base: Gaussians;
  readonly #random: Random;

  /**
   * @param base the Gaussians that the network corrects
   * @param soldiers Gaussians of the soldiers alone, to draw their blanks from
   */
  constructor(people: readonly Person[], base: Gaussians, soldiers: Gaussians, random: Random) {
    this.#base = base;
    this.#random = random;
    const pools: Pool[] = [];
    for (const gender of ['female', 'male'] as const) {
      const mine = people.filter((person) => person.gender === gender);
      const army = mine.filter(({ civilian }) => !civilian);
      if (army.length > 0) {
        pools.push({
          gender,
          civilian: false,
          shown: imputed(soldiers[gender], army, drawsOfSoldier, random).map((draw) =>
            draw.map((z) => rescaled(z, soldiers[gender], base[gender])),
          ),
          ...measured(army, base[gender]),
        });
      }
      for (const alike of groupsOfSameFields(mine.filter(({ civilian }) => civilian))) {
        const { truth, values } = measured(alike, base[gender]);
        pools.push({ gender, civilian: true, shown: [truth], truth, values });
      }
    }
    this.#pools = pools;
  }

  /** A batch of `chunks` random chunks. */
  next(chunks: number): Batch {
    const rows = chunks * chunkSize;
    const batch: Batch = {
      rows,
      x: new Float32Array(rows * inputCount),
      residual: new Float32Array(rows * N),
      gain: new Float32Array(rows * N),
      pieces: new Float32Array(rows * pieceCount),
      gate: new Float32Array(rows),
      importance: new Float32Array(rows * N),
    };
    for (let chunk = 0; chunk < chunks; chunk++) this.#fill(batch, chunk * chunkSize);
    return batch;
  }

  #fill(batch: Batch, firstRow: number): void {
    const random = this.#random;
    const pool = this.#somePool(random.next() < civilianChunks);
    const known = pool.civilian ? civilianQuestion(pool, random) : soldierQuestion(random);
    const plan = makePlan(this.#base[pool.gender], known);
    const count = populationWeight(pool.civilian, plan);
    for (let row = firstRow; row < firstRow + chunkSize; row++) {
      const person = random.below(pool.truth.length);
      const shown = pool.shown[random.below(pool.shown.length)]![person]!;
      fillRow(batch, row, pool.gender, plan, shown, pool.truth[person]!, count);
    }
  }

  /**
   * A pool with the chance of its number of measured values, so that the few civilians with a calf come up more often.
   */
  #somePool(civilian: boolean): Pool {
    const pools = this.#pools.filter((pool) => pool.civilian === civilian);
    const candidates = pools.length > 0 ? pools : this.#pools;
    let ticket = this.#random.below(candidates.reduce((sum, { values }) => sum + values, 0));
    for (const pool of candidates) {
      ticket -= pool.values;
      if (ticket < 0) return pool;
    }
    return candidates.at(-1)!;
  }
}

/**
 * Soldiers stand for a person of unknown age, civilians for one of known age. At the same height and weight civilians
 * have larger waists, the more so the older they are, and their average age is 47.
 */
function populationWeight(civilian: boolean, plan: Plan): number {
  const ageKnown = plan.known.includes(age);
  if (civilian) return ageKnown ? 1 : 0.1;
  return 1;
}

/** The fields that a soldier's question shows in training. */
export function soldierQuestion(random: Random): number[] {
  if (random.next() < 0.35) return usualDistance[random.below(usualDistance.length)]!;
  const count = Math.max(1, Math.round(Math.exp(random.next() * Math.log(60))));
  const fields = random.shuffle(bodyFields.map((_, i) => i)).slice(0, count);
  return fields.some((field) => field !== age) ? fields : [...fields, height];
}

function civilianQuestion(pool: Pool, random: Random): number[] {
  const measured = pool.truth[0]!;
  const known = [age, height, weight].filter(() => random.next() < 0.85);
  for (let i = 0; i < N; i++) {
    if (i === age || i === height || i === weight || Number.isNaN(measured[i]!)) continue;
    if (random.next() < 0.15) known.push(i);
  }
  return known.some((field) => field !== age) ? known : [...known, height];
}

function fillRow(
  batch: Batch,
  row: number,
  gender: Gender,
  plan: Plan,
  shown: Float64Array,
  truth: Float64Array,
  count: number,
): void {
  const k = plan.known.length;
  const y = new Float64Array(k);
  whitenKnown(plan, shown, y);
  const before = plan.weightKnown ? k - 1 : k;
  const expected = new Float64Array(N);
  for (let i = 0; i < before; i++) {
    for (let u = 0; u < N; u++) expected[u]! += y[i]! * plan.gain[i * N + u]!;
  }
  fillInput(batch.x, row * inputCount, gender, plan, shown, expected);
  batch.gate[row] = shiftGate(plan, age);
  if (plan.weightKnown) pieces(y[k - 1]!, batch.pieces, row * pieceCount);
  for (let u = 0; u < N; u++) {
    if (Number.isNaN(truth[u]!)) continue;
    batch.residual[row * N + u] = (truth[u]! - expected[u]!) / plan.sd[u]!;
    if (plan.weightKnown) batch.gain[row * N + u] = plan.gain[(k - 1) * N + u]! / plan.sd[u]!;
    batch.importance[row * N + u] = count * originWeight[bodyFields[u]!.origin];
  }
  for (const field of plan.known) batch.importance[row * N + field] = 0;
}

function rescaled(z: Float64Array, from: Gaussians[Gender], to: Gaussians[Gender]): Float64Array {
  return z.map((value, i) => (value * from.sd[i]! + from.mean[i]! - to.mean[i]!) / to.sd[i]!);
}

function groupsOfSameFields(people: readonly Person[]): Person[][] {
  const groups = new Map<string, Person[]>();
  for (const person of people) {
    const key = person.logs.map((value) => (Number.isNaN(value) ? 0 : 1)).join('');
    const group = groups.get(key);
    if (group) group.push(person);
    else groups.set(key, [person]);
  }
  return [...groups.values()];
}

/**
 * Completes the surveys' blanks by draws, so that the known fields of a training row do not betray its survey. Only the
 * people of 2012 have an age, only those of 1988 a bust span.
 */

import type { Random } from '../../random.js';
import { fieldIndex } from '../fields.js';
import { cholesky } from '../model/cholesky.js';
import { type Gaussian, makePlan, N, type Plan, whitenKnown } from '../model/conditional.js';
import type { Person } from './people.js';

const age = fieldIndex('age');
/**
 * The fields that an unknown age is drawn from. Not all fields: landmarks moved between the surveys, and an age that
 * follows them would betray the survey again.
 */
const ageBasis = ['height', 'weight', 'chestGirth', 'waistGirth', 'hipGirth'].map(fieldIndex);
/** An unknown age is taken from one of this many people with bodies that suggest about the same age. */
const donorCount = 40;

/** Standardised logarithms with NaN for unknown, [N]. */
export function standardised({ mean, sd }: Gaussian, person: Person): Float64Array {
  return person.logs.map((value, i) => (value - mean[i]!) / sd[i]!);
}

/**
 * `draws` complete copies of every person of one gender. Unknown values are drawn from the Gaussian given the known
 * ones, ages from people with an age. Returns [draws] of [people] of [N].
 */
export function imputed(
  gaussian: Gaussian,
  people: readonly Person[],
  draws: number,
  random: Random,
): Float64Array[][] {
  const sampler = new Sampler(gaussian);
  const rows = people.map((person) => standardised(gaussian, person));
  const expectedAge = rows.map((z) => sampler.expected(z, age, ageBasis));
  const donors = rows
    .map((z, i) => ({ age: z[age]!, expected: expectedAge[i]! }))
    .filter((donor) => !Number.isNaN(donor.age))
    .sort((a, b) => a.expected - b.expected);
  return Array.from({ length: draws }, () =>
    rows.map((known, i) => {
      const z = Float64Array.from(known);
      if (Number.isNaN(z[age]!) && donors.length > 0) z[age] = donorAge(donors, expectedAge[i]!, random);
      return sampler.draw(z, random);
    }),
  );
}

function donorAge(donors: readonly { age: number; expected: number }[], expected: number, random: Random): number {
  let low = 0;
  let high = donors.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (donors[middle]!.expected < expected) low = middle + 1;
    else high = middle;
  }
  const first = Math.max(0, Math.min(low - donorCount / 2, donors.length - donorCount));
  return donors[Math.min(first + random.below(donorCount), donors.length - 1)]!.age;
}

/** Expectations and draws of unknown fields; the work for a set of known fields is done once. */
class Sampler {
  readonly #gaussian: Gaussian;
  readonly #plans = new Map<string, { plan: Plan; unknown: number[]; lower: Float64Array }>();

  constructor(gaussian: Gaussian) {
    this.#gaussian = gaussian;
  }

  /** Expected z of `field` from the known ones of the fields `basis`. */
  expected(z: Float64Array, field: number, basis: readonly number[]): number {
    const others = new Float64Array(N).fill(Number.NaN);
    for (const one of basis) others[one] = z[one]!;
    return this.#expectation(others).expectation[field]!;
  }

  /** Fills the unknown fields of `z` in place with one draw. */
  draw(z: Float64Array, random: Random): Float64Array {
    const { expectation, unknown, lower } = this.#expectation(z);
    const noise = unknown.map(() => random.normal());
    unknown.forEach((field, i) => {
      let value = expectation[field]!;
      for (let j = 0; j <= i; j++) value += lower[i * unknown.length + j]! * noise[j]!;
      z[field] = value;
    });
    return z;
  }

  #expectation(z: Float64Array): { expectation: Float64Array; unknown: number[]; lower: Float64Array } {
    const known: number[] = [];
    const unknown: number[] = [];
    for (let i = 0; i < N; i++) (Number.isNaN(z[i]!) ? unknown : known).push(i);
    const key = known.join();
    let entry = this.#plans.get(key);
    if (!entry) {
      const plan = makePlan(this.#gaussian, known, false);
      entry = { plan, unknown, lower: this.#leftover(plan, unknown) };
      this.#plans.set(key, entry);
    }
    const y = new Float64Array(known.length);
    whitenKnown(entry.plan, z, y);
    const expectation = new Float64Array(N);
    for (let i = 0; i < y.length; i++) {
      for (const u of unknown) expectation[u]! += y[i]! * entry.plan.gain[i * N + u]!;
    }
    return { expectation, unknown, lower: entry.lower };
  }

  /** Cholesky factor of the covariance left in the unknown fields. */
  #leftover(plan: Plan, unknown: readonly number[]): Float64Array {
    const n = unknown.length;
    const covariance = new Float64Array(n * n);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        let value = this.#gaussian.correlation[unknown[i]! * N + unknown[j]!]!;
        for (let r = 0; r < plan.known.length; r++) {
          value -= plan.gain[r * N + unknown[i]!]! * plan.gain[r * N + unknown[j]!]!;
        }
        covariance[i * n + j] = i === j ? value + 1e-4 : value;
      }
    }
    return cholesky(covariance, n, 1e-3);
  }
}

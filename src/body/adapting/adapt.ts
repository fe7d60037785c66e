/**
 * Adapts the model to a few dozen people of a population. First the level moves, then the shape: spreads and correlations, for
 * which the model counts as a hundred people.
 */
import { type FieldProblem, ServiceError } from '../../errors.js';
import { bodyFields, fieldIndex } from '../fields.js';
import type { AdaptedGender, AdaptedPopulation } from '../model/adapted-population.js';
import { type Gaussian, N } from '../model/conditional.js';
import { addExpectation, maximise, type Pattern, priorPattern, standardise, summarise } from '../model/expectation.js';
import { type BodyRequest, type Gender, readMeasurements } from '../request.js';
import { underDefinitions } from '../taken.js';
import { isPlausible } from '../warnings.js';
import { levelOf } from './level.js';

/** A field of a gender counts from so many people on. The sums of fewer could tell of one of them. */
export const fewestPeople = 12;
/** People for which the model's own shape counts; fitted to groups that were left out (bench/body/adapt.ts). */
const peopleOfShape = 100;
/** The model counts as much as a hundred people, so that each step leaves a part of the way and ten leave next to none. */
const steps = 10;

const age = fieldIndex('age');
const genders: readonly Gender[] = ['female', 'male'];

export interface Adapted {
  readonly genders: AdaptedPopulation['genders'];
  /** Names of the fields that fewer people of a gender have than count. */
  readonly uncounted: readonly string[];
  /** Number of values outside of the plausible range of an adult; they do not count. */
  readonly implausible: number;
}

export interface Adapting {
  /** The model's own Gaussians. */
  readonly gaussians: Readonly<Record<Gender, Gaussian>>;
  readonly pause?: () => Promise<void>;
}

/** Logarithms of the metric values of a person, NaN where unknown, [N]. */
type Row = Float64Array;

/** @throws ServiceError `invalid`, see `BodyModel.adapt` */
export async function adaptTo(people: readonly BodyRequest[], { gaussians, pause }: Adapting): Promise<Adapted> {
  const { rows, implausible } = readRows(people);
  const adapted: Partial<Record<Gender, AdaptedGender>> = {};
  const uncounted = new Set<string>();
  for (const gender of genders) {
    const { measured, counted, left } = countedRows(rows[gender]);
    for (const name of left) uncounted.add(name);
    if (counted.length < fewestPeople) continue;
    const gaussian = await adaptedGaussian(gaussians[gender], counted, pause);
    adapted[gender] = { people: counted.length, measured, gaussian };
  }
  if (Object.keys(adapted).length === 0) {
    const message = `people has no measurement of at least ${fewestPeople} women or ${fewestPeople} men; fewer do not tell of a population`;
    throw ServiceError.ofProblems('invalid', [{ path: 'people', code: 'too_few', message }]);
  }
  return { genders: adapted, uncounted: [...uncounted], implausible };
}

function readRows(people: readonly BodyRequest[]): { rows: Record<Gender, Row[]>; implausible: number } {
  const rows: Record<Gender, Row[]> = { female: [], male: [] };
  const problems: FieldProblem[] = [];
  let implausible = 0;
  for (const [i, person] of people.entries()) {
    try {
      const row = new Float64Array(N).fill(Number.NaN);
      const { supplied } = readMeasurements(person);
      for (const one of underDefinitions(supplied, person.taken, person.gender)) {
        if (isPlausible(one)) row[one.index] = Math.log(one.metric);
        else implausible++;
      }
      rows[person.gender].push(row);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      problems.push(...error.problems.map((problem) => ({ ...problem, path: `people[${i}].${problem.path}` })));
    }
  }
  if (problems.length > 0) throw ServiceError.ofProblems('invalid', problems);
  return { rows, implausible };
}

/** The rows with the fields that count, the number of people with each, and the names of the other fields. */
function countedRows(rows: readonly Row[]): { counted: Row[]; measured: Float64Array; left: string[] } {
  const has = Float64Array.from({ length: N }, (_, u) => rows.filter((row) => !Number.isNaN(row[u]!)).length);
  const measured = has.map((count) => (count >= fewestPeople ? count : 0));
  const counted = rows
    .map((row) => row.map((value, u) => (measured[u]! > 0 ? value : Number.NaN)))
    .filter((row) => row.some((value, u) => u !== age && !Number.isNaN(value)));
  const left = bodyFields.flatMap(({ name }, u) => (has[u]! > 0 && measured[u] === 0 ? [name] : []));
  return { counted, measured, left };
}

async function adaptedGaussian(model: Gaussian, rows: readonly Row[], pause?: () => Promise<void>): Promise<Gaussian> {
  const level = levelOf(model, rows);
  await pause?.();
  const center = model.mean.map((mean, u) => mean + level[u]! * model.sd[u]!);
  const own = rows.map((logs) => ({ logs, weight: 1 }));
  const patterns: Pattern[] = [...summarise(own, center, model.sd), priorPattern(model, peopleOfShape)];
  let mean = new Float64Array(N);
  let covariance = Float64Array.from(model.correlation);
  for (let step = 0; step < steps; step++) {
    const shift = new Float64Array(N);
    const second = new Float64Array(N * N);
    for (const pattern of patterns) {
      addExpectation(pattern, mean, covariance, shift, second);
      await pause?.();
    }
    ({ mean, covariance } = maximise(patterns, mean, shift, second));
  }
  return standardise(center, model.sd, mean, covariance);
}

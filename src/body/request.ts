/** A completion request, checked and turned into the model's own terms. */
import { type FieldProblem, ServiceError } from '../errors.js';
import { bodyFields, deprecatedAlias, fieldIndex, type Gender, isMeasurement } from './fields.js';
import type { AdaptedPopulation } from './model/adapted-population.js';
import type { Population } from './model/populations.js';
import { scaleOf, type UnitSystem } from './units.js';
import type { Taken } from './ways-to-take.js';

export type { Gender } from './fields.js';

export interface BodyRequest {
  readonly gender: Gender;
  readonly unit: UnitSystem;
  /** Known measurements in the request's units, by name; the deprecated spelling is accepted too. */
  readonly measurements: Readonly<Record<string, number>>;
  /** Whom the intervals are for, or the population that the model was adapted to; `defaultPopulation` where left out. */
  readonly population?: Population | AdaptedPopulation;
  /** How measurements were taken, where that is not the way of their fields. */
  readonly taken?: Taken;
}

/** One supplied measurement. */
export interface Supplied {
  readonly index: number;
  /** Spelling in the request. */
  readonly name: string;
  /** As sent. */
  readonly value: number;
  /** In cm, kg or years. */
  readonly metric: number;
  /** Standard deviation of the logarithm, where the measurement was converted from another way to take it. */
  readonly error?: number;
}

/**
 * The supplied measurements in the order of the API.
 *
 * @throws ServiceError `invalid_measurement` with one problem for every value that is not a finite number above 0, and
 * for every unknown name; also for a population that was adapted to the other gender alone.
 */
export function readMeasurements({ gender, unit, measurements, population }: BodyRequest): {
  supplied: Supplied[];
  usedDeprecatedAlias: boolean;
} {
  const problems: FieldProblem[] = [];
  const supplied: Supplied[] = [];
  if (typeof population === 'object' && !population.genders[gender]) {
    const message = `population was adapted to ${gender === 'female' ? 'men' : 'women'} alone`;
    problems.push({ path: 'population', code: 'unknown_value', message });
  }
  for (const name of Object.keys(measurements)) {
    const value = measurements[name];
    const problem = problemOf(name, value);
    if (problem) {
      problems.push(problem);
      continue;
    }
    const current = name === deprecatedAlias.name ? deprecatedAlias.of : name;
    if (current !== name && Object.hasOwn(measurements, current)) continue;
    const index = fieldIndex(current);
    supplied.push({ index, name, value: value!, metric: value! * scaleOf(bodyFields[index]!.kind, unit).metric });
  }
  if (problems.length > 0) throw ServiceError.ofProblems('invalid_measurement', problems);
  supplied.sort((a, b) => a.index - b.index);
  return { supplied, usedDeprecatedAlias: Object.hasOwn(measurements, deprecatedAlias.name) };
}

function problemOf(name: string, value: unknown): FieldProblem | undefined {
  if (!isMeasurement(name) && name !== deprecatedAlias.name) {
    return { path: name, code: 'unknown_key', message: `${name} is not a body measurement` };
  }
  if (typeof value !== 'number') return { path: name, code: 'wrong_type', message: `${name} must be a number above 0` };
  if (!Number.isFinite(value))
    return { path: name, code: 'not_finite', message: `${name} is ${value}; it must be finite` };
  if (value <= 0) return { path: name, code: 'out_of_range', message: `${name} is ${value}; it must be above 0` };
  return undefined;
}

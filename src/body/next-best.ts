/**
 * The measurements to take next: those that shrink the intervals of the wanted fields most. A width depends on the set of
 * known fields alone, and the Gaussian part of it is exact; the network's correction of the spread is left aside.
 */
import { type FieldProblem, ServiceError } from '../errors.js';
import { nearest } from '../json/nearest-name.js';
import { bodyFields, fieldIndex, isMeasurement, measurementNames } from './fields.js';
import { defaultPopulation } from './model/populations.js';
import type { Predictor } from './model/predictor.js';
import { type BodyRequest, readMeasurements } from './request.js';
import { errorsOf, underDefinitions } from './taken.js';
import { isPlausible } from './warnings.js';

/** Measurements that are proposed. */
const proposalCount = 3;

/** A measurement to take after those before it in the list. */
export interface Proposal {
  readonly name: string;
  /** Mean half width of the 90 % intervals of the wanted fields once it is known too, in per cent of their values. */
  readonly halfWidth: number;
}

export interface NextBest {
  /** The same mean with the present measurements. */
  readonly halfWidth: number;
  /** At most three, the best first; each is chosen with those before it known. */
  readonly proposals: readonly Proposal[];
}

const age = fieldIndex('age');
const sizes = bodyFields.map((_, field) => field).filter((field) => field !== age);
/** A tape takes no age, and nobody is measured for a size that only a fitted 3D body has told of. */
const canBeTaken = bodyFields.map(({ origin }) => origin !== 'synthetic');

/**
 * @param wanted names of the fields whose intervals count; all sizes where it is left out
 * @throws ServiceError `invalid_measurement` for a wrong measurement or an unknown wanted name
 */
export function nextBest(predictor: Predictor, request: BodyRequest, wanted?: readonly string[]): NextBest {
  const problems = wantedProblems(wanted ?? []);
  if (problems.length > 0) throw ServiceError.ofProblems('invalid_measurement', problems);
  const { supplied } = readMeasurements(request);
  const usable = underDefinitions(supplied, request.taken, request.gender).filter(isPlausible);
  const known = new Set(usable.filter(({ error }) => error === undefined).map(({ index }) => index));
  const fields = [...new Set(wanted?.map(fieldIndex) ?? sizes)];
  const all = usable.map(({ index }) => index);
  const outlook = predictor.outlook(request.gender, all, request.population ?? defaultPopulation, errorsOf(usable));
  const meanWith = (field?: number): number => {
    const widths = outlook.halfWidths(field);
    const open = fields.filter((one) => one !== field && !known.has(one));
    return (100 * open.reduce((total, one) => total + Math.expm1(widths[one]!), 0)) / fields.length;
  };
  const proposals: Proposal[] = [];
  const now = fields.length === 0 ? 0 : meanWith();
  let before = now;
  let candidates = sizes.filter((field) => canBeTaken[field] && !known.has(field));
  while (proposals.length < proposalCount && candidates.length > 0 && fields.length > 0) {
    const judged = candidates.map((field) => ({ field, halfWidth: meanWith(field) }));
    const best = judged.reduce((a, b) => (b.halfWidth < a.halfWidth ? b : a));
    if (best.halfWidth >= before) break;
    before = best.halfWidth;
    proposals.push({ name: bodyFields[best.field]!.name, halfWidth: best.halfWidth });
    outlook.learn(best.field);
    known.add(best.field);
    candidates = candidates.filter((field) => field !== best.field);
  }
  return { halfWidth: now, proposals };
}

/** A problem for every name that is not a measurement; the paths are `wanted[2]`. */
export function wantedProblems(wanted: readonly string[]): FieldProblem[] {
  return wanted.flatMap((name, i) => (isMeasurement(name) ? [] : [notWanted(name, `wanted[${i}]`)]));
}

function notWanted(name: string, path: string): FieldProblem {
  const message = `${path}: ${JSON.stringify(name)} is not a body measurement${nearest(name, measurementNames)}`;
  return { path, code: 'unknown_value', message };
}

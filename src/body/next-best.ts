/**
 * The measurements to take next: those that shrink the intervals of the wanted fields most. A width depends on the set of
 * known fields alone, and the Gaussian part of it is exact; the network's correction of the spread is left aside.
 */
import { ServiceError } from '../errors.js';
import { bodyFields, fieldIndex, isMeasurement } from './fields.js';
import type { Predictor } from './model/predictor.js';
import { type BodyRequest, readMeasurements } from './request.js';
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
/** A tape takes no age, and nobody is measured for a size that only a fitted 3D body has told of. */
const canBeTaken = bodyFields.map(({ origin }, field) => field !== age && origin !== 'synthetic');

/**
 * @param wanted names of the fields whose intervals count; all sizes where it is left out
 * @throws ServiceError `invalid_measurement` for a wrong measurement or an unknown wanted name
 */
export function nextBest(predictor: Predictor, request: BodyRequest, wanted?: readonly string[]): NextBest {
  const stranger = wanted?.find((name) => !isMeasurement(name));
  if (stranger !== undefined) {
    const message = `${stranger} is not a body measurement`;
    throw ServiceError.ofProblems('invalid_measurement', [{ path: 'wanted', code: 'unknown_value', message }]);
  }
  const { supplied } = readMeasurements(request);
  const known = supplied.filter(isPlausible).map(({ index }) => index);
  const fields = wanted?.map(fieldIndex) ?? bodyFields.map((_, i) => i).filter((i) => i !== age);
  const meanWith = (all: readonly number[]): number => {
    const widths = predictor.halfWidths(request.gender, all, request.population);
    const sum = fields.reduce((total, field) => total + (all.includes(field) ? 0 : Math.expm1(widths[field]!)), 0);
    return (100 * sum) / fields.length;
  };
  const proposals: Proposal[] = [];
  const now = meanWith(known);
  let before = now;
  let candidates = bodyFields.map((_, i) => i).filter((i) => canBeTaken[i] && !known.includes(i));
  const taken = [...known];
  while (proposals.length < proposalCount && candidates.length > 0) {
    const judged = candidates.map((field) => ({ field, halfWidth: meanWith([...taken, field]) }));
    const best = judged.reduce((a, b) => (b.halfWidth < a.halfWidth ? b : a));
    if (best.halfWidth >= before) break;
    before = best.halfWidth;
    proposals.push({ name: bodyFields[best.field]!.name, halfWidth: best.halfWidth });
    taken.push(best.field);
    candidates = candidates.filter((field) => field !== best.field);
  }
  return { halfWidth: now, proposals };
}

/**
 * A field that nobody measured, and that the surveys' tables have as a factor of another field. The model takes such a factor as
 * exact, and real tapes differ from it. So the field has an error of its own.
 */
import { fieldIndex } from '../fields.js';
import { type Errors, N } from './conditional.js';
import { halfWidth } from './intervals.js';

const bent = fieldIndex('elbowBent');
const straight = fieldIndex('elbowStraight');

/**
 * A bent elbow is 1.10 (women) or 1.12 (men) times a straight one, by a rule of thumb. No source gives the scatter: 3 % is an
 * assumption, so that true factors from 1.05 to 1.17 lie in the 90 % interval.
 */
const errorOfBent = 0.03;

/** Standard deviation of every field's own error, of its natural logarithm, [N]. */
export const ownErrors = new Float64Array(N);
ownErrors[bent] = errorOfBent;

/** A half width of a 90 % interval with the own error of a field besides, both of the natural logarithm. */
export const withOwnError = (half: number, field: number): number =>
  ownErrors[field] === 0 ? half : Math.hypot(half, halfWidth * ownErrors[field]!);

/** The errors of the known fields, with those that are assumed. */
export function withAssumedErrors(errors: Errors, known: ArrayLike<number>): Errors {
  return Array.prototype.includes.call(known, bent) ? new Map([...errors, [bent, errorOfBent]]) : errors;
}

/** The fields that the network learned to tell exactly from the known ones, and cannot. */
export function untaughtBeside(known: readonly number[]): readonly number[] {
  return known.includes(bent) ? [straight] : [];
}

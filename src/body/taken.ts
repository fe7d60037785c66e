/**
 * Ways to take a measurement other than the way of its field, and how they convert. `bench/body/taken.ts` fits the numbers to
 * half of the soldiers of 1988, who were measured in both ways, and judges them by the other half. Some spreads are wider than the fit,
 * because the error also depends on the build. Where height and weight are known, those of the fit hold fewer than nine in ten.
 */
import { type FieldProblem, ServiceError } from '../errors.js';
import { fieldIndex, type Gender } from './fields.js';
import { type Errors, noErrors } from './model/conditional.js';
import type { Supplied } from './request.js';
import type { Taken } from './ways-to-take.js';

/** `ln sent = level + slope * ln field`, up to a Gaussian error. */
export interface Conversion {
  readonly level: number;
  readonly slope: number;
  /** Standard deviation of the error, of ln sent. */
  readonly spread: number;
}

/**
 * Nobody measured the same arms relaxed and flexed. A relaxed arm is 0.955 (women) or 0.94 (men) of a flexed one, and surveys
 * of relaxed arms lie up to 0.8 cm above that. So the 90 % interval reaches 0.8 cm to both sides at an ordinary girth.
 */
const flexed = (share: number, girth: number): Conversion => ({
  level: -Math.log(share),
  slope: 1,
  spread: 0.8 / girth / 1.645,
});

export const conversions: Readonly<Record<'navel' | 'narrowest' | 'flexed', Readonly<Record<Gender, Conversion>>>> = {
  navel: {
    female: { level: -0.3031, slope: 1.0801, spread: 0.0296 },
    male: { level: -0.2618, slope: 1.0623, spread: 0.0175 },
  },
  narrowest: {
    female: { level: 0.4239, slope: 0.8915, spread: 0.0305 },
    male: { level: 0.244, slope: 0.9425, spread: 0.0145 },
  },
  flexed: { female: flexed(0.955, 27), male: flexed(0.94, 32) },
};

const neckMiddle = fieldIndex('neckMidGirth');

/**
 * The measurements under the definitions of their fields. A converted one has an `error`. The girth of the middle of the neck is a
 * field of its own.
 *
 * @throws ServiceError `invalid_measurement` for a way without its measurement, and for two girths of the middle of the neck
 */
export function underDefinitions(supplied: readonly Supplied[], taken: Taken | undefined, gender: Gender): Supplied[] {
  if (taken === undefined) return [...supplied];
  const sent = new Set(supplied.map(({ name }) => name));
  const problems = Object.keys(taken)
    .filter((name) => !sent.has(name))
    .map((name) => problem(name, 'required', `${name} is required: taken.${name} says how it was taken`));
  const isOfMiddle = taken.neckGirth === 'middle';
  if (isOfMiddle && sent.has('neckMidGirth')) {
    const message = 'taken.neckGirth must not be middle beside neckMidGirth, which is the same girth';
    problems.push(problem('taken.neckGirth', 'sent_twice', message));
  }
  if (problems.length > 0) throw ServiceError.ofProblems('invalid_measurement', problems);
  return supplied
    .map((one) => {
      const way = taken[one.name as keyof Taken];
      if (way === 'middle') return { ...one, index: neckMiddle };
      return way === 'navel' || way === 'narrowest' || way === 'flexed'
        ? converted(one, conversions[way][gender])
        : one;
    })
    .sort((a, b) => a.index - b.index);
}

/** The errors of the converted measurements. */
export function errorsOf(supplied: readonly Supplied[]): Errors {
  const errors = supplied.flatMap(({ index, error }) => (error === undefined ? [] : [[index, error] as const]));
  return errors.length === 0 ? noErrors : new Map(errors);
}

function converted(one: Supplied, { level, slope, spread }: Conversion): Supplied {
  return { ...one, metric: Math.exp((Math.log(one.metric) - level) / slope), error: spread / slope };
}

const problem = (path: string, code: string, message: string): FieldProblem => ({ path, code, message });

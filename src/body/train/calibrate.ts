/** Fits the interval factors to people new to the model: the 90 % quantile of error over half width. */

import type { Random } from '../../random.js';
import { bodyFields } from '../fields.js';
import { N } from '../model/conditional.js';
import { binCount, binOf, syntheticStretch } from '../model/intervals.js';
import type { Predictor } from '../model/predictor.js';
import { ask } from './ask.js';
import type { Person } from './people.js';
import { civilianQuestion, type Question, randomFields, surveyQuestions, withAge } from './questions.js';

const coverage = 0.9;
/** A field's own quantile counts as many people as it has; the quantile of all fields counts this many. */
const priorPeople = 200;

const calibrationQuestions: readonly Question[] = [
  ...surveyQuestions,
  civilianQuestion,
  ...[1, 2, 3, 8, 12, 25, 40].map((count) => randomFields(count)),
  ...[1, 3, 8, 12, 25, 40].map((count) => withAge(randomFields(count))),
];

/** Errors in units of the half width, by bin and field; gathered fold by fold. */
export class Ratios {
  readonly #ratios: number[][] = Array.from({ length: binCount * N }, () => []);

  /** Adds the errors of a predictor with all factors 1, on people new to it. */
  add(predictor: Predictor, people: readonly Person[], random: Random): void {
    for (const question of calibrationQuestions) {
      ask(predictor, people, question, random, ({ field, truth, value, low, high }, known) => {
        const half = Math.log(high / low) / 2;
        this.#ratios[binOf(known) * N + field]!.push(Math.abs(Math.log(truth / value)) / half);
      });
    }
  }

  /** Errors of one bin and field. */
  of(bin: number, field: number): readonly number[] {
    return this.#ratios[bin * N + field]!;
  }
}

/** The factors that fit all of the gathered errors, [binCount, N]. */
export function factorsOf(gathered: readonly Ratios[]): Float32Array {
  const factors = new Float32Array(binCount * N).fill(1);
  for (let bin = 0; bin < binCount; bin++) {
    const own = bodyFields.map((_, u) => gathered.flatMap((ratios) => ratios.of(bin, u)));
    const all = quantile(own.flat());
    own.forEach((ratios, u) => {
      // The measured widths already include the stretch; stretching again keeps it in the answer.
      const stretch = bodyFields[u]!.origin === 'synthetic' ? syntheticStretch : 1;
      const mine = ratios.length === 0 ? all : quantile(ratios) * stretch;
      factors[bin * N + u] = (ratios.length * mine + priorPeople * all) / (ratios.length + priorPeople);
    });
  }
  return factors;
}

function quantile(values: number[]): number {
  if (values.length === 0) return 1;
  values.sort((a, b) => a - b);
  return values[Math.min(values.length - 1, Math.floor(coverage * values.length))]!;
}

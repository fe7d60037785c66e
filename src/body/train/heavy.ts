/** Fits the widths of heavy people's intervals: the civilians of a BMI from 35 on, and the few soldiers. */
import { Random } from '../../random.js';
import { bodyFields, fieldIndex } from '../fields.js';
import { N } from '../model/conditional.js';
import { heavyBmi } from '../model/heaviness.js';
import { binCount, binOf } from '../model/intervals.js';
import { areAlike } from '../model/populations.js';
import type { Predictor } from '../model/predictor.js';
import { ask } from './ask.js';
import type { Person } from './people.js';
import { balancedQuantile, fewestAnswers } from './quantile.js';
import { type Question, questionOf, randomFields, withAge } from './questions.js';

const coverage = 0.9;
/** No interval grows by more. */
const mostGrowth = 3;
const height = fieldIndex('height');
const weight = fieldIndex('weight');

const isHeavy = ({ logs }: Person): boolean => Math.exp(logs[weight]! - 2 * logs[height]!) * 1e4 >= heavyBmi;

/** The same question with height and weight, which tell that a person is heavy. */
const withHeightAndWeight = (question: Question): Question => ({
  ...question,
  known: (person, random) => {
    const known = question.known(person, random);
    return known && [...new Set([...known, height, weight])].sort((a, b) => a - b);
  },
});

const withoutAge: readonly Question[] = [
  ...[[], ['waistGirth'], ['hipGirth'], ['waistGirth', 'hipGirth'], ['waistGirth', 'bicepGirth']].map((more) =>
    questionOf('civilians', ['height', 'weight', ...more]),
  ),
  ...[[], ['chestGirth', 'waistGirth', 'hipGirth']].map((more) =>
    questionOf('soldiers', ['height', 'weight', ...more]),
  ),
  ...[1, 3, 7, 15, 25, 40].map((count) => withHeightAndWeight(randomFields(count))),
];
const questions = [...withoutAge, ...withoutAge.map(withAge)];

/** Errors in half widths, by bin, field and gender. */
type Draws = readonly { readonly female: number[]; readonly male: number[] }[];

/**
 * The factors of heavy people's intervals, [binCount, N]: 1 where theirs need not be wider. Each holds for every question of
 * its bin alone. A mean over questions would leave out the people of whom only height and weight are known.
 *
 * @param predictor the model with all of these factors 1
 */
export function heavyFactors(people: readonly Person[], predictor: Predictor): Float32Array {
  const heavy = people.filter(isHeavy);
  const asked = questions.map((question) => errorsOf(predictor, heavy, question));
  const result = new Float32Array(binCount * N).fill(1);
  for (let bin = 0; bin < binCount; bin++) {
    const own = bodyFields.map((_, u) => factorOf(asked.map((draws) => draws[bin * N + u]!)));
    for (let u = 0; u < N; u++) {
      const alike = own.filter((factor, v) => factor !== undefined && areAlike(u, v)) as number[];
      const mean = alike.length > 0 ? alike.reduce((sum, factor) => sum + factor, 0) / alike.length : 1;
      result[bin * N + u] = Math.max(own[u] ?? mean, 1);
    }
  }
  return result;
}

function errorsOf(predictor: Predictor, people: readonly Person[], question: Question): Draws {
  const draws = Array.from({ length: binCount * N }, () => ({ female: [] as number[], male: [] as number[] }));
  ask(predictor, people, question, new Random(1), ({ person, field, truth, value, low, high }, known) => {
    const half = Math.log(high / low) / 2;
    draws[binOf(known) * N + field]![person.gender].push(Math.abs(Math.log(truth / value)) / half);
  });
  return draws;
}

/** The factor of one bin and field; none where too few people answered any question. */
function factorOf(draws: Draws): number | undefined {
  const factors = draws.flatMap(({ female, male }) => {
    const counted = [female, male].filter(({ length }) => length >= fewestAnswers);
    return counted.length > 0 ? [balancedQuantile(counted, coverage)] : [];
  });
  return factors.length > 0 ? Math.min(Math.max(...factors), mostGrowth) : undefined;
}

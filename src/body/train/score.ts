/** Counts on held-out people: errors, biases and interval coverage, by question, field and kind of person. */

import { Random } from '../../random.js';
import { fieldIndex } from '../fields.js';
import { N } from '../model/conditional.js';
import type { Predictor } from '../model/predictor.js';
import { type Answer, ask } from './ask.js';
import type { Person } from './people.js';
import { civilianQuestion, type Question, scoredFields, surveyQuestions } from './questions.js';

const age = fieldIndex('age');
const height = fieldIndex('height');
const weight = fieldIndex('weight');
const scored = new Set(scoredFields);

/** Sums over the answers of one kind. */
export class Tally {
  count = 0;
  absolute = 0;
  signed = 0;
  inside = 0;

  add({ truth, value, low, high }: Answer): void {
    this.count++;
    this.absolute += Math.abs(value - truth);
    this.signed += value - truth;
    if (truth >= low && truth <= high) this.inside++;
  }

  /** Mean absolute error, in the field's unit. */
  get error(): number {
    return this.absolute / this.count;
  }

  get bias(): number {
    return this.signed / this.count;
  }

  /** Share of truths inside the interval. */
  get coverage(): number {
    return this.inside / this.count;
  }
}

/** Tallies by name, each made on first use. */
export class Tallies {
  readonly byName = new Map<string, Tally>();

  add(name: string, answer: Answer): void {
    let tally = this.byName.get(name);
    if (!tally) {
      tally = new Tally();
      this.byName.set(name, tally);
    }
    tally.add(answer);
  }

  get(name: string): Tally {
    return this.byName.get(name) ?? new Tally();
  }
}

export const ageBand = (years: number): string => (years < 40 ? 'age 18-40' : years < 60 ? 'age 40-60' : 'age 60+');
export const bmiBand = (bmi: number): string =>
  bmi < 25 ? 'BMI < 25' : bmi < 30 ? 'BMI 25-30' : bmi < 35 ? 'BMI 30-35' : 'BMI 35+';

const bmiOf = ({ logs }: Person): number => Math.exp(logs[weight]! - 2 * logs[height]!) * 1e4;

/** Scores one predictor. Tallies are named `question`, `question | field` and `question | group`. */
export class Scores {
  readonly tallies = new Tallies();

  /** Asks the people all questions. The random ones are the same for every predictor scored with this seed. */
  add(predictor: Predictor, people: readonly Person[], seed: number): void {
    const quarters = quartersOf(people);
    for (const question of surveyQuestions) {
      ask(predictor, people, question, new Random(seed), (answer) => {
        const { person, field } = answer;
        this.tallies.add(`${question.name} | field ${field}`, answer);
        this.tallies.add(`${question.name} | all fields`, answer);
        if (!scored.has(field)) return;
        this.tallies.add(question.name, answer);
        for (const quarter of quarters(person)) this.tallies.add(`${question.name} | ${quarter}`, answer);
      });
    }
    ask(predictor, people, civilianQuestion, new Random(seed), (answer) => {
      const { person, field } = answer;
      const name = `civilians | ${person.gender} | ${field}`;
      this.tallies.add(name, answer);
      this.tallies.add(`${name} | ${ageBand(Math.exp(person.logs[age]!))}`, answer);
      this.tallies.add(`${name} | ${bmiBand(bmiOf(person))}`, answer);
      this.tallies.add(civilianQuestion.name, answer);
    });
  }

  /** Mean over the scored fields of the mean absolute error, cm. */
  error(question: Question): number {
    const errors: number[] = [];
    for (let field = 0; field < N; field++) {
      const tally = this.tallies.byName.get(`${question.name} | field ${field}`);
      if (tally && scored.has(field)) errors.push(tally.error);
    }
    return errors.reduce((sum, error) => sum + error, 0) / errors.length;
  }
}

export const quarterNames = ['light', 'heavy', 'short', 'tall'] as const;

/** The outer quarters of their gender's soldiers that a soldier belongs to. */
function quartersOf(people: readonly Person[]): (person: Person) => string[] {
  const limits = new Map<string, [number, number]>();
  for (const gender of ['female', 'male']) {
    for (const field of [weight, height]) {
      const values = people
        .filter((person) => person.gender === gender && !person.civilian)
        .map(({ logs }) => logs[field]!)
        .filter((value) => !Number.isNaN(value))
        .sort((a, b) => a - b);
      const at = (share: number): number => values[Math.floor(share * (values.length - 1))]!;
      limits.set(`${gender} ${field}`, [at(0.25), at(0.75)]);
    }
  }
  return ({ gender, logs }) => {
    const names: string[] = [];
    for (const [field, low, high] of [
      [weight, 'light', 'heavy'],
      [height, 'short', 'tall'],
    ] as const) {
      const [first, last] = limits.get(`${gender} ${field}`)!;
      if (logs[field]! <= first) names.push(low);
      if (logs[field]! >= last) names.push(high);
    }
    return names;
  };
}

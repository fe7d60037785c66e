/** The questions that judge the model: sets of known fields, asked of people it never saw. */

import { Random } from '../../random.js';
import { bodyFields, fieldIndex } from '../fields.js';
import type { Person } from './people.js';

/** One way of asking: the given fields of a person. Undefined when the person cannot get the question. */
export interface Question {
  readonly name: string;
  readonly about: 'soldiers' | 'civilians';
  known(person: Person, random: Random): readonly number[] | undefined;
}

const isKnown = (person: Person, field: number): boolean => !Number.isNaN(person.logs[field]!);

const fixed = (name: string, about: Question['about'], ...fields: string[]): Question => {
  const known = fields.map(fieldIndex).sort((a, b) => a - b);
  return {
    name,
    about,
    known: (person) => (known.every((field) => isKnown(person, field)) ? known : undefined),
  };
};

/** A question about people who have all of these fields, by name. */
export const questionOf = (about: Question['about'], fields: readonly string[]): Question =>
  fixed(fields.join(', '), about, ...fields);

export const randomFields = (count: number): Question => ({
  name: `${count} random fields`,
  about: 'soldiers',
  known(person, random) {
    const candidates = bodyFields
      .map((_, i) => i)
      .filter((i) => isKnown(person, i) && bodyFields[i]!.origin !== 'synthetic');
    return random
      .shuffle(candidates)
      .slice(0, count)
      .sort((a, b) => a - b);
  },
});

const age = fieldIndex('age');

/** The same question with the age of people who have one. */
export const withAge = (question: Question): Question => ({
  name: `${question.name}, age`,
  about: question.about,
  known(person, random) {
    const known = question.known(person, random);
    if (!known || !isKnown(person, age)) return undefined;
    return known.includes(age) ? known : [age, ...known];
  },
});

export const surveyQuestions: readonly Question[] = [
  fixed('height, weight', 'soldiers', 'height', 'weight'),
  fixed(
    'height, weight, age, chest, waist, hip',
    'soldiers',
    'height',
    'weight',
    'age',
    'chestGirth',
    'waistGirth',
    'hipGirth',
  ),
  fixed(
    'height, chest, waist, hip, neck, arm, crotch height',
    'soldiers',
    'height',
    'chestGirth',
    'waistGirth',
    'hipGirth',
    'neckGirth',
    'armLength',
    'crotchHeight',
  ),
  randomFields(5),
  randomFields(20),
];

export const civilianQuestion = fixed('height, weight, age', 'civilians', 'height', 'weight', 'age');

const unscored = ['age', 'weight', 'neckArcBack', 'neckArcFront', 'elbowBent', 'footInstepGirth', 'midThighGirth'];

/**
 * The 41 fields with scored errors: measured or derived on real people, and neither noise nor algebra on one another.
 */
export const scoredFields: readonly number[] = bodyFields
  .map((_, i) => i)
  .filter((i) => bodyFields[i]!.origin !== 'synthetic' && !unscored.includes(bodyFields[i]!.name));

/** Splits people into `count` folds, each with its share of both genders and every survey. Deterministic. */
export function foldOf(people: readonly Person[], count: number, seed: number): Int32Array {
  const folds = new Int32Array(people.length);
  const strata = new Map<string, number[]>();
  people.forEach((person, i) => {
    const key = `${person.source} ${person.gender}`;
    const members = strata.get(key);
    if (members) members.push(i);
    else strata.set(key, [i]);
  });
  const random = new Random(seed);
  for (const members of strata.values()) {
    random.shuffle(members).forEach((person, position) => {
      folds[person] = position % count;
    });
  }
  return folds;
}

/**
 * Populations that the model never saw: every group of the surveys is left out in turn, Gaussians are fitted to the
 * others, and the people of the group are asked. The widths of the intervals are those of the model that is shipped.
 */
import { Random } from '../../random.js';
import { bodyFields, fieldIndex } from '../fields.js';
import type { Predictor } from '../model/predictor.js';
import { ask } from './ask.js';
import { gaussianPredictor } from './fit.js';
import { fitGaussians } from './gaussian.js';
import type { Person } from './people.js';
import { type Question, questionOf, randomFields } from './questions.js';

/** People of a group and a gender that are asked. */
const askedPeople = 500;
/** A field counts as measured by the others where so many of them have it. */
const fewestOthers = 100;
const age = fieldIndex('age');
/** Without an age the model speaks of working-age adults: older people are asked with theirs. */
const workingAge = Math.log(60);

/** The error of one predicted field of one person whose group the model did not see. */
export interface StrangerError {
  readonly group: string;
  /** The group and the gender: a draw of what populations differ by. */
  readonly draw: string;
  readonly field: number;
  /** Number of fields that were known. */
  readonly known: number;
  /** In half widths of the shipped model's interval for the people of the surveys. */
  readonly ratio: number;
}

const ofWorkingAge = (question: Question): Question => ({
  ...question,
  known: (person, random) => (person.logs[age]! > workingAge ? undefined : question.known(person, random)),
});

const basics = [
  ['height', 'weight'],
  ['height', 'weight', 'chestGirth', 'hipGirth'],
  ['height', 'weight', 'waistGirth', 'hipGirth'],
  ['height', 'weight', 'chestGirth', 'waistGirth', 'hipGirth'],
  ['height', 'chestGirth', 'waistGirth', 'hipGirth', 'neckGirth', 'armLength', 'crotchHeight'],
];

const questions: readonly Question[] = [
  questionOf('soldiers', ['height']),
  ...basics.map((fields) => questionOf('soldiers', fields)),
  ...[2, 3, 4, 7, 12, 20, 40].map((count) => randomFields(count)),
  ofWorkingAge(questionOf('civilians', ['height', 'weight'])),
  questionOf('civilians', ['height', 'weight', 'age']),
  ofWorkingAge(questionOf('civilians', ['height', 'weight', 'waistGirth', 'hipGirth'])),
];

/** The errors of everything that can be checked; `shipped` is the model whose intervals are judged. */
export function strangerErrors(people: readonly Person[], shipped: Predictor): StrangerError[] {
  const errors: StrangerError[] = [];
  for (const group of new Set(people.map((person) => person.group))) {
    const others = people.filter((person) => person.group !== group);
    const measured = bodyFields.map(
      (_, u) => others.filter(({ logs }) => !Number.isNaN(logs[u]!)).length >= fewestOthers,
    );
    const predictor = gaussianPredictor(fitGaussians(others));
    for (const gender of ['female', 'male'] as const) {
      const members = people.filter((one) => one.group === group && one.gender === gender);
      const asked = new Random(1).shuffle(members).slice(0, askedPeople);
      for (const question of questions) {
        const halves = halvesOf(shipped, asked, question);
        let next = 0;
        ask(predictor, asked, question, new Random(1), ({ field, truth, value }, known) => {
          const half = halves[next++]!;
          // The sizes of the fitted 3D bodies are of one group, whoever's they are.
          if (!measured[field] || bodyFields[field]!.origin === 'synthetic') return;
          const ratio = Math.abs(Math.log(truth / value)) / half;
          errors.push({ group, draw: `${group} ${gender}`, field, known: known.length, ratio });
        });
      }
    }
    predictor.dispose();
  }
  return errors;
}

/** Half widths in logarithms, in the order of the answers: whoever is asked the same is answered in the same order. */
function halvesOf(shipped: Predictor, people: readonly Person[], question: Question): number[] {
  const halves: number[] = [];
  ask(shipped, people, question, new Random(1), ({ low, high }) => {
    halves.push(Math.log(high / low) / 2);
  });
  return halves;
}

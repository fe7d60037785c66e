/** Asks a predictor about people it never saw, and hands every checkable prediction to a visitor. */

import type { Random } from '../../random.js';
import { N } from '../model/conditional.js';
import type { AnyPopulation, Predictor } from '../model/predictor.js';
import type { Gender } from '../request.js';
import type { Person } from './people.js';
import type { Question } from './questions.js';

/** One predicted field of one person, metric. */
export interface Answer {
  readonly person: Person;
  readonly field: number;
  readonly truth: number;
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Calls `visit` for every unknown field with a measured truth, for every person who can get the question. The people of the
 * surveys are Americans.
 */
export function ask(
  predictor: Predictor,
  people: readonly Person[],
  question: Question,
  random: Random,
  visit: (answer: Answer, known: readonly number[]) => void,
  population: AnyPopulation = 'us',
): void {
  for (const { gender, known, members } of sameQuestions(people, question, random)) {
    const plan = predictor.plan(gender, known, population);
    const values = new Float64Array(members.length * N);
    members.forEach(({ logs }, row) => {
      for (let i = 0; i < N; i++) values[row * N + i] = Math.exp(logs[i]!);
    });
    const { value, low, high } = predictor.predict(new Array(members.length).fill(plan), values);
    const isKnown = new Set(known);
    members.forEach((person, row) => {
      for (let field = 0; field < N; field++) {
        if (isKnown.has(field) || Number.isNaN(person.logs[field]!)) continue;
        const at = row * N + field;
        visit({ person, field, truth: values[at]!, value: value[at]!, low: low[at]!, high: high[at]! }, known);
      }
    });
  }
}

interface Group {
  readonly gender: Gender;
  readonly known: readonly number[];
  readonly members: Person[];
}

function sameQuestions(people: readonly Person[], question: Question, random: Random): Iterable<Group> {
  const groups = new Map<string, Group>();
  for (const person of people) {
    if (person.civilian !== (question.about === 'civilians')) continue;
    const known = question.known(person, random);
    if (!known) continue;
    const key = `${person.gender} ${known.join()}`;
    const group = groups.get(key);
    if (group) group.members.push(person);
    else groups.set(key, { gender: person.gender, known, members: [person] });
  }
  return groups.values();
}

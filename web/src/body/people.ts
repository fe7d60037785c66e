/** The people of the project with their measurements as typed. They stay in this browser, and in files that a person saves. */
import { computed, effect, signal } from '@preact/signals';
import { newId } from '../project/project.js';
import { keep, recall } from '../shell/kept.js';
import { lengthUnit } from '../shell/lengths.js';
import { convertedValue, measurementIn, measurementOf, type Units } from './measurements.js';

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly gender: 'female' | 'male';
  readonly units: Units;
  /** `us`, `unspecified`, or a population of the account by name; `unspecified` where it is missing. */
  readonly population?: string;
  /** The typed texts, by the name of the measurement. */
  readonly typed: Readonly<Record<string, string>>;
  /** Names among them with values that the page began with. */
  readonly assumed: readonly string[];
}

const newPerson = (name: string): Person => ({
  id: newId(),
  name,
  gender: 'female',
  ...(lengthUnit.peek() === 'in'
    ? { units: 'imperial', typed: { height: '66', weight: '137' } }
    : { units: 'metric', typed: { height: '168', weight: '62' } }),
  assumed: ['height', 'weight'],
});

export const people = signal<readonly Person[]>(
  recall('people', (json) => json as Person[]) ?? [newPerson('Person 1')],
);
effect(() => keep('people', people.value));

const chosen = signal(people.peek()[0]!.id);

/** The selected person. */
export const person = computed(() => people.value.find(({ id }) => id === chosen.value) ?? people.value[0]!);

export const personOf = (id: string | null): Person | undefined => people.value.find((each) => each.id === id);

export function choose(id: string): void {
  chosen.value = id;
}

export function addPerson(): void {
  const taken = new Set(people.value.map(({ name }) => name));
  let number = people.value.length + 1;
  while (taken.has(`Person ${number}`)) number += 1;
  const added = newPerson(`Person ${number}`);
  people.value = [...people.value, added];
  choose(added.id);
}

export function removePerson(id: string): void {
  if (people.value.length > 1) people.value = people.value.filter((each) => each.id !== id);
}

/** Changes the selected person. */
export function change(part: Partial<Person>): void {
  const { id } = person.value;
  people.value = people.value.map((each) => (each.id === id ? { ...each, ...part } : each));
}

export function type(name: string, text: string): void {
  const { [name]: _, ...others } = person.value.typed;
  const assumed = person.value.assumed.filter((each) => each !== name);
  change({ typed: text === '' ? others : { ...others, [name]: text }, assumed });
}

/** Whether the page assumed the value, so that nobody measured the selected person for it. */
export const isAssumed = (name: string): boolean => person.value.assumed.includes(name);

/** Converts the typed values, so that they mean the same in the other units. The lengths of the page go along. */
export function changeUnits(units: Units): void {
  const { typed, units: before } = person.value;
  const entries = Object.entries(typed).map(([name, text]) => {
    const field = measurementOf(name);
    return [name, field ? convertedValue(field, text, before, units) : text];
  });
  change({ units, typed: Object.fromEntries(entries) });
  lengthUnit.value = units === 'imperial' ? 'in' : 'mm';
}

/** The typed numbers, by the name of the measurement. */
export function measured({ typed }: Person): Record<string, number> {
  const numbers = Object.entries(typed).map(([name, text]) => [name, measurementIn(text)] as const);
  return Object.fromEntries(numbers.filter((entry): entry is [string, number] => entry[1] !== null));
}

/** A value as typed, or with the decimals of a tape if it was not typed. */
export function figureAsTyped(name: string, value: number): string {
  const text = person.value.typed[name]?.trim() ?? '';
  return measurementIn(text) === null ? figureOf(name, value) : text;
}

/** A value of the selected person, with the decimals of a tape. */
export function figureOf(name: string, value: number): string {
  if (name === 'age') return value.toFixed(0);
  return value.toFixed(person.value.units === 'metric' ? 1 : 2);
}

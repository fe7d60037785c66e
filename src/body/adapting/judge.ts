/** How much better an adapted model is on people of the same population whom it did not see. */
import { randomUUID } from 'node:crypto';
import type { BodyModel, BodyRequest, FieldEntry, Gender, Taken } from '../complete.js';
import { bodyFields } from '../fields.js';
import { fewestPeople } from './adapt.js';

const folds = 5;
/** The fields that are asked with, where a person has any of them; age never stands alone. */
const basics = ['height', 'weight', 'age'];

export interface Judged {
  /** Mean absolute error of the predicted sizes, in per cent of their values: of the model as it is, and adapted. */
  readonly before: number;
  readonly after: number;
  /** Names of the fields whose intervals hold fewer truths than before, and clearly fewer than nine in ten. */
  readonly narrow: readonly string[];
}

/** Truths of a field, and how many of them lie in the interval of the model as it is, and adapted. */
interface Tally {
  asked: number;
  before: number;
  after: number;
}

/** Standard deviations below nine in ten from which too few truths are no chance. */
const clear = 1.645;

/**
 * Asks with height, weight and age for the other sizes that were measured. Undefined where too few people have both.
 */
export async function judgeAdapting(model: BodyModel, people: readonly BodyRequest[]): Promise<Judged | undefined> {
  const errors = { before: [] as number[], after: [] as number[] };
  const tallies = new Map<string, Tally>();
  for (let fold = 0; fold < folds; fold++) {
    const seen = people.filter((_, i) => i % folds !== fold);
    const enough = (gender: Gender): boolean => seen.filter((one) => one.gender === gender).length >= fewestPeople;
    const asked = people.filter((one, i) => i % folds === fold && enough(one.gender) && canBeAsked(one));
    if (asked.length === 0) continue;
    const { genders } = await model.adapt(seen);
    const id = randomUUID();
    for (const person of asked.filter(({ gender }) => genders[gender])) {
      const known = Object.fromEntries(Object.entries(person.measurements).filter(([name]) => basics.includes(name)));
      const { gender, unit } = person;
      const before = model.complete({ gender, unit, measurements: known });
      const after = model.complete({ gender, unit, measurements: known, population: { id, genders } });
      for (const { name } of bodyFields) {
        const truth = person.measurements[name];
        // a converted value is no truth of its field
        if (truth === undefined || basics.includes(name) || person.taken?.[name as keyof Taken]) continue;
        const [own, moved] = [before.fields[name]!, after.fields[name]!];
        errors.before.push(relative(own.value, truth));
        errors.after.push(relative(moved.value, truth));
        const tally = tallies.get(name) ?? { asked: 0, before: 0, after: 0 };
        tallies.set(name, tally);
        tally.asked++;
        if (holds(own, truth)) tally.before++;
        if (holds(moved, truth)) tally.after++;
      }
    }
  }
  if (errors.before.length === 0) return undefined;
  const narrow = [...tallies].filter(([, tally]) => isNarrow(tally)).map(([name]) => name);
  return { before: mean(errors.before), after: mean(errors.after), narrow };
}

function isNarrow({ asked, before, after }: Tally): boolean {
  const expected = 0.9 * asked;
  return after < before && after < expected - clear * Math.sqrt(0.1 * expected);
}

const holds = ({ low, high }: FieldEntry, truth: number): boolean =>
  low !== null && high !== null && low <= truth && truth <= high;

const canBeAsked = ({ measurements }: BodyRequest): boolean =>
  measurements.height !== undefined || measurements.weight !== undefined;

const relative = (value: number | null, truth: number): number => (100 * Math.abs((value ?? truth) - truth)) / truth;

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

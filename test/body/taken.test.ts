/** Measurements that were taken in another way than their fields say: converted, with an interval that holds the truth. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type BodyRequest, type Gender, loadBodyModel, type Taken } from '../../src/body/complete.js';
import { parseCsv } from '../../src/body/csv.js';
import { fieldIndex } from '../../src/body/fields.js';
import { conversions } from '../../src/body/taken.js';
import { hasSurveys } from '../../src/body/train/people.js';
import { ServiceError } from '../../src/errors.js';
import { Random } from '../../src/random.js';
import { drawPeople } from './survey.js';

const model = await loadBodyModel();
const person = { gender: 'female', unit: 'metric' } as const;
const basics = { height: 168, weight: 62 };

const complete = (measurements: Record<string, number>, taken?: Taken, more: Partial<BodyRequest> = {}) =>
  model.complete({ ...person, measurements: { ...basics, ...measurements }, ...(taken && { taken }), ...more });

test('the way of the field is that of a measurement without one', () => {
  const sizes = { waistGirth: 74, neckGirth: 36, bicepGirth: 28 };
  const said = complete(sizes, { waistGirth: 'midway', neckGirth: 'base', bicepGirth: 'relaxed' });
  assert.equal(said.fields, complete(sizes).fields);
});

test('a waist at the navel becomes a smaller waist, one at its narrowest a larger one, each with an interval', () => {
  const [navel, midway, narrowest] = (['navel', 'midway', 'narrowest'] as const).map(
    (way) => complete({ waistGirth: 74 }, { waistGirth: way }).fields,
  );
  assert.equal(
    [navel, midway, narrowest].map((fields) => fields!.waistGirth!.source),
    ['predicted', 'input', 'predicted'],
  );
  assert.ok(navel!.waistGirth!.value! < 73 && narrowest!.waistGirth!.value! > 75, JSON.stringify(navel!.waistGirth));
  for (const { waistGirth, waistArcFront, highHipGirth } of [navel!, narrowest!]) {
    assert.ok(waistGirth!.low! < waistGirth!.value! - 1 && waistGirth!.high! > waistGirth!.value! + 1);
    // it knows less than a waist taken as the field says
    const width = (entry: { low: number | null; high: number | null }): number => Math.log(entry.high! / entry.low!);
    assert.ok(width(waistArcFront!) > width(midway!.waistArcFront!));
    assert.ok(width(highHipGirth!) > width(midway!.highHipGirth!));
  }
  // and more than nothing
  const without = complete({}).fields.waistGirth!;
  assert.ok(navel!.waistGirth!.high! - navel!.waistGirth!.low! < 0.7 * (without.high! - without.low!));
});

test('the middle of the neck is the field neckMidGirth', () => {
  const converted = complete({ neckGirth: 33 }, { neckGirth: 'middle' });
  assert.equal(converted.fields, complete({ neckMidGirth: 33 }).fields);
});

test('the interval of a flexed arm reaches the relaxed arms of every survey', () => {
  for (const [gender, share, flexed] of [
    ['female', 0.955, 28],
    ['male', 0.94, 34],
  ] as const) {
    const { bicepGirth } = complete({ bicepGirth: flexed }, { bicepGirth: 'flexed' }, { gender }).fields;
    const relaxed = share * flexed;
    assert.ok(bicepGirth!.value! < flexed && bicepGirth!.source === 'predicted');
    assert.ok(bicepGirth!.low! <= relaxed && bicepGirth!.high! >= relaxed + 0.5, JSON.stringify(bicepGirth));
    assert.ok(bicepGirth!.high! - bicepGirth!.low! < 3);
  }
});

test('inches are converted like centimetres', () => {
  const inches = Object.fromEntries(
    Object.entries({ height: 168, waistGirth: 74 }).map(([name, cm]) => [name, cm / 2.54]),
  );
  const of = (unit: 'metric' | 'imperial', measurements: Record<string, number>) =>
    model.complete({ ...person, unit, measurements, taken: { waistGirth: 'narrowest' } }).fields.waistGirth!;
  const [metric, imperial] = [of('metric', { height: 168, waistGirth: 74 }), of('imperial', inches)];
  assert.ok(Math.abs(imperial.value! * 2.54 - metric.value!) < 0.15);
  assert.ok(Math.abs(imperial.high! * 2.54 - metric.high!) < 0.15);
});

test('a way without its measurement, and the middle of the neck twice, are refused', () => {
  const problems = (measurements: Record<string, number>, taken: Taken) => {
    try {
      complete(measurements, taken);
    } catch (error) {
      if (error instanceof ServiceError) return error.problems.map(({ path, code }) => `${path} ${code}`);
      throw error;
    }
    return [];
  };
  assert.equal(problems({}, { waistGirth: 'navel', bicepGirth: 'flexed' }), [
    'waistGirth required',
    'bicepGirth required',
  ]);
  assert.equal(problems({ neckGirth: 33, neckMidGirth: 33 }, { neckGirth: 'middle' }), ['taken.neckGirth sent_twice']);
});

test('proposals count what a converted waist tells, and may ask for the waist itself', () => {
  const wanted = ['waistGirth', 'waistArcFront'];
  const ask = (measurements: Record<string, number>, taken?: Taken) =>
    model.nextBest({ ...person, measurements: { ...basics, ...measurements }, ...(taken && { taken }) }, wanted);
  const [nothing, navel] = [ask({}), ask({ waistGirth: 74 }, { waistGirth: 'navel' })];
  assert.ok(navel.halfWidth < 0.7 * nothing.halfWidth, `${navel.halfWidth} ${nothing.halfWidth}`);
  assert.is(navel.proposals[0]!.name, 'waistGirth');
  assert.ok(navel.proposals[0]!.halfWidth < navel.halfWidth);
});

test('people of a population may be measured in another way', async () => {
  const rows = Array.from({ length: 20 }, (_, i) => ({ height: 160 + i, waistGirth: 70 + (i % 7) }));
  const levelOf = async (taken: Taken | undefined): Promise<number> => {
    const people = rows.map((measurements) => ({ ...person, measurements, ...(taken && { taken }) }));
    return (await model.adapt(people)).genders.female!.gaussian.mean[fieldIndex('waistGirth')]!;
  };
  const [navel, midway] = [await levelOf({ waistGirth: 'navel' }), await levelOf(undefined)];
  assert.ok(Math.exp(navel - midway) < 0.98, `${Math.exp(navel - midway)}`);
});

/** How often the interval of the waist holds the truth, by gender. */
function held(people: readonly { gender: Gender; truth: number; request: BodyRequest }[]): Record<Gender, number> {
  const share = (gender: Gender): number => {
    const own = people.filter((one) => one.gender === gender);
    const good = own.filter(({ truth, request }) => {
      const { low, high } = model.complete(request).fields.waistGirth!;
      return low! <= truth && truth <= high!;
    });
    return good.length / own.length;
  };
  return { female: share('female'), male: share('male') };
}

test('the intervals hold nine in ten people drawn from the model, with errors as the conversions have', () => {
  const random = new Random(11);
  const people = drawPeople(1200, random).map(({ gender, logs }) => {
    const [height, weight, waist] = ['height', 'weight', 'waistGirth'].map((name) => logs[fieldIndex(name)]!);
    const { level, slope, spread } = conversions.narrowest[gender];
    const sent = Math.exp(level + slope * waist! + spread * random.normal());
    const measurements = { height: Math.exp(height!), weight: Math.exp(weight!), waistGirth: sent };
    const taken = { waistGirth: 'narrowest' } as const;
    const request: BodyRequest = { gender, unit: 'metric', measurements, taken, population: 'us' };
    return { gender, truth: Math.exp(waist!), request };
  });
  const { female, male } = held(people);
  for (const share of [female, male]) assert.ok(share > 0.86 && share < 0.95, `${female} ${male}`);
});

test('the intervals hold nine in ten soldiers who were measured in both ways', () => {
  const folder = '../shared/body';
  if (!hasSurveys(folder)) return console.log(`taken skipped: ${folder} has no survey files`);
  const [header, ...rows] = parseCsv(readFileSync(`${folder}/ansur1_train.csv`, 'utf8'));
  const at = (name: string): number => header!.cells.indexOf(name);
  for (const [way, column] of [
    ['navel', 'x_waistOmphalionGirth'],
    ['narrowest', 'x_waistNaturalGirth'],
  ] as const) {
    const people = rows
      .filter((_, i) => i % 3 === 1)
      .map(({ cells }) => {
        const size = (name: string): number => Number(cells[at(name)]);
        const gender = cells[at('sex')] as Gender;
        const measurements = { height: size('height'), weight: size('weight'), waistGirth: size(column) };
        const taken = { waistGirth: way };
        const request: BodyRequest = { gender, unit: 'metric', measurements, taken, population: 'us' };
        return { gender, truth: size('waistGirth'), request };
      });
    const { female, male } = held(people);
    for (const share of [female, male]) assert.ok(share > 0.87 && share < 0.95, `${way} ${female} ${male}`);
  }
});

test.run();

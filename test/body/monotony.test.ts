import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type BodyRequest, loadBodyModel } from '../../src/body/complete.js';
import { bodyFields, measurementNames } from '../../src/body/fields.js';
import { readArtifact } from '../../src/body/model/artifact.js';
import { N } from '../../src/body/model/conditional.js';
import { gaussiansOf } from '../../src/body/model/predictor.js';
import { fieldOf, sizeIn, someRequest } from './people.js';

const model = await loadBodyModel();
const sizes = measurementNames.filter((name) => name !== 'age');
const girths = bodyFields.filter(({ kind }) => kind === 'girth').map(({ name }) => name);

test('with one size known, every related size grows with it', () => {
  const gaussians = gaussiansOf(readArtifact(), 'base');
  for (const gender of ['female', 'male'] as const) {
    const { correlation } = gaussians[gender];
    for (const known of sizes) {
      const { min, max } = fieldOf(known);
      const at = Array.from({ length: 9 }, (_, i) => min + ((max - min) * i) / 8);
      const bodies = at.map((value) => model.complete({ gender, unit: 'metric', measurements: { [known]: value } }));
      for (const name of sizes) {
        const related = correlation[measurementNames.indexOf(known) * N + measurementNames.indexOf(name)]!;
        if (name === known || related < 0.05) continue;
        for (let i = 1; i < bodies.length; i++) {
          const [before, after] = [sizeIn(bodies[i - 1]!, name), sizeIn(bodies[i]!, name)];
          assert.ok(
            after >= before,
            `${gender}: ${name} falls from ${before} to ${after} as ${known} grows to ${at[i]}`,
          );
        }
      }
    }
  }
});

test('with weight growing and the rest fixed no girth falls', () => {
  fc.assert(
    fc.property(
      someRequest(model),
      fc.double({ min: 35, max: 240, noNaN: true }),
      fc.double({ min: 0.01, max: 40, noNaN: true }),
      ({ gender, measurements }, weight, more) => {
        const rest = { ...measurements };
        const at = (kg: number) => model.complete({ gender, unit: 'metric', measurements: { ...rest, weight: kg } });
        const light = at(weight);
        const heavy = at(Math.min(weight + more, 250));
        for (const name of girths) {
          assert.ok(sizeIn(heavy, name) >= sizeIn(light, name), `${name} falls as weight grows from ${weight}`);
        }
      },
    ),
    { numRuns: 600 },
  );
});

test('nor beside a size that is off its scale by the rounding of a floating-point number', () => {
  const known = { neckGirth: 31.300000000000008, shoulderWidth: 33.6, hipGirth: 81.8, kneeGirth: 31.2 };
  const at = (weight: number) =>
    model.complete({ gender: 'female', unit: 'metric', measurements: { ...known, riseLengthFront: 21.9, weight } });
  const necks = [68.13, 68.5, 69, 69.28].map((weight) => sizeIn(at(weight), 'neckMidGirth'));
  assert.equal(
    necks,
    necks.toSorted((a, b) => a - b),
  );
});

test('the crotch length does not fall as the height grows at a fixed weight', () => {
  for (const gender of ['female', 'male'] as const) {
    for (const age of [undefined, 20, 45, 70]) {
      for (const weight of [40, 50, 62, 75, 90, 110, 140, 180]) {
        let before = 0;
        for (let height = 140; height <= 205; height += 0.5) {
          const measurements: BodyRequest['measurements'] =
            age === undefined ? { height, weight } : { age, height, weight };
          const now = sizeIn(model.complete({ gender, unit: 'metric', measurements }), 'crotchLength');
          assert.ok(now >= before, `${gender}, ${age} years, ${weight} kg: ${now} after ${before} at ${height} cm`);
          before = now;
        }
      }
    }
  }
});

test('a whole sweep of weights, for the usual questions', () => {
  const questions: BodyRequest['measurements'][] = [
    { height: 168 },
    { height: 168, age: 25 },
    { height: 168, age: 70 },
    { height: 168, chestGirth: 95, waistGirth: 80, hipGirth: 100 },
    { height: 168, age: 45, waistGirth: 80 },
    { height: 180, neckMidGirth: 38, overArmLength: 64, crotchHeight: 82 },
  ];
  for (const gender of ['female', 'male'] as const) {
    for (const known of questions) {
      let before: Record<string, number> = {};
      for (let weight = 40; weight <= 200; weight += 2) {
        const body = model.complete({ gender, unit: 'metric', measurements: { ...known, weight } });
        for (const name of girths) {
          assert.ok(
            sizeIn(body, name) >= (before[name] ?? 0),
            `${name} falls at ${weight} kg, ${JSON.stringify(known)}`,
          );
        }
        before = Object.fromEntries(girths.map((name) => [name, sizeIn(body, name)]));
      }
    }
  }
});

test.run();

import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type BodyRequest, loadBodyModel } from '../../src/body/complete.js';
import { measurementNames, orderedPairs, sumsOfArcs, synonymPairs } from '../../src/body/fields.js';
import { scaleOf } from '../../src/body/units.js';
import { fieldOf, sizeIn, someRequest } from './people.js';

const model = await loadBodyModel();
const hasSize = ({ measurements }: BodyRequest): boolean => Object.keys(measurements).some((name) => name !== 'age');
const step = (request: BodyRequest, name: string): number => 1 / scaleOf(fieldOf(name).kind, request.unit).perUnit;
const check = (property: (request: BodyRequest) => void): void =>
  fc.assert(fc.property(someRequest(model).filter(hasSize), property), { numRuns: 400 });

/** The supplied values, and the girths that two supplied arcs add up to: no rule moves either. */
function fixedSizes({ measurements: sent }: BodyRequest): Record<string, number> {
  const sums = sumsOfArcs
    .filter(([whole, front, back]) => !(whole in sent) && front in sent && back in sent)
    .map(([whole, front, back]) => [whole, sent[front]! + sent[back]!]);
  return { ...sent, ...Object.fromEntries(sums) };
}

/** Whether the fixed sizes keep every order, with room between them for predictions and for the rounding of a sum. */
function keepsOrders(request: BodyRequest): boolean {
  const sent = fixedSizes(request);
  const larger = (name: string, reach = 1): [string, number][] =>
    orderedPairs
      .filter(([small]) => small === name)
      .flatMap(([, large]) => [[large, reach], ...larger(large, reach + 1)]);
  return Object.keys(sent).every((small) =>
    larger(small).every(
      ([large, reach]) => !(large in sent) || sent[small]! + reach * step(request, large) < sent[large]!,
    ),
  );
}

test('both unit systems give the same intervals, to the rounding of each', () => {
  const known = someRequest(model).filter(({ unit, measurements }) => {
    const isSize = Object.keys(measurements).some((name) => name !== 'age');
    return unit === 'metric' && isSize;
  });
  const height = { gender: 'male', unit: 'metric', measurements: { height: 180 } } as const;
  fc.assert(
    fc.property(fc.oneof(fc.constant<BodyRequest>(height), known), (request) => {
      const scaleIn = (unit: BodyRequest['unit'], name: string) => scaleOf(fieldOf(name).kind, unit);
      const measurements = Object.fromEntries(
        Object.entries(request.measurements).map(([name, value]) => [name, value / scaleIn('imperial', name).metric]),
      );
      const metric = model.complete(request).fields;
      const imperial = model.complete({ ...request, unit: 'imperial', measurements }).fields;
      for (const name of measurementNames) {
        const { metric: unit, perUnit } = scaleIn('imperial', name);
        const both = (1 / scaleIn('metric', name).perUnit + unit / perUnit) / 2;
        for (const end of ['low', 'high'] as const) {
          const [one, other] = [metric[name]![end], imperial[name]![end]];
          assert.is(one === null, other === null);
          const apart = Math.abs((one ?? 0) - (other ?? 0) * unit);
          assert.ok(apart <= both + 0.001, `${name}: ${end} ${one} and ${other}`);
        }
      }
    }),
    { numRuns: 400, seed: 4 },
  );
});

test('supplied values come back bit for bit', () => {
  check((request) => {
    const body = model.complete(request);
    for (const [name, value] of Object.entries(request.measurements)) assert.is(sizeIn(body, name), value);
  });
});

test('every prediction is above 0, on the grid of its unit, inside its interval', () => {
  check((request) => {
    const { fields } = model.complete(request);
    for (const name of measurementNames) {
      const { value, low, high, source } = fields[name]!;
      if (source === 'input') continue;
      const isCopy = synonymPairs.some(
        (pair) => pair.includes(name) && pair.some((each) => each in request.measurements),
      );
      const steps = value! / step(request, name);
      assert.ok(value! > 0 && low! > 0 && low! <= value! && value! <= high!, `${name}: ${low} ${value} ${high}`);
      assert.ok(isCopy || Math.abs(steps - Math.round(steps)) < 1e-6, `${name}: ${value}`);
    }
  });
});

test('arcs add up to their girth to the rounding', () => {
  check((request) => {
    const body = model.complete(request);
    for (const [whole, front, back] of sumsOfArcs) {
      const parts = [whole, front, back].filter((name) => name in request.measurements);
      if (parts.length === 3) continue;
      // A front arc as large as its girth leaves nothing for the back: such a request contradicts itself.
      const part = request.measurements[front] ?? request.measurements[back];
      if (parts.length === 2 && whole in request.measurements && part! >= request.measurements[whole]!) continue;
      const difference = sizeIn(body, whole) - sizeIn(body, front) - sizeIn(body, back);
      assert.ok(Math.abs(difference) <= step(request, whole) / 2 + 1e-9, `${whole}: ${difference}`);
    }
  });
});

test('the waist is as high as crotch and rise together, and no high hip is above the hip', () => {
  check((request) => {
    const sent = request.measurements;
    const body = model.complete(request);
    const [waist, crotch, rise] = ['waistHeight', 'crotchHeight', 'riseLengthFront'];
    if (![waist!, crotch!, rise!].every((name) => name in sent) && keepsOrders(request)) {
      const difference = sizeIn(body, waist!) - sizeIn(body, crotch!) - sizeIn(body, rise!);
      assert.ok(Math.abs(difference) <= step(request, rise!) / 2 + 1e-9, `rise: ${difference}`);
    }
    const fixed = fixedSizes(request);
    if ('highHipGirth' in fixed && 'hipGirth' in fixed) return;
    assert.ok(sizeIn(body, 'highHipGirth') <= sizeIn(body, 'hipGirth'));
  });
});

test('synonyms are equal unless both were sent', () => {
  check((request) => {
    const body = model.complete(request);
    for (const [a, b] of synonymPairs) {
      if (a in request.measurements && b in request.measurements) continue;
      assert.is(sizeIn(body, a), sizeIn(body, b));
    }
    assert.equal(body.fields.nackSideToWaistBack, body.fields.neckSideToWaistBack);
  });
});

/** The arcs add up to 35.625, which the grid of 0.05 in rounds to the hip. */
const arcsAsLargeAsTheHip: BodyRequest = {
  gender: 'female',
  unit: 'imperial',
  measurements: {
    hipGirth: 35.65,
    highHipArcFront: 17.283464566929133,
    highHipArcBack: 18.341535433070863,
    ankleGirth: 9,
  },
};

test('the usual orders hold where the input keeps them', () => {
  let checked = 0;
  fc.assert(
    fc.property(
      someRequest(model).filter((request) => hasSize(request) && keepsOrders(request)),
      (request) => {
        const body = model.complete(request);
        const fixed = fixedSizes(request);
        for (const [small, large] of orderedPairs) {
          if (small in fixed && large in fixed) continue;
          checked++;
          assert.ok(
            sizeIn(body, small) < sizeIn(body, large),
            `${small} ${sizeIn(body, small)}, ${large} ${sizeIn(body, large)}`,
          );
        }
      },
    ),
    { numRuns: 400, examples: [[arcsAsLargeAsTheHip]] },
  );
  assert.ok(checked > 1000);
});

test('orders hold even against a lopsided input', () => {
  const lopsided: Record<string, number>[] = [
    { height: 150, kneeGirth: 60 },
    { height: 160, calfGirth: 60 },
    { weight: 60, waistHeight: 140 },
  ];
  for (const measurements of lopsided) {
    const body = model.complete({ gender: 'female', unit: 'metric', measurements });
    for (const [small, large] of orderedPairs) {
      assert.ok(sizeIn(body, small) < sizeIn(body, large), `${small} < ${large} in ${JSON.stringify(measurements)}`);
    }
  }
});

test('nonsense within the plausible ranges gets finite answers, named as contradictory', () => {
  const value = (name: string) => fc.double({ min: fieldOf(name).min, max: fieldOf(name).max, noNaN: true });
  const nonsense = fc
    .subarray([...measurementNames], { minLength: 20 })
    .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, value(name)]))));
  fc.assert(
    fc.property(nonsense, fc.constantFrom('female' as const, 'male' as const), (measurements, gender) => {
      const { fields, warnings } = model.complete({ gender, unit: 'metric', measurements });
      for (const name of measurementNames) {
        const { value: size, low, high, source } = fields[name]!;
        if (source === 'input') continue;
        assert.ok(size! > 0 && size! < 1e4 && low! <= size! && size! <= high!, `${name}: ${low} ${size} ${high}`);
      }
      assert.ok(warnings.some(({ code }) => code === 'contradiction'));
    }),
    { numRuns: 200 },
  );
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadBodyModel } from '../../src/body/complete.js';
import { deprecatedAlias, measurementNames } from '../../src/body/fields.js';
import { ServiceError } from '../../src/errors.js';

const model = await loadBodyModel();

const refused = (measurements: Record<string, number>): ServiceError => {
  try {
    model.complete({ gender: 'female', unit: 'metric', measurements });
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('accepted');
};

test('a body has 69 fields in the order of the API, and the deprecated alias', () => {
  const { fields } = model.complete({ gender: 'male', unit: 'metric', measurements: { height: 180 } });
  assert.is(measurementNames.length, 69);
  assert.equal(Object.keys(fields), [...measurementNames, deprecatedAlias.name]);
  assert.equal(fields.nackSideToWaistBack, fields.neckSideToWaistBack);
});

test('supplied values come back exactly as sent, the rest predicted with an interval around them', () => {
  const { fields } = model.complete({
    gender: 'female',
    unit: 'metric',
    measurements: { height: 168.123, weight: 62 },
  });
  assert.equal(fields.height, { value: 168.123, unit: 'cm', source: 'input', low: null, high: null });
  for (const name of measurementNames.filter((each) => each !== 'height' && each !== 'weight')) {
    const { value, low, high, source } = fields[name]!;
    assert.is(source, 'predicted');
    assert.ok(low! <= value! && value! <= high! && low! < high!, `${name} ${low} ${value} ${high}`);
  }
});

test('imperial in, imperial out, the same body', () => {
  const metric = model.complete({
    gender: 'male',
    unit: 'metric',
    measurements: { height: 177.8, weight: 81.6466266 },
  });
  const imperial = model.complete({ gender: 'male', unit: 'imperial', measurements: { height: 70, weight: 180 } });
  assert.is(imperial.fields.height!.unit, 'in');
  assert.is(imperial.fields.weight!.unit, 'lb');
  assert.is(imperial.fields.age!.unit, 'years');
  assert.is(imperial.fields.age!.value, metric.fields.age!.value);
  for (const name of ['waistGirth', 'crotchHeight', 'neckMidGirth']) {
    const inches = imperial.fields[name]!.value!;
    assert.ok(Math.abs(inches * 2.54 - metric.fields[name]!.value!) <= 0.05 + 0.0635 + 1e-9, name);
    assert.ok(Math.abs(inches * 20 - Math.round(inches * 20)) < 1e-9, `${name} is in steps of 0.05 in`);
  }
});

test('without a size measurement every prediction is null', () => {
  for (const measurements of [{}, { age: 40 }] as Record<string, number>[]) {
    const { fields } = model.complete({ gender: 'female', unit: 'metric', measurements });
    const predicted = Object.values(fields).filter(({ source }) => source === 'predicted');
    assert.is(predicted.length, 70 - Object.keys(measurements).length);
    assert.ok(predicted.every(({ value, low, high }) => value === null && low === null && high === null));
  }
});

test('zero, negative and non-finite values are refused, all at once, by name', () => {
  const error = refused({ height: 0, weight: -60, waistGirth: Number.POSITIVE_INFINITY, hipGirth: 98 });
  assert.is(error.kind, 'invalid_measurement');
  assert.equal(
    error.problems.map(({ path }) => path),
    ['height', 'weight', 'waistGirth'],
  );
  assert.match(error.message, /height/);
  assert.equal(
    refused({ elbow: 30 }).problems.map(({ path, code }) => [path, code]),
    [['elbow', 'unknown_key']],
  );
});

test('the deprecated spelling is accepted, and loses to the correct one', () => {
  const old = model.complete({ gender: 'female', unit: 'metric', measurements: { nackSideToWaistBack: 43 } });
  assert.is(old.usedDeprecatedAlias, true);
  assert.equal(old.fields.neckSideToWaistBack, { value: 43, unit: 'cm', source: 'input', low: null, high: null });
  const both = model.complete({
    gender: 'female',
    unit: 'metric',
    measurements: { nackSideToWaistBack: 30, neckSideToWaistBack: 43 },
  });
  assert.is(both.fields.nackSideToWaistBack!.value, 43);
  assert.equal(both.fields.chestGirth, old.fields.chestGirth);
});

test('an implausible value is returned, warned about and left out of the inference', () => {
  const measurements = { weight: 62, chestGirth: 90 };
  const without = model.complete({ gender: 'female', unit: 'metric', measurements });
  const { fields, warnings } = model.complete({
    gender: 'female',
    unit: 'metric',
    measurements: { ...measurements, height: 68 },
  });
  assert.is(fields.height!.value, 68);
  assert.equal(fields.crotchHeight, without.fields.crotchHeight);
  assert.equal(
    warnings.map(({ code, path }) => [code, path]),
    [['unit_mix_up', 'height']],
  );
  assert.match(warnings[0]!.message, /inches/);
});

test('an implausible value never lies in the range that its warning names', () => {
  const said = (name: string, value: number): string => {
    const request = { gender: 'male', unit: 'imperial', measurements: { [name]: value } } as const;
    const { warnings } = model.complete(request);
    return warnings.find(({ path, message }) => path === name && /plausible range/.test(message))?.message ?? '';
  };
  assert.match(said('armpitToWaistSide', 4.7), /is 4\.7 in, .* 4\.75 to 14\.95 in/);
  // ages below the range, and their warning, are those of children
  for (const name of measurementNames.filter((one) => one !== 'age')) {
    for (const value of [0.1, 1000]) {
      const limits = /adult, ([\d.]+) to ([\d.]+) /.exec(said(name, value))!;
      const [low, high] = limits.slice(1).map(Number) as [number, number];
      for (const inside of [low, high]) assert.is(said(name, inside), '', `${name} ${inside}`);
    }
  }
});

test('a height of 5.9 is recognised as feet in both systems', () => {
  for (const unit of ['metric', 'imperial'] as const) {
    const { warnings } = model.complete({ gender: 'male', unit, measurements: { height: 5.9 } });
    assert.is(warnings[0]!.code, 'unit_mix_up');
    assert.match(warnings[0]!.message, /5\.9 feet is (179\.8 cm|70\.8 in); 5 feet 9 inches is (175\.3 cm|69 in)/);
    const [eleven] = model.complete({ gender: 'male', unit, measurements: { height: 5.11 } }).warnings;
    assert.match(eleven!.message, /5 feet 11 inches is (180\.3 cm|71 in)/);
  }
});

test('measurements that contradict each other are named', () => {
  const { warnings } = model.complete({
    gender: 'female',
    unit: 'metric',
    measurements: { height: 168, weight: 62, waistHeight: 90, crotchHeight: 100, hipGirth: 97 },
  });
  const named = warnings.filter(({ code }) => code === 'contradiction').map(({ path }) => path);
  assert.ok(named.includes('crotchHeight') || named.includes('waistHeight'), named.join());
  assert.not(named.includes('hipGirth'));
  assert.equal(
    model.complete({ gender: 'female', unit: 'metric', measurements: { height: 168, weight: 62, waistGirth: 74 } })
      .warnings,
    [],
  );
});

test('a plausible number in the wrong unit is recognised by what it contradicts', () => {
  const { warnings } = model.complete({
    gender: 'female',
    unit: 'metric',
    measurements: { height: 165, waistGirth: 70, hipGirth: 92, weight: 150 },
  });
  assert.equal(
    warnings.map(({ code, path }) => [code, path]),
    [['contradiction', 'weight']],
  );
  assert.match(warnings[0]!.message, /150 pounds is 68 kg/);
});

test('a weight that is rare in kilograms and ordinary in pounds is asked about, and used', () => {
  const weight = { gender: 'male', unit: 'metric', measurements: { height: 180, weight: 180 } } as const;
  const { warnings, fields } = model.complete(weight);
  assert.equal(
    warnings.map(({ code, path }) => [code, path]),
    [['unit_mix_up', 'weight']],
  );
  assert.match(warnings[0]!.message, /180 pounds is 81\.6 kg/);
  assert.ok(fields.waistGirth!.value! > 130);
  assert.equal(model.complete({ ...weight, measurements: { height: 180, weight: 130 } }).warnings, []);
});

test('a request in the other system is recognised value by value', () => {
  const codes = (unit: 'metric' | 'imperial', measurements: Record<string, number>): string[] =>
    model.complete({ gender: 'female', unit, measurements }).warnings.map(({ code, path }) => `${path} ${code}`);
  const all = ['height', 'weight', 'waistGirth', 'hipGirth'].map((name) => `${name} unit_mix_up`).sort();
  assert.equal(codes('imperial', { height: 168, weight: 62, waistGirth: 74, hipGirth: 98 }).sort(), all);
  const inches = codes('metric', { height: 66, chestGirth: 36, waistGirth: 29, hipGirth: 38 });
  assert.ok(inches.every((code) => code.endsWith('unit_mix_up')) && inches.length === 4, inches.join());
});

test('a value without a likely unit slip is only called implausible', () => {
  const codes = (measurements: Record<string, number>): string[] =>
    model.complete({ gender: 'male', unit: 'metric', measurements }).warnings.map(({ code }) => code);
  assert.equal(codes({ height: 116 }), ['implausible']);
  assert.equal(codes({ height: 80, weight: 70 }), ['implausible']);
  assert.equal(codes({ height: 178, age: 120 }), ['implausible']);
  assert.equal(codes({ height: 1e300, weight: 70 }), ['implausible']);
});

test('a heavy old person is believed', () => {
  const measurements = { height: 172, weight: 125, age: 71, waistGirth: 132, hipGirth: 126 };
  assert.equal(model.complete({ gender: 'male', unit: 'metric', measurements }).warnings, []);
});

test('older people of the same height and weight have larger waists', () => {
  for (const gender of ['female', 'male'] as const) {
    const waists = [25, 45, 65].map((age) => {
      const { fields } = model.complete({ gender, unit: 'metric', measurements: { height: 170, weight: 75, age } });
      return fields.waistGirth!.value!;
    });
    assert.ok(waists[0]! < waists[1]! && waists[1]! < waists[2]!, waists.join());
  }
});

test('each known value makes the rest more certain', () => {
  const width = (measurements: Record<string, number>): number => {
    const { low, high } = model.complete({ gender: 'female', unit: 'metric', measurements }).fields.hipGirth!;
    return high! - low!;
  };
  const little = width({ height: 168 });
  const more = width({ height: 168, weight: 62 });
  assert.ok(width({ height: 168, weight: 62, thighGirth: 57, waistGirth: 74 }) < more && more < little);
});

test('a child, or somebody very tall, gets one sentence about the model and no half answer', () => {
  const people: readonly [string, Record<string, number>][] = [
    ['height', { height: 230, weight: 110 }],
    ['height', { height: 120, weight: 25 }],
    ['age', { age: 7, height: 130, weight: 28 }],
  ];
  for (const [path, measurements] of people) {
    const { fields, warnings } = model.complete({ gender: 'male', unit: 'metric', measurements });
    assert.equal(
      warnings.map((warning) => [warning.code, warning.path]),
      [['implausible', path]],
    );
    assert.match(warnings[0]!.message, /the model covers adults of 16 to 95 years, 125 to 225 cm and 32 to 250 kg/);
    assert.is(fields.waistGirth!.value, null);
    for (const [name, value] of Object.entries(measurements)) assert.is(fields[name]!.value, value);
  }
  const typo = model.complete({ gender: 'male', unit: 'metric', measurements: { height: 1750, weight: 80 } });
  assert.ok(typo.fields.waistGirth!.value! > 0, 'a slip leaves the rest');
});

test.run();

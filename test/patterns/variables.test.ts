import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type FieldProblem, ServiceError } from '../../src/errors.js';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { draft } from '../../src/patterns/patterns.js';

const versions = libraryVersions();
const skirt = versions.filter(({ name }) => name === 'A-line skirt')[1]!;
const simon = versions.find(({ name }) => name.startsWith('Simon '))!;
const tote = versions.find(({ name }) => name === 'Tote bag')!;

async function problems(version: typeof skirt, variables: Record<string, unknown>): Promise<readonly FieldProblem[]> {
  try {
    await draft(version, { variables, unfold: true });
  } catch (error) {
    assert.instance(error, ServiceError);
    assert.is((error as ServiceError).kind, 'invalid');
    return (error as ServiceError).problems;
  }
  return [];
}

test('all wrong variables are reported at once, each with its path, code and limits', async () => {
  const found = await problems(skirt, {
    skirtLenght: 60,
    fullness: 3,
    pockets: 'yes',
    flare: 31,
    hipEase: '4',
    waistEase: Number.POSITIVE_INFINITY,
    hipGirth: Number.NaN,
  });
  assert.equal(
    found.map(({ path, code }) => [path, code]),
    [
      ['variables.skirtLenght', 'unknown_variable'],
      ['variables.fullness', 'variable_read_only'],
      ['variables.pockets', 'wrong_type'],
      ['variables.flare', 'out_of_range'],
      ['variables.hipEase', 'wrong_type'],
      ['variables.waistEase', 'not_finite'],
      ['variables.hipGirth', 'not_finite'],
    ],
  );
  assert.match(found[0]!.message, /did you mean "skirtLength"/);
  assert.is(found[0]!.suggestion, 'skirtLength');
  assert.equal([found[3]!.min, found[3]!.max, found[3]!.actual, found[3]!.unit], [0, 30, 31, 'cm']);
});

test('of a hundred thousand wrong variables the first two hundred are reported', async () => {
  const variables = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`skirtLenght${i}`, 60]));
  const found = await problems(skirt, variables);
  assert.is(found.length, 200);
  assert.is(found[0]!.suggestion, 'skirtLength');
});

test('a constraint between variables is reported once the values themselves are right', async () => {
  const [problem] = await problems(skirt, { skirtLength: 35, waistToHipsSide: 32 });
  assert.is(problem!.code, 'constraint_violated');
  assert.is(problem!.path, 'variables.skirtLength');
  assert.equal(problem!.variables, ['skirtLength', 'waistToHipsSide']);
});

test('choices take their own values only', async () => {
  const [problem] = await problems(tote, { handleShape: 'Padded' });
  assert.is(problem!.code, 'unknown_value');
  assert.equal(problem!.choices, ['straight', 'padded']);
  const padded = await draft(tote, { variables: { handleShape: 'padded', pocket: false }, unfold: true });
  assert.equal(
    padded.pieces.map(({ id }) => id),
    ['body', 'lining', 'handle', 'handle-padding'],
  );
});

test('limits themselves are accepted, and values between steps are not rounded', async () => {
  for (const flare of [0, 30, 6.123456]) {
    const { variables } = await draft(skirt, { variables: { flare }, unfold: true });
    assert.is(variables.flare, flare);
  }
});

test('constants of a FreeSewing design are read-only, integers are integers, the infinite value is out of range', async () => {
  const found = await problems(simon, {
    collarFactor: 5,
    buttons: 7.5,
    chestGirth: 1e300,
    __proto__x: 1,
    constructor: 1,
    waistGirth: -80,
  });
  assert.equal(
    found.map(({ code }) => code),
    ['variable_read_only', 'not_an_integer', 'out_of_range', 'unknown_variable', 'unknown_variable', 'out_of_range'],
  );
});

test('percentages of FreeSewing are given in percent', async () => {
  const { variables } = await draft(simon, { variables: { chestEase: 20 }, unfold: true });
  assert.is(variables.chestEase, 20);
});

test.run();

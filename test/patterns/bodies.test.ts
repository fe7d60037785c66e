import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ServiceError } from '../../src/errors.js';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { draft, variablesOf } from '../../src/patterns/patterns.js';
import { checkPiece } from './piece-checks.js';
import { someBodies } from './some-bodies.js';

const bodies = await someBodies();

test('every pattern drafts sound pieces for 28 people; at most 1 % of the drafts fail, and say so', async () => {
  let failed = 0;
  let drafted = 0;
  for (const version of libraryVersions()) {
    for (const [i, body] of bodies.entries()) {
      drafted++;
      try {
        const { pieces } = await draft(version, { variables: {}, body, unfold: true });
        for (const piece of pieces) checkPiece(piece, `${version.name} for person ${i}`);
      } catch (error) {
        if (!(error instanceof ServiceError) || error.kind !== 'draft_failed') throw error;
        failed++;
      }
    }
  }
  assert.ok(failed <= drafted / 100, `${failed} of ${drafted} failed`);
});

test('a body fills measurements, explicit variables win, and every value names its source', async () => {
  const version = libraryVersions().find(({ name }) => name.startsWith('Simon '))!;
  const body = bodies[1]!;
  const measurements = { ...body.measurements, chestGirth: { value: 101.5, source: 'body' as const } };
  const { variables, variableSources } = await draft(version, {
    variables: { waistGirth: 91, seamAllowance: 12 },
    body: { ...body, measurements },
    unfold: true,
  });
  assert.is(variables.chestGirth, 101.5);
  assert.is(variables.waistGirth, 91);
  const sources = (keys: string[]) => keys.map((key) => variableSources[key]);
  assert.equal(sources(['chestGirth', 'waistGirth', 'bicepGirth', 'seamAllowance', 'shoulderSlope']), [
    'body',
    'request',
    'predicted',
    'request',
    'default',
  ]);
  assert.is(variableSources.highBustGirth ?? 'derived', 'derived');
  for (const { key } of variablesOf(version)) assert.ok(key in variables, key);
});

test('a body outside the limits of the pattern is refused by name', async () => {
  const version = libraryVersions().find(({ name }) => name === 'Trousers block')!;
  const body = { gender: 'female' as const, measurements: { hipGirth: { value: 400, source: 'body' as const } } };
  try {
    await draft(version, { variables: {}, body, unfold: true });
    assert.unreachable();
  } catch (error) {
    assert.is((error as ServiceError).problems[0]!.path, 'body.hipGirth');
    assert.is((error as ServiceError).problems[0]!.code, 'out_of_range');
  }
});

test.run();

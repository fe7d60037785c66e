/** The messages for values at the limits that a pattern cannot be drafted to. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { latestDesigns } from '../../bench/patterns/size-drafts.js';
import { ServiceError } from '../../src/errors.js';
import { draftDefinition, loadDefinition } from '../../src/patterns/definition/draft-definition.js';
import { draft, prepare } from '../../src/patterns/patterns.js';
import { points, square } from './square-definition.js';

async function messageOf(run: () => unknown): Promise<string> {
  try {
    await run();
  } catch (error) {
    assert.instance(error, ServiceError);
    const { kind, problems, message } = error as ServiceError;
    assert.is(kind, 'draft_failed');
    assert.is(problems[0]!.message, message);
    return message;
  }
  throw new Error('it was drafted');
}

test('a design names the measurements far from the usual ones, and no exception of its engine', async () => {
  const cases = [
    ['Bruce boxer briefs', 'waistGirth', 228],
    ['Titan trouser block', 'waistArcBack', 114],
  ] as const;
  for (const [name, key, value] of cases) {
    const version = latestDesigns().find((one) => one.name === name)!;
    await prepare(version);
    const message = await messageOf(() => draft(version, { variables: { [key]: value }, unfold: true }));
    assert.match(message, new RegExp(`cannot be drafted to these values: ${key} of ${value} cm is far from the usual`));
    assert.not.match(message, /TypeError|proxy|`/);
  }
});

test('a definition names them before the point that has no place; other values have the point alone', async () => {
  const program = loadDefinition(
    square((document) => {
      (document.variables as object[]).push({ name: 'hipGirth', kind: 'measurement' });
      points(document).e = {
        op: 'circleLine',
        center: 'd',
        radius: 'size * 90 / hipGirth',
        a: 'a',
        b: 'b',
        pick: 'first',
      };
      (document.pieces as { outline: object[] }[])[0]!.outline.splice(1, 0, { line: 'e' });
    }),
  );
  const message = await messageOf(() => draftDefinition(program, { variables: { hipGirth: 200 }, unfold: true }));
  const usual =
    /values: hipGirth of 200 cm is far from the usual [\d.]+ cm \(points\.e: the circle does not reach the line\)/;
  assert.match(message, usual);
  assert.match(
    await messageOf(() => draftDefinition(program, { variables: { hipGirth: 110 }, unfold: true })),
    /to these values: points\.e: the circle does not reach the line/,
  );
});

test.run();

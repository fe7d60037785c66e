import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ServiceError } from '../../src/errors.js';
import type { Json } from '../../src/json/json.js';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { contentHash } from '../../src/patterns/pattern-version.js';
import { checkContent, draft, variablesOf } from '../../src/patterns/patterns.js';
import { areaOf, checkPiece } from './piece-checks.js';

const document = (piece: Record<string, unknown>): Json =>
  ({
    schema: 'pattern-static/1',
    name: 'Tab',
    unit: 'mm',
    pieces: [
      {
        id: 'tab',
        name: 'Tab',
        boundary: [
          [0, 0],
          [0, 50],
          [100, 50],
          [100, 0],
        ],
        ...piece,
      },
    ],
  }) as Json;

const draftOf = (content: Json, unfold = true) =>
  draft({ kind: 'static', sha256: contentHash('static', content), content }, { variables: {}, unfold });

test('outlines come back closed and wound the right way, holes the other', async () => {
  const content = document({
    holes: [
      [
        [10, 10],
        [20, 10],
        [20, 20],
        [10, 20],
      ],
    ],
    quantity: 2,
    mirrored: true,
    material: 'felt',
  });
  await checkContent('static', content);
  const [piece] = (await draftOf(content)).pieces;
  checkPiece(piece!, 'tab');
  assert.is(areaOf(piece!.boundary), 5000);
  assert.is(areaOf(piece!.holes[0]!), -100);
  assert.equal([piece!.quantity, piece!.mirrored, piece!.material], [2, true, 'felt']);
});

test('a half with a fold is unfolded', async () => {
  const content = document({
    foldLine: [
      [0, 0],
      [0, 50],
    ],
  });
  assert.is(areaOf((await draftOf(content)).pieces[0]!.boundary), 10_000);
  assert.is(areaOf((await draftOf(content, false)).pieces[0]!.boundary), 5000);
});

test('the pieces of any draft are a static document, and come back unchanged', async () => {
  for (const name of ['A-line skirt', 'Tote bag', 'Simon shirt']) {
    const version = libraryVersions().find((one) => one.name === name)!;
    const drafted = (await draft(version, { variables: {}, unfold: true })).pieces;
    // The nodes of curves serve the matching of sizes alone; no answer has them.
    const pieces = drafted.map(({ nodes, ...piece }) => piece);
    const content = JSON.parse(JSON.stringify({ schema: 'pattern-static/1', name, unit: 'mm', pieces })) as Json;
    await checkContent('static', content);
    const again = (await draftOf(content)).pieces;
    assert.equal(
      again.map(({ id, name, quantity }) => [id, name, quantity]),
      pieces.map(({ id, name, quantity }) => [id, name, quantity]),
    );
    again.forEach(({ boundary, notches }, i) => {
      const [now, before] = [areaOf(boundary), areaOf(pieces[i]!.boundary)];
      assert.ok(Math.abs(now - before) < 1e-5 * before, `${name} ${i}: ${now} ${before}`);
      assert.is(notches.length, pieces[i]!.notches.length);
    });
  }
});

test('pieces with equal ids, and holes outside their piece, are refused with their place', async () => {
  const square = (x: number, size: number) => [
    [x, 0],
    [x, size],
    [x + size, size],
    [x + size, 0],
  ];
  const [tab] = (document({ holes: [square(200, 10)] }) as { pieces: Json[] }).pieces;
  const [other] = (document({ boundary: square(0, 50), holes: [square(40, 20)] }) as { pieces: Json[] }).pieces;
  const content = { ...(document({}) as object), pieces: [tab!, other!] } as Json;
  try {
    await checkContent('static', content);
    assert.unreachable();
  } catch (error) {
    assert.equal(
      (error as ServiceError).problems.map(({ path, code }) => `${path} ${code}`),
      ['pieces[0] hole_left_out', 'pieces[1].id duplicate_name', 'pieces[1] hole_left_out'],
    );
  }
  // an older stored version is drafted without them, with a note
  assert.equal(
    (await draftOf(content)).errors.map(({ code }) => code),
    ['hole_left_out', 'hole_left_out'],
  );
});

test('nothing varies', async () => {
  const content = document({});
  assert.equal(variablesOf({ kind: 'static', sha256: 'x', content }), []);
  try {
    await draft({ kind: 'static', sha256: 'x', content }, { variables: { width: 3 }, unfold: true });
    assert.unreachable();
  } catch (error) {
    assert.is((error as ServiceError).problems[0]!.code, 'unknown_variable');
  }
});

test('wrong documents are refused with the place of the problem', async () => {
  const cases: [Json, string][] = [
    [
      document({
        boundary: [
          [0, 0],
          [1, 1],
        ],
      }),
      'pieces[0].boundary',
    ],
    [
      document({
        boundary: [
          [0, 0],
          [10, 10],
          [10, 0],
          [0, 10],
        ],
      }),
      'pieces[0].boundary',
    ],
    [
      document({
        boundary: [
          [0, 0],
          [1, 'x'],
          [2, 2],
        ],
      }),
      'pieces[0].boundary[1]',
    ],
    [document({ boundary: undefined as unknown as Json }), 'pieces[0].boundary'],
    [document({ quantity: 0 }), 'pieces[0].quantity'],
    [document({ colour: 'red' }), 'pieces[0].colour'],
    [document({ grainline: [[0, 0]] }), 'pieces[0].grainline'],
    [{ schema: 'pattern-static/1', name: 'x', unit: 'mm', pieces: [] }, 'pieces'],
    [null, ''],
  ];
  for (const [content, path] of cases) {
    try {
      await checkContent('static', content);
      assert.unreachable(path);
    } catch (error) {
      assert.instance(error, ServiceError);
      assert.ok(
        (error as ServiceError).problems.some((problem) => problem.path === path),
        `${path}: ${(error as Error).message}`,
      );
    }
  }
});

test('equal contents have equal hashes, whatever the order of their members', () => {
  assert.is(
    contentHash('static', { a: 1, b: [1, { c: 2, d: 3 }] }),
    contentHash('static', { b: [1, { d: 3, c: 2 }], a: 1 }),
  );
  assert.is.not(contentHash('static', { a: 1 }), contentHash('static', { a: 2 }));
  assert.is.not(contentHash('static', { a: 1 }), contentHash('definition', { a: 1 }));
});

test.run();

/** Words and fasteners of pieces: of every kind of pattern, on halves and on unfolded pieces, and wrong ones. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ServiceError } from '../../src/errors.js';
import type { Json } from '../../src/json/json.js';
import type { Draft } from '../../src/patterns/draft.js';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { contentHash, type PatternKind } from '../../src/patterns/pattern-version.js';
import { checkContent, draft } from '../../src/patterns/patterns.js';
import { pieces, square } from './square-definition.js';

const draftOf = (kind: PatternKind, content: Json, unfold = true, variables = {}): Promise<Draft> =>
  draft({ kind, sha256: contentHash(kind, content), content }, { variables, unfold });

const marked = square((document) => {
  pieces(document)[0]!.texts = [{ at: { x: 'half', y: 2 }, text: 'match here', angle: 'size * 18' }];
  pieces(document)[0]!.fasteners = [
    { kind: 'buttonhole', at: 'b', angle: 30, size: 'size / 5' },
    { kind: 'eyelet', at: { x: 1, y: 1 }, size: 0.5 },
  ];
});

test('a definition places words and fasteners by formulas, in its own unit', async () => {
  await checkContent('definition', marked);
  const [piece] = (await draftOf('definition', marked)).pieces;
  assert.equal(piece!.texts, [{ at: [50, 20], text: 'match here', angle: 0 }]);
  assert.equal(piece!.fasteners, [
    { kind: 'buttonhole', at: [100, 0], angle: 30, size: 20 },
    { kind: 'eyelet', at: [10, 10], angle: 0, size: 5 },
  ]);
  const [larger] = (await draftOf('definition', marked, true, { size: 15 })).pieces;
  assert.equal(larger!.texts[0], { at: [75, 20], text: 'match here', angle: -90 });
});

test('an unfolded piece has the marks of its half on both sides, readable from the same side', async () => {
  const folded = square((document) => {
    const [piece] = pieces(document);
    (piece!.outline as { fold?: boolean }[])[1]!.fold = true;
    piece!.texts = [
      { at: { x: 3, y: 2 }, text: 'aside', angle: 20 },
      { at: { x: 3, y: 0 }, text: 'on the fold' },
    ];
    piece!.fasteners = [
      { kind: 'button', at: { x: 5, y: 4 }, size: 1 },
      { kind: 'buttonhole', at: { x: 5, y: 0 }, size: 2 },
    ];
  });
  const [half] = (await draftOf('definition', folded, false)).pieces;
  assert.is(half!.texts.length + half!.fasteners.length, 4);
  const [whole] = (await draftOf('definition', folded)).pieces;
  assert.equal(
    whole!.texts.map(({ at, text, angle }) => [...at, text, angle]),
    [
      [30, 20, 'aside', 20],
      [30, 0, 'on the fold', 0],
      [30, -20, 'aside', -20],
    ],
  );
  assert.equal(
    whole!.fasteners.map(({ at }) => at),
    [
      [50, 40],
      [50, 0],
      [50, -40],
    ],
  );
});

test('the pieces of a draft, published unchanged, keep their words and fasteners', async () => {
  const simon = libraryVersions().find(({ name }) => name === 'Simon shirt')!;
  // The nodes of curves serve the matching of sizes alone; no answer has them.
  const drafted = (await draft(simon, { variables: {}, unfold: true })).pieces.map(({ nodes, ...piece }) => piece);
  const content = { schema: 'pattern-static/1', name: 'Shirt', unit: 'mm', pieces: drafted } as unknown as Json;
  await checkContent('static', content);
  const again = (await draftOf('static', content)).pieces;
  assert.equal(
    again.map(({ texts, fasteners }) => ({ texts, fasteners })),
    drafted.map(({ texts, fasteners }) => ({ texts, fasteners })),
  );
  const front = again.find(({ id }) => id === 'front-left')!;
  assert.is(front.fasteners.filter(({ kind }) => kind === 'buttonhole').length, 8);
  assert.equal(front.drillHoles, [], 'a buttonhole is not drilled');
});

test('wrong words and fasteners are refused with their place', async () => {
  const wrong = (change: (piece: Record<string, unknown>) => void) =>
    square((document) => change(pieces(document)[0]!));
  const cases: [Json, string][] = [
    [wrong((piece) => (piece.texts = [{ at: 'a', text: ' ' }])), 'pieces[0].texts[0].text'],
    [wrong((piece) => (piece.texts = [{ at: 'a', text: 'two\nlines' }])), 'pieces[0].texts[0].text'],
    [wrong((piece) => (piece.texts = [{ at: 'nowhere', text: 'x' }])), 'pieces[0].texts[0].at'],
    [wrong((piece) => (piece.fasteners = [{ kind: 'zip', at: 'a', size: 1 }])), 'pieces[0].fasteners[0].kind'],
    [wrong((piece) => (piece.fasteners = [{ kind: 'button', at: 'a' }])), 'pieces[0].fasteners[0].size'],
    [
      wrong((piece) => (piece.fasteners = [{ kind: 'button', at: 'a', size: 'size - size' }])),
      'pieces[0].fasteners[0].size',
    ],
  ];
  for (const [content, path] of cases) {
    try {
      await checkContent('definition', content);
      assert.unreachable(path);
    } catch (error) {
      assert.instance(error, ServiceError);
      assert.equal(
        (error as ServiceError).problems.map((problem) => problem.path),
        [path],
      );
    }
  }
});

test('a design’s notes to its maker come with the draft: hints, and warnings of a poor fit', async () => {
  const version = (name: string) => libraryVersions().find((one) => one.name.startsWith(name))!;
  const huey = await draft(version('Huey'), { variables: {}, unfold: true });
  assert.equal(huey.hints.length, 1);
  assert.match(huey.hints[0]!, /^You need a zipper with a maximum length of \d+(\.\d+)?cm\. /);
  assert.equal(huey.errors, []);
  const titan = await draft(version('Titan'), { variables: { waistHeight: 60 }, unfold: true });
  const warnings = titan.errors.filter(({ code }) => code === 'design_warning').map(({ message }) => message);
  assert.is(warnings.length, 3);
  assert.match(warnings.join(' '), /Please verify your measurements\./);
  assert.match(warnings.join(' '), /No solution was found to fit the cross seam in the back part\. As a compromise/);
});

test.run();

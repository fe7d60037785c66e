/** Drafts as pictures and on paper. */
import { PDFDocument } from 'pdf-lib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { boundsOf } from '../../src/drawing/drawing.js';
import { pageSizes, tilesOf } from '../../src/drawing/tiles.js';
import type { Piece, Point } from '../../src/patterns/draft.js';
import { draftDrawing, tiledDrawing } from '../../src/patterns/draft-drawing.js';
import { draftToPdf } from '../../src/patterns/draft-files.js';
import { labelPlace } from '../../src/patterns/label-place.js';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { draft } from '../../src/patterns/patterns.js';

const rectangle = (width: number, height: number): Point[] => [
  [0, 0],
  [width, 0],
  [width, height],
  [0, height],
  [0, 0],
];

const piece = (width: number, height: number, marks: Partial<Piece> = {}): Piece => ({
  id: 'a',
  name: 'A',
  boundary: rectangle(width, height),
  seamLine: null,
  seamAllowance: 0,
  grainline: null,
  notches: [],
  drillHoles: [],
  holes: [],
  internalLines: [],
  foldLine: null,
  quantity: 1,
  mirrored: false,
  material: 'fabric',
  ...marks,
});

test('a name stands in the middle, level where it fits, beside what is drawn, and nowhere where it fits not', () => {
  const block = { width: 10, height: 3 };
  assert.equal(labelPlace(piece(300, 300), block), { center: [150, 150], height: 12, upright: false });
  assert.is(labelPlace(piece(60, 300), block)!.upright, true);
  const grainline: [Point, Point] = [
    [150, 20],
    [150, 280],
  ];
  const beside = labelPlace(piece(300, 300, { grainline }), block)!;
  assert.ok(Math.abs(beside.center[0] - 150) >= (beside.upright ? 18 : 60));
  assert.is(beside.height, 12);
  const everywhere = Array.from({ length: 100 }, (_, i) => ({
    kind: 'mark' as const,
    points: [
      [0, 3 * i],
      [300, 3 * i],
    ] as Point[],
  }));
  assert.is(labelPlace(piece(300, 300, { internalLines: everywhere }), block)!.height, 12);
  assert.is(labelPlace(piece(10, 4), block), null);
});

const shirt = libraryVersions().find(({ name }) => name === 'Simon shirt')!;
const drafted = await draft(shirt, { variables: {}, unfold: true });

test('on pages of paper the pieces lie as they need few pages, in real size', async () => {
  for (const name of ['a4', 'letter'] as const) {
    const page = pageSizes[name];
    const drawing = tiledDrawing(drafted, page);
    const pages = tilesOf(drawing.shapes, page).length;
    assert.ok(pages < tilesOf(draftDrawing(drafted).shapes, page).length, name);
    const pdf = await PDFDocument.load(await draftToPdf(drafted, { page: name, createdAt: shirt.publishedAt }));
    // the first page shows which goes where
    assert.is(pdf.getPageCount(), pages + 1);
    const { width, height } = pdf.getPage(1).getSize();
    assert.ok(Math.abs(width * (25.4 / 72) - page.width) < 0.01 && Math.abs(height * (25.4 / 72) - page.height) < 0.01);
    const outlines = drawing.shapes.filter((shape) => shape.layer === 'cut');
    assert.is(outlines.length, drafted.pieces.length);
    const widths = (boxes: ReturnType<typeof boundsOf>[]): number[] =>
      boxes.map(({ minX, maxX }) => Math.round((maxX - minX) * 100)).sort((a, b) => a - b);
    assert.equal(
      widths(outlines.map((shape) => boundsOf([shape]))),
      widths(
        drafted.pieces.map(({ boundary }) => {
          const xs = boundary.map(([x]) => x);
          return { minX: Math.min(...xs), maxX: Math.max(...xs), minY: 0, maxY: 0 };
        }),
      ),
    );
  }
});

test.run();

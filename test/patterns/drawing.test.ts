/** Drafts as pictures and on paper. */

import { PDFDocument } from 'pdf-lib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { boundsOf, type TextShape } from '../../src/drawing/drawing.js';
import { pageSizes, tilesOf } from '../../src/drawing/tiles.js';
import type { Point } from '../../src/geometry/point.js';
import type { Piece } from '../../src/patterns/draft.js';
import { draftDrawing, tiledDrawing } from '../../src/patterns/draft-drawing.js';
import { draftToPdf } from '../../src/patterns/draft-files.js';
import { Effort } from '../../src/patterns/free-place.js';
import { labelPlace } from '../../src/patterns/label-place.js';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { draft } from '../../src/patterns/patterns.js';
import { wordShapes } from '../../src/patterns/piece-words.js';
import { type Sheet, sheetLines, subjectOf } from '../../src/patterns/sheet.js';
import { rectangle } from '../rectangle.js';
import { distanceTo } from './piece-checks.js';

const closed = (width: number, height: number): Point[] => [...rectangle(width, height), [0, 0]];

const piece = (width: number, height: number, marks: Partial<Piece> = {}): Piece => ({
  id: 'a',
  name: 'A',
  boundary: closed(width, height),
  edges: [],
  seamLine: null,
  seamAllowance: 0,
  grainline: null,
  grainlineReason: '',
  notches: [],
  drillHoles: [],
  holes: [],
  internalLines: [],
  texts: [],
  fasteners: [],
  foldLine: null,
  quantity: 1,
  mirrored: false,
  material: 'fabric',
  ...marks,
});

test('a name lies in the middle, level where it fits, clear of other lines, and nowhere without room', () => {
  const block = { width: 10, height: 3 };
  assert.equal(labelPlace(piece(300, 300), block, [], new Effort()), {
    center: [150, 150],
    height: 12,
    upright: false,
    rank: 0,
  });
  assert.is(labelPlace(piece(60, 300), block, [], new Effort())!.upright, true);
  const grainline: [Point, Point] = [
    [150, 20],
    [150, 280],
  ];
  const beside = labelPlace(piece(300, 300, { grainline }), block, [], new Effort())!;
  assert.ok(Math.abs(beside.center[0] - 150) >= (beside.upright ? 18 : 60));
  assert.is(beside.height, 12);
  const everywhere = Array.from({ length: 100 }, (_, i) => ({
    kind: 'mark' as const,
    points: [
      [0, 3 * i],
      [300, 3 * i],
    ] as Point[],
  }));
  assert.is(labelPlace(piece(300, 300, { internalLines: everywhere }), block, [], new Effort())!.height, 8);
  assert.is(labelPlace(piece(10, 4), block, [], new Effort()), null);
});

const shirt = libraryVersions().find(({ name }) => name === 'Simon shirt')!;
const drafted = await draft(shirt, { variables: {}, unfold: true });
const sheet: Sheet = {
  subject: 'male, height 183 cm, weight 76 kg',
  versionNumber: shirt.versionNumber,
  publishedAt: shirt.publishedAt,
  halves: false,
};

test('on pages of paper the pieces take few pages, in real size', async () => {
  for (const name of ['a4', 'letter'] as const) {
    const page = pageSizes[name];
    const drawing = tiledDrawing(drafted, page, sheet);
    const pages = tilesOf(drawing.shapes, page).length;
    assert.ok(pages < tilesOf(draftDrawing(drafted, sheet).shapes, page).length, name);
    const pdf = await PDFDocument.load(await draftToPdf(drafted, name, sheet));
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

test('every piece of every pattern carries its cutting instruction, and no words overlap', async () => {
  let overLines = 0;
  let words = 0;
  for (const version of libraryVersions()) {
    const made = await draft(version, { variables: {}, unfold: true });
    const { shapes } = draftDrawing(made, sheet);
    const texts = shapes.filter((shape): shape is TextShape => shape.kind === 'text' && shape.layer !== 'title');
    for (const { name, quantity, material, mirrored } of made.pieces) {
      const cloth = material === 'rigidInterfacing' ? 'rigid interfacing' : material;
      const instruction = `cut ${quantity} of ${cloth}${mirrored ? ', mirrored' : ''}`;
      const whole = texts.some(({ text }) => text === `${name}: ${instruction}`);
      assert.ok(whole || texts.some(({ text }) => text === name), `${version.name}: ${name}`);
      assert.ok(whole || texts.some(({ text }) => text === instruction), `${version.name}: ${instruction}`);
    }
    const ruler = texts.filter(({ text }) => / cm$/.test(text)).length;
    const own = made.pieces.flatMap((piece) => piece.texts).length;
    const folds = texts.filter(({ text }) => text === 'fold').length;
    assert.is(folds, made.pieces.filter(({ foldLine }) => foldLine).length, version.name);
    assert.ok(texts.length - ruler >= own + folds + made.pieces.length, version.name);
    const boxes = texts.map(middleLine);
    boxes.forEach((box, i) => {
      for (const other of boxes.slice(i + 1)) {
        const apart = Math.min(
          ...box.points.flatMap((a) => other.points.map((b) => Math.hypot(a[0] - b[0], a[1] - b[1]))),
        );
        assert.ok(
          apart > 0.4 * (box.height + other.height),
          `${version.name}: "${box.text}" lies over "${other.text}"`,
        );
      }
    });
    const lines = shapes.filter((shape) => shape.kind === 'polyline' && shape.layer !== 'marks');
    for (const { points, height } of boxes) {
      words++;
      const crossed = points.some((point) =>
        lines.some((line) => line.kind === 'polyline' && distanceTo(line.points, point) < 0.2 * height),
      );
      if (crossed) overLines++;
    }
  }
  assert.ok(words > 400);
  assert.ok(overLines <= 0.01 * words, `${overLines} of ${words} words lie over lines`);
});

/** Points along the middle of a text, a letter apart; letters are three quarters as wide as high. */
function middleLine({ text, at, height, rotation, anchor }: TextShape): {
  text: string;
  height: number;
  points: Point[];
} {
  const radians = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const width = 0.7 * height * text.length;
  const start = anchor === 'middle' ? -width / 2 : 0;
  const points = Array.from({ length: text.length + 1 }, (_, i): Point => {
    const [along, up] = [start + (i * width) / text.length, height / 2];
    return [at[0] + along * cos + up * sin, at[1] + along * sin - up * cos];
  });
  return { text, height, points };
}

test('a half names its fold, on the half itself', () => {
  for (const x of [0, 300]) {
    const foldLine: [Point, Point] = [
      [x, 300],
      [x, 0],
    ];
    const shapes = wordShapes(piece(300, 300, { foldLine }), true, (point) => point, new Effort());
    const words = shapes.find(
      (shape): shape is TextShape => shape.kind === 'text' && shape.text === 'place on the fold',
    );
    const { minX, maxX } = boundsOf([words!]);
    assert.ok(minX > 0 && maxX < 300 && Math.min(minX, 300 - maxX) < 5, `${minX} to ${maxX}`);
    assert.ok(shapes.some((shape) => shape.kind === 'text' && shape.text === 'cut 1 of fabric on the fold'));
  }
});

test('thousands of words on thousands of lines all appear, within a bounded effort', () => {
  const effort = new Effort();
  const crowded = piece(300, 300, {
    internalLines: Array.from({ length: 500 }, (_, i) => ({
      kind: 'mark' as const,
      points: [
        [0, i * 0.6],
        [300, ((i * 7) % 500) * 0.6],
      ] as Point[],
    })),
    texts: Array.from({ length: 500 }, (_, i) => ({ at: [150, 150] as Point, text: `word ${i}`, angle: 0 })),
  });
  const pieces = Array.from({ length: 10 }, () => wordShapes(crowded, false, (point) => point, effort));
  assert.ok(effort.isSpent);
  for (const shapes of pieces) {
    const texts = new Set(shapes.map((shape) => (shape.kind === 'text' ? shape.text : '')));
    assert.is(texts.size, 502);
    assert.ok(texts.has('word 499') && texts.has('A') && texts.has('cut 1 of fabric'));
  }
});

test('the properties of a PDF name the purpose of its sheet, too', async () => {
  const pdf = await PDFDocument.load(await draftToPdf(drafted, 'a4', sheet));
  assert.match(
    pdf.getSubject()!,
    /\nMade to: male, height 183 cm, weight 76 kg\nVersion 1 of 2026-11-16, in real size/,
  );
});

test('a sheet of many values names the first, and a warning of the draft', () => {
  const values = Array.from({ length: 20 }, (_, i) => ({ label: 'Girth', value: i, unit: 'cm' }));
  assert.match(
    subjectOf({ wearer: 'male', measurements: values }, []),
    /^male, girth 0 cm, .* girth 15 cm, and 4 more$/,
  );
  const option = { label: 'Cuffs', value: true, unit: '' };
  assert.is(subjectOf(null, [option, { label: 'Ease', value: 5, unit: 'percent' }]), 'cuffs yes, ease 5 %');
  const warned = { ...drafted, errors: [{ code: 'x', message: 'the seam crosses itself', path: '' }] };
  assert.ok(sheetLines(warned, sheet).includes('Warning: the seam crosses itself'));
});

test.run();

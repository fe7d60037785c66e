import { PDFDocument } from 'pdf-lib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { area, boundsOf, circle, type Drawing, type DrawnShape, polyline, text } from '../../src/drawing/drawing.js';
import { distinctColor } from '../../src/drawing/palette.js';
import { writePdf } from '../../src/drawing/pdf.js';
import { writePng } from '../../src/drawing/png.js';
import { scaleBar } from '../../src/drawing/scale-bar.js';
import { textStrokes } from '../../src/drawing/stroke-font.js';
import { writeSvg } from '../../src/drawing/svg.js';
import { tilesOf } from '../../src/drawing/tiles.js';
import type { Point } from '../../src/geometry/point.js';

const drawing = (shapes: readonly DrawnShape[], margin = 0): Drawing => ({
  title: 'A <test> & more',
  description: '',
  shapes,
  margin,
});
const ring = (x: number, y: number, size: number): [number, number][] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];
const square = area(ring(0, 0, 100), 'cut', { fill: '#ff0000' }, [ring(40, 40, 20)]);

test('SVG is in real size, grouped by layer, and escapes texts', () => {
  const svg = writeSvg(drawing([square, text('a < b', [0, 0], 5, 'labels')], 10));
  assert.match(svg, /width="\d+(\.\d+)?mm"/);
  assert.match(svg, /<g id="cut">/);
  assert.match(svg, /<title>A &lt;test&gt; &amp; more<\/title>/);
  assert.match(svg, />a &lt; b<\/text>/);
  assert.is(writeSvg(drawing([square])).match(/viewBox="([^"]*)"/)![1], '0 0 100 100');
});

test('SVG never writes exponents or negative zeros, and a closed path does not repeat its start', () => {
  const svg = writeSvg(
    drawing([
      polyline(
        [
          [-1e-9, 1e-7],
          [10, 0],
          [10, 10],
          [-1e-9, 1e-7],
        ],
        'l',
        { stroke: '#000000' },
        { closed: true },
      ),
    ]),
  );
  assert.match(svg, /d="M0 0L10 0L10 10Z"/);
});

test('PNG renders areas, leaves holes open, and is the same every time', () => {
  const png = writePng(drawing([square]), { width: 100 });
  assert.equal([...png.slice(1, 4)], [...Buffer.from('PNG')]);
  const header = new DataView(png.buffer, png.byteOffset);
  assert.equal([header.getUint32(16), header.getUint32(20)], [100, 100]);
  assert.equal(writePng(drawing([square]), { width: 100 }), png);
  const high = writePng(
    drawing([
      area(
        ring(0, 0, 1).map(([x, y]) => [x, y * 50]),
        'cut',
        { fill: '#000000' },
      ),
    ]),
    { width: 2000 },
  );
  const size = new DataView(high.buffer, high.byteOffset);
  assert.ok(size.getUint32(20) <= 4096);
});

test('PNG of a long strip has pixels across it, however long it is', () => {
  const sizeOf = (across: number, down: number): number[] => {
    const points = ring(0, 0, 1).map(([x, y]): [number, number] => [x * across, y * down]);
    const png = writePng(drawing([area(points, 'cut', { fill: '#000000' })]), { width: 2400 });
    const header = new DataView(png.buffer, png.byteOffset);
    return [header.getUint32(16), header.getUint32(20)];
  };
  assert.equal(sizeOf(3000, 1500), [2400, 1200]);
  assert.equal(sizeOf(100_000, 1000), [6400, 64], 'a strip longer than 4096 pixels');
  assert.equal(sizeOf(1000, 100_000), [64, 6400]);
  for (const length of [100_000, 1e6, 1e9]) {
    assert.equal(sizeOf(length, 100), [16_384, 64], `a strip of ${length} by 100`);
    assert.equal(sizeOf(100, length), [64, 16_384], `a strip of 100 by ${length}`);
  }
});

test('texts as strokes are as high as asked, start where asked and turn', () => {
  const label = text('Hamburgefonstiv 0123', [50, 20], 12, 'l', { anchor: 'middle' });
  const points = textStrokes(label).flat();
  const [left, right] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))];
  assert.ok(Math.abs((left + right) / 2 - 50) < 1e-9);
  assert.ok(Math.abs(Math.min(...points.map(([, y]) => y)) - 8) < 1e-9);
  const turned = textStrokes({ ...label, rotation: 90 }).flat();
  assert.ok(Math.abs(Math.max(...turned.map(([, y]) => y)) - (20 + (right - left) / 2)) < 1e-9);
  assert.ok(textStrokes(text('ÄÉñ漢', [0, 0], 5, 'l')).length > 0, 'unknown letters are drawn as boxes');
  const box = boundsOf([label]);
  assert.ok(box.minX <= left && box.maxX >= right);
});

test('neighbouring colours differ', () => {
  const colors = Array.from({ length: 40 }, (_, i) => distinctColor(i));
  for (const color of colors) assert.match(color, /^#[0-9a-f]{6}$/);
  assert.is(new Set(colors).size, colors.length);
});

test('the ruler is a round length of at most a fifth of the picture', () => {
  for (const width of [30, 100, 999, 4200, 12_000]) {
    const bars = scaleBar([0, 0], width).filter(({ kind }) => kind === 'polyline');
    const { maxX } = boundsOf(bars);
    assert.ok(maxX <= width / 5 + 1e-9 && maxX >= width / 13, `${width}: ${maxX}`);
    assert.match(String(Math.round(maxX * 1e6) / 1e6).replace(/[.0]/g, ''), /^[125]$/);
  }
});

test('PDF: one sheet of the right size, or as many pages as there are tiles and an overview', async () => {
  const shapes = [
    area(ring(0, 0, 500), 'cut', { stroke: '#000000', fill: '#ccddee' }),
    circle([250, 250], 10, 'drill', { stroke: '#ff0000' }),
  ];
  const options = { createdAt: '2026-11-16T09:00:00Z' };
  const full = await PDFDocument.load(await writePdf(drawing(shapes, 20), { page: 'full', ...options }));
  assert.is(full.getPageCount(), 1);
  const { width, height } = full.getPage(0).getSize();
  assert.ok(Math.abs(width - (540 * 72) / 25.4) < 0.01);
  assert.ok(height > (590 * 72) / 25.4, 'room for the test square');
  for (const [page, size, columns, rows] of [
    ['a4', [210, 297], 3, 2],
    ['letter', [215.9, 279.4], 3, 2],
  ] as const) {
    const bytes = await writePdf(drawing(shapes, 20), { page, ...options });
    const tiled = await PDFDocument.load(bytes);
    assert.is(tiled.getPageCount(), 1 + columns * rows);
    for (const { width: w, height: h } of tiled.getPages().map((sheet) => sheet.getSize())) {
      assert.ok(Math.abs(w - (size[0] * 72) / 25.4) < 0.01 && Math.abs(h - (size[1] * 72) / 25.4) < 0.01);
    }
    assert.equal(await writePdf(drawing(shapes, 20), { page, ...options }), bytes, 'equal drawings give equal bytes');
  }
  assert.is(full.getTitle(), 'A <test> & more');
});

test('tiles cover everything drawn and name their neighbours; empty ones are left out', () => {
  const style = { stroke: '#000000' };
  const shapes = [area(ring(0, 0, 100), 'cut', style), area(ring(500, 500, 100), 'cut', style)];
  const tiles = tilesOf(shapes, { width: 210, height: 297 });
  assert.equal(
    tiles.map(({ label }) => label),
    ['A1', 'B3', 'B4', 'C3', 'C4'],
  );
  const b3 = tiles.find(({ label }) => label === 'B3')!;
  assert.equal(b3.neighbours, { below: 'C3', after: 'B4' });
  assert.equal(
    tiles.map(({ number }) => number),
    [1, 2, 3, 4, 5],
  );
});

test('a page is empty where no line, fill or text lies, whatever the boxes around them', () => {
  // 4 x 4 pages of 100 mm
  const page = { width: 120, height: 120 };
  const labels = (...shapes: DrawnShape[]): string =>
    tilesOf(shapes, page)
      .map(({ label }) => label)
      .join(' ');
  const stroke = { stroke: '#000000' };
  const corners: Point[] = [
    [0, 0],
    [400, 0],
    [400, 400],
  ];
  assert.is(labels(polyline(corners, 'cut', stroke)), 'A1 A2 A3 A4 B4 C4 D4');
  const triangle = 'A1 A2 A3 A4 B2 B3 B4 C3 C4 D4';
  assert.is(labels(area(corners, 'cut', { fill: '#eeeeee' })), triangle, 'the inside is drawn, B3 too');
  assert.is(labels(area(corners, 'cut', stroke)), 'A1 A2 A3 A4 B2 B4 C3 C4 D4', 'B3 holds nothing but its inside');
  const whole = ring(0, 0, 400);
  const opening = ring(50, 50, 300);
  const edge = 'A1 A2 A3 A4 B1 B4 C1 C4 D1 D2 D3 D4';
  assert.is(labels(area(whole, 'cut', { fill: '#eeeeee' }, [opening])), edge);
  assert.is(labels(circle([200, 200], 200, 'drill', stroke)), edge);
  assert.is(labels(circle([200, 200], 200, 'drill', { fill: '#eeeeee' })).split(' ').length, 16);
  assert.is(
    labels(
      area(whole, 'cut', {}),
      polyline(
        [
          [10, 10],
          [20, 10],
        ],
        'cut',
        stroke,
      ),
    ),
    'A1',
    'no ink, no page',
  );
  const words = text('a'.repeat(100), [0, 0], 3.6, 'names', { rotation: 45 });
  assert.is(labels(area(ring(0, 0, 300), 'cut', {}), words), 'A1 A2 B1 B2 B3 C2 C3', 'words along the diagonal');
  assert.is(labels(), 'A1', 'a drawing has a page');
});

test('a line on the border of two pages is on one of them', () => {
  const page = { width: 120, height: 120 };
  const across = (y: number): DrawnShape =>
    polyline(
      [
        [0, y],
        [50, y],
      ],
      'cut',
      { stroke: '#000000' },
    );
  const labels = (...shapes: DrawnShape[]): string[] => tilesOf(shapes, page).map(({ label }) => label);
  assert.equal(labels(across(0)), ['A1']);
  assert.equal(labels(across(0), across(100), across(150)), ['A1', 'B1']);
  assert.equal(labels(across(0), across(200)), ['A1', 'B1']);
});

test.run();

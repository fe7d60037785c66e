/** The cloth under the parts of a drawn marker: stripes, zones and rests, and names where they can be read. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Drawing } from '../../src/drawing/drawing.js';
import { layMarker, type MarkerInput } from '../../src/drawing/marker/marker.js';
import { markerDrawing } from '../../src/drawing/marker/marker-drawing.js';
import { writeMarkerDxf } from '../../src/drawing/marker/marker-dxf.js';
import { writeMarkerPdf } from '../../src/drawing/marker/marker-pdf.js';
import { writeMarkerPlt } from '../../src/drawing/marker/marker-plt.js';
import { markerReport } from '../../src/drawing/marker/marker-report.js';
import { markerReportPage } from '../../src/drawing/marker/report-page.js';
import { boxOf } from '../../src/drawing/plane.js';
import { readParts } from '../../src/services/files/read-parts.js';
import { outlines, type Points, placed, rectangle } from './marker-parts.js';
import { pdfTexts } from './pdf-texts.js';

test('the stripes of the cloth run across the parts, from the first side of the sheet, and end at its outline', () => {
  const triangle = {
    points: [
      [5, 0],
      [105, 0],
      [5, 100],
    ] as Points,
  };
  const of = (bin: object, more: object = {}) =>
    markerDrawing(
      layMarker({
        polygons: [{ id: 'a', ...rectangle(50, 20), matchPoints: [{ at: [50, 10] }] }],
        bins: [bin as MarkerInput['bins'][number]],
        placements: [placed(0, 10, 10)],
        unplaced: [],
        fabric: { repeatX: 40, repeatY: null, offsetX: 3, offsetY: 0 },
        ...more,
      }),
    );
  const lines = (drawing: Drawing) => outlines(drawing, 'stripes');
  assert.equal(lines(of({ boundary: triangle })), [
    [
      [3, 0],
      [3, 97],
    ],
    [
      [43, 0],
      [43, 57],
    ],
    [
      [83, 0],
      [83, 17],
    ],
  ]);
  // The end of a roll is cut off on the left, but its pattern begins there.
  const roll = { boundary: rectangle(1000, 100) };
  const left = lines(of(roll, { gravityDirection: 'right', roll: true, placements: [placed(0, 900, 10)] }));
  assert.equal(
    left.map(([[x]]) => x),
    [23, 63],
  );
  const inches = lines(of({ boundary: rectangle(100, 100) }, { unitMm: 10, fabric: { repeatX: 4, repeatY: 50 } }));
  assert.equal([inches.length, inches.filter(([[x1], [x2]]) => x1 === x2).length], [26 + 3, 26]);

  const { shapes } = of({ boundary: triangle });
  const order = shapes.map(({ layer }) => layer);
  assert.ok(order.indexOf('stripes') > order.lastIndexOf('parts'));
  const dots = shapes.filter((shape) => shape.kind === 'circle' && shape.layer === 'match-points');
  assert.equal(
    dots.map((dot) => dot.kind === 'circle' && dot.center),
    [[55, 20]],
  );
  const plain = of({ boundary: triangle }, { fabric: undefined });
  assert.not(plain.shapes.some(({ layer }) => layer === 'stripes' || layer === 'match-points'));
});

test('zones of quality are drawn as far as they lie on their sheet', () => {
  const marker = layMarker({
    polygons: [{ id: 'a', ...rectangle(10, 10) }],
    bins: [{ boundary: rectangle(100, 100), zones: [{ boundary: rectangle(200, 30, -50, 80), quality: 3 }] }],
    placements: [placed(0, 0, 0)],
    unplaced: [],
  });
  const drawing = markerDrawing(marker);
  const [zone, ...more] = outlines(drawing, 'zones');
  assert.equal(more, []);
  assert.equal(
    [0, 1].map((k) => [Math.min(...zone!.map((point) => point[k]!)), Math.max(...zone!.map((point) => point[k]!))]),
    [
      [0, 100],
      [80, 100],
    ],
  );
  assert.ok(drawing.shapes.some((shape) => shape.kind === 'text' && shape.text === 'quality 3'));
  const endless = layMarker({
    polygons: [{ id: 'a', ...rectangle(10, 10) }],
    bins: [{ boundary: rectangle(100, 100), zones: [{ boundary: rectangle(Number.NaN, 30), quality: 3 }] }],
    placements: [placed(0, 0, 0)],
    unplaced: [],
  });
  assert.equal(outlines(markerDrawing(endless), 'zones'), []);
});

test('a keep-out of a roll is drawn as far as the roll is', () => {
  const { sheets } = layMarker({
    polygons: [{ id: 'square', ...rectangle(40, 40) }],
    bins: [
      { boundary: rectangle(1000, 100), holes: [rectangle(5, 5, 20, 70), rectangle(50, 9, 30), rectangle(9, 9, 700)] },
    ],
    placements: [placed(0, 0, 0)],
    unplaced: [],
    gravityDirection: 'left',
  });
  const [first, second, ...others] = sheets[0]!.keepOut;
  assert.equal(first, rectangle(5, 5, 20, 70).points);
  assert.equal(boxOf(second!), { left: 30, top: 0, right: 40, bottom: 9 });
  assert.equal(others, []);
});

test('the printable page rounds the length of the cloth up', () => {
  const lengthAt = (end: number, lengths: 'metric' | 'inches'): string | undefined => {
    const marker = layMarker({
      polygons: [{ id: 'square', ...rectangle(end, 40) }],
      bins: [{ boundary: rectangle(end, 100) }],
      placements: [placed(0, 0, 0)],
      unplaced: [],
      gravityDirection: 'left',
    });
    return /<dt>Length<\/dt><dd>([^<]*)/.exec(markerReportPage(marker, { title: 'a', lengths }))?.[1];
  };
  assert.is(lengthAt(1804, 'metric'), '1.81 m');
  assert.is(lengthAt(800.2, 'metric'), '0.801 m');
  assert.is(lengthAt(1830, 'inches'), '2.002 yd');
  assert.is(lengthAt(801, 'inches'), '31.54 in');
});

test('a zone and a rest are named where no part lies', () => {
  const marker = layMarker({
    polygons: [
      { id: 'a', ...rectangle(30, 60) },
      { id: 'b', ...rectangle(20, 20) },
    ],
    bins: [{ boundary: rectangle(100, 100), zones: [{ boundary: rectangle(50, 100), quality: 3 }] }],
    placements: [placed(0, 0, 0), placed(1, 65, 40)],
    unplaced: [],
    remnants: new Map([[0, [{ boundary: rectangle(50, 100, 50), holes: [rectangle(20, 20, 65, 40)] }]]]),
  });
  const { shapes } = markerDrawing(marker);
  const texts = shapes.filter((shape) => shape.kind === 'text');
  const parts = marker.sheets[0]!.parts.map(({ outline }) => outline);
  for (const name of ['quality 3', 'rest']) {
    const { at, height, rotation } = texts.find(({ text }) => text === name)!;
    const half = (height * 0.9 * name.length) / 2;
    const [x, y] = rotation === 0 ? [at[0], at[1] - height / 2] : [at[0] + height / 2, at[1]];
    const [reachX, reachY] = rotation === 0 ? [half, height / 2] : [height / 2, half];
    for (const outline of parts) {
      const [xs, ys] = [outline.map(([px]) => px), outline.map(([, py]) => py)];
      const isBeside = x - reachX >= Math.max(...xs) || x + reachX <= Math.min(...xs);
      const isOver = y - reachY >= Math.max(...ys) || y + reachY <= Math.min(...ys);
      assert.ok(isBeside || isOver, `${name} at ${at} lies on a part`);
    }
  }
  const rest = shapes.find(({ kind, layer }) => kind === 'polyline' && layer === 'remnants');
  assert.is(rest?.kind === 'polyline' && rest.holes!.length, 1, 'its opening is drawn');
});

test('a small part of a large printed marker has its name', async () => {
  const marker = layMarker({
    polygons: [
      { id: 'front', ...rectangle(900, 1000) },
      { id: 'placket', ...rectangle(40, 200) },
    ],
    bins: [{ boundary: rectangle(2000, 1400) }],
    placements: [placed(0, 0, 0), placed(1, 1000, 0)],
    unplaced: [],
  });
  const options = { title: 'Shirt', createdAt: '2026-11-21T08:00:00Z', page: 'full' } as const;
  const texts = await pdfTexts(await writeMarkerPdf(marker, options));
  assert.ok(texts.join(' ').includes('placket'), texts.join(' '));
});

test('a zone under a part is named beside the name of the part', () => {
  const marker = layMarker({
    polygons: [{ id: 'front', ...rectangle(100, 100) }],
    bins: [{ boundary: rectangle(100, 100), zones: [{ boundary: rectangle(30, 20, 45, 47), quality: 3 }] }],
    placements: [placed(0, 0, 0)],
    unplaced: [],
  });
  const texts = markerDrawing(marker).shapes.filter((shape) => shape.kind === 'text');
  const [zone, name] = ['quality 3', 'front'].map((word) => texts.find(({ text }) => text === word)!);
  assert.ok(zone!.height > 1, 'legible');
  const apart = zone!.at.map((each, k) => Math.abs(each - name!.at[k]!)) as [number, number];
  assert.ok(apart[1] > name!.height || apart[0] > 7 * name!.height, `${apart} mm apart`);
});

test('every file says which quality the parts need, and where', async () => {
  const zone = (width: number, x: number, quality: number) => ({ boundary: rectangle(width, 300, x, -20), quality });
  const marker = layMarker({
    polygons: [
      { id: 'toe', ...rectangle(120, 80), quality: 3, zones: [zone(60, 80, 1)] },
      { id: 'sole', ...rectangle(100, 60) },
    ],
    bins: [{ boundary: rectangle(400, 200), zones: [zone(130, 0, 3)] }],
    placements: [placed(0, 60, 0), placed(1, 0, 90)],
    unplaced: [],
    gravityDirection: 'left',
  });
  const drawing = markerDrawing(marker);
  const words = drawing.shapes.flatMap((shape) => (shape.kind === 'text' ? [`${shape.layer}: ${shape.text}`] : []));
  assert.equal(words.sort(), [
    'names: sole',
    'names: toe needs quality 3',
    'need-names: needs quality 1',
    'zone-names: quality 3',
  ]);
  const box = (points: Points) =>
    [0, 1].map((k) => [Math.min(...points.map((at) => at[k]!)), Math.max(...points.map((at) => at[k]!))]);
  assert.equal(
    outlines(drawing, 'needs').map((own) => box(own as Points)),
    [
      [
        [140, 180],
        [0, 80],
      ],
    ],
  );

  const dxf = writeMarkerDxf(marker);
  const { parts, sheets, notes } = readParts(dxf, { format: 'dxf' });
  assert.equal([parts.length, parts.flatMap(({ holes }) => holes), sheets.length], [2, [], 1]);
  assert.match(notes.join(), /2 zones of quality/);
  for (const word of ['toe needs quality 3', 'needs quality 1', 'quality 3'])
    assert.ok(dxf.split(/\r?\n/).includes(word), word);

  const { pieces, sheets: reports } = markerReport(marker);
  assert.equal(
    pieces.map(({ name, quality, zones }) => [name, quality, zones]),
    [
      ['toe', 3, [{ quality: 1, area: 40 * 80 }]],
      ['sole', null, []],
    ],
  );
  assert.equal(reports[0]!.zones, [{ quality: 3, area: 130 * 200 }]);
  const page = markerReportPage(marker, { title: 'Shoe' });
  assert.match(page, '3, in zones 1');
  assert.match(page, '>Quality</th>');
  const plain = {
    ...marker,
    sheets: marker.sheets.map((sheet) => ({
      ...sheet,
      zones: [],
      parts: sheet.parts.map((part) => ({ ...part, zones: [], quality: null })),
    })),
  };
  const strokes = (of: typeof marker, pen: number) =>
    writeMarkerPlt(of).split(`SP${pen};`)[1]!.split('SP')[0]!.match(/PU/g)!.length;
  for (const pen of [2, 3]) assert.ok(strokes(marker, pen) > strokes(plain, pen) + 4, `pen ${pen}`);
  assert.is(writeMarkerPlt(marker).split('SP1;')[1], writeMarkerPlt(plain).split('SP1;')[1]);
  assert.not(markerReportPage(plain, { title: 'Shoe' }).includes('>Quality</th>'));
});

test.run();

import { PDFDocument, PDFName, PDFNumber } from 'pdf-lib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readDxf } from '../../src/drawing/dxf-reader.js';
import { layMarker, type MarkerInput } from '../../src/drawing/marker/marker.js';
import { markerDrawing } from '../../src/drawing/marker/marker-drawing.js';
import { writeMarkerDxf } from '../../src/drawing/marker/marker-dxf.js';
import { scaleName, writeMarkerPdf } from '../../src/drawing/marker/marker-pdf.js';
import { writeMarkerPlt } from '../../src/drawing/marker/marker-plt.js';
import { markerReport } from '../../src/drawing/marker/marker-report.js';
import { markerReportPage } from '../../src/drawing/marker/report-page.js';
import { readParts } from '../../src/services/files/read-parts.js';
import { outlines, placed, rectangle, rounded } from './marker-parts.js';
import { pdfTexts } from './pdf-texts.js';

/** A frame with an opening and a square in it, on a roll 100 wide; a second roll with one square. */
const input: MarkerInput = {
  polygons: [
    { id: 'frame-1', ...rectangle(40, 60), holes: [rectangle(20, 20, 10, 10)] },
    { id: 'square-1', ...rectangle(10, 10) },
    { id: 'square-2', ...rectangle(10, 10) },
  ],
  bins: [
    { boundary: rectangle(1000, 100), holes: [rectangle(5, 5, 30, 70)] },
    { boundary: rectangle(1000, 100) },
    { boundary: rectangle(1000, 100) },
  ],
  placements: [placed(0, 0, 0), placed(1, 15, 15), placed(2, 0, 50, 0, 2)],
  unplaced: ['too-large'],
  gravityDirection: 'left',
};

test('parts are turned about their anchor and moved onto their position', () => {
  const marker = layMarker({
    polygons: [
      { id: 'corner', ...rectangle(10, 20) },
      { id: 'own', origin: [10, 20], ...rectangle(10, 20) },
    ],
    bins: [{ boundary: rectangle(100, 50) }],
    placements: [placed(0, 20, 0, 90), placed(1, 30, 10, 180)],
    unplaced: [],
    gravityDirection: 'left',
  });
  const [corner, own] = outlines(markerDrawing(marker), 'parts');
  assert.equal(corner, [
    [20, 0],
    [20, 10],
    [0, 10],
    [0, 0],
  ]);
  assert.equal(own, [
    [40, 30],
    [30, 30],
    [30, 10],
    [40, 10],
  ]);
});

test('a flipped part is flipped before its rotation', () => {
  const marker = layMarker({
    polygons: [
      {
        id: 'l',
        points: [
          [0, 0],
          [10, 0],
          [0, 20],
        ],
      },
    ],
    bins: [{ boundary: rectangle(100, 50) }],
    placements: [{ ...placed(0, 30, 20, 90), mirrored: true }],
    unplaced: [],
    gravityDirection: 'left',
  });
  assert.equal(rounded(marker.sheets[0]!.parts[0]!.outline), [
    [30, 20],
    [30, 10],
    [10, 20],
  ]);
});

test('the report tells the repeat of the cloth, and how far each seam is off, in millimetres', () => {
  const marker = layMarker({
    ...input,
    unitMm: 10,
    fabric: { repeatX: 4, repeatY: null },
    matches: [
      { name: '1 side right', x: 0.0005 },
      { name: '1 <pocket>', x: 0, y: 0.3 },
    ],
  });
  const { repeat, matches } = markerReport(marker);
  assert.equal(repeat, { x: 40, y: null });
  assert.equal(JSON.parse(JSON.stringify(matches)), [
    { name: '1 side right', x: 0.005 },
    { name: '1 <pocket>', x: 0, y: 3 },
  ]);
  const page = markerReportPage(marker, { title: 'Stripes' });
  for (const words of ['40 mm in x', '1 side right', '0.005', '1 &lt;pocket&gt;', '3.000']) assert.match(page, words);
  assert.not.match(markerReportPage(layMarker(input), { title: 'Plain' }), 'meet in the pattern');
});

test('a roll ends where its layout does; sheets with equal coordinates stack; unused ones are left out', () => {
  const marker = layMarker({
    polygons: [{ id: 'a', ...rectangle(10, 10) }],
    bins: [{ boundary: rectangle(50, 100) }, { boundary: rectangle(50, 100) }, { boundary: rectangle(50, 100) }],
    placements: [placed(0, 0, 20), placed(0, 0, 0, 0, 1)],
    unplaced: [],
    roll: true,
  });
  const [first, second, ...more] = outlines(markerDrawing(marker), 'sheets');
  assert.equal(more, []);
  assert.equal(
    first!.map(([, y]) => y),
    [0, 0, 30, 30],
  );
  const [top] = second!.map(([, y]) => y!);
  assert.ok(top! > 30);
  assert.equal(
    second!.map(([, y]) => Math.round(y! - top!)),
    [0, 0, 10, 10],
  );
});

test('a sheet is drawn whole; an unmarked rectangle too, unless it is as long as a roll', () => {
  const lengthOf = (length: number, roll?: boolean) => {
    const marker = layMarker({
      polygons: [{ id: 'a', ...rectangle(10, 10) }],
      bins: [{ boundary: rectangle(length, 100) }],
      placements: [placed(0, 0, 20)],
      unplaced: [],
      gravityDirection: 'left',
      roll,
    });
    return Math.max(...outlines(markerDrawing(marker), 'sheets')[0]!.map(([x]) => x!));
  };
  assert.equal([lengthOf(150), lengthOf(150, true), lengthOf(150, false)], [150, 10, 150]);
  assert.equal([lengthOf(2000), lengthOf(2000, true), lengthOf(2000, false)], [10, 10, 2000]);
});

test('a sheet with three corners is no rectangle: it is drawn whole even off a roll', () => {
  const triangle: [number, number][] = [
    [0, 0],
    [150, 0],
    [150, 100],
  ];
  const marker = layMarker({
    polygons: [{ id: 'a', ...rectangle(10, 10) }],
    bins: [{ boundary: { points: triangle } }],
    placements: [placed(0, 130, 20)],
    unplaced: [],
    roll: true,
  });
  const [sheet] = outlines(markerDrawing(marker), 'sheets');
  assert.equal(sheet, triangle);
});

test('pictures draw ids with markup characters, and reports escape them', () => {
  const marker = layMarker({
    polygons: [{ id: '<b>', ...rectangle(900, 900) }],
    bins: [{ boundary: rectangle(1000, 1000) }],
    placements: [placed(0, 0, 0)],
    unplaced: ['<script>'],
  });
  assert.ok(markerDrawing(marker).shapes.some((shape) => shape.kind === 'text' && shape.text === '<b>'));
  const page = markerReportPage(marker, { title: 'A & B' });
  assert.match(page, '&lt;script&gt;');
  assert.not.match(page, '<script>');
  assert.match(page, '<h1>A &amp; B</h1>');
});

test('the report counts, measures and groups in millimetres, whatever the unit of the request', () => {
  const report = markerReport(layMarker({ ...input, unitMm: 10 }));
  assert.equal(report.parts, { placed: 3, unplaced: 1, pieces: 3 });
  assert.is(report.length, 400 + 100);
  // openings of parts are cut too
  assert.is(report.perimeter, 10 * (200 + 80 + 2 * 40));
  assert.is(report.partArea, 100 * (2400 - 400 + 2 * 100));
  assert.equal(
    report.sheets.map(({ bin, length, width, sheetWidth, parts }) => [bin, length, width, sheetWidth, parts]),
    [
      [0, 400, 600, 1000, 2],
      [2, 100, 100, 1000, 1],
    ],
  );
  assert.is(report.utilisation, 220_000 / (400 * 600 + 100 * 100));
  assert.is(report.fabricUtilisation, 220_000 / (500 * 1000));
  assert.equal(report.pieces, [
    { name: 'frame', quantity: 1, area: 200_000, perimeter: 2800, quality: null, zones: [] },
    { name: 'square', quantity: 2, area: 10_000, perimeter: 400, quality: null, zones: [] },
  ]);
});

test('the report leaves out the side of a half part on the fold, and measures the piece that it gives', () => {
  const half = {
    id: 'back',
    ...rectangle(60, 20),
    holes: [rectangle(5, 5, 10, 5)],
    // Shorter than its side.
    foldLine: [
      [10, 0],
      [50, 0],
    ] as const,
  };
  const marker = layMarker({
    polygons: [half, { id: 'sleeve', ...rectangle(30, 20) }],
    bins: [{ boundary: rectangle(400, 100) }],
    placements: [placed(0, 0, 0), placed(1, 100, 0)],
    unplaced: [],
    clothForm: 'folded',
  });
  const report = markerReport(marker);
  const [cut, opening, sleeve] = [60 + 2 * 20, 4 * 5, 2 * (30 + 20)];
  // A cut ends a hundredth of a millimetre from the fold.
  const isNear = (length: number, wanted: number): boolean => Math.abs(length - wanted) < 0.05;
  const whole = cut + opening + sleeve;
  for (const length of [report.perimeter, report.sheets[0]!.perimeter, report.cutting.length])
    assert.ok(isNear(length, whole), `${length} instead of ${whole}`);
  assert.equal(
    report.pieces.map(({ name, quantity, area, perimeter }) => [name, quantity, area, Math.round(perimeter)]),
    [
      ['back', 1, 2 * (1200 - 25), 2 * (cut + opening)],
      ['sleeve', 2, 600, sleeve],
    ],
  );
});

test('the printable page has one picture and every figure, and a long list is cut to fit', () => {
  const many = Array.from({ length: 60 }, (_, i) => ({ id: `part ${'x'.repeat(i)}`, ...rectangle(10 + i, 10) }));
  const placements = many.map((_, i) => placed(i, 0, 12 * i));
  const bins = [{ boundary: rectangle(100, 1000) }];
  const page = markerReportPage(layMarker({ polygons: many, bins, placements, unplaced: [] }), {
    title: 'Long',
    date: '2026-11-21',
  });
  assert.is(page.match(/<svg /g)?.length, 1);
  assert.match(page, '2026-11-21');
  assert.match(page, '<dd>60</dd>');
  assert.match(page, 'and 31 more kinds');
});

test('the printable page shows its figures in inches and yards, on Letter', () => {
  const options = { title: 'Board', lengths: 'inches' } as const;
  const page = markerReportPage(layMarker({ ...input, unitMm: 25.4 }), options);
  const figures = new Map(
    [...page.matchAll(/<dt>(.+?)<\/dt><dd>(.+?)<\/dd>/g)].map(([, name, value]) => [name, value]),
  );
  assert.is(figures.get('Length'), '1.389 yd');
  assert.is(figures.get('Width'), '100.00 in');
  assert.is(figures.get('Area of the parts'), `${(2200 / 36 ** 2).toFixed(3)} yd²`);
  assert.match(page, '<th scope="row">square</th><td>2</td><td>100.0 in²</td><td>1.111 yd</td>');
  assert.match(page, '<th scope="row">3</th><td>10.00 in</td><td>100.00 in</td>');
  assert.match(page, 'size: Letter');
  assert.not.match(page.replace(/<(style|svg)[\s\S]*?<\/\1>/g, ''), /\d c?m[²<]/);
  assert.match(markerReportPage(layMarker(input), { title: 'Board' }), /size: A4[\s\S]*<dd>0\.050 m<\/dd>/);
});

test('the square to measure in a PDF is 5 cm wide, or 2 inches', async () => {
  const marker = layMarker(input);
  const options = { title: 'Board', createdAt: '2026-11-21T00:00:00Z' };
  for (const page of ['full', 'letter'] as const) {
    const texts = async (lengths?: 'inches') => pdfTexts(await writeMarkerPdf(marker, { ...options, page, lengths }));
    assert.ok((await texts()).includes('50 mm = 1.97 in'));
    assert.ok((await texts('inches')).includes('2.00 in = 50.8 mm'));
  }
});

const sorted = (points: readonly number[][]): number[][] =>
  [...points].sort(([ax, ay], [bx, by]) => ax! - bx! || ay! - by!);
const corners = (left: number, low: number, right: number, high: number): number[][] => [
  [left, low],
  [left, high],
  [right, low],
  [right, high],
];

test('a marker as DXF reads back as the outlines that were cut, y up', () => {
  const { entities } = readDxf(writeMarkerDxf(layMarker(input)));
  const lines = (layer: string) =>
    entities.flatMap((entity) => (entity.kind === 'line' && entity.layer === layer ? [entity] : []));
  assert.ok(lines('CUT').every(({ closed }) => closed));
  const cut = lines('CUT').map(({ points }) => rounded(points(0.05)));
  assert.is(cut.length, 4);
  // the square in the opening, the opening, and last the frame around both
  assert.equal(cut.slice(0, 3).map(sorted), [
    corners(15, -25, 25, -15),
    corners(10, -30, 30, -10),
    corners(0, -60, 40, 0),
  ]);
  assert.is(lines('SHEET').length, 2);
  assert.is(lines('KEEPOUT').length, 1);
  const names = entities.flatMap((entity) => (entity.kind === 'text' ? [entity.text] : []));
  assert.equal(names, ['frame-1', 'square-1', 'square-2']);
});

test('a marker as DXF names parts in any script', () => {
  const polygons = [{ id: 'Спинка-1', ...rectangle(400, 600) }];
  const bins = [{ boundary: rectangle(1000, 1000) }];
  const marker = layMarker({ polygons, bins, placements: [placed(0, 0, 0)], unplaced: [], gravityDirection: 'left' });
  const file = writeMarkerDxf(marker);
  assert.ok([...file].every((letter) => letter <= '~'));
  const names = readDxf(file).entities.flatMap((entity) => (entity.kind === 'text' ? [entity.text] : []));
  assert.equal(names, ['Спинка-1']);
});

test('a marker as DXF in inches names its unit, and reads back as the same parts', () => {
  const marker = layMarker(input);
  const [metric, inches] = [undefined, 'inches' as const].map((lengths) => writeMarkerDxf(marker, undefined, lengths));
  assert.is(readDxf(metric!).unitMm, null);
  assert.is(readDxf(inches!).unitMm, 25.4);
  const partsOf = (dxf: string) =>
    readParts(dxf, { format: 'dxf' }).parts.map(({ points }) => points.map((at) => at.map((each) => each.toFixed(3))));
  assert.equal(partsOf(inches!), partsOf(metric!));
  const heights = (dxf: string): number[] =>
    [...dxf.matchAll(/^ 40\r\n(.+)\r$/gm)].map(([, height]) => Number(height)).filter((height) => height > 0);
  for (const [i, height] of heights(inches!).entries())
    assert.ok(Math.abs(25.4 * height - heights(metric!)[i]!) < 1e-4, 'the names are as high');
});

/** The strokes of each pen on each page, in mm. */
function plotted(plt: string): Map<number, number[][][]>[] {
  assert.match(plt, /^IN;/);
  assert.match(plt, /SP0;\n$/);
  return plt.split('PG;').map((page) => {
    const strokes = new Map<number, number[][][]>();
    let pen = 0;
    for (const command of page.split(/[;\n]+/).filter(Boolean)) {
      const numbers = command.slice(2).split(',').filter(Boolean).map(Number);
      assert.ok(numbers.every(Number.isInteger), command);
      const points = Array.from({ length: numbers.length / 2 }, (_, i) => [
        numbers[2 * i]! / 40,
        numbers[2 * i + 1]! / 40,
      ]);
      if (command.startsWith('SP')) pen = numbers[0]!;
      else if (command.startsWith('PU') && points.length > 0) strokes.set(pen, [...(strokes.get(pen) ?? []), points]);
      else if (command.startsWith('PD'))
        strokes
          .get(pen)!
          .at(-1)!
          .push(...points);
    }
    return strokes;
  });
}

test('a marker as HPGL cuts openings before the part around them, a page for each sheet, y up', () => {
  const [first, second, ...more] = plotted(writeMarkerPlt(layMarker(input)));
  assert.equal(more, []);
  const cut = first!.get(1)!;
  assert.is(cut.length, 3);
  for (const line of cut) assert.equal(line[0], line.at(-1), 'outlines are closed');
  const frame = cut.findIndex((line) => line.some(([x, y]) => x === 40 && y === 40));
  const opening = cut.findIndex((line) => line.some(([x, y]) => x === 10 && y === 90));
  assert.ok(opening >= 0 && opening < frame);
  assert.ok(first!.get(2)!.length > 0, 'names are drawn');
  assert.is(first!.get(3)!.length, 2, 'the sheet and its keep-out zone');
  assert.is(second!.get(1)!.length, 1);
  assert.equal(second!.get(1)![0]![0], [0, 40], 'the corner nearest to the tool');
});

test('a marker as PDF is as large as its scale says, on one sheet or tiled', async () => {
  const marker = layMarker({ ...input, unitMm: 10 });
  const options = { title: 'Frame', createdAt: '2026-11-21T08:00:00Z' };
  const sizeOf = async (scale: number) => {
    const pdf = await PDFDocument.load(await writeMarkerPdf(marker, { ...options, page: 'full', scale }));
    assert.is(pdf.getPageCount(), 1);
    return pdf.getPage(0).getSize();
  };
  const [whole, fifth] = [await sizeOf(1), await sizeOf(0.2)];
  // the page adds margins and a test square to the marker, 2 m high
  assert.ok(whole.height > (2000 * 72) / 25.4 && fifth.height < whole.height / 4);
  const tiled = await PDFDocument.load(await writeMarkerPdf(marker, { ...options, page: 'a4', scale: 0.5 }));
  assert.ok(tiled.getPageCount() > 4);
  assert.equal([scaleName(0.2), scaleName(1), scaleName(2)], ['1:5', '1:1', '2:1']);
});

test('a marker longer than a PDF page gets larger units', async () => {
  const marker = layMarker({ ...input, unitMm: 100 });
  const pdf = await PDFDocument.load(
    await writeMarkerPdf(marker, { title: 'Long', createdAt: '2026-11-21T08:00:00Z', page: 'full' }),
  );
  const page = pdf.getPage(0);
  const unit = page.node.lookup(PDFName.of('UserUnit'), PDFNumber).asNumber();
  assert.ok(page.getHeight() <= 14_400 && page.getHeight() * unit > (20_000 * 72) / 25.4);
});

test('a placement of an unknown part or on an unknown sheet is refused', () => {
  const lay = (placement: MarkerInput['placements'][number]) => () => layMarker({ ...input, placements: [placement] });
  assert.throws(lay(placed(9, 0, 0)), /no part 9/);
  assert.throws(lay(placed(0, 0, 0, 0, 9)), /no sheet 9/);
});

test.run();

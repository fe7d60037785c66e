/** DXF files of other programs, as the import reads them. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ServiceError } from '../../src/errors.js';
import { importDxf } from '../../src/patterns/import/dxf.js';
import { dxfSource, entity, square } from '../drawing/dxf-source.js';
import { areaOf } from './piece-checks.js';

const tags = (...lines: (string | number)[]): string => lines.join('\n');
const entities = (...lines: (string | number)[]): string =>
  tags(0, 'SECTION', 2, 'ENTITIES', ...lines, 0, 'ENDSEC', 0, 'EOF', '');

test('plain files: closed polylines are pieces, lines inside them marks; arcs by bulge are arcs', () => {
  const square = (layer: string, low: number, high: number): (string | number)[] => [
    0,
    'LWPOLYLINE',
    8,
    layer,
    90,
    4,
    70,
    1,
    10,
    low,
    20,
    low,
    10,
    high,
    20,
    low,
    10,
    high,
    20,
    high,
    10,
    low,
    20,
    high,
  ];
  const { content, notes } = importDxf(
    entities(...square('CUT', 0, 100), ...square('0', 20, 30), ...square('CUT', 200, 250)),
    { name: 'plain' },
  );
  assert.equal(
    notes.map(({ code }) => code),
    ['unit_assumed'],
  );
  assert.equal(
    content.pieces.map(({ boundary, internalLines }) => [Math.abs(areaOf([...boundary])), internalLines.length]),
    [
      [10_000, 1],
      [2500, 0],
    ],
  );
  const disc = importDxf(entities(0, 'LWPOLYLINE', 8, '0', 90, 2, 70, 1, 10, 0, 20, 0, 42, 1, 10, 100, 20, 0, 42, 1), {
    name: 'disc',
    unitMm: 1,
  });
  const outline = disc.content.pieces[0]!.boundary;
  assert.ok(Math.abs(Math.abs(areaOf([...outline, outline[0]!])) - Math.PI * 2500) < 20);
});

test('a boundary in several pieces is chained', () => {
  const side = (x1: number, y1: number, x2: number, y2: number): (string | number)[] => [
    0,
    'LINE',
    8,
    '1',
    10,
    x1,
    20,
    y1,
    11,
    x2,
    21,
    y2,
  ];
  const file = tags(
    0,
    'SECTION',
    2,
    'BLOCKS',
    0,
    'BLOCK',
    8,
    '1',
    2,
    'P',
    70,
    0,
    10,
    0,
    20,
    0,
    ...side(0, 0, 10, 0),
    ...side(10, 10, 10, 0),
    ...side(0, 10, 0, 0),
    ...side(10, 10, 0, 10),
    0,
    'TEXT',
    8,
    '1',
    10,
    0,
    20,
    0,
    40,
    1,
    1,
    'PIECE NAME: Tab',
    0,
    'TEXT',
    8,
    '1',
    10,
    0,
    20,
    0,
    40,
    1,
    1,
    'Quantity: 1,1',
    0,
    'ENDBLK',
    0,
    'ENDSEC',
    0,
    'SECTION',
    2,
    'ENTITIES',
    0,
    'TEXT',
    8,
    '1',
    10,
    0,
    20,
    0,
    40,
    1,
    1,
    'UNITS: ENGLISH',
    0,
    'ENDSEC',
    0,
    'EOF',
    '',
  );
  const [piece] = importDxf(file, { name: 'tab' }).content.pieces;
  assert.is(piece!.name, 'Tab');
  assert.equal([piece!.quantity, piece!.mirrored], [2, true]);
  assert.ok(Math.abs(Math.abs(areaOf([...piece!.boundary])) - 254 * 254) < 1);
});

test('files other than DXF are refused with the line', () => {
  const cases: [string, RegExp][] = [
    ['', /empty/],
    ['hello\nworld\n', /line 1: expected a group code/],
    [entities(0, 'LINE', 8, '0', 10, 'abc', 20, 0, 11, 1, 21, 1), /expected a number but found "abc"/],
    [entities(0, 'LINE', 8, '0', 10, 0, 20, 0, 11, 1, 21, 1), /no closed outline/],
    [entities(0, 'LINE', 8, '0', 10, '1e999', 20, 0, 11, 1, 21, 1), /expected a number/],
  ];
  for (const [file, message] of cases) {
    try {
      importDxf(file, { name: 'x' });
      assert.unreachable(String(message));
    } catch (error) {
      assert.match((error as Error).message, message);
    }
  }
});

test('a drawing that shows too much is refused by name', () => {
  const grid = entity('INSERT', [2, 'A'], [70, 1000], [71, 1000], [44, 20], [45, 20]);
  assert.throws(
    () => importDxf(dxfSource(grid, { blocks: { A: square(10) } }), { name: 'x' }),
    (error: unknown) =>
      error instanceof ServiceError && error.message === 'file: line 1: the drawing shows more than 500000 entities',
  );
});

test('a piece over 1 km wide is left out', () => {
  const wide = square(1_000_001);
  const { content, notes } = importDxf(dxfSource([...wide, ...square(10)]), { name: 'x' });
  assert.equal(
    content.pieces.map(({ boundary }) => Math.abs(areaOf(boundary))),
    [100],
  );
  assert.equal(
    notes.map(({ message }) => message),
    ['left out: 1 line over 1 km wide'],
  );
  const block = (size: number) => square(size, 0, 0, [8, '1']);
  const apparel = dxfSource(entity('INSERT', [2, 'A']), { blocks: { A: block(1_000_001), B: block(10) } });
  const read = importDxf(apparel, { name: 'x' });
  assert.equal(
    read.content.pieces.map(({ boundary }) => Math.abs(areaOf(boundary))),
    [100],
  );
  assert.ok(
    read.notes.some(({ message }) => message === 'the boundary of "A" does not close into a simple outline below 1 km'),
  );
});

test.run();

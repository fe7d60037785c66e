/** Every row of the table of apparel DXF in docs/files.md, on a piece of its own. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Point } from '../../src/geometry/point.js';
import { importDxf } from '../../src/patterns/import/dxf.js';
import { readParts } from '../../src/services/files/read-parts.js';
import { dxfSource, entity, type Group, square, xy } from '../drawing/dxf-source.js';
import { areaOf, boxAround, rowsUnder } from '../drawing/table-rows.js';

const text = (content: string): Group[] => entity('TEXT', [8, '1'], ...xy([[0, 0]]), [40, 5], [1, content]);
const line = (layer: string, from: Point, to: Point): Group[] =>
  entity('LINE', [8, layer], ...xy([from]), ...xy([to], 11));
const point = (layer: string, x: number, y: number, ...more: Group[]): Group[] =>
  entity('POINT', [8, layer], ...xy([[x, y]]), ...more);
const source = (more: readonly Group[], outside: readonly Group[] = []): string =>
  dxfSource(outside, { blocks: { P: [...square(100, 0, 0, [8, '1']), ...text('Piece Name: Front'), ...more] } });
/** The piece with more in its block, and the notes on it. */
function read(more: readonly Group[], outside?: readonly Group[]) {
  const { content, notes } = importDxf(source(more, outside), { name: 'x' });
  assert.is(content.pieces.length, 1);
  return { piece: content.pieces[0]!, notes: notes.map(({ message }) => message) };
}
const quiet = (more: readonly Group[], outside?: readonly Group[]) => {
  const { piece, notes } = read(more, outside);
  assert.equal(notes, []);
  return piece;
};

const rows: Readonly<Record<string, () => void>> = {
  '1': () => {
    assert.is(areaOf(quiet([]).boundary), 10_000);
    const sides: [Point, Point][] = [
      [
        [0, 0],
        [60, 0],
      ],
      [
        [60, 0],
        [0, 80],
      ],
      [
        [0, 80],
        [0, 0],
      ],
    ];
    const lines = [...sides.flatMap(([from, to]) => line('1', from, to)), ...text('Piece Name: Tab')];
    const [tab] = importDxf(dxfSource([], { blocks: { T: lines } }), { name: 'x' }).content.pieces;
    assert.equal([tab!.name, areaOf(tab!.boundary)], ['Tab', 2400]);
    assert.equal(read(square(20, 5, 5, [8, '1'])).notes, ['left out: 1 further line on layer 1']);
    assert.equal(
      importDxf(dxfSource([], { blocks: { '7': square(50, 0, 0, [8, '1']) } }), { name: 'x' }).content.pieces[0]!.name,
      '7',
    );
  },
  '14': () => assert.is(areaOf(quiet(square(80, 10, 10, [8, '14'])).seamLine!), 6400),
  '11': () => assert.equal(quiet(square(20, 10, 10, [8, '11'])).holes.map(areaOf), [400]),
  '8': () =>
    assert.equal(
      quiet(line('8', [5, 5], [5, 50])).internalLines.map(({ points }) => points),
      [
        [
          [5, -5],
          [5, -50],
        ],
      ],
    ),
  '6': () => {
    const fold = line('6', [0, 0], [0, 100]);
    const { foldLine, boundary } = quiet(fold);
    assert.equal(
      [foldLine, areaOf(boundary)],
      [
        [
          [0, 0],
          [0, -100],
        ],
        10_000,
      ],
    );
    const [whole] = readParts(source(fold), { format: 'dxf' }).parts;
    assert.equal(boxAround(whole!.points), [-100, -100, 100, 0]);
  },
  '7': () => {
    const grain = line('7', [50, 10], [50, 90]);
    assert.equal(quiet(grain).grainline, [
      [50, -10],
      [50, -90],
    ]);
    assert.equal(read([...grain, ...grain]).notes, ['left out: 1 further line on layer 7']);
  },
  '4': () =>
    assert.equal(quiet([...point('4', 100, 50, [39, 4]), ...point('4', 0, 50, [39, 0])]).notches, [
      { at: [100, -50], type: 'v' },
      { at: [0, -50], type: 'slit' },
    ]),
  '80, 81, 82, 83': () => {
    const { piece, notes } = read(['80', '81', '82', '83'].flatMap((layer) => point(layer, 100, 50)));
    assert.equal(
      piece.notches.map(({ type }) => type),
      ['slit', 'slit', 'slit', 'slit'],
    );
    assert.equal(notes, ['4 notches of other shapes (T, castle, check, U) were imported as slits']);
  },
  '13': () => assert.equal(quiet(point('13', 20, 30, [30, 3])).drillHoles, [{ at: [20, -30], diameter: 3 }]),
  '15': () => {
    const words = entity('TEXT', [8, '15'], ...xy([[20, 30]]), [40, 5], [1, 'Dart']);
    assert.equal(
      quiet(words).texts?.map((each) => each.text),
      ['Dart'],
    );
  },
  '2, 3, 84, 85, 86, 87': () => void quiet([...point('2', 0, 0), ...point('3', 5, 0), ...square(100, 0, 0, [8, '84'])]),
  'any other layer': () =>
    assert.equal(read([...line('9', [5, 5], [5, 50]), ...point('5', 1, 1), ...line('9', [6, 5], [6, 50])]).notes, [
      'left out: 2 LINE on layer 9, 1 POINT on layer 5',
    ]),
  '`Piece Name`, `Size`, `Quantity`, `Material`, `Fabric`, `Units`, `Sample Size`': () => {
    const told = ['SIZE: 40', 'Quantity: 1,1', 'Fabric: Denim'].flatMap(text);
    const { name, quantity, mirrored, material, boundary } = quiet(told, [
      ...text('Units: ENGLISH'),
      ...text('Sample Size: 40'),
    ]);
    assert.equal([name, quantity, mirrored, material], ['Front', 2, true, 'Denim']);
    assert.is(Math.round(areaOf(boundary)), 6_451_600);
    assert.is(quiet(text('Material: Lining')).material, 'Lining');
    for (const [units, mm] of [
      ['METRIC', 1],
      ['mm', 1],
      ['CM', 10],
      ['Inch', 25.4],
      ['INCHES', 25.4],
      ['furlong', 1],
    ] as const)
      assert.is(Math.round(areaOf(quiet([], text(`Units: ${units}`)).boundary)), Math.round(10_000 * mm * mm), units);
    const counts = (value: string): [number, boolean, string] => {
      const { piece, notes } = read(text(`Quantity: ${value}`));
      return [piece.quantity, piece.mirrored, notes.join()];
    };
    const note = (value: string, taken: string) => `the quantity "${value}" of "Front" was taken as ${taken}`;
    for (const [value, ...expected] of [
      ['', 1, false],
      ['2.0', 2, false],
      ['2 pcs', 2, false],
      ['2,0', 2, false],
      ['2,1', 3, true],
      ['L:1,R:1', 2, true],
      ['Left 2; Right 2', 4, true],
    ] as const)
      assert.equal(counts(value), [...expected, ''], value);
    for (const [value, quantity, mirrored, taken] of [
      ['3,1', 4, true, '4, every second one mirrored'],
      ['0,2', 2, false, '2, as drawn'],
      ['0', 1, false, '1'],
      ['two', 1, false, '1'],
      ['1.5', 1, false, '1'],
      ['1,x', 1, false, '1'],
      ['2000', 1000, false, '1000'],
    ] as const)
      assert.equal(counts(value), [quantity, mirrored, note(value, taken)], value);
  },
  '`# 12` (grade rules)': () =>
    assert.match(read(text('# 12')).notes.join(), /^the file is graded by a rule table \(\.rul\)/),
  'other texts in a piece': () => {
    assert.equal(read([...text('Annotation: on the bias'), ...text('Category: TOP')]).notes, [
      'left out: 2 TEXT of pieces',
    ]);
    quiet([...text('Quantity: 2'), ...text('Annotation: 2 x fabric')]);
  },
  'several sizes': () => {
    const size = (name: string, side: number) => [
      ...square(side, 0, 0, [8, '1']),
      ...text('Piece Name: A'),
      ...text(`Size: ${name}`),
    ];
    const graded = dxfSource(text('Sample Size: M'), { blocks: { S: size('S', 10), M: size('M', 20) } });
    const sides = (options: { size?: string }): number[] =>
      importDxf(graded, { name: 'x', ...options }).content.pieces.map(({ boundary }) => Math.sqrt(areaOf(boundary)));
    assert.equal([sides({}), sides({ size: 'S' }), sides({ size: 'all' })], [[20], [10], [10, 20]]);
  },
  'on a layer that is off or frozen, made invisible, on a paper layout': () => {
    const invisible: Group = [60, 1];
    const { piece, notes } = read([
      ...line('8', [5, 5], [5, 50]).concat([invisible]),
      ...point('4', 0, 50, invisible),
      ...square(20, 10, 10, [8, '11'], [67, 1]),
      ...point('84', 0, 0, invisible),
      ...entity('TEXT', [8, '15'], ...xy([[20, 30]]), [40, 5], [1, 'Dart'], invisible),
      ...text('Quantity: 2').concat([invisible]),
    ]);
    assert.equal([piece.internalLines, piece.notches, piece.holes, piece.texts, piece.quantity], [[], [], [], [], 2]);
    assert.equal(notes, [
      'left out: 1 LINE made invisible, 1 POINT made invisible, 1 LWPOLYLINE on a paper layout, 1 TEXT made invisible',
    ]);
    const layers: Group[] = [
      [0, 'LAYER'],
      [2, '8'],
      [62, -7],
    ];
    const file = (side: Group[], outside: Group[] = []) => {
      const blocks = {
        P: [...square(100, 0, 0, [8, '1']), ...line('8', [5, 5], [5, 50])],
        Q: [...square(50, 0, 0, [8, '1'], ...side), ...text('Piece Name: Pocket')],
      };
      const { content, notes: told } = importDxf(dxfSource(outside, { blocks, layers }), { name: 'x' });
      return [content.pieces.map(({ name }) => name), told.map(({ message }) => message)];
    };
    assert.equal(file([]), [['P', 'Pocket'], ['left out: 1 LINE on a hidden layer']]);
    assert.equal(file([invisible]), [
      ['P'],
      ['the boundary of "Pocket" is hidden', 'left out: 1 LINE on a hidden layer, 1 LWPOLYLINE made invisible'],
    ]);
    const put = entity('INSERT', [8, '1'], [2, 'q'], ...xy([[0, 0]]), invisible);
    assert.equal(file([], put), [['P'], ['left out: 1 INSERT made invisible, 1 LINE on a hidden layer']]);
    const other = entity('INSERT', [8, '1'], [2, 'Q'], ...xy([[0, 0]]));
    assert.equal(file([], [...put, ...other])[0], ['P', 'Pocket']);
  },
  '`INSERT` of a piece': () => {
    const put = (...groups: Group[]) => entity('INSERT', [8, '1'], [2, 'P'], ...xy([[9, 9]]), ...groups);
    quiet([], put([50, 90]));
    quiet([], put([41, -1], [42, -1]));
    const told = (outside: Group[]): string => read([], outside).notes.join();
    const note = (how: string): string =>
      `"Front" is inserted ${how}; it was imported as its block draws it, as often as its quantity says`;
    assert.is(told(put([41, 2], [42, 2])), note('scaled'));
    assert.is(told(put([41, -1])), note('mirrored'));
    assert.is(told(put([210, 0], [220, 0], [230, -1])), note('mirrored'));
    assert.is(told([...put(), ...put([41, -1.5], [42, 1.5])]), note('2 times and scaled and mirrored'));
    assert.is(told(put([70, 2], [71, 3], [44, 200], [45, 200])), note('6 times'));
  },
  'outside the pieces': () => {
    const outside = [...line('1', [0, 0], [9, 9]), ...text('Style Name: Shirt'), ...text('hello')];
    assert.equal(read([], outside).notes, ['left out: 1 LINE outside the pieces, 1 TEXT outside the pieces']);
  },
};

test('the table and the files have the same rows', () => {
  assert.equal(rowsUnder('How an apparel DXF is read').sort(), Object.keys(rows).sort());
});

for (const [name, check] of Object.entries(rows)) test(`apparel DXF: ${name}`, check);

test.run();

/** Apparel DXF with several sizes, and the marks of its pieces that are left out: in the import, and for nesting. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ServiceError } from '../../src/errors.js';
import { importDxf } from '../../src/patterns/import/dxf.js';
import { readParts } from '../../src/services/files/read-parts.js';
import { dxfSource, entity, type Group, square, xy } from '../drawing/dxf-source.js';
import { areaOf } from '../drawing/table-rows.js';
import { file, graded, piece, text } from './graded-files.js';

/** Names and sides of squares, as the import and as nesting see them. */
function sides(source: string, size?: string): [imported: string[], nested: string[]] {
  const options = size === undefined ? {} : { size };
  const side = (points: readonly (readonly [number, number])[]): number => Math.round(Math.sqrt(areaOf(points)));
  return [
    importDxf(source, { name: 'x', ...options }).content.pieces.map(
      ({ name, boundary }) => `${name} ${side(boundary)}`,
    ),
    readParts(source, { format: 'dxf', ...options }).parts.map(({ id, points }) => `${id} ${side(points)}`),
  ];
}
const notesOf = (source: string, size?: string): string[] => {
  const options = size === undefined ? {} : { size };
  const { notes } = importDxf(source, { name: 'x', ...options });
  assert.equal(
    readParts(source, { format: 'dxf', ...options }).notes,
    notes.map(({ message }) => message),
  );
  return notes.map(({ code, message }) => `${code}: ${message}`);
};
const both = (...expected: string[]) => [expected, expected];

test('of several sizes the reader takes the sample size, the named one, or all', () => {
  assert.equal(sides(graded), both('Front 110', 'Back 130', 'Label 20'));
  assert.equal(notesOf(graded), [
    'sizes_left_out: the file has the sizes S, M; only M was imported (ask for "all" to get them all)',
  ]);
  assert.equal(sides(graded, 'S'), both('Front 100', 'Back 120', 'Label 20'));
  assert.equal(notesOf(graded, 'S'), []);
  assert.equal(sides(graded, 'all'), both('Front S 100', 'Front M 110', 'Back S 120', 'Back M 130', 'Label 20'));
  assert.equal(notesOf(graded, 'all'), []);
});

test('a size missing from the file is refused, with a list of its sizes', () => {
  for (const read of [() => sides(graded, 'XL'), () => readParts(graded, { format: 'dxf', size: 'XL' })]) {
    try {
      read();
      assert.unreachable();
    } catch (error) {
      assert.instance(error, ServiceError);
      const [problem] = (error as ServiceError).problems;
      assert.equal([problem?.path, problem?.code, problem?.choices], ['size', 'unknown_value', ['S', 'M', 'all']]);
      assert.is(problem?.message, 'size: the file has the sizes S, M');
    }
  }
  assert.throws(() => sides(dxfSource(square(10)), 'S'), /not an apparel DXF/);
  assert.throws(() => readParts('<svg/>', { format: 'svg', size: 'S' }), /not an apparel DXF/);
});

test('a piece without the chosen size is never silently swapped for another', () => {
  const uneven = file(
    {
      A: piece('Front', 'S', 100),
      B: piece('Front', 'M', 110),
      C: piece('Front', 'L', 115),
      D: piece('Pocket', 'S', 30),
      E: piece('Collar', 'S', 40),
      F: piece('Collar', 'L', 45),
    },
    ...text('Sample Size: XXL'),
  );
  assert.equal(sides(uneven, 'M'), both('Front 110', 'Pocket 30'));
  assert.equal(notesOf(uneven, 'M'), [
    'size_assumed: "Pocket" exists in size S only, so that size was imported',
    'piece_left_out: "Collar" was left out: it has no size M, only S, L',
  ]);
  // the sample size is in no block: the first one that is
  assert.equal(sides(uneven), both('Front 100', 'Pocket 30', 'Collar 40'));
});

test('left-out marks of a piece are counted by kind and layer; mere repetitions are not', () => {
  const line = (layer: string, y: number) => entity('LINE', [8, layer], ...xy([[2, y]]), ...xy([[8, y]], 11));
  const point = (layer: string) => entity('POINT', [8, layer], ...xy([[0, 0]]));
  const full = file(
    {
      P: piece(
        'Front',
        'M',
        100,
        ...square(99, 0.5, 0.5, [8, '14']),
        ...square(99, 0.5, 0.5, [8, '87']),
        ...[line('7', 5), line('7', 9), line('9', 1), line('9', 2)].flat(),
        ...[point('2'), point('3'), point('4'), point('5')].flat(),
        ...[square(5, 10, 10, [8, '1']), text('Annotation: cut on the bias'), text('# 12')].flat(),
        // an opening in four lines, and one that does not close
        ...[
          entity(
            'LWPOLYLINE',
            [8, '11'],
            ...xy([
              [20, 20],
              [30, 20],
              [30, 30],
            ]),
          ),
          entity(
            'LWPOLYLINE',
            [8, '11'],
            ...xy([
              [30, 30],
              [20, 30],
              [20, 20],
            ]),
          ),
        ].flat(),
        ...line('11', 70),
      ),
    },
    ...circleOutside(),
    ...text('Style Name: Shirt'),
  );
  const { content } = importDxf(full, { name: 'x' });
  const [front] = content.pieces;
  assert.equal(
    front!.holes.map((hole) => areaOf(hole)),
    [100],
  );
  assert.equal([front!.notches.length, front!.grainline !== null, front!.seamLine !== null], [1, true, true]);
  assert.equal(notesOf(full), [
    'grading_left_out: the file is graded by a rule table (.rul), which is not read; only M was imported',
    'entity_skipped: left out: 1 CIRCLE outside the pieces, 1 further line on layer 1, 1 further line on layer 7, 1 opening that does not close, 2 LINE on layer 9, 1 POINT on layer 5, 1 TEXT of pieces',
  ]);
});

const circleOutside = (): Group[] => entity('CIRCLE', [8, '1'], ...xy([[500, 0]]), [40, 9]);

test('a half piece with a mirror line on layer 6 is nested whole', () => {
  const fold = entity('LINE', [8, '6'], ...xy([[0, 0]]), ...xy([[0, 80]], 11));
  const half = file({ BACK: piece('Back', 'M', 80, ...fold, ...square(10, 30, 30, [8, '11'])) });
  const { parts, notes } = readParts(half, { format: 'dxf' });
  assert.equal(notes, []);
  assert.equal(
    parts.map(({ points, holes }) => [areaOf(points), holes.map(areaOf)]),
    [[2 * 6400, [100, 100]]],
  );
  // the pattern keeps the half, and is drafted as one
  const [back] = importDxf(half, { name: 'x' }).content.pieces;
  assert.equal([areaOf(back!.boundary), back!.foldLine !== null], [6400, true]);
});

test('curves of pieces are as fine in inches as in millimetres', () => {
  const disc = (units: number, radius: number) =>
    importDxf(
      dxfSource(text('x'), {
        units,
        blocks: { D: [...entity('CIRCLE', [8, '1'], ...xy([[0, 0]]), [40, radius]), ...text('Piece Name: Disc')] },
      }),
      { name: 'x' },
    ).content.pieces[0]!.boundary;
  for (const outline of [disc(4, 50), disc(1, 50 / 25.4), disc(6, 0.05)]) {
    assert.ok(Math.abs(areaOf(outline) / (2500 * Math.PI) - 1) < 0.002, `${areaOf(outline)}`);
  }
});

test.run();

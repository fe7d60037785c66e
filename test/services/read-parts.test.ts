import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { layMarker } from '../../src/drawing/marker/marker.js';
import { markerDrawing } from '../../src/drawing/marker/marker-drawing.js';
import { writeMarkerDxf } from '../../src/drawing/marker/marker-dxf.js';
import { writeSvg } from '../../src/drawing/svg.js';
import { ServiceError } from '../../src/errors.js';
import { outlineFault } from '../../src/geometry/outline-fault.js';
import type { Point } from '../../src/geometry/point.js';
import { readParts } from '../../src/services/files/read-parts.js';
import { dxfSource, square } from '../drawing/dxf-source.js';
import { rectangle } from '../rectangle.js';

const svg = (content: string, head = 'width="100mm" height="100mm" viewBox="0 0 100 100"'): string =>
  `<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [ <!ENTITY ns "x"> ]>\n<svg xmlns="http://www.w3.org/2000/svg" ${head}>${content}</svg>`;
const parts = (content: string, head?: string) => readParts(svg(content, head), { format: 'svg' }).parts;
const box = (points: readonly Point[]): number[] => {
  const round = (value: number): number => Math.round(value * 100) / 100 + 0;
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].map(round);
};
const area = (points: readonly Point[]): number =>
  Math.abs(
    points.reduce((sum, [x, y], i) => {
      const [nx, ny] = points[(i + 1) % points.length]!;
      return sum + x * ny - nx * y;
    }, 0),
  ) / 2;

test('every shape of SVG becomes a part in millimetres', () => {
  const shape = (element: string): readonly Point[] => parts(element)[0]!.points;
  assert.equal(box(shape('<rect x="1" y="2" width="30" height="40"/>')), [1, 2, 31, 42]);
  assert.ok(
    Math.abs(area(shape('<rect x="10" y="10" width="20" height="10" rx="5"/>')) - (200 - (4 - Math.PI) * 25)) < 1,
  );
  assert.equal(box(shape('<circle cx="50" cy="50" r="10"/>')), [40, 40, 60, 60]);
  assert.ok(Math.abs(area(shape('<circle cx="50" cy="50" r="10"/>')) - 100 * Math.PI) < 0.05 * 20 * Math.PI);
  assert.equal(box(shape('<ellipse cx="50" cy="50" rx="10" ry="5"/>')), [40, 45, 60, 55]);
  assert.is(area(shape('<polygon points="0,0 10,0 10,10"/>')), 50);
  assert.equal(box(shape('<path d="M0 0H20V20h-20z"/>')), [0, 0, 20, 20]);
});

test('curves and arcs of paths are within 0.05 mm of the true ones', () => {
  const arc = (flags: string) => parts(`<path d="M20 50A30 30 0 ${flags}80 50A30 30 0 ${flags}20 50z"/>`)[0]!.points;
  for (const flags of ['1 1 ', '0,1,', '01']) {
    for (const [x, y] of arc(flags))
      assert.ok(Math.abs(Math.hypot(x - 50, y - 50) - 30) < 0.051, `${flags}: ${x} ${y}`);
  }
  const [bezier] = parts('<path d="M0 0C0 55.23 44.77 100 100 100S200 55.2 200 0Q150 -50 100 0T0 0Z"/>');
  assert.equal(box(bezier!.points).slice(0, 1), [0]);
  assert.is(box(bezier!.points)[3], 100);
});

test('units and the view box give the length of a unit, transforms the place of a shape', () => {
  const square = '<rect width="10" height="10"/>';
  assert.equal(box(parts(square, 'width="200mm" height="200mm" viewBox="0 0 100 100"')[0]!.points), [0, 0, 20, 20]);
  assert.equal(box(parts(square, 'width="1in" height="1in" viewBox="0 0 10 10"')[0]!.points), [0, 0, 25.4, 25.4]);
  assert.equal(box(parts('<rect width="96" height="96"/>', '')[0]!.points), [0, 0, 25.4, 25.4]);
  assert.equal(box(parts(square, 'viewBox="5 5 100 100" width="10cm"')[0]!.points), [-5, -5, 5, 5]);
  const moved = parts(`<g transform="translate(50 0) rotate(90)"><g transform="scale(2)">${square}</g></g>`);
  assert.equal(box(moved[0]!.points), [30, 0, 50, 20]);
});

test('an outline in another one is its opening, and one in the opening is a part', () => {
  const read = parts(`
    <rect id="frame" width="50" height="50"/><rect x="10" y="10" width="30" height="30"/>
    <rect id="inner" x="20" y="20" width="10" height="10"/>`);
  assert.equal(
    read.map(({ id, holes }) => [id, holes.length]),
    [
      ['frame', 1],
      ['inner', 0],
    ],
  );
});

test('lines that meet make an outline; open ones are reported; names are unique', () => {
  const { parts: read, notes } = readParts(
    svg(`<g id="part"><line x1="0" y1="0" x2="10" y2="0"/><line x1="10" y1="10" x2="10" y2="0"/>
      <polyline points="10,10 0,10 0,0.2"/></g>
      <g id="other"><line x1="50" y1="50" x2="60" y2="60"/></g>
      <g id="pair"><rect x="20" width="5" height="5"/><rect x="40" width="5" height="5"/></g>`),
    { format: 'svg' },
  );
  assert.equal(read.map(({ id }) => id).sort(), ['pair-1', 'pair-2', 'part']);
  assert.equal(notes, ['left out: 1 open line']);
});

test('lines drawn a little too far meet halfway; an outline that crosses itself elsewhere stays unchanged', () => {
  const line = (id: string, data: string): string => `<path id="${id}" fill="none" stroke="red" d="${data}"/>`;
  // programs give each line an id of its own
  const sides = ['M-.2 0H50.3', 'M50 -.2V40.2', 'M50.2 40L0 40.1', 'M0 -.2V39.8'];
  const { parts: read, notes } = readParts(svg(sides.map((data, i) => line(`path${i}`, data)).join('')), {
    format: 'svg',
  });
  assert.equal(notes, []);
  assert.is(read.length, 1);
  assert.is(outlineFault(read[0]!.points), null);
  assert.ok(Math.abs(area(read[0]!.points) - 2000) < 20, `${area(read[0]!.points)}`);
  const [bow] = parts('<path d="M0 0L30 30V0L0 40Z"/>');
  assert.is(outlineFault(bow!.points)?.kind, 'self_intersection');
  assert.throws(
    () => parts('<path d="M0 0L30 30V0L0 30Z"/>'),
    /no closed outline; left out: 1 line that crosses itself/,
  );
});

test('outlines in a group or on a layer named sheet are sheets, with their keep-out zones', () => {
  const { sheets, parts: read } = readParts(
    svg(`<g id="sheet"><rect width="90" height="90"/></g><g inkscape:label="keep-out"><rect x="5" y="5" width="5" height="5"/></g>
      <rect id="a" x="20" y="20" width="10" height="10"/>`),
    { format: 'svg' },
  );
  assert.is(sheets.length, 1);
  assert.is(sheets[0]!.holes.length, 1);
  assert.equal(
    read.map(({ id }) => id),
    ['a'],
  );
});

test('names of sheets and keep-out zones may have a number or an underscore, but not go on as another word', () => {
  const names = ['sheet1', 'Sheet_2', 'bin3', 'BINS', 'binding', 'sheeting', 'binär', 'keep_out1', 'Keepout 2'];
  const kinds = (drawn: ReturnType<typeof readParts>) => [
    drawn.sheets.length,
    drawn.sheets.flatMap(({ holes }) => holes).length,
    drawn.parts.map(({ id }) => id),
  ];
  const expected = [4, 2, ['binding', 'sheeting', 'binär']];
  const groups = names.map((name, i) => {
    const isZone = name.toLowerCase().startsWith('keep');
    return `<g id="${name}"><rect x="${isZone ? 2 : i * 10}" y="${isZone ? i - 6 : 0}" width="${isZone ? 2 : 9}" height="${isZone ? 0.9 : 9}"/></g>`;
  });
  assert.equal(kinds(readParts(svg(groups.join('')), { format: 'svg' })), expected);
  const outlines = names.flatMap((name, i) => {
    const isZone = name.toLowerCase().startsWith('keep');
    return square(isZone ? 1.5 : 9, isZone ? 2 : i * 10, isZone ? (i - 7) * 3 : 0, [8, name]);
  });
  assert.equal(kinds(readParts(dxfSource(outlines), { format: 'dxf' })), expected);
});

test('numbers after equal names make no name of another part', () => {
  const named = (...ids: string[]): string[] => {
    const shapes = ids.map((id, i) => `<rect ${id && `id="${id}"`} x="${i * 10}" width="5" height="5"/>`);
    return readParts(svg(shapes.join('')), { format: 'svg' }).parts.map(({ id }) => id);
  };
  assert.equal(named('a', 'a', 'a-1'), ['a-2', 'a-3', 'a-1']);
  assert.equal(named('a', 'a-2', 'a', 'a'), ['a-1', 'a-2', 'a-3', 'a-4']);
  assert.equal(named('', '', 'part-1', 'part'), ['part-2', 'part-3', 'part-1', 'part']);
  assert.equal(named('a', 'a', 'a-1', 'a-1'), ['a-2', 'a-3', 'a-1-1', 'a-1-2']);
});

test('a marker written as DXF or SVG reads back as its parts and sheets', () => {
  const square = (side: number): Point[] => rectangle(side, side);
  const sides = fc.array(fc.integer({ min: 5, max: 90 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(sides, (lengths) => {
      const marker = layMarker({
        polygons: lengths.map((side, i) => ({ id: `p${i}`, points: square(side) })),
        bins: [{ boundary: { points: square(1000) } }],
        placements: lengths.map((_, i) => ({ index: i, bin: 0, position: [100 * i, 0] as const, rotation: 0 })),
        unplaced: [],
      });
      for (const [format, text] of [
        ['dxf', writeMarkerDxf(marker)],
        ['svg', writeSvg(markerDrawing(marker))],
      ] as const) {
        const read = readParts(text, { format });
        assert.is(read.sheets.length, 1, format);
        const found = read.parts.map(({ points }) => Math.round(Math.sqrt(area(points))));
        // a DXF has its parts in the order of their cuts
        const ascending = (list: readonly number[]): number[] => [...list].sort((a, b) => a - b);
        assert.equal(ascending(found), ascending(lengths), format);
      }
    }),
    { numRuns: 25 },
  );
});

test('a file that is not a drawing is refused with the place of the fault', () => {
  const refused = (source: string, format: 'svg' | 'dxf', code: string, sentence: RegExp): void => {
    try {
      readParts(source, { format });
    } catch (error) {
      assert.instance(error, ServiceError);
      const [problem] = (error as ServiceError).problems;
      assert.is(problem?.code, code);
      assert.match(problem.message, sentence);
      return;
    }
    assert.unreachable(source);
  };
  refused('<html/>', 'svg', 'invalid_svg', /<html>, not <svg>/);
  refused('<svg><path', 'svg', 'invalid_svg', /not an XML element/);
  refused(svg('<path id="p" d="M0 0 L5"/>'), 'svg', 'invalid_svg', /"p": L takes 2 numbers/);
  refused(svg('<path d="M0 0 X5"/>'), 'svg', 'invalid_svg', /"X5" is not path data/);
  refused(svg('<rect width="5em" height="1"/>'), 'svg', 'invalid_svg', /"5em", which is not a length/);
  refused(svg('<text>nothing</text>'), 'svg', 'no_outline', /no closed outline/);
  refused('no dxf', 'dxf', 'invalid_dxf', /line 1/);
});

test('entities of the document type are put in place, as Illustrator’s styles need; they cannot fill the memory', () => {
  const file = (entities: string, content: string): string =>
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd" [${entities}]><svg width="9mm" height="9mm" viewBox="0 0 9 9">${content}</svg>`;
  const styles = '<!ENTITY st0 \'fill:none;stroke:none;\'><!ENTITY ns_svg "http://www.w3.org/2000/svg">';
  const frame = '<rect width="9" height="9" style="&st0;"/><rect width="4" height="4" id="a&amp;b"/>';
  const { parts: read, notes } = readParts(file(styles, frame), { format: 'svg' });
  assert.equal(notes, ['left out: 1 rect (neither filled nor stroked)']);
  assert.equal(
    read.map(({ id, points }) => [id, area(points)]),
    [['a&b', 16]],
  );
  const bomb = file(`<!ENTITY x "${'x'.repeat(100_000)}">`, `<text>${'&x;'.repeat(100_000)}</text>`);
  assert.throws(() => readParts(bomb, { format: 'svg' }), /entities of the file are too long/);
});

test('random path data is parsed or refused', () => {
  const word = fc.oneof(fc.constantFrom(...'MmLlHhVvCcSsQqTtAaZz', ' ', ',', '-', '.', 'e5', '0', '1', '12.5'));
  fc.assert(
    fc.property(fc.array(word, { maxLength: 40 }), (words) => {
      try {
        readParts(svg(`<path d="M0 0H9V9z${words.join('')}"/>`), { format: 'svg' });
      } catch (error) {
        assert.instance(error, ServiceError);
      }
    }),
    { numRuns: 2000 },
  );
});

test('a line over 1 km wide is left out, with a note', () => {
  const wide = '<circle cx="50" cy="50" r="500001"/><path d="M0 0H1000001V9Z"/>';
  const { parts: read, notes } = readParts(svg(`${wide}<circle cx="50" cy="50" r="10"/>`), { format: 'svg' });
  assert.equal(
    read.map(({ points }) => box(points)),
    [[40, 40, 60, 60]],
  );
  assert.equal(notes, ['left out: 2 lines over 1 km wide']);
  const km = readParts(svg('<circle r="499999"/>'), { format: 'svg' });
  assert.equal(box(km.parts[0]!.points), [-499999, -499999, 499999, 499999]);
});

test.run();

/** Every row of the table of DXF in docs/files.md, on a file of its own: areas by formula, points on the true curve. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Point } from '../../src/geometry/point.js';
import { importDxf } from '../../src/patterns/import/dxf.js';
import { readParts } from '../../src/services/files/read-parts.js';
import { circle, type DxfParts, dxfSource, entity, type Group, square, xy } from './dxf-source.js';
import { areaOf, boxAround, nearlyArea, rowsUnder } from './table-rows.js';

const read = (entities: readonly Group[], parts?: DxfParts) => readParts(dxfSource(entities, parts), { format: 'dxf' });
const only = (entities: readonly Group[], parts?: DxfParts): readonly Point[] => {
  const { parts: found, notes } = read(entities, parts);
  assert.equal(notes, []);
  assert.is(found.length, 1);
  return found[0]!.points;
};
/** A square that is read, beside which something is not. */
const leaves = (sentence: string, beside: readonly Group[], parts?: DxfParts): void => {
  const { parts: found, notes } = read([...square(10), ...beside], parts);
  assert.equal(notes, [sentence]);
  assert.equal(
    found.map(({ points }) => areaOf(points)),
    [100],
  );
};
/** Every point has the same value of a form in x and y. */
const onCurve = (points: readonly Point[], form: (x: number, y: number) => number, value: number): void => {
  for (const [x, y] of points) assert.ok(Math.abs(form(x, y) - value) < 1e-9 * value, `${x}, ${y} is off the curve`);
};

const behind: Group[] = [
  [210, 0],
  [220, 0],
  [230, -1],
];
const tilted: Group[] = [
  [210, 0],
  [220, 1],
  [230, 1],
];
const vertex = (x: number, y: number, ...more: Group[]): Group[] => entity('VERTEX', ...more, ...xy([[x, y]]));
const polyline = (flags: number, ...vertices: Group[][]): Group[] => [
  ...entity('POLYLINE', [66, 1], [70, flags]),
  ...vertices.flat(),
  ...entity('SEQEND'),
];
const knots = (values: readonly number[]): Group[] => values.map((value): Group => [40, value]);
/** The whole circle as a rational quadratic spline: exact, seven control points. */
const roundSpline = (r: number, ...more: Group[]): Group[] =>
  entity(
    'SPLINE',
    ...more,
    [71, 2],
    ...knots([0, 0, 0, 1, 1, 2, 2, 3, 3, 3]),
    ...[1, 0.5, 1, 0.5, 1, 0.5, 1].map((weight): Group => [41, weight]),
    ...xy(
      Array.from({ length: 7 }, (_, i): [number, number] => {
        const [angle, reach] = [(i * Math.PI) / 3, i % 2 === 0 ? r : 2 * r];
        return [reach * Math.cos(angle), reach * Math.sin(angle)];
      }),
    ),
  );

const rows: Readonly<Record<string, () => void>> = {
  '`LINE`': () => {
    const sides: [Point, Point][] = [
      [
        [0, 0],
        [30, 0],
      ],
      [
        [30, 20],
        [30, 0.4],
      ],
      [
        [0, 20],
        [30, 20],
      ],
      [
        [0, 0],
        [0, 20],
      ],
    ];
    const points = only(sides.flatMap(([from, to]) => entity('LINE', ...xy([from]), ...xy([to], 11))));
    assert.equal(boxAround(points), [0, -20, 30, 0]);
    assert.is(Math.round(areaOf(points) * 10) / 10, 600);
  },
  '`LWPOLYLINE`': () => {
    assert.is(areaOf(only(square(30))), 900);
    const lens = only(entity('LWPOLYLINE', [70, 1], ...xy([[0, 0]]), [42, 1], ...xy([[100, 0]]), [42, 1]));
    onCurve(lens, (x, y) => Math.hypot(x - 50, y), 50);
    nearlyArea(lens, 2500 * Math.PI);
  },
  '`POLYLINE`': () => {
    assert.is(areaOf(only(polyline(1, vertex(0, 0), vertex(30, 0), vertex(0, 40)))), 600);
    const half = only(polyline(1, vertex(0, 0, [42, 1]), vertex(60, 0)));
    nearlyArea(half, 450 * Math.PI);
    // spline-fit: the frame (16) is no part of the curve (8)
    const fit = polyline(
      1 | 4,
      vertex(90, 90, [70, 16]),
      vertex(0, 0, [70, 8]),
      vertex(30, 0, [70, 8]),
      vertex(0, 40, [70, 8]),
    );
    assert.is(areaOf(only(fit)), 600);
    // curve-fit: vertices that were put in (1) are
    const curved = polyline(1 | 2, vertex(0, 0, [42, 1]), vertex(60, 0, [42, 1], [70, 1]));
    nearlyArea(only(curved), 900 * Math.PI);
  },
  '`POLYLINE` that is a mesh': () => {
    leaves('left out: 1 POLYLINE that is a mesh', polyline(64, vertex(0, 0), vertex(1, 0), vertex(1, 1)));
    leaves('left out: 1 POLYLINE that is a mesh', polyline(16, vertex(0, 0), vertex(1, 0), vertex(1, 1)));
  },
  '`ARC`, `CIRCLE`': () => {
    for (const [units, mm] of [
      [1, 25.4],
      [4, 1],
      [6, 1000],
      [9, 0.0254],
    ] as const) {
      const disc = only(circle(50 / mm), { units });
      onCurve(disc, Math.hypot, 50);
      nearlyArea(disc, 2500 * Math.PI);
    }
    const arc = (from: number, to: number) => entity('ARC', ...xy([[0, 0]]), [40, 50], [50, from], [51, to]);
    const whole = only([...arc(20, 300), ...arc(300, 20)]);
    onCurve(whole, Math.hypot, 50);
    nearlyArea(whole, 2500 * Math.PI);
  },
  '`ELLIPSE`': () => {
    const ellipse = (...more: Group[]) => entity('ELLIPSE', ...xy([[0, 0]]), ...xy([[60, 0]], 11), [40, 0.5], ...more);
    const form = (x: number, y: number): number => (x / 60) ** 2 + (y / 30) ** 2;
    for (const more of [
      [],
      [
        [41, 0],
        [42, 6.28319],
      ],
      behind,
    ] as Group[][]) {
      const whole = only(ellipse(...more));
      onCurve(whole, form, 1);
      nearlyArea(whole, 1800 * Math.PI);
    }
    const upper = [...ellipse([41, 0], [42, Math.PI]), ...entity('LINE', ...xy([[-60, 0]]), ...xy([[60, 0]], 11))];
    const half = only(upper);
    onCurve(half, (x, y) => (y > -1e-9 ? 1 : form(x, y)), 1);
    nearlyArea(half, 900 * Math.PI);
    // seen from behind, parameters run the other way round
    const quarter = only([
      ...ellipse([41, 0], [42, Math.PI / 2], ...behind),
      ...entity('LINE', ...xy([[0, -30]]), ...xy([[0, 0]], 11)),
      ...entity('LINE', ...xy([[0, 0]]), ...xy([[60, 0]], 11)),
    ]);
    assert.equal(boxAround(quarter), [0, 0, 60, 30]);
  },
  '`SPLINE` by control points': () => {
    for (const [units, mm] of [
      [4, 1],
      [1, 25.4],
    ] as const) {
      const disc = only(roundSpline(50 / mm, [70, 1 | 2 | 4 | 8]), { units });
      onCurve(disc, Math.hypot, 50);
      nearlyArea(disc, 2500 * Math.PI);
    }
    // a cubic over its chord: 3/20 of the sum of cross products (Green)
    const bow = [
      ...entity(
        'SPLINE',
        [70, 8],
        [71, 3],
        ...knots([0, 0, 0, 0, 1, 1, 1, 1]),
        ...xy([
          [0, 0],
          [0, 60],
          [90, 60],
          [90, 0],
        ]),
      ),
      ...entity('LINE', ...xy([[0, 0]]), ...xy([[90, 0]], 11)),
    ];
    nearlyArea(only(bow), 0.6 * 90 * 60);
    // periodic: the first three control points come again, the knots are not clamped
    const round = Array.from(
      { length: 9 },
      (_, i): Point => [40 * Math.cos((i * Math.PI) / 3), 40 * Math.sin((i * Math.PI) / 3)],
    );
    const periodic = only(
      entity('SPLINE', [70, 1 | 2], [71, 3], ...knots(Array.from({ length: 13 }, (_, i) => i)), ...xy(round)),
    );
    nearlyArea(periodic, periodicArea(round.slice(0, 6)));
  },
  '`SPLINE` by fit points alone': () => {
    const corners: Point[] = Array.from({ length: 12 }, (_, i) => [
      50 * Math.cos((i * Math.PI) / 6),
      50 * Math.sin((i * Math.PI) / 6),
    ]);
    const { parts, notes } = read(entity('SPLINE', [70, 1], [71, 3], ...xy(corners, 11)));
    assert.equal(notes, ['1 SPLINE has fit points and no control points; a cubic spline through them is assumed']);
    const { points } = parts[0]!;
    for (const [x, y] of corners) assert.ok(points.some(([u, v]) => Math.hypot(u - x, v + y) < 1e-9));
    // through twelve points of a circle it is the circle to a few hundredths
    for (const [x, y] of points) assert.ok(Math.abs(Math.hypot(x, y) - 50) < 0.05, `${x}, ${y}`);
  },
  '`SPLINE` that is no curve': () => {
    const clamped = xy([
      [0, 0],
      [50, 0],
      [50, 50],
      [0, 50],
    ]);
    const spline = (flags: number, values: number[], ...more: Group[]) =>
      entity('SPLINE', [70, flags], [71, 3], ...knots(values), ...clamped, ...more);
    leaves('left out: 1 SPLINE whose knots do not fit its control points', spline(8, [0, 0, 0, 1, 1, 1]));
    leaves('left out: 1 SPLINE whose knots fall', spline(8, [0, 0, 0, 0, 1, 1, 1, 0.5]));
    leaves('left out: 1 SPLINE that says it is closed and is not', spline(11, [0, 0, 0, 0, 1, 1, 1, 1]));
    const weights = [1, -1, 1, 1].map((weight): Group => [41, weight]);
    leaves('left out: 1 SPLINE with a weight that is not above 0', spline(8, [0, 0, 0, 0, 1, 1, 1, 1], ...weights));
  },
  '`INSERT`': () => {
    const blocks = { Part: [...xy([[5, 5]]), ...square(20, 5, 5, [8, '0'])] };
    const put = (...groups: Group[]) => entity('INSERT', [2, 'PART'], ...xy([[100, 50]]), ...groups);
    const boxes = (...groups: Group[]) => read(put(...groups), { blocks }).parts.map(({ points }) => boxAround(points));
    assert.equal(boxes(), [[100, -70, 120, -50]]);
    assert.equal(boxes([41, 2], [42, -0.5]), [[100, -50, 140, -40]]);
    assert.equal(boxes([50, 90]), [[80, -70, 100, -50]]);
    assert.equal(boxes(...behind), [[-120, -70, -100, -50]]);
    assert.equal(boxes([50, 90], ...behind), [[-100, -70, -80, -50]]);
    // a grid turns with the block and is not scaled with it
    assert.equal(boxes([41, 2], [42, 2], [50, 90], [70, 2], [71, 2], [44, 100], [45, 60]), [
      [60, -90, 100, -50],
      [60, -190, 100, -150],
      [0, -90, 40, -50],
      [0, -190, 40, -150],
    ]);
    const nest = { ...blocks, Outer: put([41, 2], [42, 2]) };
    const outer = only(entity('INSERT', [2, 'OUTER'], ...xy([[0, 0]]), [41, 0.1], [42, 0.1]), { blocks: nest });
    assert.equal(boxAround(outer), [10, -9, 14, -5]);
    // curves are as fine in a block that is scaled up
    const big = only(entity('INSERT', [2, 'C'], ...xy([[0, 0]]), [41, 100], [42, 100]), { blocks: { C: circle(0.5) } });
    onCurve(big, Math.hypot, 50);
    nearlyArea(big, 2500 * Math.PI);
    // what is on layer 0 of a block is on the layer of the INSERT
    const sheet = read([...put([8, 'sheet']), ...square(10)], { blocks });
    assert.equal([sheet.sheets.length, sheet.parts.length], [1, 1]);
  },
  '`INSERT` of what is not there': () => {
    const put = entity('INSERT', [2, 'GONE'], ...xy([[0, 0]]));
    leaves('left out: 1 INSERT of a missing block', put);
    leaves('left out: 1 INSERT of another file', put, { blocks: { GONE: [[70, 4]] } });
    leaves('left out: 1 INSERT in more than 16 others', put, { blocks: { gone: put } });
  },
  '`TEXT`, `MTEXT`, `ATTDEF`, `ATTRIB`': () => {
    const text = (type: string) => entity(type, ...xy([[0, 0]]), [40, 5], [1, 'Front']);
    leaves('left out: 2 TEXT, 1 MTEXT, 1 ATTDEF', [
      ...text('TEXT'),
      ...text('TEXT'),
      ...text('MTEXT'),
      ...text('ATTDEF'),
    ]);
    const put = [...entity('INSERT', [66, 1], [2, 'P'], ...xy([[0, 0]])), ...text('ATTRIB'), ...entity('SEQEND')];
    leaves('left out: 1 TEXT, 1 ATTRIB', put, { blocks: { P: text('TEXT') } });
  },
  '`HATCH`': () =>
    leaves(
      'left out: 1 HATCH',
      entity(
        'HATCH',
        [2, 'SOLID'],
        [91, 1],
        [92, 2],
        [93, 3],
        ...xy([
          [0, 0],
          [5, 0],
          [5, 5],
        ]),
      ),
    ),
  '`POINT`': () => leaves('left out: 1 POINT', entity('POINT', ...xy([[3, 3]]))),
  '`DIMENSION`, `LEADER`, `SOLID`, `3DFACE`, `MLINE`, `REGION`, `IMAGE` and all others': () => {
    const kinds = [
      'DIMENSION',
      'LEADER',
      'SOLID',
      '3DFACE',
      'MLINE',
      'REGION',
      'IMAGE',
      'WIPEOUT',
      'ACAD_PROXY_ENTITY',
    ];
    const sentence = `left out: ${kinds.map((kind) => `1 ${kind}`).join(', ')}`;
    // the block that shows a dimension is put nowhere, and counts for nothing
    leaves(
      sentence,
      kinds.flatMap((kind) => entity(kind, ...xy([[0, 0]]))),
      { blocks: { '*D1': square(5) } },
    );
  },
  'on a layer that is off or frozen, made invisible, on a paper layout': () => {
    const layer = (name: string, flags: number, colour: number): Group[] => [
      [0, 'LAYER'],
      [2, name],
      [70, flags],
      [62, colour],
    ];
    const layers = [...layer('OFF', 0, -7), ...layer('Frozen', 1, 7), ...layer('CUT', 0, 7)];
    const sentence = 'left out: 2 LWPOLYLINE on a hidden layer, 1 CIRCLE made invisible, 1 CIRCLE on a paper layout';
    const hidden = [
      ...square(5, 20, 0, [8, 'off']),
      ...square(5, 30, 0, [8, 'FROZEN']),
      ...circle(5, 0, 0, [60, 1]),
      ...circle(5, 0, 0, [67, 1]),
    ];
    leaves(sentence, hidden, { layers });
  },
  'drawn from behind (extrusion 0, 0, -1)': () => {
    assert.equal(boxAround(only(square(10, 20, 30, ...behind))), [-30, -40, -20, -30]);
    assert.equal(boxAround(only(circle(10, 20, 30, ...behind))), [-30, -40, -10, -20]);
    // lines and splines are in the plane of the drawing, whatever the extrusion says
    assert.equal(boxAround(only(roundSpline(10, [70, 1], ...behind))).slice(0, 1), [-10]);
  },
  'tilted out of the plane': () => {
    leaves('left out: 1 CIRCLE tilted out of the plane', circle(5, 0, 0, ...tilted));
    leaves('left out: 1 LWPOLYLINE tilted out of the plane', square(5, 0, 0, ...tilted));
  },
  'a line in another one': () => {
    const nestedSquares = [...square(90), ...square(50, 10, 10), ...square(10, 20, 20)];
    const { parts } = read(nestedSquares);
    assert.equal(
      parts.map(({ points, holes }) => [areaOf(points), holes.map(areaOf)]),
      [
        [8100, [2500]],
        [100, []],
      ],
    );
    const imported = (holes: boolean) =>
      importDxf(dxfSource(nestedSquares), { name: 'x', holes }).content.pieces.map((piece) => [
        areaOf(piece.boundary),
        piece.holes.map(areaOf),
        piece.internalLines.map(({ points }) => areaOf(points)),
      ]);
    assert.equal(imported(false), [[8100, [], [2500, 100]]]);
    assert.equal(imported(true), [
      [8100, [2500], []],
      [100, [], []],
    ]);
  },
  open: () => {
    const open = entity(
      'LWPOLYLINE',
      [70, 0],
      ...xy([
        [2, 2],
        [8, 2],
        [8, 8],
      ]),
    );
    leaves('left out: 1 open line', open);
    leaves('left out: 2 open lines', [...open, ...entity('LINE', ...xy([[50, 0]]), ...xy([[60, 0]], 11))]);
    const { content, notes } = importDxf(dxfSource([...square(10), ...open]), { name: 'x' });
    assert.equal(
      content.pieces.map(({ internalLines }) => internalLines.length),
      [1],
    );
    assert.equal(notes, []);
  },
  'drawn twice': () => {
    leaves(
      'left out: 1 outline drawn twice',
      entity(
        'LWPOLYLINE',
        [70, 1],
        ...xy([
          [10, 10],
          [10, 0],
          [0, 0],
          [0, 10],
        ]),
      ),
    );
    const side = (a: Point, b: Point) => entity('LINE', ...xy([a]), ...xy([b], 11));
    const triangle = [...side([50, 0], [80, 0]), ...side([80, 0], [50, 40]), ...side([50, 40], [50, 0])];
    const { parts, notes } = read([...triangle, ...side([80, 0], [50, 0]), ...triangle]);
    assert.equal(notes, ['left out: 4 lines drawn twice']);
    assert.equal(
      parts.map(({ points }) => areaOf(points)),
      [600],
    );
  },
  'closed and below 1 mm²': () => leaves('left out: 1 closed line below 1 mm²', circle(0.5, 5, 5)),
  'no unit in the file': () => {
    const { parts, notes } = read(square(10), { units: null });
    assert.equal(notes, ['the file does not say its unit; millimetres are assumed']);
    assert.is(areaOf(parts[0]!.points), 100);
    const inches = readParts(dxfSource(square(10), { units: 0 }), { format: 'dxf', unitMm: 25.4 });
    assert.equal(inches.notes, []);
    assert.is(Math.round(areaOf(inches.parts[0]!.points)), 64516);
    // where the file says it, nobody else does
    const own = readParts(dxfSource(square(10), { units: 4 }), { format: 'dxf', unitMm: 25.4 });
    assert.equal(own.notes, ['the file says its own unit; the one that was given is not used']);
    assert.is(areaOf(own.parts[0]!.points), 100);
  },
};

/** Of a closed uniform cubic B-spline: each span is a Bézier curve, whose area is a sum of cross products. */
function periodicArea(controls: readonly Point[]): number {
  const n = controls.length;
  const at = (i: number): Point => controls[(i + n) % n]!;
  const mix = (...parts: [number, Point][]): Point => [
    parts.reduce((sum, [w, [x]]) => sum + w * x, 0),
    parts.reduce((sum, [w, [, y]]) => sum + w * y, 0),
  ];
  const cross = ([ax, ay]: Point, [bx, by]: Point): number => ax * by - ay * bx;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const a = mix([1 / 6, at(i - 1)], [4 / 6, at(i)], [1 / 6, at(i + 1)]);
    const b = mix([2 / 3, at(i)], [1 / 3, at(i + 1)]);
    const c = mix([1 / 3, at(i)], [2 / 3, at(i + 1)]);
    const d = mix([1 / 6, at(i)], [4 / 6, at(i + 1)], [1 / 6, at(i + 2)]);
    sum += 6 * cross(a, b) + 3 * cross(a, c) + cross(a, d) + 3 * cross(b, c) + 3 * cross(b, d) + 6 * cross(c, d);
  }
  return Math.abs(sum) / 20;
}

test('the table and the files are of the same rows', () => {
  assert.equal(rowsUnder('What is read of a DXF').sort(), Object.keys(rows).sort());
});

for (const [name, check] of Object.entries(rows)) test(`DXF: ${name}`, check);

test.run();

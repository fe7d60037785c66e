/** The rows of blocks, texts, layers and outlines in the table of DXF, each on a file of its own. */

import * as assert from 'uvu/assert';
import type { Point } from '../../src/geometry/point.js';
import { importDxf } from '../../src/patterns/import/dxf.js';
import { readParts } from '../../src/services/files/read-parts.js';
import { behind, leaves, onCurve, only, read, roundSpline, tilted } from './dxf-checks.js';
import { circle, dxfSource, entity, type Group, square, xy } from './dxf-source.js';
import { areaOf, boxAround, nearlyArea } from './table-rows.js';

export const otherRows: Readonly<Record<string, () => void>> = {
  '`INSERT`': () => {
    const blocks = { Part: [...xy([[5, 5]]), ...square(20, 5, 5, [8, '0'])] };
    const put = (...groups: Group[]) => entity('INSERT', [2, 'PART'], ...xy([[100, 50]]), ...groups);
    const boxes = (...groups: Group[]) => read(put(...groups), { blocks }).parts.map(({ points }) => boxAround(points));
    assert.equal(boxes(), [[100, -70, 120, -50]]);
    assert.equal(boxes([41, 2], [42, -0.5]), [[100, -50, 140, -40]]);
    assert.equal(boxes([50, 90]), [[80, -70, 100, -50]]);
    assert.equal(boxes(...behind), [[-120, -70, -100, -50]]);
    assert.equal(boxes([50, 90], ...behind), [[-100, -70, -80, -50]]);
    // a grid turns with the block, but does not scale with it
    assert.equal(boxes([41, 2], [42, 2], [50, 90], [70, 2], [71, 2], [44, 100], [45, 60]), [
      [60, -90, 100, -50],
      [60, -190, 100, -150],
      [0, -90, 40, -50],
      [0, -190, 40, -150],
    ]);
    const nest = { ...blocks, Outer: put([41, 2], [42, 2]) };
    const outer = only(entity('INSERT', [2, 'OUTER'], ...xy([[0, 0]]), [41, 0.1], [42, 0.1]), { blocks: nest });
    assert.equal(boxAround(outer), [10, -9, 14, -5]);
    // curves are as fine in an enlarged block
    const big = only(entity('INSERT', [2, 'C'], ...xy([[0, 0]]), [41, 100], [42, 100]), { blocks: { C: circle(0.5) } });
    onCurve(big, Math.hypot, 50);
    nearlyArea(big, 2500 * Math.PI);
    // an entity on layer 0 of a block lies on the layer of the INSERT
    const sheet = read([...put([8, 'sheet']), ...square(10)], { blocks });
    assert.equal([sheet.sheets.length, sheet.parts.length], [1, 1]);
  },
  '`INSERT` of an unusable block': () => {
    const put = entity('INSERT', [2, 'GONE'], ...xy([[0, 0]]));
    leaves('left out: 1 INSERT of a missing block', put);
    leaves('left out: 1 INSERT of another file', put, { blocks: { GONE: [[70, 4]] } });
    const insert = (name: string) => entity('INSERT', [2, name], ...xy([[0, 0]]));
    leaves('left out: 1 INSERT of a block around it', put, { blocks: { gone: put } });
    const both = [...insert('a'), ...insert('B')];
    leaves('left out: 6 INSERT of a block around it', both, { blocks: { A: both, B: both } });
    const chain = Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`B${i}`, insert(`B${i + 1}`)]));
    leaves('left out: 1 INSERT in more than 16 others', insert('B0'), { blocks: { ...chain, B17: circle(1) } });
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
    // the block that shows a dimension has no place, and counts for nothing
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
    assert.equal(notes, ['the file does not give its unit; millimetres are assumed']);
    assert.is(areaOf(parts[0]!.points), 100);
    const inches = readParts(dxfSource(square(10), { units: 0 }), { format: 'dxf', unitMm: 25.4 });
    assert.equal(inches.notes, []);
    assert.is(Math.round(areaOf(inches.parts[0]!.points)), 64516);
    // the foot of the survey of the United States
    const [, , right] = boxAround(only(square(1), { units: 21 }));
    assert.is(right, 304.8);
    // the file's own unit wins
    const own = readParts(dxfSource(square(10), { units: 4 }), { format: 'dxf', unitMm: 25.4 });
    assert.equal(own.notes, ['the file gives its own unit, so the requested one was ignored']);
    assert.is(areaOf(own.parts[0]!.points), 100);
  },
};

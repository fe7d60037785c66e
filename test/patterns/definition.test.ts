import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Point } from '../../src/geometry/point.js';
import type { Json } from '../../src/json/json.js';
import { draftDefinition, loadDefinition } from '../../src/patterns/definition/draft-definition.js';
import { areaOf } from './piece-checks.js';
import { type Document, pieces, points, square } from './square-definition.js';

const draft = (content: Json, variables: Record<string, unknown> = {}, unfold = true) =>
  draftDefinition(loadDefinition(content), { variables, unfold });

test('drafts in mm, closed, and reports every value', () => {
  const { pieces: drafted, variables, variableSources, unit } = draft(square(), { size: 20 });
  assert.is(unit, 'mm');
  assert.equal(variables, { size: 20, half: 10 });
  assert.equal(variableSources, { size: 'request', half: 'derived' });
  const [piece] = drafted;
  assert.is(piece!.id, 'square');
  assert.equal(piece!.boundary[0], piece!.boundary.at(-1));
  assert.is(areaOf(piece!.boundary), 200 * 200);
  assert.is(piece!.seamLine, null);
});

test('edges have their own allowances, mitred at the corners', () => {
  const content = square((document) => {
    pieces(document)[0]!.allowance = 1;
    pieces(document)[0]!.outline = [
      { move: 'a' },
      { line: 'b' },
      { line: 'c', allowance: 0 },
      { line: 'd', allowance: 4 },
      { close: true },
    ];
  });
  const [piece] = draft(content).pieces;
  // 10 wide: 1 on the left, none on the right; 10 high: 1 above, 4 below
  assert.is(areaOf(piece!.boundary), (100 + 10) * (100 + 10 + 40));
  assert.is(areaOf(piece!.seamLine!), 100 * 100);
  assert.is(piece!.seamAllowance, 10);
});

test('a half on the fold comes whole, or as drawn', () => {
  const content = square((document) => {
    pieces(document)[0]!.allowance = 1;
    pieces(document)[0]!.outline = [
      { move: 'a' },
      { line: 'b' },
      { line: 'c' },
      { line: 'd' },
      { close: true, fold: true },
    ];
    pieces(document)[0]!.notches = [{ at: 'b' }, { at: 'a' }];
  });
  const whole = draft(content).pieces[0]!;
  const half = draft(content, {}, false).pieces[0]!;
  assert.is(areaOf(half.boundary), 110 * 120);
  assert.is(areaOf(whole.boundary), 2 * 110 * 120);
  assert.equal(whole.foldLine, half.foldLine);
  assert.is(whole.notches.length, 3, 'the notch on the fold has no twin');
});

test('a dart is closed on the cut line and drawn inside', () => {
  const content = square((document) => {
    points(document).left = { op: 'xy', x: 4, y: 0 };
    points(document).tip = { op: 'xy', x: 5, y: 6 };
    points(document).right = { op: 'xy', x: 6, y: 0 };
    pieces(document)[0]!.allowance = 1;
    pieces(document)[0]!.outline = [
      { move: 'a' },
      { line: 'left' },
      { line: 'tip', dart: true },
      { line: 'right', dart: true },
      { line: 'b' },
      { line: 'c' },
      { line: 'd' },
      { close: true },
    ];
  });
  const [piece] = draft(content).pieces;
  assert.is(areaOf(piece!.boundary), 120 * 120);
  assert.equal(piece!.internalLines, [
    {
      kind: 'dart',
      points: [
        [40, 0],
        [50, 60],
        [60, 0],
      ],
    },
  ]);
});

test('outlines may run in either direction; holes are kept and wound against the boundary', () => {
  const content = square((document) => {
    pieces(document)[0]!.outline = [{ move: 'a' }, { line: 'd' }, { line: 'c' }, { line: 'b' }, { close: true }];
    pieces(document)[0]!.holes = [
      [{ move: { x: 3, y: 3 } }, { line: { x: 5, y: 3 } }, { line: { x: 5, y: 5 } }, { close: true }],
    ];
  });
  const [piece] = draft(content).pieces;
  assert.is(areaOf(piece!.boundary), 10_000);
  assert.is(piece!.holes.length, 1);
  assert.is(areaOf(piece!.holes[0]!), -200);
});

test('measurements come in cm whatever the unit of the document', () => {
  const content = square((document) => {
    document.unit = 'mm';
    document.variables = [{ name: 'hipGirth', kind: 'measurement' }];
    points(document).b = { op: 'xy', x: 'hipGirth', y: 0 };
    points(document).c = { op: 'xy', x: 'hipGirth', y: 100 };
    points(document).d = { op: 'xy', x: 0, y: 100 };
  });
  const [piece] = draft(content, { hipGirth: 100 }).pieces;
  assert.is(areaOf(piece!.boundary), 1000 * 100);
});

test('every construction gives the point of its name', () => {
  const at = (op: Document): Point => {
    const content = square((document) => {
      points(document).p = { op: 'xy', x: 3, y: 4 };
      document.curves = { arc: { op: 'arc', center: 'a', radius: 10, start: 0, end: 90 } };
      points(document).q = op;
      // a hole outside its piece is left out
      const [near, far] = [
        { x: -30, y: -30 },
        { x: 30, y: 30 },
      ];
      const outline = [
        { move: near },
        { line: { x: 30, y: -30 } },
        { line: far },
        { line: { x: -30, y: 30 } },
        { close: true },
      ];
      pieces(document)[0] = { name: 'Square', outline, drillHoles: [{ at: 'q', diameter: 0.1 }] };
    });
    return draft(content).pieces[0]!.drillHoles[0]!.at;
  };
  const cases: [Document, Point][] = [
    [{ op: 'offset', from: 'p', dx: 1, dy: 'half' }, [40, 90]],
    [{ op: 'polar', from: 'p', angle: 90, length: 2 }, [30, 60]],
    [{ op: 'between', a: 'a', b: 'p', t: 0.5 }, [15, 20]],
    [{ op: 'alongLine', from: 'a', to: 'p', length: 10 }, [60, 80]],
    [{ op: 'normal', from: 'a', to: 'b', length: 3 }, [0, 30]],
    [{ op: 'bisector', a: 'b', corner: 'a', b: 'd', length: 'sqrt(2)' }, [10, 10]],
    [{ op: 'intersectLines', a: 'a', b: 'c', c: 'b', d: 'd' }, [50, 50]],
    [{ op: 'intersectLineAxis', from: 'p', angle: 0, a: 'b', b: 'c' }, [100, 40]],
    [{ op: 'foot', from: 'p', a: 'a', b: 'b' }, [30, 0]],
    [{ op: 'circleLine', center: 'a', radius: 5, a: 'd', b: 'a', pick: 'last' }, [0, -50]],
    [{ op: 'circleLine', center: 'a', radius: 5, a: 'd', b: 'a', pick: 'first' }, [0, 50]],
    [{ op: 'circleCircle', a: 'a', radiusA: 5, b: 'b', radiusB: 'sqrt(65)', side: 'right' }, [30, 40]],
    [{ op: 'circleCircle', a: 'a', radiusA: 5, b: 'b', radiusB: 'sqrt(65)', side: 'left' }, [30, -40]],
    [{ op: 'tangent', from: 'b', center: 'a', radius: 6, side: 'right' }, [36, -48]],
    [{ op: 'tangent', from: 'b', center: 'a', radius: 6, side: 'left' }, [36, 48]],
    [{ op: 'xyOf', x: 'b', y: 'p' }, [100, 40]],
    [{ op: 'onCurve', curve: 'arc', t: 0.5 }, [70.711, 70.711]],
    [{ op: 'onCurve', curve: 'arc', length: '-10 * pi / 6' }, [50, 86.603]],
    [{ op: 'curveAxis', curve: 'arc', from: 'p', angle: 0 }, [91.652, 40]],
    [{ op: 'mirror', point: 'p', a: 'a', b: 'c' }, [40, 30]],
    [{ op: 'rotate', point: 'p', center: 'a', angle: 90 }, [-40, 30]],
    [{ op: 'move', point: 'p', from: 'a', to: 'b' }, [130, 40]],
  ];
  for (const [op, expected] of cases) {
    const [x, y] = at(op);
    const shown = JSON.stringify(op);
    assert.ok(Math.abs(x - expected[0]) <= 0.002 && Math.abs(y - expected[1]) <= 0.002, `${shown}: ${x}, ${y}`);
  }
});

test('curves join the outline in either direction, whole or in part', () => {
  const cases: [curve: Document, area: number][] = [
    [{ op: 'line', from: 'b', to: 'd' }, 50],
    [{ op: 'arc', center: 'a', radius: 10, start: 0, end: 90 }, 25 * Math.PI],
    [{ op: 'ellipse', center: 'a', radiusX: 10, radiusY: 10, start: 90, end: 0 }, 25 * Math.PI],
    [{ op: 'rotate', curve: 'quarter', center: 'a', angle: 0 }, 25 * Math.PI],
    [{ op: 'mirror', curve: 'quarter', a: 'a', b: 'c' }, 25 * Math.PI],
    [{ op: 'move', curve: 'quarter', from: 'a', to: 'a' }, 25 * Math.PI],
    [{ op: 'part', curve: 'full', from: 'b', to: 'd' }, 25 * Math.PI],
    [{ op: 'smooth', through: ['b', 'middle', 'd'] }, 77.5],
    [{ op: 'cubic', from: 'b', c1: 'b', c2: 'd', to: 'd' }, 50],
    [{ op: 'handles', from: 'b', angle1: 90, length1: 5.523, to: 'd', angle2: 0, length2: 5.523 }, 78.55],
    [
      {
        op: 'path',
        nodes: [
          { at: 'b', angle: 90, after: 5.523 },
          { at: 'd', angle: 180, before: 5.523 },
        ],
      },
      78.55,
    ],
  ];
  for (const [curve, expected] of cases) {
    const content = square((document) => {
      points(document).middle = { op: 'polar', from: 'a', angle: 45, length: 10 };
      document.curves = {
        quarter: { op: 'arc', center: 'a', radius: 10, start: 0, end: 90 },
        full: { op: 'arc', center: 'a', radius: 10, start: -30, end: 200 },
        edge: curve,
      };
      pieces(document)[0]!.outline = [{ move: 'a' }, { line: 'b' }, { curve: 'edge' }, { close: true }];
    });
    const area = areaOf(draft(content).pieces[0]!.boundary) / 100;
    // flattening within 0.1 mm loses less than the length of the curve times that
    assert.ok(Math.abs(area - expected) < 0.2, `${JSON.stringify(curve)}: ${area}`);
  }
});

/** A square with a right side that may cross the left one, and a pocket of possibly no width. */
const withLimits = square((document) => {
  (document.variables as Document[]).push(
    { name: 'cross', kind: 'option', default: 0, min: 0, max: 20 },
    { name: 'pocket', kind: 'option', default: 3, min: 0, max: 5 },
    { name: 'pockets', kind: 'option', type: 'boolean', default: true },
  );
  points(document).c = { op: 'xy', x: 'size - cross', y: 'size' };
  points(document).p = { op: 'xy', x: 'pocket', y: 0 };
  points(document).q = { op: 'xy', x: 0, y: 'pocket' };
  pieces(document)[0]!.allowance = 1;
  pieces(document).push({
    name: 'Pocket',
    when: 'pockets',
    outline: [{ move: 'a' }, { line: 'p' }, { line: 'q' }, { close: true }],
  });
});

test('pieces without an id get one from their name, numbered where another piece has it', () => {
  const outline = [{ move: 'a' }, { line: 'b' }, { line: 'c' }, { line: 'd' }, { close: true }];
  const idsOf = (...named: { name: string; id?: string }[]): string[] => {
    const document = square((of) => {
      of.pieces = named.map((piece) => ({ ...piece, outline }));
    });
    return draftDefinition(loadDefinition(document), { variables: {}, unfold: true }).pieces.map(({ id }) => id);
  };
  assert.equal(idsOf({ name: 'Спинка' }, { name: 'Перед' }, { name: '袖' }), ['piece', 'piece-2', 'piece-3']);
  assert.equal(idsOf({ name: 'Pocket' }, { name: 'pocket!' }, { name: 'Pocket 2' }), [
    'pocket',
    'pocket-2',
    'pocket-2-2',
  ]);
  assert.equal(idsOf({ name: 'Перед' }, { name: 'Спинка', id: 'piece' }), ['piece-2', 'piece']);
  const long = 'a'.repeat(100);
  assert.equal(idsOf({ name: long }, { name: long }), ['a'.repeat(64), `${'a'.repeat(62)}-2`]);
  assert.throws(() => idsOf({ name: 'A', id: 'one' }, { name: 'B', id: 'one' }), '"one" is already the id of a piece');
});

test('errors list flaws of a usable draft: a seam that crosses itself, a failed optional piece', () => {
  assert.equal(draft(withLimits).errors, []);
  const crossed = draft(withLimits, { cross: 15 });
  assert.equal(
    crossed.errors.map(({ code, path }) => [code, path]),
    [['seam_crosses_itself', 'pieces[0]']],
  );
  assert.is(crossed.pieces.length, 2);
  const flat = draft(withLimits, { pocket: 0 });
  assert.equal(
    flat.errors.map(({ code, path }) => [code, path]),
    [['piece_left_out', 'pieces']],
  );
  assert.match(flat.errors[0]!.message, /^"Pocket" is left out: ./);
  assert.equal(
    flat.pieces.map(({ id }) => id),
    ['square'],
  );
  assert.equal(draft(withLimits, { pocket: 0, pockets: false }).errors, []);
});

test.run();

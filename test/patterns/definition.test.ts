import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ServiceError } from '../../src/errors.js';
import { checkDefinition, draftDefinition, loadDefinition } from '../../src/patterns/definition/draft-definition.js';
import type { Point } from '../../src/patterns/draft.js';
import type { Json } from '../../src/patterns/pattern-version.js';
import { areaOf } from './piece-checks.js';

type Document = Record<string, unknown>;

/** A square of `size` cm with one variable; `change` edits the document. */
function square(change: (document: Document) => void = () => {}): Json {
  const document: Document = {
    schema: 'pattern-definition/1',
    name: 'Square',
    unit: 'cm',
    variables: [
      { name: 'size', kind: 'option', default: 10, min: 5, max: 50 },
      { name: 'half', kind: 'computed', formula: 'size / 2' },
    ],
    constraints: [],
    points: {
      a: { op: 'xy', x: 0, y: 0 },
      b: { op: 'xy', x: 'size', y: 0 },
      c: { op: 'xy', x: 'size', y: 'size' },
      d: { op: 'xy', x: 0, y: 'size' },
    },
    curves: {},
    pieces: [
      { name: 'Square', outline: [{ move: 'a' }, { line: 'b' }, { line: 'c' }, { line: 'd' }, { close: true }] },
    ],
  };
  change(document);
  return document as Json;
}

const points = (document: Document): Record<string, unknown> => document.points as Record<string, unknown>;
const pieces = (document: Document): Document[] => document.pieces as Document[];

function problemsOf(content: Json): string[] {
  try {
    checkDefinition(content);
  } catch (error) {
    assert.instance(error, ServiceError);
    assert.is((error as ServiceError).kind, 'invalid');
    return (error as ServiceError).problems.map(({ path, code, message }) => `${path} ${code}: ${message}`);
  }
  return [];
}

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

test('edges have allowances of their own, mitred at the corners', () => {
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

test('outlines may run either way round; holes are kept and wound against the boundary', () => {
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

test('every construction of a point gives the point that its name says', () => {
  const at = (op: Document): Point => {
    const content = square((document) => {
      points(document).p = { op: 'xy', x: 3, y: 4 };
      document.curves = { arc: { op: 'arc', center: 'a', radius: 10, start: 0, end: 90 } };
      points(document).q = op;
      pieces(document)[0]!.drillHoles = [{ at: 'q', diameter: 0.1 }];
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

test('an upload is refused with the place of every problem', () => {
  const cases: [change: (document: Document) => void, expected: RegExp][] = [
    [
      (d) => {
        d.schema = 'pattern-definition/2';
      },
      /^schema invalid_choice/,
    ],
    [
      (d) => {
        d.colour = 'red';
      },
      /^colour unknown_key/,
    ],
    [
      (d) => {
        d.pieces = [];
      },
      /^pieces required/,
    ],
    [
      (d) => {
        points(d).a = { op: 'xy', x: 'd_x', y: 0 };
      },
      /^points\.a\.x invalid_formula.*unknown name "d_x"/,
    ],
    [
      (d) => {
        points(d).a = { op: 'xyy', x: 0, y: 0 };
      },
      /^points\.a\.op unknown_operation.*did you mean "xy"/,
    ],
    [
      (d) => {
        points(d).a = { op: 'xy', x: 0 };
      },
      /^points\.a\.y required/,
    ],
    [
      (d) => {
        points(d).a = { op: 'xy', x: 0, y: 0, z: 1 };
      },
      /^points\.a\.z unknown_key/,
    ],
    [
      (d) => {
        points(d).a = { op: 'offset', from: 'B', dx: 0, dy: 0 };
      },
      /^points\.a\.from unknown_name.*did you mean "b"/,
    ],
    [
      (d) => {
        points(d).size = { op: 'xy', x: 0, y: 0 };
      },
      /^points\.size duplicate_name/,
    ],
    [
      (d) => {
        points(d).min = { op: 'xy', x: 0, y: 0 };
      },
      /^points\.min reserved_name/,
    ],
    [
      (d) => {
        points(d)['a b'] = { op: 'xy', x: 0, y: 0 };
      },
      /^points\.a b invalid_name/,
    ],
    [
      (d) => {
        points(d).a = { op: 'offset', from: 'd', dx: 0, dy: 0 };
        points(d).d = { op: 'offset', from: 'a', dx: 0, dy: 1 };
      },
      /cycle: .*a -> d -> a/,
    ],
    [
      (d) => {
        (d.variables as Document[])[1]!.formula = 'half + 1';
      },
      /cycle: .*half -> half/,
    ],
    [
      (d) => {
        (d.variables as Document[])[1]!.formula = 'sqrt(1, 2)';
      },
      /^variables\[1\]\.formula invalid_formula.*sqrt takes 1 argument/,
    ],
    [
      (d) => {
        (d.variables as Document[])[0]!.default = 60;
      },
      /^variables\[0\]\.default out_of_range/,
    ],
    [
      (d) => {
        delete (d.variables as Document[])[0]!.max;
      },
      /^variables\[0\]\.max required/,
    ],
    [
      (d) => {
        d.variables = [{ name: 'hipGrith', kind: 'measurement' }];
      },
      /^variables\[0\]\.name unknown_measurement.*did you mean "hipGirth"/,
    ],
    [
      (d) => {
        d.constraints = [{ if: 'size > 20', message: 'too small', variables: ['size'] }];
      },
      /^variables\.size constraint_violated: at the default values/,
    ],
    [
      (d) => {
        pieces(d)[0]!.outline = [{ line: 'b' }, { line: 'c' }, { line: 'd' }];
      },
      /^pieces\[0\]\.outline\[0\] invalid_step/,
    ],
    [
      (d) => {
        pieces(d)[0]!.outline = [{ move: 'a' }, { line: 'b', curve: 'x' }, { close: true }];
      },
      /^pieces\[0\]\.outline\[1\] invalid_step/,
    ],
    [
      (d) => {
        pieces(d)[0]!.outline = [{ move: 'a' }, { line: 'b' }, { line: 'a' }];
      },
      /defaults_do_not_draft.*has no area/,
    ],
    [
      (d) => {
        points(d).c = { op: 'intersectLines', a: 'a', b: 'b', c: 'a', d: 'b' };
      },
      /^points\.c defaults_do_not_draft.*parallel/,
    ],
    [
      (d) => {
        d.curves = { k: { op: 'line', from: 'c', to: 'd' } };
        pieces(d)[0]!.outline = [{ move: 'a' }, { curve: 'k' }, { close: true }];
      },
      /defaults_do_not_draft.*away from where the outline is/,
    ],
    [
      (d) => {
        pieces(d)[0]!.quantity = 1.5;
      },
      /quantity must be an integer/,
    ],
    [
      (d) => {
        d.description = 'x'.repeat(600_000);
      },
      /too_large/,
    ],
  ];
  for (const [change, expected] of cases) {
    const problems = problemsOf(square(change));
    assert.ok(
      problems.some((problem) => expected.test(problem)),
      `${expected}\n${problems.join('\n')}`,
    );
  }
  assert.equal(problemsOf(square()), []);
  const several = problemsOf(
    square((d) => {
      points(d).a = { op: 'xy', x: '1 +', y: 'nope' };
      d.colour = 1;
    }),
  );
  assert.is(several.length, 1, 'the shape comes first');
  const both = problemsOf(
    square((d) => {
      points(d).a = { op: 'xy', x: '1 +', y: 'nope' };
    }),
  );
  assert.is(both.length, 2);
});

test('documents of no shape at all are refused, not thrown over', () => {
  const odd: Json[] = [
    null,
    1,
    'x',
    [],
    {},
    { pieces: 3 },
    { points: [1], pieces: [[]] },
    { variables: [null, 1, {}], pieces: [{ outline: [{}, null] }] },
  ];
  for (const content of odd) assert.ok(problemsOf(content).length > 0, JSON.stringify(content));
});

test('names of the host language are ordinary unknown names', () => {
  const wrong = problemsOf(
    square((d) => {
      points(d).a = { op: 'constructor', x: 0, y: 0 };
    }),
  );
  assert.match(wrong.join('\n'), /unknown_operation/);
  const operand = problemsOf(
    square((d) => {
      points(d).a = { op: 'offset', from: '__proto__', dx: 0, dy: 0 };
    }),
  );
  assert.match(operand.join('\n'), /unknown_name/);
});

test.run();

/** Marks for notches: on the seam line or the cut line they become notches, anywhere else they stay marks. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { latestDesigns } from '../../bench/patterns/size-drafts.js';
import { ServiceError } from '../../src/errors.js';
import type { Point } from '../../src/geometry/point.js';
import type { Json } from '../../src/json/json.js';
import { draftDefinition, loadDefinition } from '../../src/patterns/definition/draft-definition.js';
import type { Draft, Piece } from '../../src/patterns/draft.js';
import { contentHash } from '../../src/patterns/pattern-version.js';
import { checkContent, draft, prepare } from '../../src/patterns/patterns.js';
import { distanceTo } from './piece-checks.js';

interface Shape {
  /** The seam line, cm; by default a rectangle of 30 by 20 whose last side is x = 0. */
  readonly corners?: readonly Point[];
  /** Options of the edge that ends in each corner after the first, and of the last edge. */
  readonly edges?: readonly Record<string, unknown>[];
  readonly allowance: number;
  readonly unfold?: boolean;
}

const rectangle: readonly Point[] = [
  [0, 0],
  [30, 0],
  [30, 20],
  [0, 20],
];

/** A piece with notches at places in cm. */
function drafted(
  places: readonly Point[],
  { corners = rectangle, edges = [], allowance, unfold = true }: Shape,
): Draft {
  const place = ([x, y]: Point) => ({ x, y });
  const [first, ...others] = corners;
  const document = {
    schema: 'pattern-definition/1',
    name: 'Shape',
    unit: 'cm',
    variables: [],
    points: {},
    curves: {},
    pieces: [
      {
        name: 'Shape',
        allowance,
        outline: [
          { move: place(first!) },
          ...others.map((corner, i) => ({ line: place(corner), ...edges[i] })),
          { close: true, ...edges[others.length] },
        ],
        notches: places.map((at) => ({ at: place(at) })),
      },
    ],
  };
  return draftDefinition(loadDefinition(document as unknown as Json), { variables: {}, unfold });
}

const pieceOf = (places: readonly Point[], shape: Shape): Piece => drafted(places, shape).pieces[0]!;

/** Middles of the crosses among the inner lines of a piece. */
const crossesOf = ({ internalLines }: Piece): Point[] =>
  internalLines.flatMap(({ kind, points: [a, b] }, i): Point[] => {
    const [c, d] = internalLines[i + 1]?.points ?? [];
    if (kind !== 'mark' || !a || !b || !c || !d) return [];
    const isCross = a[1] === b[1] && c[0] === d[0] && Math.abs(a[0] + b[0] - 2 * c[0]) < 0.01;
    return isCross ? [[c[0], a[1]]] : [];
  });

test('a mark inside a piece stays a mark, a cross, and cuts nothing', () => {
  const piece = pieceOf([[15, 10]], { allowance: 1 });
  assert.equal(piece.notches, []);
  assert.equal(
    piece.internalLines.map(({ kind, points }) => [kind, points]),
    [
      [
        'mark',
        [
          [147, 100],
          [153, 100],
        ],
      ],
      [
        'mark',
        [
          [150, 97],
          [150, 103],
        ],
      ],
    ],
  );
});

test('a mark on the seam line moves square to its edge, near a wide corner, too', () => {
  const edges = [{}, {}, { allowance: 4 }];
  const { notches } = pieceOf(
    [
      [28, 20],
      [29.9, 20],
      [30, 18],
      [1, 0],
    ],
    { allowance: 1, edges },
  );
  assert.equal(
    notches.map(({ at, angle, depth }) => [at, angle, depth]),
    [
      [[280, 240], -90, 6],
      [[299, 240], -90, 6],
      [[310, 180], 180, 5],
      [[10, -10], 90, 5],
    ],
  );
});

test('a mark at a corner moves out by the narrower allowance, and at an inner corner into its corner', () => {
  const corners: Point[] = [
    [0, 0],
    [30, 0],
    [30, 20],
    [20, 20],
    [20, 30],
    [0, 30],
  ];
  const edges = [{}, {}, { allowance: 4 }, { allowance: 4 }];
  const { notches } = pieceOf(
    [
      [30, 20],
      [20, 20],
      [0, 30],
    ],
    { allowance: 1, corners, edges },
  );
  assert.equal(
    notches.map(({ at }) => at),
    [[310, 200], [240, 240], notches[2]!.at],
  );
  assert.ok(
    distanceTo(
      [
        [-10, 310],
        [-10, 290],
      ],
      notches[2]!.at,
    ) < 0.01 || notches[2]!.at[1] === 310,
  );
});

test('a mark at the point of a dart stays a mark', () => {
  const corners: Point[] = [
    [0, 0],
    [30, 0],
    [30, 20],
    [16, 20],
    [15, 8],
    [14, 20],
    [0, 20],
  ];
  const piece = pieceOf(
    [
      [15, 8],
      [10, 20],
    ],
    { allowance: 1, corners },
  );
  assert.equal(
    piece.notches.map(({ at }) => at),
    [[100, 210]],
  );
  assert.equal(crossesOf(piece), [[150, 80]]);
});

test('a notch goes half way through the allowance of its own edge, at most 6 mm', () => {
  const edges = [{ allowance: 0.2 }, { allowance: 0 }, { allowance: 2 }, { allowance: 1, allowanceEnd: 0.4 }];
  const { notches } = pieceOf(
    [
      [15, 0],
      [30, 10],
      [15, 20],
      [0, 10],
    ],
    { allowance: 1.5, edges },
  );
  assert.equal(
    notches.map(({ depth }) => depth),
    [1, 1, 6, 3.5],
  );
  const asDrawn = pieceOf([[15, 0]], { allowance: 0 });
  assert.equal(
    asDrawn.notches.map(({ at, depth }) => [at, depth]),
    [[[150, 0], 3]],
  );
});

test('a notch at the end of the fold of a half lies where it lies on the whole, and one on the fold is a mark', () => {
  const edges = [{}, {}, {}, { fold: true }];
  const places: Point[] = [
    [0, 20],
    [0, 0],
    [0, 10],
  ];
  const [whole, half] = [true, false].map((unfold) => pieceOf(places, { allowance: 1, edges, unfold }));
  assert.equal(half!.notches, whole!.notches);
  assert.equal(
    half!.notches.map(({ at, angle }) => [at, angle]),
    [
      [[0, 210], -90],
      [[0, -10], 90],
    ],
  );
  assert.equal(crossesOf(whole!), [[0, 100]]);
  assert.ok(half!.internalLines.length > 0);
});

test('a mark outside its piece is left out and told', () => {
  const { pieces, errors } = drafted(
    [
      [50, 50],
      [15, 20],
    ],
    { allowance: 1 },
  );
  assert.equal(
    pieces[0]!.notches.map(({ at }) => at),
    [[150, 210]],
  );
  assert.equal(
    errors.map(({ code, path }) => [code, path]),
    [['mark_left_out', 'pieces[0]']],
  );
  assert.match(errors[0]!.message, /outside the cut line of "Shape".*: a notch$/);
});

const marksOutside = {
  drillHoles: [{ at: [500, 500], diameter: 3 }],
  texts: [{ at: [-200, 0], text: 'far away', angle: 0 }],
  fasteners: [{ kind: 'button', at: [0, -200], angle: 0, size: 10 }],
  internalLines: [
    {
      kind: 'mark',
      points: [
        [400, 0],
        [400, 50],
      ],
    },
  ],
  notches: [{ at: [150, 600] }],
};

test('marks of every kind outside a piece are left out and told, in fixed outlines and in definitions', async () => {
  const outline = [
    [0, 0],
    [300, 0],
    [300, 200],
    [0, 200],
  ];
  const grainline = [
    [400, 0],
    [400, 100],
  ];
  const fixed: Json = {
    schema: 'pattern-static/1',
    name: 'Fixed',
    unit: 'mm',
    pieces: [{ id: 'fixed', name: 'Fixed', boundary: outline, grainline, ...marksOutside }],
  };
  // a file of another program may have words beside its pieces
  await checkContent('static', fixed);
  const place = ([x, y]: readonly number[]) => ({ x: x!, y: y! });
  const steps = ([first, ...others]: readonly (readonly number[])[]) => [
    { move: place(first!) },
    ...others.map((point) => ({ line: place(point) })),
  ];
  const { drillHoles, texts, fasteners, internalLines, notches } = marksOutside;
  const moved = <T extends { at: number[] }>(marks: readonly T[]) =>
    marks.map((mark) => ({ ...mark, at: place(mark.at) }));
  const definition = {
    schema: 'pattern-definition/1',
    name: 'Defined',
    unit: 'mm',
    variables: [],
    points: {},
    curves: {},
    pieces: [
      {
        name: 'Defined',
        outline: [...steps(outline), { close: true }],
        grainline: { from: place(grainline[0]!), to: place(grainline[1]!) },
        drillHoles: moved(drillHoles),
        texts: moved(texts),
        fasteners: moved(fasteners),
        notches: moved(notches),
        internalLines: internalLines.map(({ kind, points }) => ({ kind, path: steps(points) })),
      },
    ],
  } as unknown as Json;
  const drafts = [
    await draft(
      { kind: 'static', sha256: contentHash('static', fixed), content: fixed },
      { variables: {}, unfold: true },
    ),
    draftDefinition(loadDefinition(definition), { variables: {}, unfold: true }),
  ];
  for (const { name, pieces, errors } of drafts) {
    const [piece] = pieces;
    const { drillHoles: d, texts: t, fasteners: f, internalLines: l, notches: n } = piece!;
    assert.equal([d, t, f, l, n], [[], [], [], [], []], name);
    assert.equal(
      errors.map(({ code }) => code),
      ['mark_left_out'],
    );
    const told = 'a notch, a line, a drill hole, "far away", a button';
    assert.ok(errors[0]!.message.endsWith(told), errors[0]!.message);
    const [[ax], [bx]] = piece!.grainline!;
    assert.ok(ax === bx && ax > 0 && ax < 300, 'the grain moves inside and keeps its direction');
  }
});

test('the diameter of a drill hole has limits', async () => {
  for (const diameter of [-0.3, 1001]) {
    const fixed: Json = {
      schema: 'pattern-static/1',
      name: 'Fixed',
      unit: 'mm',
      pieces: [
        {
          id: 'fixed',
          name: 'Fixed',
          boundary: [
            [0, 0],
            [300, 0],
            [300, 200],
          ],
          drillHoles: [{ at: [200, 50], diameter }],
        },
      ],
    };
    const sides = [{ line: { x: 30, y: 0 } }, { line: { x: 30, y: 20 } }];
    const defined = {
      schema: 'pattern-definition/1',
      name: 'Defined',
      unit: 'cm',
      variables: [],
      points: {},
      curves: {},
      pieces: [
        {
          name: 'Defined',
          outline: [{ move: { x: 0, y: 0 } }, ...sides, { close: true }],
          drillHoles: [{ at: { x: 20, y: 5 }, diameter: diameter / 10 }],
        },
      ],
    } as unknown as Json;
    for (const [kind, content] of [
      ['static', fixed],
      ['definition', defined],
    ] as const) {
      const error = await checkContent(kind, content).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      assert.ok(error instanceof ServiceError, `${kind}: ${diameter}`);
      assert.equal(
        error.problems.map(({ path }) => path),
        ['pieces[0].drillHoles[0].diameter'],
      );
      assert.match(error.problems[0]!.message, /from 0 to 1000 mm/);
    }
  }
});

test('the bust point of a shirt is a cross, and no notch of a design lies off its seam', async () => {
  for (const version of latestDesigns()) {
    await prepare(version);
    const { pieces } = await draft(version, { variables: {}, unfold: true });
    for (const { name, seamLine, notches } of pieces) {
      if (!seamLine) continue;
      for (const { at, depth } of notches) {
        const far = distanceTo(seamLine, at);
        assert.ok(
          depth <= Math.max(1.05, far / 2 + 0.05),
          `${version.name}, ${name}: ${at} is ${depth} deep of ${far}`,
        );
      }
    }
    if (version.name !== 'Simone shirt') continue;
    const front = pieces.find(({ id }) => id === 'front-right')!;
    assert.ok(crossesOf(front).some(([x, y]) => Math.abs(x + 92.5) < 0.1 && Math.abs(y - 243) < 0.1));
    assert.ok(front.notches.every(({ at: [, y] }) => Math.abs(y - 243) > 1));
  }
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Point } from '../../src/geometry/point.js';
import { type CornerKind, type CornerSide, cornerKinds, cornerPoints } from '../../src/patterns/allowance-corner.js';
import { cutLine } from '../../src/patterns/cut-line.js';
import { loopArea } from '../../src/patterns/region.js';

const half = Math.SQRT1_2;

/** An edge along x into the origin, with the piece below it (y down), and an edge from there at an angle. */
function sides(degrees: number, first = 1, second = 1): [CornerSide, CornerSide] {
  const angle = (degrees * Math.PI) / 180;
  const along: Point = [Math.cos(angle), Math.sin(angle)];
  const normal: Point = [along[1], -along[0]];
  const start: Point = [second * normal[0], second * normal[1]];
  return [
    { along: [1, 0], normal: [0, -1], cutFrom: [-10, -first], cutTo: [0, -first], allowance: first },
    {
      along,
      normal,
      cutFrom: start,
      cutTo: [start[0] + 10 * along[0], start[1] + 10 * along[1]],
      allowance: second,
    },
  ];
}

function near(points: readonly Point[], expected: readonly Point[], message: string): void {
  assert.is(points.length, expected.length, message);
  points.forEach((point, i) => {
    const [x, y] = expected[i]!;
    assert.ok(Math.hypot(point[0] - x, point[1] - y) < 1e-9, `${message}: ${point} and ${expected[i]}`);
  });
}

// the second edge goes back down to the left: 45 degrees inside the piece
test('a corner of 45 degrees in every way, as drawn by hand', () => {
  const root = Math.SQRT2;
  const expected: Record<CornerKind, Point[]> = {
    mitre: [[root + 1, -1]],
    crossing: [
      [1, -1],
      [root, 0],
    ],
    firstSymmetry: [
      [root - 1, -1],
      [root, 0],
    ],
    secondSymmetry: [
      [1, -1],
      [1, root - 1],
    ],
    firstRightAngle: [
      [root, -1],
      [root, 0],
    ],
    secondRightAngle: [
      [1, -1],
      [1 + half, half - 1],
    ],
  };
  for (const kind of cornerKinds) near(cornerPoints([0, 0], ...sides(135), kind), expected[kind], kind);
});

test('a tip beyond three and a half allowances is cut off square at one', () => {
  const [first, second] = sides(160);
  const points = cornerPoints([0, 0], first, second, 'mitre');
  assert.is(points.length, 2);
  // the way to the tip halves the outer angle: 80 degrees from each edge's normal
  const middle: Point = [Math.cos((-10 * Math.PI) / 180), Math.sin((-10 * Math.PI) / 180)];
  for (const [x, y] of points) assert.ok(Math.abs(x * middle[0] + y * middle[1] - 1) < 1e-9);
  assert.ok(Math.abs(points[0]![1] + 1) < 1e-9, 'the first lies on the first cut line');
  assert.ok(Math.abs(points[1]![0] * second.normal[0] + points[1]![1] * second.normal[1] - 1) < 1e-9);
});

test('a step joins edges in one line with different allowances', () => {
  for (const kind of cornerKinds) {
    const [first, second] = sides(1, 1, 4);
    near(cornerPoints([0, 0], first, second, kind), [first.cutTo, second.cutFrom], kind);
  }
});

test('a changing allowance gives a straight cut line from one width to the other', () => {
  const corners: Point[] = [
    [0, 0],
    [100, 0],
    [100, 100],
    [0, 100],
  ];
  const edges = corners.map((from, i) => ({ points: [from, corners[(i + 1) % 4]!], allowance: 0 }));
  const { outers } = cutLine([{ ...edges[0]!, allowanceEnd: 20, corner: 'mitre' }, ...edges.slice(1)]);
  // a triangle of 100 by 20 lies on the upper edge
  assert.ok(Math.abs(loopArea(outers[0]!) - 11_000) < 0.5);
  const bent = cutLine([
    {
      points: [
        [0, 0],
        [50, 0],
        [100, 0],
      ],
      allowance: 0,
      allowanceEnd: 20,
      corner: 'mitre',
    },
    ...edges.slice(1),
  ]);
  assert.ok(Math.abs(loopArea(bent.outers[0]!) - 11_000) < 0.5, 'however many points the edge has');
});

test.run();

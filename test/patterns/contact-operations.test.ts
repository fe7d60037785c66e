import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Point } from '../../src/geometry/point.js';
import type { Json } from '../../src/json/json.js';
import { ComputationError } from '../../src/patterns/definition/computation-error.js';
import { defaultScope, loadDefinition } from '../../src/patterns/definition/draft-definition.js';
import { compute } from '../../src/patterns/definition/program.js';

const fixed: Record<string, Json> = {
  O: { op: 'xy', x: 0, y: 0 },
  R: { op: 'xy', x: 6, y: 0 },
  far: { op: 'xy', x: 10, y: 0 },
  left: { op: 'xy', x: -10, y: 3 },
  middle: { op: 'xy', x: 0, y: 3 },
  right: { op: 'xy', x: 10, y: 3 },
  beyond: { op: 'xy', x: 6, y: 3 },
};
const arc = (center: string, radius: number, start: number, end: number): Json => ({
  op: 'arc',
  center,
  radius,
  start,
  end,
});
const curves: Record<string, Json> = {
  whole: arc('O', 5, 0, 360),
  lower: arc('O', 5, 0, 90),
  wholeR: arc('R', 5, 0, 360),
  lowerR: arc('R', 5, 90, 180),
  upperR: arc('R', 5, 180, 270),
  six: arc('O', 6, 0, 360),
  sixBelow: arc('O', 6, 0, 180),
};

function pointOf(operation: Json, more: Record<string, Json> = {}): Point {
  const content = {
    schema: 'pattern-definition/1',
    name: 'x',
    unit: 'cm',
    points: { ...fixed, made: operation },
    curves: { ...curves, ...more },
    pieces: [{ name: 'x', outline: [{ move: 'O' }, { line: 'R' }, { line: 'right' }, { close: true }] }],
  };
  const program = loadDefinition(content as unknown as Json);
  const scope = defaultScope(program);
  compute(program, scope);
  return scope.points.get('made')!;
}

function lies(operation: Json, [x, y]: Point): void {
  const point = pointOf(operation);
  assert.ok(Math.hypot(point[0] - x, point[1] - y) < 1e-5, `${JSON.stringify(operation)}: ${point}`);
}

test('circles and lines: between the points, else the nearer one; beyond the second, else the second itself', () => {
  lies({ op: 'circleSegment', center: 'O', radius: 5, a: 'middle', b: 'right' }, [4, 3]);
  lies({ op: 'circleSegment', center: 'O', radius: 5, a: 'right', b: 'middle' }, [4, 3]);
  lies({ op: 'circleSegment', center: 'O', radius: 5, a: 'left', b: 'right' }, [-4, 3]);
  lies({ op: 'circleSegment', center: 'O', radius: 5, a: 'beyond', b: 'right' }, [4, 3]);
  lies({ op: 'circleBeyond', center: 'O', radius: 5, a: 'left', b: 'middle' }, [4, 3]);
  lies({ op: 'circleBeyond', center: 'O', radius: 5, a: 'left', b: 'beyond' }, [6, 3]);
  lies({ op: 'circleBeyond', center: 'O', radius: 2, a: 'left', b: 'middle' }, [0, 3]);
});

test('arcs meet where both are; if they meet twice, on the requested side', () => {
  const meeting = (arcA: string, arcB: string, side: string): Json => ({
    op: 'arcsMeet',
    a: 'O',
    radiusA: 5,
    arcA,
    b: 'R',
    radiusB: 5,
    arcB,
    side,
  });
  lies(meeting('whole', 'wholeR', 'right'), [3, 4]);
  lies(meeting('whole', 'wholeR', 'left'), [3, -4]);
  lies(meeting('lower', 'lowerR', 'left'), [3, 4]);
  assert.throws(
    () => pointOf(meeting('lower', 'upperR', 'left')),
    (error: Error) => error instanceof ComputationError,
  );
});

test('a tangent touches the arc, not the circle it is a part of', () => {
  const touching = (touched: string, side: string): Json => ({
    op: 'arcTangent',
    from: 'far',
    center: 'O',
    radius: 6,
    arc: touched,
    side,
  });
  // from the point towards the centre the right is up on the page
  lies(touching('six', 'right'), [3.6, -4.8]);
  lies(touching('six', 'left'), [3.6, 4.8]);
  lies(touching('sixBelow', 'right'), [3.6, 4.8]);
});

test('an axis meets curves ahead before curves behind, however near', () => {
  const at = (angle: number): Json => ({ op: 'curveAhead', curve: 'whole', from: 'beyond', angle });
  lies({ op: 'curveAhead', curve: 'wholeR', from: 'O', angle: 0 }, [1, 0]);
  lies({ op: 'curveAhead', curve: 'wholeR', from: 'O', angle: 180 }, [1, 0]);
  lies(at(180), [4, 3]);
  lies(at(0), [4, 3]);
  lies({ op: 'curveAhead', curve: 'whole', from: 'middle', angle: 180 }, [-4, 3]);
});

test('two curves meet highest or lowest, and of places at one height at the left or the right', () => {
  const meeting = (a: string, b: string, height: string, side: string): Json => ({
    op: 'curvesMeet',
    a,
    b,
    height,
    side,
  });
  lies(meeting('whole', 'wholeR', 'highest', 'leftmost'), [3, -4]);
  lies(meeting('whole', 'wholeR', 'lowest', 'leftmost'), [3, 4]);
  // one place only, for any request
  lies(meeting('lower', 'wholeR', 'highest', 'rightmost'), [3, 4]);
  const level = { level: { op: 'line', from: 'left', to: 'right' } };
  for (const height of ['highest', 'lowest']) {
    for (const [side, x] of [
      ['leftmost', -4],
      ['rightmost', 4],
    ] as const) {
      const [px, py] = pointOf(meeting('level', 'whole', height, side), level);
      assert.ok(Math.hypot(px - x, py - 3) < 1e-5, `${side} ${px} ${py}`);
    }
  }
  assert.throws(() => pointOf(meeting('upperR', 'lower', 'highest', 'leftmost')), /the curves do not meet/);
});

test('the middle of a box round points and curves', () => {
  lies({ op: 'boxCenter', curves: ['lower'] }, [2.5, 2.5]);
  lies({ op: 'boxCenter', curves: ['lower'], points: ['left', 'middle'] }, [-2.5, 2.5]);
  lies({ op: 'boxCenter', points: ['left', 'far'] }, [0, 1.5]);
  assert.throws(() => pointOf({ op: 'boxCenter' }), /needs points or curves/);
});

test('a chain of cubics runs through every third point; another number of points is refused', () => {
  const through = ['O', 'O', 'R', 'R', 'R', 'beyond', 'beyond'];
  const end = pointOf({ op: 'onCurve', curve: 'chain', t: 1 }, { chain: { op: 'cubics', through } });
  assert.equal(end, [6, 3]);
  const middle = pointOf({ op: 'onCurve', curve: 'chain', length: 6 }, { chain: { op: 'cubics', through } });
  assert.ok(Math.hypot(middle[0] - 6, middle[1]) < 1e-6);
  assert.throws(
    () => pointOf({ op: 'onCurve', curve: 'chain', t: 1 }, { chain: { op: 'cubics', through: ['O', 'R'] } }),
    /an end and then three points/,
  );
});

test.run();

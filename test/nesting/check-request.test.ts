import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkNestRequest, limits } from '../../src/nesting/check-request.js';
import type { NestRequest, Point } from '../../src/nesting/request.js';
import { bin, type Points, part, rectangle, request } from './nest.js';

const square = part(rectangle(10, 10), 'square');
const sheet = bin(rectangle(100, 100));
const good = request([square], [sheet]);
const codes = (problem: NestRequest) => checkNestRequest(problem).problems.map(({ path, code }) => `${path} ${code}`);

test('a sound request has neither problems nor warnings', () => {
  assert.equal(checkNestRequest(good), { problems: [], warnings: [] });
});

test('faults of outlines are named by path, index and id', () => {
  const bow: Points = [
    [0, 0],
    [4, 4],
    [4, 0],
    [0, 4],
  ];
  const line: Points = [
    [0, 0],
    [1, 1],
    [5, 5],
  ];
  const withNaN: Points = [
    [0, 0],
    [1, 0],
    [Number.NaN, 1],
    [0, 1],
  ];
  const polygons = [square, part(bow, 'bow'), part(line), part(withNaN, 'far'), part([[0, 0]], 'dot')];
  const bins = [bin(rectangle(100, 100), { holes: [rectangle(5, 5, 10, 10), bow] }), bin(line)];
  const { problems } = checkNestRequest(request(polygons, bins));
  assert.equal(
    problems.map(({ path, code }) => `${path} ${code}`),
    [
      'polygons[1] self_intersection',
      'polygons[2] zero_area',
      'polygons[3].points[2] not_finite',
      'polygons[4] too_few_points',
      'bins[0].holes[1] self_intersection',
      'bins[1].boundary zero_area',
    ],
  );
  assert.match(problems[0]!.message, /polygons\[1\].*"bow"/);
  assert.match(problems[2]!.message, /point 2.*"far"/);
});

test('an origin has to be finite', () => {
  assert.equal(codes(request([part(rectangle(1, 1), 'a', [0, Number.POSITIVE_INFINITY])], [sheet])), [
    'polygons[0].origin not_finite',
  ]);
});

test('every number has its range', () => {
  const wrong: Partial<NestRequest>[] = [
    { minDistance: -1 },
    { minDistance: Number.POSITIVE_INFINITY },
    { edgeDistance: -0.1 },
    { curveTolerance: Number.NaN },
    { mutationRate: 1.01 },
    { mutationRate: -0.01 },
    { populationSize: 0 },
    { populationSize: 10_001 },
    { populationSize: 1.5 },
    { xSteps: 0 },
    { ySteps: 10_001 },
    { instances: 65 },
    { instances: 0 },
    { seed: 0.5 },
    { workLimit: -1 },
    { maximumExecutionTime: 0 },
    { maximumExecutionTime: 3601 },
  ];
  for (const over of wrong) assert.equal(codes({ ...good, ...over }), [`${Object.keys(over)[0]} out_of_range`]);
  assert.equal(codes({ ...good, allowedRotations: [0, Number.NaN] }), ['allowedRotations[1] out_of_range']);
  assert.equal(codes(request([square], [bin(rectangle(9, 9), { cellWidth: -1 })])), ['bins[0].cellWidth out_of_range']);
  const fine: Partial<NestRequest>[] = [
    { populationSize: 10_000 },
    { xSteps: 1, ySteps: 10_000 },
    { mutationRate: 1 },
    { instances: 64 },
  ];
  for (const over of fine) assert.equal(codes({ ...good, ...over }), []);
});

test('a paper has both sides or none, above 0', () => {
  const paper = (paperWidth: number | null, paperHeight: number | null) =>
    codes({ ...good, optimization: { type: 'area', paperWidth, paperHeight } });
  assert.equal(paper(null, null), []);
  assert.equal(paper(210, 297), []);
  assert.equal(paper(210, null), ['optimization.params.paperHeight required']);
  assert.equal(paper(null, 297), ['optimization.params.paperWidth required']);
  assert.equal(paper(0, 297), ['optimization.params.paperWidth out_of_range']);
});

test('no polygons, no bins', () => {
  assert.equal(codes(request([], [])), ['polygons required', 'bins required']);
});

test('limits come first: what is far too large is refused without a look at it', () => {
  const many = (n: number): Point[] => Array.from({ length: n }, () => [Number.NaN, 0]);
  assert.equal(codes(request([part(many(1_000_000))], [sheet])), ['polygons too_many']);
  assert.equal(codes(request(new Array(limits.polygons + 1).fill(square), [sheet])), ['polygons too_many']);
  assert.equal(codes(request([square], new Array(limits.bins + 1).fill(sheet))), ['bins too_many']);
  assert.equal(codes({ ...good, allowedRotations: new Array(limits.rotations + 1).fill(0) }), [
    'allowedRotations too_many',
  ]);
  const most = request(new Array(limits.polygons).fill(square), new Array(limits.bins).fill(sheet));
  assert.equal(codes(most), []);
});

test('at most a hundred problems are listed', () => {
  const flat = part([
    [0, 0],
    [1, 1],
    [2, 2],
  ]);
  assert.is(codes(request(new Array(500).fill(flat), [sheet])).length, limits.problems);
});

test('a hole outside its bin is a warning', () => {
  const diamond: Points = [
    [50, 0],
    [100, 50],
    [50, 100],
    [0, 50],
  ];
  const bins = [bin(diamond, { holes: [rectangle(10, 10, 45, 45), rectangle(10, 10, 0, 0), rectangle(9, 9, 500, 0)] })];
  const { problems, warnings } = checkNestRequest(request([square], bins));
  assert.equal(problems, []);
  assert.equal(
    warnings.map(({ code, path }) => `${path} ${code}`),
    ['bins[0].holes[1] hole_outside_bin', 'bins[0].holes[2] hole_outside_bin'],
  );
});

test.run();

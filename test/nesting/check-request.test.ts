import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Point } from '../../src/geometry/point.js';
import { checkNestRequest, checkSteps, limits } from '../../src/nesting/check/request.js';
import type { GivenPlacement, NestRequest, Polygon } from '../../src/nesting/request.js';
import { bin, type Points, part, rectangle, request } from './nest.js';

const square = part(rectangle(10, 10), 'square');
const sheet = bin(rectangle(100, 100));
const good = request([square], [sheet]);
const codes = (problem: NestRequest) => checkNestRequest(problem).problems.map(({ path, code }) => `${path} ${code}`);

test('a sound request has neither problems nor warnings', () => {
  assert.equal(checkNestRequest(good), { problems: [], warnings: [] });
});

test('a fault of an outline is named by path, index and id', () => {
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

test('a check takes a step for each outline, so that other requests are served in between', () => {
  const holed = bin(rectangle(100, 100), { holes: [rectangle(5, 5, 10, 10), rectangle(5, 5, 200, 10)] });
  const all = request(new Array(500).fill(square), new Array(200).fill(holed));
  const steps = checkSteps(all);
  let count = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) count += 1;
  assert.ok(count >= 500 + 200 * 3, `${count}`);
  assert.equal(step.value, checkNestRequest(all));
  assert.is(step.value.warnings.length, 200);
});

test('an origin must be finite', () => {
  assert.equal(codes(request([part(rectangle(1, 1), 'a', [0, Number.POSITIVE_INFINITY])], [sheet])), [
    'polygons[0].origin not_finite',
  ]);
});

test('every number outside its range is refused', () => {
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
  for (const over of wrong) {
    const [[key, value]] = Object.entries(over) as [[string, number]];
    assert.equal(codes({ ...good, ...over }), [`${key} ${Number.isFinite(value) ? 'out_of_range' : 'not_finite'}`]);
  }
  assert.equal(codes({ ...good, allowedRotations: [0, Number.NaN] }), ['allowedRotations[1] not_finite']);
  assert.equal(codes(request([square], [bin(rectangle(9, 9), { cellWidth: -1 })])), ['bins[0].cellWidth out_of_range']);
  const fine: Partial<NestRequest>[] = [
    { populationSize: 10_000 },
    { xSteps: 1, ySteps: 10_000 },
    { mutationRate: 1 },
    { instances: 64 },
  ];
  for (const over of fine) assert.equal(codes({ ...good, ...over }), []);
});

test('a message about a number beyond the largest coordinate gives the true range', () => {
  const sentence = (over: Partial<NestRequest>) => checkNestRequest({ ...good, ...over }).problems[0]!.message;
  assert.is(sentence({ minDistance: 1e16 }), 'minDistance is 10000000000000000; it must be a number from 0 to 1e15');
  assert.is(
    sentence({ optimization: { type: 'area', paperWidth: 2e15, paperHeight: 1 } }),
    'optimization.params.paperWidth is 2000000000000000; it must be a number above 0 and up to 1e15',
  );
  assert.match(sentence({ polygons: [{ ...square, origin: [1e16, 0] }] }), 'must be two numbers from -1e15 to 1e15');
  assert.match(
    sentence({ polygons: [part([...rectangle(4, 4), [1e16, 0]])] }),
    'has a coordinate that is not from -1e15 to 1e15',
  );
  assert.match(
    sentence({ locked: [{ index: 0, bin: 0, position: [0, 1e16], rotation: 0, mirrored: false }] }),
    'it must be two numbers from -1e15 to 1e15',
  );
  for (const key of ['minDistance', 'edgeDistance', 'curveTolerance'] as const)
    assert.equal(codes({ ...good, [key]: 1e15 }), []);
});

test('a paper size needs both sides, above 0', () => {
  const paper = (paperWidth: number | null, paperHeight: number | null) =>
    codes({ ...good, optimization: { type: 'area', paperWidth, paperHeight } });
  assert.equal(paper(null, null), []);
  assert.equal(paper(210, 297), []);
  assert.equal(paper(210, null), ['optimization.params.paperHeight required']);
  assert.equal(paper(null, 297), ['optimization.params.paperWidth required']);
  assert.equal(paper(0, 297), ['optimization.params.paperWidth out_of_range']);
});

test('a request needs polygons and bins', () => {
  assert.equal(codes(request([], [])), ['polygons required', 'bins required']);
});

test('limits come first: a request that is far too large is refused before its points are read', () => {
  const many = (n: number): Point[] => Array.from({ length: n }, () => [Number.NaN, 0]);
  assert.equal(codes(request([part(many(1_000_000))], [sheet])), ['polygons[0].points too_many']);
  assert.equal(codes(request([part(many(60_000)), part(many(60_000))], [sheet])), ['polygons too_many']);
  assert.equal(codes(request(new Array(limits.polygons + 1).fill(square), [sheet])), ['polygons too_many']);
  assert.equal(codes(request([square], new Array(limits.bins + 1).fill(sheet))), ['bins too_many']);
  assert.equal(codes({ ...good, allowedRotations: new Array(limits.rotations + 1).fill(0) }), [
    'allowedRotations too_many',
  ]);
  const most = request(new Array(limits.polygons).fill(square), new Array(limits.bins).fill(sheet));
  assert.equal(codes(most), []);
});

const withPolygon = (over: Partial<Polygon>): NestRequest => request([{ ...square, ...over }], [sheet]);

test('the check names the faulty fields of a polygon', () => {
  const hole = part(rectangle(4, 4, 1, 1));
  assert.equal(codes(withPolygon({ holes: [hole, part(rectangle(2, 2, 6, 6))], quantity: 3, priority: 9 })), []);
  assert.equal(codes(withPolygon({ holes: [part(rectangle(4, 4, 8, 8))] })), [
    'polygons[0].holes[0] hole_outside_polygon',
  ]);
  assert.equal(codes(withPolygon({ holes: [hole, part(rectangle(4, 4, 50, 50))] })), [
    'polygons[0].holes[1] hole_outside_polygon',
  ]);
  assert.equal(codes(withPolygon({ holes: [part(rectangle(4, 4))] })), ['polygons[0].holes[0] hole_outside_polygon']);
  assert.equal(codes(withPolygon({ holes: [hole, part(rectangle(4, 4, 3, 3))] })), [
    'polygons[0].holes[1] holes_overlap',
  ]);
  assert.equal(codes(withPolygon({ holes: [hole, part(rectangle(2, 2, 2, 2))] })), [
    'polygons[0].holes[1] holes_overlap',
  ]);
  assert.equal(codes(withPolygon({ holes: [part([[1, 1]])] })), ['polygons[0].holes[0] too_few_points']);
  assert.equal(codes(withPolygon({ quantity: 0 })), ['polygons[0].quantity out_of_range']);
  assert.equal(codes(withPolygon({ quantity: 10_001 })), ['polygons too_many']);
  assert.equal(codes(withPolygon({ priority: 1.5 })), ['polygons[0].priority out_of_range']);
  assert.equal(codes(withPolygon({ spacing: -1 })), ['polygons[0].spacing out_of_range']);
  assert.equal(codes(withPolygon({ rotationTolerance: 15.5 })), ['polygons[0].rotationTolerance out_of_range']);
  assert.equal(codes(withPolygon({ allowedRotations: [0, Number.NaN] })), [
    'polygons[0].allowedRotations[1] not_finite',
  ]);
});

test('locked parts must be sound, but a warm start need only name existing polygons and bins', () => {
  const at = (index: number, x: number, y: number, more: object = {}): GivenPlacement => {
    return { index, bin: 0, position: [x, y], rotation: 0, mirrored: false, ...more };
  };
  const two = { ...request([square, { ...square, quantity: 2 }], [sheet]), minDistance: 1 };
  assert.equal(codes({ ...two, locked: [at(0, 0, 0), at(1, 11, 0), at(1, 40, 40, { rotation: 45 })] }), []);
  assert.equal(codes({ ...two, locked: [at(0, 0, 0), at(1, 10.5, 0)] }), ['locked[1] locked_conflict']);
  assert.equal(codes({ ...two, locked: [at(0, -3, 0)] }), ['locked[0] locked_conflict']);
  assert.equal(codes({ ...two, locked: [at(2, 0, 0), at(0, 0, 0, { bin: 1 })] }), [
    'locked[0].index out_of_range',
    'locked[1].bin out_of_range',
  ]);
  assert.equal(codes({ ...two, locked: [at(0, 0, 0), at(0, 50, 0)] }), ['locked[1].index out_of_range']);
  assert.equal(codes({ ...two, warmStart: [at(0, 0, 0), at(1, 5, 5)] }), []);
  assert.equal(
    codes({ ...two, warmStart: [at(0, Number.NaN, 0), at(1, 5, 5, { rotation: Number.POSITIVE_INFINITY })] }),
    ['warmStart[0].position not_finite', 'warmStart[1].rotation not_finite'],
  );
});

test('a target utilisation is a share above 0 and up to 1', () => {
  for (const targetUtilisation of [0, -1, 1.1, Number.NaN]) {
    const code = Number.isFinite(targetUtilisation) ? 'out_of_range' : 'not_finite';
    assert.equal(codes({ ...good, targetUtilisation }), [`targetUtilisation ${code}`]);
  }
  assert.equal(codes({ ...good, targetUtilisation: 1 }), []);
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

test('a zone of quality outside its bin or its part is a warning', () => {
  const zone = (x: number) => ({ boundary: { id: '', origin: null, points: rectangle(10, 10, x, 0) }, quality: 2 });
  const polygon = { ...square, quality: 3, zones: [zone(500), zone(0)] };
  const { problems, warnings } = checkNestRequest(request([polygon], [{ ...sheet, zones: [zone(90), zone(-10)] }]));
  assert.equal(problems, []);
  assert.equal(
    warnings.map(({ code, path }) => `${path} ${code}`),
    ['polygons[0].zones[0] zone_outside', 'bins[0].zones[1] zone_outside'],
  );
});

test('a warning names each part larger than every bin, with its size', () => {
  const bins = [bin(rectangle(100, 40)), bin(rectangle(60, 60))];
  const polygons = [
    part(rectangle(90, 39), 'fits the first'),
    part(rectangle(39, 90), 'fits rotated'),
    { ...part(rectangle(39, 90), 'keeps its grain'), allowedRotations: [0, 180] },
    part(rectangle(59, 59), 'fits the second'),
    part(rectangle(101, 10), 'long'),
  ];
  const warnings = (over: Partial<NestRequest>) =>
    checkNestRequest(request(polygons, bins, { allowedRotations: [0, 90], ...over })).warnings;
  assert.equal(
    warnings({}).map(({ code, path, message }) => `${code} ${path} ${message}`),
    [
      'part_too_large polygons[2] polygons[2] ("keeps its grain") measures 39 x 90: larger than every bin in each allowed rotation, so it stays unplaced',
      'part_too_large polygons[4] polygons[4] ("long") measures 101 x 10: larger than every bin in each allowed rotation, so it stays unplaced',
    ],
  );
  const paths = warnings({ edgeDistance: 1 }).map(({ path }) => path);
  assert.equal(paths, ['polygons[0]', 'polygons[1]', 'polygons[2]', 'polygons[3]', 'polygons[4]']);
});

test('a part that the distances make too large is told so', () => {
  const told = (height: number, over: Partial<NestRequest>): string[] =>
    checkNestRequest(request([part(rectangle(40, height))], [bin(rectangle(80, 80))], over)).warnings.map(
      ({ message }) => message,
    );
  assert.equal(told(40, { edgeDistance: 20.1 }), [
    'polygons[0] measures 40 x 40: larger than every bin less 20.1 (edgeDistance) at each edge, in each allowed rotation, so it stays unplaced',
  ]);
  assert.equal(told(79, { clothForm: 'folded', minDistance: 4 }), [
    'polygons[0] measures 40 x 79: larger than every bin less 2 at the fold, in each allowed rotation, so it stays unplaced',
  ]);
  assert.equal(told(76, { clothForm: 'tubular', minDistance: 6, edgeDistance: 3 }), [
    'polygons[0] measures 40 x 76: larger than every bin less 3 (edgeDistance) at each edge and 3 at each fold, in each allowed rotation, so it stays unplaced',
  ]);
});

test('a part of which all copies are locked is not too large, and other copies of it are', () => {
  const locked = [{ index: 0, bin: 0, position: [8, 4] as const, rotation: 45 }];
  const told = (quantity: number): string[] =>
    checkNestRequest(
      request([{ ...part(rectangle(120, 5)), quantity }], [bin(rectangle(100, 100))], { locked }),
    ).warnings.map(({ message }) => message);
  assert.equal(told(1), []);
  assert.equal(told(2), [
    'polygons[0] measures 120 x 5: larger than every bin in each allowed rotation, so its copies without a lock stay unplaced',
  ]);
});

test('warnings name the first twenty parts that are too large, and count the rest', () => {
  const long = Array.from({ length: 25 }, (_, i) => part(rectangle(500 + i, 10), `long ${i}`));
  const { warnings } = checkNestRequest(request(long, [bin(rectangle(100, 100))], { allowedRotations: [0, 30] }));
  assert.is(warnings.length, 21);
  assert.match(warnings[20]!.message, /^5 more polygons/);
});

test('a part that fits a bin in only one of its rotations gets no such warning', () => {
  const bins = [bin(rectangle(75, 75))];
  const bar = part(rectangle(95, 5));
  const warned = (allowedRotations: number[]) =>
    checkNestRequest(request([bar], bins, { allowedRotations })).warnings.length;
  assert.is(warned([0, 90, 30]), 1);
  assert.is(warned([0, 90, 45]), 0);
});

test.run();

/** Direction groups: their rules, the choices of directions, and layouts that lie one way. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { choicesOfDirections } from '../../src/nesting/bridge/direction-choices.js';
import { checkNestRequest } from '../../src/nesting/check/request.js';
import { directionGroups } from '../../src/nesting/layout/directions.js';
import type { NestRequest, Polygon } from '../../src/nesting/request.js';
import { Random } from '../../src/random.js';
import { complaints } from './judge.js';
import { bin, nest, type Points, part, quadrilaterals, rectangle, request } from './nest.js';

const triangle: Points = [
  [0, 0],
  [60, 0],
  [0, 60],
];
const either = { allowedRotations: [0, 180] };
const grouped = (points: Points, directionGroup: string, more: Partial<Polygon> = {}): Polygon => ({
  ...part(points, directionGroup),
  directionGroup,
  ...more,
});
const codes = (problem: NestRequest): string[] =>
  checkNestRequest(problem).problems.map(({ path, code }) => `${path} ${code}`);
const warnings = (problem: NestRequest): string[] =>
  checkNestRequest(problem).warnings.map(({ path, code, message }) => `${code} ${path}: ${message}`);

test('parts of one group must share their rotations', () => {
  const strip = [bin(rectangle(200, 62))];
  const own = (allowedRotations: number[]) =>
    codes(request([grouped(triangle, 'a'), grouped(triangle, 'a', { allowedRotations })], strip, either));
  assert.equal(own([180, 0]), []);
  assert.equal(own([540, -360]), []);
  assert.equal(own([0]), ['polygons[1].allowedRotations direction_group_mismatch']);
  assert.equal(own([0, 90]), ['polygons[1].allowedRotations direction_group_mismatch']);
});

test('locked parts of one group must lie in one of its rotations', () => {
  const locked = (...rotations: number[]) => {
    const held = rotations.map((rotation, i) => ({
      index: i,
      bin: 0,
      position: [100 + 90 * i, 70] as const,
      rotation,
    }));
    const parts = [grouped(triangle, 'a'), grouped(triangle, 'a')];
    return codes(request(parts, [bin(rectangle(400, 140))], { ...either, locked: held }));
  };
  assert.equal(locked(180, 180), []);
  assert.equal(locked(180, 0), ['locked[1].rotation direction_group_locked']);
  assert.equal(locked(10), ['locked[0].rotation direction_group_locked']);
});

test('two groups take the opposite directions that pack best, and a whole group one way costs length', () => {
  const parts = (second: string) => [grouped(triangle, 'a'), grouped(triangle, second)];
  const lengthOf = (second: string): number => {
    const problem = request(parts(second), [bin(rectangle(300, 62))], { ...either, workLimit: 60 });
    const { last } = nest(problem);
    assert.equal(complaints(problem, last), []);
    return last.usage.length;
  };
  assert.ok(lengthOf('b') < 65, 'two triangles of two groups do not make a square');
  assert.ok(lengthOf('a') > 80, 'two triangles of one group make a square');
});

test('a locked part gives its group its direction', () => {
  const held = { index: 0, bin: 0, position: [90, 62] as const, rotation: 180 };
  const parts = [grouped(triangle, 'a', { quantity: 3 }), grouped(triangle, 'b')];
  const problem = request(parts, [bin(rectangle(300, 62))], { ...either, locked: [held], workLimit: 40 });
  const { solutions, last } = nest(problem);
  for (const solution of solutions) assert.equal(complaints(problem, solution), []);
  assert.equal(
    last.placements.filter(({ index }) => index === 0).map(({ rotation }) => rotation),
    [180, 180, 180],
  );
});

test('a warm start keeps the direction of most parts of a group', () => {
  const warmStart = [0, 1].map((i) => ({ index: 0, bin: 0, position: [80 + 70 * i, 62] as const, rotation: 180 }));
  const problem = request([grouped(triangle, 'a', { quantity: 3 })], [bin(rectangle(300, 62))], {
    ...either,
    warmStart,
    workLimit: 0,
  });
  const { solutions } = nest(problem);
  assert.equal(complaints(problem, solutions[0]!), []);
  assert.equal(new Set(solutions[0]!.placements.map(({ rotation }) => rotation)).size, 1);
  assert.is(solutions[0]!.placements[0]!.rotation, 180);
});

test('a group takes the one of its rotations that brings its half parts to the fold, whatever their order', () => {
  const half = grouped(rectangle(60, 30), 'a', {
    foldLine: [
      [0, 0],
      [60, 0],
    ],
  });
  const other = grouped(triangle, 'a');
  for (const allowedRotations of [
    [0, 180],
    [180, 0],
    [180, 90, 360],
  ]) {
    const parts = [half, other, { ...half, directionGroup: 'b' }];
    const problem = request(parts, [bin(rectangle(400, 100))], { allowedRotations, clothForm: 'folded' });
    const { last } = nest(problem);
    assert.equal(complaints(problem, last), []);
    assert.equal(last.unplaced, [], `${allowedRotations}`);
  }
});

test('a locked part of a group holds its direction, even where half parts of it then lie on no fold', () => {
  const half = grouped(rectangle(60, 30), 'a', {
    foldLine: [
      [0, 0],
      [60, 0],
    ],
  });
  const locked = [{ index: 1, bin: 0, position: [90, 90] as const, rotation: 180 }];
  const parts = [half, grouped(triangle, 'a', { quantity: 2 })];
  const problem = request(parts, [bin(rectangle(400, 100))], { ...either, clothForm: 'folded', locked });
  const { last } = nest(problem);
  assert.equal(complaints(problem, last), []);
  assert.equal(last.unplaced, ['a']);
  assert.equal(warnings(problem), [
    'no_common_rotation polygons[0].directionGroup: a locked part gives the direction group "a" its rotation, ' +
      'which leaves others of its parts unplaced: at 180, polygons[0] ("a") lies on no fold',
  ]);
});

test('a warning names a group without a rotation for all of its parts', () => {
  const half = (id: string, side: number): Polygon => ({
    ...grouped(rectangle(60, 30), 'g'),
    id,
    foldLine: [
      [0, side],
      [60, side],
    ],
  });
  const reason = 'the direction group "g" has no rotation for all of its parts, so some stay unplaced';
  const halves = (more: readonly Polygon[], options: Partial<NestRequest>): NestRequest =>
    request([half('low', 0), ...more], [bin(rectangle(400, 100))], { clothForm: 'folded', ...options });
  const parted = halves([half('high', 30)], either);
  assert.equal(warnings(parted), [
    'no_common_rotation polygons[0].directionGroup: ' +
      `${reason}: at 0, polygons[1] ("high") lies on no fold; at 180, polygons[0] ("low") lies on no fold`,
  ]);
  assert.is(nest({ ...parted, workLimit: 20 }).last.unplaced.length, 1);
  assert.equal(warnings(halves([half('high', 30)], { ...either, clothForm: 'tubular' })), []);
  assert.equal(warnings(halves([{ ...half('high', 30), directionGroup: 'h' }], either)), []);
  const upright = (id: string, points: Points): Polygon => ({ ...grouped(points, 'g'), id });
  const crossed = [upright('tall', rectangle(20, 300)), upright('long', rectangle(300, 20))];
  const sheet = (...more: Polygon[]): NestRequest =>
    request([...crossed, ...more], [bin(rectangle(400, 100))], { allowedRotations: [90, 0, 180] });
  assert.equal(warnings(sheet()), [
    `no_common_rotation polygons[0].directionGroup: ${reason}: at 90, polygons[1] ("long") is larger than every bin; ` +
      'at 0, polygons[0] ("tall") is larger than every bin; at 180, polygons[0] ("tall") is larger than every bin',
  ]);
  const large = upright('large', rectangle(500, 500));
  assert.equal(
    checkNestRequest(request([crossed[0]!, large], [bin(rectangle(400, 100))], either)).warnings.map(
      ({ code }) => code,
    ),
    ['part_too_large', 'part_too_large'],
  );
});

test('a group turns round where a sheet lets its parts lie one way alone', () => {
  const corner = grouped(
    rectangle(80, 80)
      .slice(0, 2)
      .concat([[0, 80]]),
    'a',
    { quality: 1 },
  );
  const edges = part([
    [0, 0],
    [100, 0],
    [100, 2],
    [2, 100],
    [0, 100],
  ]);
  const plain = bin(rectangle(100, 100));
  const zoned = { ...plain, zones: [{ boundary: edges, quality: 2 }] };
  const held = { index: 1, bin: 0, position: [0, 0] as const, rotation: 0 };
  for (const problem of [
    request([corner], [zoned], either),
    request([corner, part(rectangle(3, 3))], [plain], { ...either, locked: [held] }),
  ]) {
    const { last } = nest(problem);
    assert.equal(complaints(problem, last), []);
    assert.equal(last.unplaced, []);
  }
});

test('equal groups swap, and a marker on a plain strip turns round: each choice comes once', () => {
  const choices = (count: number, holes: Points[], rotations = [0, 180], over: Partial<NestRequest> = {}): number => {
    const parts = Array.from({ length: count }, (_, i) => grouped(triangle, `${i}`));
    const problem = request(parts, [bin(rectangle(300, 62), { holes })], { allowedRotations: rotations, ...over });
    const groups = directionGroups(problem);
    return [
      ...choicesOfDirections(
        problem,
        groups,
        groups.map(() => 0),
        new Random(1),
      ),
    ].length;
  };
  // Beside "all one way", one of three the other way.
  assert.is(choices(3, []), 1);
  assert.is(choices(3, [rectangle(5, 5, 10, 10)]), 3);
  assert.is(choices(1, []), 0);
  assert.is(choices(1, [], [0, 90]), 1);
  // A turned layout would need another fold, or another phase.
  assert.is(choices(1, [], [0, 180], { clothForm: 'folded' }), 1);
  const points = [{ part: 0, point: 'notch' }];
  const match = [{ name: 'stripe', points, axis: 'x' as const, phaseX: 5, phaseY: null }];
  assert.is(choices(1, [], [0, 180], { match }), 1);
});

test('the second thread and several sheets keep the groups as well', () => {
  const parts = quadrilaterals(12).map((points, i) => grouped(points, i % 3 ? 'a' : 'b'));
  for (const bins of [[bin(rectangle(500, 90))], [0, 1].map(() => bin(rectangle(190, 95)))]) {
    const problem = request(parts, bins, { ...either, workLimit: 1200 });
    const { solutions, end } = nest(problem);
    assert.is(end, 'work_limit');
    for (const solution of solutions) assert.equal(complaints(problem, solution), []);
  }
});

test('the same seed and work give the same layouts, and the first layout is the same for every seed', () => {
  const parts = quadrilaterals(9).map((points, i) => grouped(points, `${i % 3}`));
  const problem = request(parts, [bin(rectangle(500, 90))], { ...either, workLimit: 150 });
  const [one, again, other] = [1, 1, 2].map((seed) => nest(problem, { seed }));
  const places = ({ solutions }: ReturnType<typeof nest>) =>
    JSON.stringify(solutions.map(({ placements }) => placements));
  assert.is(places(one!), places(again!));
  assert.equal(one!.solutions[0]!.placements, other!.solutions[0]!.placements);
});

test.run();

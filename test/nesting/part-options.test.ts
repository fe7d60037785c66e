/** The options of a polygon besides its outline, and the placements given in a request. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { densestSearch } from '../../src/nesting/bridge/densest.js';
import { geneticSearch } from '../../src/nesting/construct/genetic.js';
import type { GivenPlacement, GravityDirection, NestRequest, Polygon } from '../../src/nesting/request.js';
import { complaints } from './judge.js';
import { bin, nest, type Points, part, rectangle, request } from './nest.js';

const directions: GravityDirection[] = ['left', 'right', 'top', 'bottom'];

/** Solves by both searches, judges every solution, and returns the outcome of the usual search. */
function sound(problem: NestRequest) {
  const [, densest] = [geneticSearch, densestSearch].map((search) => {
    const outcome = nest(problem, { search });
    for (const solution of outcome.solutions) assert.equal(complaints(problem, solution), []);
    return outcome;
  });
  return densest!;
}

const frame = (size: number, opening: number, over: Partial<Polygon> = {}): Polygon => {
  const at = (size - opening) / 2;
  return { ...part(rectangle(size, size), 'frame'), holes: [part(rectangle(opening, opening, at, at))], ...over };
};
const block = (width: number, height: number, over: Partial<Polygon> = {}): Polygon => ({
  ...part(rectangle(width, height)),
  ...over,
});

for (const gravityDirection of directions) {
  test(`small parts lie in the openings of others, gravity ${gravityDirection}`, () => {
    const problem = request([frame(100, 60), block(50, 25), block(50, 25)], [bin(rectangle(100, 100))], {
      gravityDirection,
      minDistance: 2,
    });
    const { last } = sound(problem);
    assert.is(last.unplaced.length, 0);
    assert.ok(Math.abs(last.usage.partArea - (10_000 - 3600 + 2500)) < 1e-6);
  });
}

test('an opening takes a part that fits exactly, at every angle', () => {
  for (const allowedRotations of [[0], [90], [30]]) {
    const problem = request([frame(100, 60), block(60, 60)], [bin(rectangle(150, 150))], { allowedRotations });
    const { last } = sound(problem);
    assert.ok(last.usage.area <= 18_661, `${last.usage.area}`);
  }
});

test('parts lie in the openings of parts in openings', () => {
  const problem = request([frame(100, 80), frame(80, 60), frame(60, 40), block(40, 40)], [bin(rectangle(100, 100))]);
  assert.is(sound(problem).last.unplaced.length, 0);
});

test('the openings of a part may lie over a keep-out', () => {
  const sheet = bin(rectangle(100, 100), { holes: [rectangle(20, 20, 40, 40)] });
  assert.is(nest(request([frame(100, 60)], [sheet])).last.unplaced.length, 0);
});

test('each polygon has its own rotations', () => {
  const tall = block(20, 90);
  const problem = request(
    [tall, { ...tall, allowedRotations: [90, 270] }, { ...tall, allowedRotations: [180] }],
    [bin(rectangle(200, 100))],
    { allowedRotations: [0] },
  );
  const { last } = sound(problem);
  assert.equal(
    last.placements.map(({ rotation }) => rotation % 180),
    [0, 90, 0],
  );
});

test('a polygon fits thanks to its own rotation', () => {
  const problem = request([block(30, 150, { allowedRotations: [45] }), block(30, 150)], [bin(rectangle(140, 140))]);
  const { last } = sound(problem);
  assert.equal(last.unplacedIndices, [1]);
});

const boot: Points = [
  [0, 0],
  [20, 0],
  [20, 40],
  [60, 40],
  [60, 60],
  [0, 60],
];

for (const gravityDirection of directions) {
  test(`a part is flipped if that is allowed and helps, gravity ${gravityDirection}`, () => {
    // Two boots, one of them flipped, and a block fill the sheet. Two unflipped boots do not fit.
    const width = gravityDirection === 'left' || gravityDirection === 'right' ? rectangle(60, 80) : rectangle(80, 60);
    const shape =
      gravityDirection === 'left' || gravityDirection === 'right' ? boot : boot.map(([x, y]) => [y, x] as const);
    const polygons = [{ ...part(shape, '', [7, -3]), mirror: true }, part(shape)];
    const problem = request(polygons, [bin(width)], { gravityDirection, allowedRotations: [0, 180], workLimit: 30 });
    const alike = request([part(shape), part(shape)], [bin(width)], { gravityDirection, workLimit: 30 });
    sound(alike);
    const { last } = sound(problem);
    assert.is(last.unplaced.length, 0);
  });
}

test('a flipped part is placed as its mirror image, whatever its anchor', () => {
  for (const origin of [null, [13, 77] as const]) {
    const image = boot.map(([x, y]) => [-x, y] as const);
    const holder: Polygon = { ...part(rectangle(80, 80, -70, -10)), holes: [part(image)] };
    const problem = request([holder, { ...part(boot, 'boot', origin), mirror: true }], [bin(rectangle(80, 80))]);
    const { last } = sound(problem);
    assert.is(last.unplaced.length, 0);
    assert.ok(last.placements[1]!.mirrored);
  }
});

test('a polygon with a quantity stands for that many parts, with one index and one id', () => {
  const problem = request(
    [block(20, 20, { id: 'a', quantity: 5 }), block(30, 20, { id: 'b' })],
    [bin(rectangle(100, 40))],
  );
  const { last } = sound(problem);
  assert.equal(
    last.placements.map(({ index, id }) => `${index}${id}`),
    ['0a', '0a', '0a', '0a', '0a', '1b'],
  );
  const tight = sound({ ...problem, bins: [bin(rectangle(60, 40))] }).last;
  assert.equal(tight.unplaced, ['a']);
  assert.equal(tight.unplacedIndices, [0]);
});

test('locked parts keep their places, at any rotation, and other parts go around them', () => {
  const locked: GivenPlacement[] = [
    { index: 1, bin: 0, position: [50.5, 20.25], rotation: 33, mirrored: false },
    { index: 0, bin: 0, position: [150, 60], rotation: 0, mirrored: true },
  ];
  for (const gravityDirection of directions) {
    const polygons = [{ ...part(boot), quantity: 3 }, block(30, 20), block(25, 25, { quantity: 4 })];
    const problem = request(polygons, [bin(rectangle(200, 130))], {
      gravityDirection,
      locked,
      minDistance: 1.5,
      allowedRotations: [0, 90],
    });
    const { last } = sound(problem);
    assert.is(last.unplaced.length, 0);
  }
});

test('a warm start is the first solution, after its unsound parts are placed again', () => {
  const problem = request([block(20, 20, { quantity: 4 }), part(boot)], [bin(rectangle(300, 100))], { workLimit: 4 });
  const sparse: GivenPlacement[] = [0, 60, 120].map((x) => ({
    index: 0,
    bin: 0,
    position: [x, 0],
    rotation: 0,
    mirrored: false,
  }));
  const { solutions } = sound({ ...problem, warmStart: [...sparse, { ...sparse[2]!, position: [125, 5] }] });
  for (const { position } of sparse) {
    assert.ok(
      solutions[0]!.placements.some(
        (placed) => Math.hypot(placed.position[0] - position[0], placed.position[1]) < 1e-5,
      ),
    );
  }
  assert.is(solutions[0]!.unplaced.length, 0);
  assert.is(solutions[0]!.generation, 0);
  assert.ok(solutions.at(-1)!.usage.length < solutions[0]!.usage.length);
});

test('the placements of an answer serve as a warm start, and as locked parts', () => {
  const problem = request(
    [block(20, 20, { quantity: 4 }), { ...part(boot), mirror: true }],
    [bin(rectangle(120, 100))],
  );
  const { last } = sound(problem);
  const again = nest({ ...problem, warmStart: last.placements, workLimit: 1 }).solutions[0]!;
  assert.ok(Math.abs(again.usage.length - last.usage.length) < 1e-6);
  const held = sound({ ...problem, locked: last.placements.slice(0, 3), warmStart: last.placements });
  assert.is(held.last.unplaced.length, 0);
});

test('a sheet without room for all gets the parts of the highest priority', () => {
  const polygons = [
    block(60, 60, { id: 'large' }),
    block(30, 30, { id: 'urgent', priority: 2, quantity: 2 }),
    block(40, 40, { id: 'soon', priority: 1 }),
  ];
  const { last } = sound(request(polygons, [bin(rectangle(75, 60))]));
  assert.equal(last.unplaced, ['large']);
  const smaller = sound(request(polygons, [bin(rectangle(60, 40))])).last;
  assert.equal(smaller.unplaced, ['large', 'soon']);
});

test('the search ends at the target utilisation', () => {
  const problem = request([{ ...part(boot), quantity: 6 }], [bin(rectangle(500, 90))], {
    allowedRotations: [0, 180],
    workLimit: 5000,
  });
  const { end, last } = nest({ ...problem, targetUtilisation: 0.5 });
  assert.is(end, 'target');
  assert.ok(last.utilisation >= 0.5);
  assert.is(nest({ ...problem, targetUtilisation: 1, workLimit: 20 }).end, 'work_limit');
});

test('usage has an entry for each used sheet', () => {
  const problem = request([block(40, 40, { quantity: 3 })], [bin(rectangle(80, 40)), bin(rectangle(80, 40))]);
  const { usage } = sound(problem).last;
  assert.equal(
    usage.sheets.map(({ bin: sheet, parts, partArea }) => [sheet, parts, partArea]),
    [
      [0, 2, 3200],
      [1, 1, 1600],
    ],
  );
  assert.ok(Math.abs(usage.sheets[0]!.length + usage.sheets[1]!.length - usage.length) < 1e-9);
});

test('the answer repeats a rotation as it stands in the list of its polygon', () => {
  const polygons = [
    { ...part(rectangle(30, 10)), allowedRotations: [320] },
    part(rectangle(30, 12)),
    { ...part(rectangle(30, 14)), allowedRotations: [680] },
  ];
  const { solutions } = nest(request(polygons, [bin(rectangle(300, 100))], { allowedRotations: [-40] }));
  for (const { placements } of solutions)
    assert.equal(
      placements.map(({ rotation }) => rotation),
      [320, -40, 680],
    );
});

test.run();

import { Clipper, FillRule } from 'clipper2-ts';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { boxOf } from '../../src/geometry/ring.js';
import { shareStrip } from '../../src/nesting/bridge/partner.js';
import { prepareShapes } from '../../src/nesting/overlap/shapes.js';
import type { StripLayout, StripProblem } from '../../src/nesting/strip/problem.js';
import { searchStrip } from '../../src/nesting/strip/search.js';
import { quadrilaterals } from './nest.js';
import { passBudget } from './pass-budget.js';
import { randomStrip } from './random-problems.js';

const square = (side: number): Float64Array => Float64Array.of(0, 0, side, 0, side, side, 0, side);
const rectangle = (w: number, h: number): Float64Array => Float64Array.of(0, 0, w, 0, w, h, 0, h);
const ell = Float64Array.of(0, 0, 30, 0, 30, 10, 10, 10, 10, 25, 0, 25);
const wedge = Float64Array.of(0, 0, 24, 6, 20, 19, 3, 13);

/** The outline of a part in its place, then its openings. */
function ringsAt(problem: StripProblem, layout: StripLayout, i: number): { x: number; y: number }[][] {
  const { outline, openings = [], rotations, flipped = [] } = problem.types[problem.items[i]!]!;
  const choice = layout.choice[i]!;
  const angle = (rotations[choice]! * Math.PI) / 180;
  const side = flipped[choice] ? -1 : 1;
  return [outline, ...openings].map((ring) =>
    Array.from({ length: ring.length / 2 }, (_, k) => {
      const [x, y] = [side * ring[2 * k]!, ring[2 * k + 1]!];
      return {
        x: layout.x[i]! + x * Math.cos(angle) - y * Math.sin(angle),
        y: layout.y[i]! + x * Math.sin(angle) + y * Math.cos(angle),
      };
    }),
  );
}

/** Fails if a part leaves the strip, or overlaps another, by more than 3e-7 of the strip's height. */
function assertSound(problem: StripProblem, layout: StripLayout): void {
  const tolerance = 3e-7 * problem.height;
  const n = problem.items.length;
  const regions = Array.from({ length: n }, (_, i) => ringsAt(problem, layout, i));
  const outlines = regions.map(([outline]) => outline!);
  for (const [i, points] of outlines.entries()) {
    for (const { x, y } of points) {
      assert.ok(x > -tolerance && x < layout.length + tolerance, `part ${i} ends at ${x} of ${layout.length}`);
      assert.ok(y > -tolerance && y < problem.height + tolerance, `part ${i} reaches y = ${y} of ${problem.height}`);
    }
  }
  const scale = 1e8 / problem.height;
  const paths = regions.map((rings) =>
    rings.map((points) => points.map(({ x, y }) => ({ x: Math.round(x * scale), y: Math.round(y * scale) }))),
  );
  const perimeter = (points: { x: number; y: number }[]): number =>
    points.reduce((sum, p, k) => sum + Math.hypot(p.x - points.at(k - 1)!.x, p.y - points.at(k - 1)!.y), 0);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) {
      const area = Math.abs(Clipper.areaPaths(Clipper.intersect(paths[i]!, paths[k]!, FillRule.EvenOdd))) / scale ** 2;
      const allowed = (tolerance * Math.min(perimeter(outlines[i]!), perimeter(outlines[k]!))) / 2;
      assert.ok(area <= allowed, `parts ${i} and ${k} overlap by ${area}, allowed ${allowed}`);
    }
  }
}

/** Searches with a number of passes in each thread, and checks every layout. */
function search(
  problem: StripProblem,
  passes: number,
  seed = 1,
  threads: 1 | 2 = 1,
  start?: StripLayout,
): StripLayout[] {
  const layouts: StripLayout[] = [];
  searchStrip(problem, {
    seed,
    breadth: { populationSize: 5, mutationRate: 0.1 },
    share: threads === 2 ? shareStrip : null,
    passes,
    budget: passBudget(passes),
    ...(start && { start }),
    report: (layout) => layouts.push(layout),
  });
  for (const layout of layouts) assertSound(problem, layout);
  for (const [i, layout] of layouts.entries()) assert.ok(i === 0 || layout.length < layouts[i - 1]!.length);
  return layouts;
}

/** Some items in columns of their boxes, the others at the origin. */
function inColumns({ types, items, height }: StripProblem, wanted: readonly number[]): StripLayout {
  const n = items.length;
  const layout = { x: new Float64Array(n), y: new Float64Array(n), choice: new Int32Array(n), length: 0 };
  let [x, y, width] = [0, 0, 0];
  for (const item of wanted) {
    const { minX, minY, maxX, maxY } = boxOf(types[items[item]!]!.outline);
    if (y + maxY - minY > height) [x, y, width] = [x + width, 0, 0];
    layout.x[item] = x - minX;
    layout.y[item] = y - minY;
    y += maxY - minY;
    width = Math.max(width, maxX - minX);
  }
  return { ...layout, length: x + width };
}

const last = (layouts: StripLayout[]): StripLayout => layouts[layouts.length - 1]!;

test('parts lie turned over where only that fits', () => {
  const triangle = Float64Array.of(0, 0, 30, 0, 0, 40);
  const upright = { outline: triangle, rotations: [0, 180, 0], flipped: [false, true, true] };
  const items = [0, 0, 0, 0];
  const { length, choice } = search({ types: [upright], items, height: 40 }, 400).at(-1)!;
  assert.ok(length < 60 * (1 + 1e-6), `${length}`);
  assert.equal(Array.from(choice).sort(), [1, 1, 2, 2]);
  const unturned = search({ types: [{ outline: triangle, rotations: [0] }], items, height: 40 }, 400).at(-1)!;
  assert.ok(unturned.length > 119, `${unturned.length}`);
});

test('parts lie in the openings of others, as deep as they fit', () => {
  const frame = (side: number) => ({
    outline: square(side),
    openings: [square(side - 4).map((value) => value + 2)],
    rotations: [0],
  });
  const types = [frame(40), frame(36), frame(30), { outline: rectangle(13, 26), rotations: [0, 90] }];
  const { length } = search({ types, items: [0, 1, 2, 3, 3], height: 40 }, 2000).at(-1)!;
  assert.ok(Math.abs(length - 40) < 1e-4, `length ${length}`);
});

test('a part with openings among others lies apart from all of them', () => {
  fc.assert(
    fc.property(randomStrip('anywhere'), ({ problem, seed }) => {
      assert.ok(search(problem, 40, seed).length > 0);
    }),
    { numRuns: 30, seed: 12, includeErrorInReport: true },
  );
});

test('a squared rectangle is put together without a gap', () => {
  // Moroń's rectangle, 33 x 32, consists of nine different squares.
  const sides = [18, 15, 14, 10, 9, 8, 7, 4, 1];
  const types = sides.map((side) => ({ outline: square(side), rotations: [0] }));
  const problem = { types, items: sides.map((_, i) => i), height: 32 };
  const { length } = last(search(problem, 6000));
  assert.ok(Math.abs(length - 33) < 1e-4, `length ${length}`);
});

test('parts exactly as high as the strip are placed side by side', () => {
  const problem = {
    types: [
      { outline: rectangle(7, 50), rotations: [0] },
      { outline: rectangle(50, 3), rotations: [0, 90] },
    ],
    items: [0, 1, 0, 1, 0],
    height: 50,
  };
  const { length } = last(search(problem, 300));
  assert.ok(Math.abs(length - 27) < 1e-4, `length ${length}`);
});

test('a strip is never shorter than its longest part', () => {
  const problem = {
    types: [
      { outline: square(13), rotations: [0] },
      { outline: rectangle(40, 10), rotations: [0, 180] },
    ],
    items: [1, ...Array.from({ length: 8 }, () => 0)],
    height: 50,
  };
  const { length } = last(search(problem, 2000));
  assert.ok(Math.abs(length - 40) < 1e-4, `length ${length}`);
});

test('parts take only orientations that fit the length of the strip', () => {
  // Upright bars need 60.
  const problem = {
    types: [
      { outline: rectangle(45, 10), rotations: [90, 0] },
      { outline: ell, rotations: [0, 90, 180, 270] },
    ],
    items: [0, 0, 0, 0, 0, 0, 1, 1],
    height: 90,
  };
  const { length } = last(search(problem, 3000));
  assert.ok(Math.abs(length - 45) < 1e-4, `length ${length}`);
});

for (const seed of [1, 2, 3]) {
  test(`a few parts on a high strip stay inside, seed ${seed}`, () => {
    const items = Array.from({ length: 7 }, (_, i) => (i + seed) % 3);
    const layouts = search({ ...mixed, items, height: 60 + 15 * seed }, 1500, seed);
    assert.ok(layouts.length > 1);
  });
}

test('a part that is higher than the strip in every rotation is refused', () => {
  const problem = { types: [{ outline: rectangle(60, 70), rotations: [0, 90] }], items: [0], height: 50 };
  assert.throws(
    () => search(problem, 10),
    (error: unknown) => error instanceof RangeError,
  );
});

const mixed: StripProblem = {
  types: [
    { outline: ell, rotations: [0, 90, 180, 270] },
    { outline: wedge, rotations: [0, 33, 180] },
    { outline: rectangle(11, 17), rotations: [0, 90] },
  ],
  items: Array.from({ length: 24 }, (_, i) => i % 3),
  height: 70,
};

test('every layout of concave parts at odd angles is sound, and better than the first', () => {
  const layouts = search(mixed, 1500);
  assert.ok(layouts.length > 3);
  assert.ok(last(layouts).length < 0.93 * layouts[0]!.length);
});

test('the same seed and the same work give the same layouts', () => {
  const one = search(mixed, 400, 9);
  const two = search(mixed, 400, 9);
  assert.equal(one, two);
  assert.not.equal(one, search(mixed, 400, 10));
});

test('two threads that exchange layouts by work repeat their layouts', () => {
  const two = search(mixed, 800, 9, 2);
  assert.equal(two, search(mixed, 800, 9, 2));
  assert.not.equal(two, search(mixed, 800, 9));
});

test('two threads that exchange layouts by work end together, even if one has less to do', () => {
  const items = Array.from({ length: 200 }, (_, i) => i % 3);
  const two = search({ ...mixed, items }, 300, 4, 2);
  assert.equal(two, search({ ...mixed, items }, 300, 4, 2));
});

test('a strip of hundreds of parts is packed by a repeated cell, then improved in windows', () => {
  const items = Array.from({ length: 401 }, (_, i) => i % 3);
  const layouts = search({ ...mixed, items }, 700);
  assert.ok(last(layouts).length < 0.96 * layouts[0]!.length, `${layouts[0]!.length} to ${last(layouts).length}`);
});

test('a strip of hundreds of different parts is packed in sections, and two threads repeat their layouts', () => {
  const types = quadrilaterals(280).map((points) => ({
    outline: Float64Array.from(points.flat()),
    rotations: [0, 180],
  }));
  const different: StripProblem = { types, items: types.map((_, i) => i), height: 160 };
  const one = search(different, 300);
  assert.ok(last(one).length < 0.95 * one[0]!.length, `${one[0]!.length} to ${last(one).length}`);
  const two = search(different, 300, 5, 2);
  assert.ok(last(two).length < 0.95 * two[0]!.length, `${two[0]!.length} to ${last(two).length}`);
  assert.equal(search(different, 300, 5, 2), two);
});

test('with first layouts of all sections, two threads show the gain of each section before the last is begun', () => {
  const types = quadrilaterals(330).map((points) => ({ outline: Float64Array.from(points.flat()), rotations: [0] }));
  const problem: StripProblem = { types, items: types.map((_, i) => i), height: 160 };
  const passes = 200;
  const budget = passBudget(passes);
  const gains: { used: number; layout: StripLayout }[] = [];
  searchStrip(problem, {
    seed: 5,
    breadth: { populationSize: 5, mutationRate: 0.1 },
    share: shareStrip,
    passes,
    budget,
    construct: (items) => inColumns(problem, items),
    report: (layout) => gains.push({ used: budget.used(), layout }),
  });
  for (const { layout } of gains) assertSound(problem, layout);
  // Each thread has two sections, and begins its second one at 42 % of the budget.
  const early = gains.filter(({ used }) => used > 0 && used < 0.4);
  assert.ok(early.length > 0, gains.map(({ used }) => used.toFixed(2)).join(' '));
});

test('a strip of more than a hundred parts goes on in windows, and repeats', () => {
  const many = { ...mixed, items: Array.from({ length: 150 }, (_, i) => i % 3) };
  const one = search(many, 400);
  assert.ok(last(one).length < 0.97 * one[0]!.length, `${one[0]!.length} to ${last(one).length}`);
  assert.equal(search(many, 400), one);
  const two = search(many, 200, 2, 2);
  assert.equal(search(many, 200, 2, 2), two);
});

test('a search from a given layout begins with it', () => {
  const start = last(search(mixed, 100));
  const [first] = search(mixed, 20, 2, 1, start);
  assert.ok(Math.abs(first!.length - start.length) < 1e-5);
  for (let i = 0; i < mixed.items.length; i++) {
    assert.ok(Math.hypot(first!.x[i]! - start.x[i]!, first!.y[i]! - start.y[i]!) < 1e-3, `part ${i}`);
  }
  assert.equal(first!.choice, start.choice);
});

test('two threads find a sound layout together', () => {
  const layouts: StripLayout[] = [];
  const end = performance.now() + 1500;
  searchStrip(mixed, {
    seed: 3,
    breadth: { populationSize: 3, mutationRate: 0.1 },
    share: shareStrip,
    passes: null,
    budget: {
      used: () => 1 - (end - performance.now()) / 1500,
      stopped: () => performance.now() >= end,
      poll: () => {},
      passed: () => {},
      attempted: () => {},
    },
    report: (layout) => layouts.push(layout),
  });
  for (const layout of layouts) assertSound(mixed, layout);
  assert.ok(last(layouts).length < 0.95 * layouts[0]!.length);
});

/** A square of 100 cut in two along a wave, digitised with 400 points. */
const wave = Array.from({ length: 401 }, (_, k) => [50 + 12 * Math.sin((k / 400) * 3 * Math.PI), k / 4]);
const leftOfWave = Float64Array.from([[0, 0], ...wave, [0, 100]].flat());
const rightOfWave = Float64Array.from([...wave, [100, 100], [100, 0]].flat());

test('outlines of many points fit exactly, although the search sees simplified ones', () => {
  const types = [leftOfWave, rightOfWave].map((outline) => ({ outline, rotations: [0] }));
  for (const { outline } of types) {
    const { types: prepared } = prepareShapes({ types: [{ outline, rotations: [0] }], items: [0], height: 100 });
    assert.ok(prepared[0]!.plain.length < 0.5 * prepared[0]!.outline.length, 'the search sees too many points');
  }
  const problem = { types, items: [0, 1, 0, 1, 0, 1], height: 100 };
  const layouts = search(problem, 2000);
  const { length } = layouts.at(-1)!;
  // Simplified outlines deviate by up to 0.02, which would add up to 0.1 over five waves.
  assert.ok(length < 300.001, `${length}`);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { generated } from '../../bench/nesting/watch/generated.js';
import type { Point } from '../../src/geometry/point.js';
import { signedArea } from '../../src/geometry/ring.js';
import { noFitEffort } from '../../src/nesting/bridge/no-fit-effort.js';
import { construct } from '../../src/nesting/construct/construct.js';
import { searchDetail } from '../../src/nesting/construct/detail.js';
import { Groundwork } from '../../src/nesting/construct/groundwork.js';
import { largestFirst } from '../../src/nesting/construct/plan.js';
import { Problem } from '../../src/nesting/layout/problem.js';
import type { Polygon } from '../../src/nesting/request.js';
import { solve } from '../../src/nesting/solver.js';
import { bin, nest, part, rectangle, request } from './nest.js';

/** Stars with six points, all different. */
function stars(count: number): Polygon[] {
  return Array.from({ length: count }, (_, i) =>
    part(
      Array.from({ length: 6 }, (_, k): Point => {
        const radius = (k % 2 ? 4 : 9) + ((i * (k + 3)) % 97) / 40 + i / 1e4;
        return [radius * Math.cos((k * Math.PI) / 3), radius * Math.sin((k * Math.PI) / 3)];
      }),
    ),
  );
}

const roll = [bin(rectangle(1e5, 400))];

test('the first layout places thousands of different outlines without overlap', () => {
  const problem = request(stars(1600), roll, { workLimit: 0, minDistance: 1, allowedRotations: [0, 90] });
  const { last } = nest(problem);
  // The exact check would leave out a faulty part.
  assert.is(last.unplaced.length, 0);
  assert.ok(last.utilisation > 0.3, `${last.utilisation}`);
});

test('thousands of different outlines spread over several sheets, and parts without room stay unplaced', () => {
  const sheets = [bin(rectangle(200, 200)), bin(rectangle(300, 200))];
  const problem = request(stars(1600), sheets, { workLimit: 0 });
  const { last } = nest(problem);
  assert.equal(new Set(last.placements.map(({ bin }) => bin)).size, 2);
  assert.ok(last.unplaced.length > 0 && last.placements.length > 100, `${last.placements.length} placed`);
});

test('a request can be cancelled at any moment of its preparation', () => {
  const problem = request(stars(1600), roll, { workLimit: 0 });
  for (const looks of [0, 1000, 4000]) {
    let left = looks;
    const events: string[] = [];
    const end = solve(problem, { seed: 1, shouldStop: () => left-- <= 0, emit: ({ type }) => events.push(type) });
    assert.is(end, 'cancelled', `cancelled at look ${looks}`);
    assert.equal(events, []);
  }
});

test('a flaw of the cloth costs hundreds of different parts little density, and their gains are soon shown', () => {
  const whole = { ...generated['generated-hundreds'](), workLimit: 300 };
  const flawed = { ...whole, bins: [bin(whole.bins[0]!.boundary.points, { holes: [rectangle(10, 10, 100, 80)] })] };
  const [plain, around] = [whole, flawed].map((problem) => nest(problem));
  // Fitness counts sheets: a hundredth is about three points of density.
  const [without, beside] = [plain!, around!].map(({ last }) => last.fitness);
  assert.ok(beside! < without! + 0.015, `${beside} beside ${without}`);
  // A pass over hundreds of parts takes long, so its gains are shown soon.
  const steps = around!.solutions.map(({ tested }) => tested).filter((tested) => tested > 0);
  assert.ok(steps[0]! <= 20 && steps.length >= 5, `${steps}`);
});

test('hundreds of different parts on a strip begin with a dense layout, and show the gains of their sections', () => {
  const workLimit = 60;
  const { solutions } = nest({ ...generated['generated-hundreds'](), workLimit });
  const constructed = solutions.filter(({ tested }) => tested === 0).at(-1)!;
  // Their hulls take a strip of 1.34.
  assert.ok(constructed.fitness < 1.2, `${constructed.fitness}`);
  const [first = Infinity] = solutions.map(({ tested }) => tested).filter((tested) => tested > 0);
  // The second of two sections begins at 42 % of the work.
  assert.ok(first <= 0.5 * workLimit, `first gain after ${first} steps`);
});

test('hundreds of different parts that barely fit one sheet all find room', () => {
  // All parts make up two thirds of it, and a strip of them uses 70 % of its cloth.
  const bins = [bin(rectangle(200, 545, 7, 5))];
  const limits = { workLimit: 220, gravityDirection: 'bottom', bins } as const;
  const { solutions, last } = nest({ ...generated['generated-hundreds'](), ...limits });
  assert.ok(solutions[0]!.unplaced.length > 0);
  assert.equal(last.unplaced, []);
});

test('of hundreds of different parts that are too many for one sheet, it takes more and more', () => {
  const wedges = Array.from({ length: 240 }, (_, i) => {
    const top: Point = [3 + (i % 7), 8 + (i % 15)];
    return part([[0, 0], [10 + (i % 16), 0], top]);
  });
  // Their area is 88 % of it.
  const sheet = bin(rectangle(210, 172));
  const { solutions, last } = nest(request(wedges, [sheet], { workLimit: 120, allowedRotations: [0, 180] }));
  const constructed = solutions.filter(({ tested }) => tested === 0).at(-1)!;
  assert.ok(last.unplaced.length > 0);
  assert.ok(last.usage.partArea > constructed.usage.partArea, `${last.usage.partArea}`);
});

test('the search sees a hide of thousands of corners with a few hundred, which lie within it', () => {
  const hide = Array.from({ length: 2000 }, (_, k): Point => {
    const radius = 900 + 200 * Math.sin((k * 3 * Math.PI) / 1000) + 3 * Math.sin(k);
    return [radius * Math.cos((k * Math.PI) / 1000), radius * Math.sin((k * Math.PI) / 1000)];
  });
  const bins = [bin(hide)];
  const problem = request(stars(30), bins, { allowedRotations: [0, 90], curveTolerance: 0.1, workLimit: 20 });
  const { sheets, frame } = new Problem(problem, searchDetail);
  const [sheet] = sheets;
  const outline = sheet!.shape.outline!;
  assert.ok(outline[0]!.length / 2 <= 300, `${outline[0]!.length / 2} corners`);
  const shrink = outline.reduce((sum, ring) => sum + signedArea(ring), 0) / (sheet!.shape.area * frame.scale ** 2);
  assert.ok(shrink > 0.99 && shrink <= 1, `${shrink} of the area`);
  // The exact check knows the hide as it was sent.
  const { last } = nest(problem);
  assert.equal(last.unplaced, []);
});

test('the search sees many outlines of many points with few corners', () => {
  const round = (i: number): Polygon =>
    part(
      Array.from({ length: 400 }, (_, k): Point => {
        const radius = 100 + i + 10 * Math.sin((k * 3 * Math.PI) / 200);
        return [radius * Math.cos((k * Math.PI) / 200), radius * Math.sin((k * Math.PI) / 200)];
      }),
    );
  const polygons = Array.from({ length: 98 }, (_, i) => round(i));
  const problem = new Problem(
    request(polygons, [bin(rectangle(1e5, 1500))], { allowedRotations: [0, 180], curveTolerance: 1 }),
    searchDetail,
  );
  assert.ok(new Groundwork(problem, () => {}).choices.isVaried);
  for (const shape of problem.shapes) {
    const { outline } = problem.variant(shape, shape.orientations[0]!);
    assert.ok(outline.length / 2 <= 40, `${outline.length / 2} corners`);
  }
});

test('of many rotations, only some are tried, so that many shapes keep their place in the search', () => {
  const polygons = stars(60);
  const rotations = Array.from({ length: 360 }, (_, degrees) => degrees);
  const problem = new Problem(
    request(polygons, [bin(rectangle(50, 40))], { allowedRotations: rotations }),
    searchDetail,
  );
  const tried = new Set<string>();
  const variant = problem.variant.bind(problem);
  problem.variant = (shape, orientation) => {
    tried.add(`${shape.index} ${orientation}`);
    return variant(shape, orientation);
  };
  const { unplaced } = construct(new Groundwork(problem, () => {}), largestFirst(problem), () => {});
  assert.ok(unplaced.length > 20);
  assert.ok(tried.size < 60 * 40, `${tried.size} of ${60 * 360}`);
});

/** Angles with two legs, all different. Those of wide legs cover two fifths of their box and three fifths of their hull. */
function angles(count: number, width = 5): Polygon[] {
  return Array.from({ length: count }, (_, i) => {
    const [long, wide] = [20 + (i % 13) / 4, width + (i % 7) / 8 + i / 1e3];
    return part([
      [0, 0],
      [long, 0],
      [long, wide],
      [wide, wide],
      [wide, long],
      [0, long],
    ]);
  });
}

for (const { count, width, bins, work, least } of [
  { count: 60, width: 5, bins: [bin(rectangle(2000, 80))], work: 900, least: 0.72 },
  { count: 280, width: 5, bins: [bin(rectangle(4000, 160))], work: 400, least: 0.65 },
  { count: 280, width: 3, bins: [bin(rectangle(1000, 160)), bin(rectangle(1000, 160))], work: 300, least: 0.5 },
]) {
  test(`the bays of ${count} different outlines on ${bins.length} sheets are filled, in every allowed rotation`, () => {
    const problem = request(angles(count, width), bins, {
      allowedRotations: [0, 90, 180, 270],
      workLimit: work,
      // The work limit ends the search even on a busy machine.
      maximumExecutionTime: 600,
    });
    assert.ok(new Groundwork(new Problem(problem, searchDetail), () => {}).choices.isVaried);
    const { last } = nest(problem);
    assert.is(last.unplaced.length, 0);
    // Hulls side by side without gaps would fill three fifths, or less than half with narrow legs.
    assert.ok(last.utilisation > least, `${last.utilisation}`);
    assert.is(new Set(last.placements.map(({ rotation }) => rotation)).size, 4);
  });
}

test('outlines of many points get a first layout of boxes, even if the sheet has no room for all', () => {
  /** A slanting blade with teeth on both sides. Its box is far larger. */
  const blade = (teeth: number): Polygon =>
    part(
      Array.from({ length: 2 * teeth }, (_, i): Point => {
        const [angle, share] = [(Math.PI * i) / teeth, i % 2 === 0 ? 1 : 0.9];
        const [along, across] = [20 * share * Math.cos(angle), 4 * share * Math.sin(angle)];
        return [along - across, along + across];
      }),
    );
  const blades = Array.from({ length: 45 }, (_, i) => blade(22 + i));
  const { solutions, last } = nest(
    request(blades, [bin(rectangle(120, 120))], { workLimit: 0, maximumExecutionTime: 600 }),
  );
  assert.ok(solutions.length >= 2);
  assert.ok(solutions[0]!.unplaced.length > last.unplaced.length);
  assert.ok(last.unplaced.length > 0);
});

test('the estimated time for no-fit polygons grows with the number of bays', () => {
  const comb = (teeth: number): Float64Array =>
    Float64Array.from(
      Array.from({ length: teeth }, (_, i) => [2 * i, 9, 2 * i, 1, 2 * i + 1, 1, 2 * i + 1, 9])
        .flat()
        .concat([2 * teeth, 9, 2 * teeth, 0, 0, 0]),
    );
  const round = (corners: number): Float64Array =>
    Float64Array.from(
      { length: 2 * corners },
      (_, i) => 9 * Math.cos(Math.floor(i / 2) * ((2 * Math.PI) / corners) - (i % 2) * (Math.PI / 2)),
    );
  assert.ok(noFitEffort([comb(30)], 1) > 20 * noFitEffort([round(123)], 1));
  assert.ok(Math.abs(noFitEffort([round(50)], 4) / noFitEffort([round(50)], 1) - 4) < 1e-9);
  assert.ok(noFitEffort([round(50), round(50)], 1) > 2.9 * noFitEffort([round(50)], 1));
});

test.run();

/** Parts that match at a phase of their own choice gather at the edge, as all others do. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkNestRequest } from '../../src/nesting/check/request.js';
import type { Bin, Fabric, Match, NestRequest, Placement, Polygon, Solution } from '../../src/nesting/request.js';
import { bounds, complaints, placedOutline } from './judge.js';
import { bin, nest, type Points, part, rectangle, request } from './nest.js';

type Gravity = NestRequest['gravityDirection'];
const gravities: readonly Gravity[] = ['left', 'right', 'top', 'bottom'];
const isOnX = (gravity: Gravity): boolean => gravity === 'left' || gravity === 'right';

const withPoint = (points: Points, at: readonly [number, number], more: Partial<Polygon> = {}): Polygon => ({
  ...part(points),
  matchPoints: [{ name: 'm', at }],
  ...more,
});

const matchOf = (parts: readonly number[], gravity: Gravity, phase: number | null = null): Match => ({
  name: parts.join(),
  points: parts.map((own) => ({ part: own, point: 'm' })),
  axis: isOnX(gravity) ? 'x' : 'y',
  phaseX: isOnX(gravity) ? phase : null,
  phaseY: isOnX(gravity) ? null : phase,
});

const pair: readonly Polygon[] = [
  withPoint(rectangle(40, 20), [10, 10]),
  withPoint(rectangle(30, 30), [5, 10], { origin: [7, 3] }),
];

function striped(gravityDirection: Gravity, over: Partial<NestRequest> = {}): NestRequest {
  const stripes: Fabric = { repeatX: null, repeatY: null, offsetX: 3, offsetY: 1, matchTolerance: 1 };
  const fabric = { ...stripes, ...(isOnX(gravityDirection) ? { repeatX: 25 } : { repeatY: 25 }) };
  const sheet = bin(rectangle(300, 280, -11, 13));
  const match = [matchOf([0, 1], gravityDirection)];
  return request(pair, [sheet], { gravityDirection, fabric, match, workLimit: 40, ...over });
}

/** The distance of the foremost part on a sheet from the edge. */
function gapAt(problem: NestRequest, solution: Solution, sheet = 0): number {
  const room = bounds(problem.bins[sheet]!.boundary.points);
  const own = solution.placements.filter((one) => one.bin === sheet);
  const alone = (one: Placement): Solution => ({ ...solution, placements: [one] });
  const boxes = own.map((one) => bounds(placedOutline(problem, alone(one), one.index)));
  return {
    left: Math.min(...boxes.map(({ minX }) => minX)) - room.minX,
    right: room.maxX - Math.max(...boxes.map(({ maxX }) => maxX)),
    top: Math.min(...boxes.map(({ minY }) => minY)) - room.minY,
    bottom: room.maxY - Math.max(...boxes.map(({ maxY }) => maxY)),
  }[problem.gravityDirection];
}

function solutionsOf(problem: NestRequest): readonly Solution[] {
  assert.equal(checkNestRequest(problem).problems, []);
  const { solutions } = nest(problem);
  for (const solution of solutions) {
    assert.equal(complaints(problem, solution), []);
    assert.is(solution.unplaced.length, 0);
  }
  return solutions;
}

const isNear = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6;

for (const gravity of gravities) {
  test(`every layout of a free phase lies at the edge: ${gravity}`, () => {
    const problem = striped(gravity);
    for (const solution of solutionsOf(problem)) assert.ok(isNear(gapAt(problem, solution), 0));
  });

  test(`it keeps the distance to the edge: ${gravity}`, () => {
    const problem = striped(gravity, { edgeDistance: 4, minDistance: 2 });
    for (const solution of solutionsOf(problem)) assert.ok(isNear(gapAt(problem, solution), 4));
  });

  test(`a given phase stays: ${gravity}`, () => {
    const problem = striped(gravity, { match: [matchOf([0, 1], gravity, 20)] });
    const gaps = solutionsOf(problem).map((solution) => gapAt(problem, solution));
    assert.ok(gaps.every((gap) => gap > 1));
  });

  test(`parts that lie both ways move by half of the repeat at a time: ${gravity}`, () => {
    const turned = pair.map((polygon, i) => ({ ...polygon, allowedRotations: [180 * i] }));
    const problem = striped(gravity, { polygons: turned });
    for (const solution of solutionsOf(problem)) assert.ok(gapAt(problem, solution) < 12.5 + 1e-6);
  });
}

test('sheets of one garment move together, and those of another one by themselves', () => {
  const tall = (at: readonly [number, number]): Polygon => withPoint(rectangle(60, 90), at);
  const polygons = [tall([10, 10]), tall([25, 10]), tall([6, 10]), tall([17, 10])];
  const sheets: Bin[] = polygons.map((_, i) => bin(rectangle(100 + i, 100)));
  const match = [matchOf([0, 1], 'left'), matchOf([2, 3], 'left')];
  const problem = striped('left', { polygons, bins: sheets, match });
  for (const solution of solutionsOf(problem)) {
    const gaps = sheets.map((_, sheet) => gapAt(problem, solution, sheet));
    assert.ok(isNear(Math.min(gaps[0]!, gaps[1]!), 0), `${gaps}`);
    assert.ok(isNear(Math.min(gaps[2]!, gaps[3]!), 0), `${gaps}`);
  }
});

test('a locked part, or a keep-out in the way, keeps its layout where it is', () => {
  const locked = striped('left', {
    polygons: [...pair, part(rectangle(20, 20))],
    locked: [{ index: 2, bin: 0, position: [100, 100], rotation: 0 }],
  });
  solutionsOf(locked);
  const blocked = striped('left', { bins: [bin(rectangle(300, 280), { holes: [rectangle(4, 280)] })] });
  solutionsOf(blocked);
});

test('a layout to start with stays where it is', () => {
  const problem = striped('left', { workLimit: 0 });
  const [first] = solutionsOf(problem);
  const moved = first!.placements.map((one) => ({ ...one, position: [one.position[0] + 7, one.position[1]] as const }));
  const again = solutionsOf({ ...problem, warmStart: moved });
  assert.equal(again.at(-1)!.placements, moved);
});

test.run();

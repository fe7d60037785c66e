/** Tilt: parts turn within their tolerance, gain from it, and never turn further. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkNestRequest } from '../../src/nesting/check/request.js';
import { ExactCheck } from '../../src/nesting/layout/exact-check.js';
import { tilted } from '../../src/nesting/layout/tilt.js';
import type { NestRequest } from '../../src/nesting/request.js';
import { complaints } from './judge.js';
import { bin, nest, type Points, part, quadrilaterals, rectangle, request } from './nest.js';

/** A rectangle turned by some degrees: upright it needs less width. */
function slanted(width: number, height: number, degrees: number): Points {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return rectangle(width, height).map(([x, y]) => [x * cos - y * sin, x * sin + y * cos] as const);
}

test('the exact check refuses a rotation beyond the tolerance, of the part or else of the request', () => {
  const at = (rotation: number, own?: number): number[] => {
    const polygon = { ...part(rectangle(20, 10)), ...(own !== undefined && { rotationTolerance: own }) };
    const problem = request([polygon], [bin(rectangle(100, 100))], {
      allowedRotations: [0, 180],
      rotationTolerance: 2,
    });
    return new ExactCheck(problem).faults([{ id: '', index: 0, bin: 0, position: [50, 50], rotation }]);
  };
  for (const rotation of [0, 2, -2, 181.5, 358, 178]) assert.equal(at(rotation), [], `${rotation}`);
  for (const rotation of [2.01, 90, 182.1, -3]) assert.equal(at(rotation), [0], `${rotation}`);
  assert.equal(at(4, 5), []);
  assert.equal(at(1, 0), [0]);
});

test('a part too large as it is lies tilted in the first layout, without a warning', () => {
  const board = part(slanted(100, 20, 4));
  const sheet = bin(rectangle(102, 23));
  const fits = (rotationTolerance: number): number => {
    const problem = request([board], [sheet], { rotationTolerance, workLimit: 0 });
    const { solutions } = nest(problem);
    assert.equal(complaints(problem, solutions[0]!), []);
    assert.is(checkNestRequest(problem).warnings.length, solutions[0]!.unplaced.length);
    return solutions[0]!.placements.length;
  };
  assert.is(fits(0), 0);
  assert.is(fits(5), 1);
});

test('tilt makes a strip and a row of sheets shorter', () => {
  // Three of them lie side by side once they turn back, and two as they are.
  const parts = [2, -2, 3, -3, 2, -2, 1, -1, 2].map((degrees, i) => part(slanted(40, 24, degrees), `${i}`));
  for (const bins of [[bin(rectangle(400, 74))], [bin(rectangle(400, 74), { holes: [rectangle(4, 4, 350, 60)] })]]) {
    const lengthOf = (rotationTolerance: number): number => {
      const problem = request(parts, bins, { allowedRotations: [0, 180], rotationTolerance, workLimit: 700 });
      const { solutions, last } = nest(problem);
      for (const solution of solutions) assert.equal(complaints(problem, solution), []);
      assert.is(last.unplaced.length, 0);
      return last.usage.length;
    };
    const [straight, tilted] = [lengthOf(0), lengthOf(4)];
    assert.ok(tilted < straight - 4, `${tilted} long with tilt, ${straight} without`);
  }
});

test('parts turn together, whatever the gravity, flips, distances and sheets', () => {
  const long = 400;
  const high = 74;
  for (const gravityDirection of ['left', 'right', 'top', 'bottom'] as const) {
    const isLevel = gravityDirection === 'left' || gravityDirection === 'right';
    const sheet = (length: number): Points => (isLevel ? rectangle(length, high) : rectangle(high, length));
    const parts = quadrilaterals(9).map((points, i) => ({
      ...part(points),
      mirror: i % 3 === 0,
      ...(i === 1 && { spacing: 5 }),
      ...(i === 2 && { rotationTolerance: 0 }),
    }));
    for (const bins of [[bin(sheet(long))], [0, 1].map(() => bin(sheet(110)))]) {
      const over = { gravityDirection, allowedRotations: [0, 180], minDistance: 2, workLimit: 150 } as const;
      const problem = request(parts, bins, { ...over, rotationTolerance: 2 });
      const { solutions, last } = nest(problem);
      for (const solution of solutions) assert.equal(complaints(problem, solution), []);
      // Steps of a search are halves or eighths of the tolerance.
      const turned = last.placements.filter(({ rotation }) => (rotation * 4) % 1 !== 0);
      assert.ok(turned.length > 0, `${last.placements.map(({ rotation }) => rotation)}`);
    }
  }
});

test('two threads keep the tolerance, and layouts repeat with their seed and work', () => {
  const parts = quadrilaterals(10).map((points) => part(points));
  for (const bins of [[bin(rectangle(500, 90))], [0, 1].map(() => bin(rectangle(160, 95)))]) {
    const problem = request(parts, bins, { allowedRotations: [0, 180], rotationTolerance: 3, workLimit: 1200 });
    const [one, again] = [nest(problem), nest(problem)];
    for (const solution of one.solutions) assert.equal(complaints(problem, solution), []);
    assert.is(JSON.stringify(one.last.placements), JSON.stringify(again.last.placements));
  }
});

test('tilted rotations lie on one grid within the tolerance, beside the rotations in use', () => {
  const problem: NestRequest = request([part(rectangle(20, 10))], [bin(rectangle(100, 100))], {
    allowedRotations: [0, 180],
    rotationTolerance: 2,
  });
  const placements = [{ id: '', index: 0, bin: 0, position: [0, 0] as const, rotation: 181 }];
  const tiltsOf = (perSide: number, reach: number) =>
    [...tilted(problem, placements, { perSide, reach }).polygons[0]!.tilts!].sort((a, b) => a - b);
  assert.equal(tiltsOf(2, 2), [-2, -1, 1, 2, 178, 179, 181, 182]);
  assert.equal(tiltsOf(4, 1), [180.5, 181, 181.5]);
});

test.run();

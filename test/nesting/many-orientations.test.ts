/** Many different parts in many rotations are searched for overlaps, not only constructed. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { densest } from '../../src/nesting/bridge/densest.js';
import { Costs } from '../../src/nesting/overlap/costs.js';
import type { NestRequest } from '../../src/nesting/request.js';
import { complaints } from './judge.js';
import { bin, nest, part, quadrilaterals, rectangle, request } from './nest.js';

const degrees = Array.from({ length: 360 }, (_, i) => i);

function searched(problem: NestRequest) {
  const costs = new Costs();
  const { last } = nest(problem, { search: densest(costs) });
  assert.equal(complaints(problem, last), []);
  return { last, passes: costs.passes };
}

test('120 different parts with 360 rotations are searched on a strip', () => {
  const polygons = quadrilaterals(120).map((points) => part(points));
  const problem = request(polygons, [bin(rectangle(9000, 100))], { allowedRotations: degrees, workLimit: 4 });
  assert.ok(searched(problem).passes > 0);
});

test('240 different parts that may be turned over are searched sheet by sheet', () => {
  const polygons = quadrilaterals(240).map((points) => ({ ...part(points), mirror: true }));
  const bins = Array.from({ length: 6 }, () => bin(rectangle(200, 200)));
  const problem = request(polygons, bins, {
    ...{ allowedRotations: degrees, workLimit: 4 },
    // The first layout alone may take longer than the usual limit of the tests.
    maximumExecutionTime: 600,
  });
  assert.ok(searched(problem).passes > 0);
});

test.run();

/** The cost counters of a search repeat with the seed and the work, and counting does not change the search. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { densest, densestSearch } from '../../src/nesting/bridge/densest.js';
import type { Search } from '../../src/nesting/construct/search.js';
import { Costs } from '../../src/nesting/overlap/costs.js';
import type { NestRequest } from '../../src/nesting/request.js';
import { bin, nest, part, quadrilaterals, rectangle, request } from './nest.js';

const parts = quadrilaterals(12).map((points) => part(points));
const work = { allowedRotations: [0, 180], workLimit: 60, maximumExecutionTime: 3600 };
const strip = request(parts, [bin(rectangle(900, 60))], work);
const sheets = request(parts, [bin(rectangle(130, 90)), bin(rectangle(130, 90)), bin(rectangle(130, 90))], work);

function counted(problem: NestRequest): Costs {
  const costs = new Costs();
  nest(problem, { search: densest(costs) });
  return costs;
}

test('equal seeds and equal work give equal counts', () => {
  for (const problem of [strip, sheets]) assert.equal({ ...counted(problem) }, { ...counted(problem) });
});

test('a search on a strip counts its passes, its positions and its tables', () => {
  const costs = counted(strip);
  assert.ok(costs.passes > 0 && costs.passes <= 60);
  assert.is(costs.stepsBefore, 0);
  assert.ok(costs.positions > costs.passes);
  assert.ok(costs.tablesMade > 0 && costs.tableBytes > 0);
  assert.ok(costs.polygonsMade >= costs.tablesMade);
  assert.ok(costs.polygonsOfConstructions > 0);
  assert.ok(costs.polygonsBefore >= costs.polygonsOfConstructions);
  assert.is(costs.tablesDropped + costs.tablesMadeAgain + costs.polygonsMadeAgain, 0);
});

test('a search on sheets counts the layouts it constructs before its first pass', () => {
  const costs = counted(sheets);
  assert.ok(costs.stepsBefore > 0);
  assert.ok(costs.passes > 0 && costs.passes + costs.stepsBefore <= 60);
});

test('counting changes no layout', () => {
  const layouts = (search: Search): unknown[] =>
    nest(strip, { search }).solutions.map(({ elapsedSeconds: _, ...layout }) => layout);
  assert.equal(layouts(densest(new Costs())), layouts(densestSearch));
});

test.run();

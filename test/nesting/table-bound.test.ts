/** A bound on the memory of collision tables costs only time, where every pair has its table from the first. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bottomLeft, byArea } from '../../src/nesting/overlap/bottom-left.js';
import { CollisionField } from '../../src/nesting/overlap/collision-field.js';
import { Costs } from '../../src/nesting/overlap/costs.js';
import { NoFitPolygons } from '../../src/nesting/overlap/no-fit-polygons.js';
import { prepareShapes } from '../../src/nesting/overlap/shapes.js';
import { quadrilaterals } from './nest.js';

const poll = (): void => {};
const types = quadrilaterals(24).map((points) => ({
  outline: Float64Array.from(points.flat()),
  rotations: [0, 90, 180, 270],
}));
const shapes = prepareShapes({ types, items: types.map((_, i) => i), height: 60 });
const passes = 30;

/** The places of the items after some passes with a bound, and the number of tables made. */
function searched(tableBytes: number) {
  const costs = new Costs();
  const field = new CollisionField(
    shapes,
    3,
    poll,
    costs,
    (which) => new NoFitPolygons(shapes, 1e9, poll, costs, which),
    tableBytes,
  );
  field.bind(shapes.itemTypes, shapes.itemTypes.length);
  const start = bottomLeft(shapes, field.polygons, byArea(shapes), poll);
  field.put({ ...start, x: start.x.map((x) => 0.8 * x) });
  field.setLength(900, false);
  field.kernel.call.sweep();
  for (let pass = 0; pass < passes; pass++) {
    field.pass();
    field.kernel.call.reweight();
  }
  return { at: field.arrangement(), counts: costs, bytes: field.bytesOfTables };
}

test('a bound on the memory of tables changes no layout', () => {
  const free = searched(1e9);
  assert.is(free.counts.tablesDropped, 0);
  for (const share of [0.95, 0.5, 0.1]) {
    const bound = searched(share * free.bytes);
    assert.equal(bound.at, free.at);
    assert.ok(bound.counts.tablesDropped > 0);
    assert.is(bound.counts.tablesMade - bound.counts.tablesMadeAgain, free.counts.tablesMade);
    assert.is(bound.counts.tablesMade - bound.counts.tablesDropped < free.counts.tablesMade, true);
  }
});

test('the more tables fit, the fewer are made again', () => {
  const free = searched(1e9);
  const made = [0.95, 0.8, 0.5, 0.2].map((share) => searched(share * free.bytes).counts.tablesMade);
  for (const [i, count] of made.entries()) assert.ok(i === 0 || count > made[i - 1]!, made.join(' '));
  // If nearly all tables fit, every pass makes less than a quarter of them again.
  assert.ok(made[0]! < free.counts.tablesMade * (1 + passes / 4), `${made[0]} of ${free.counts.tablesMade}`);
});

test.run();

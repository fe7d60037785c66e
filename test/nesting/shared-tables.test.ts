/** Collision tables that two threads share change no layout: one of them makes each table. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bottomLeft, byArea } from '../../src/nesting/overlap/bottom-left.js';
import { CollisionField } from '../../src/nesting/overlap/collision-field.js';
import { Costs } from '../../src/nesting/overlap/costs.js';
import { SharedTables } from '../../src/nesting/overlap/exchange/shared-tables.js';
import { NoFitPolygons } from '../../src/nesting/overlap/no-fit-polygons.js';
import { prepareShapes, type ShapeSet } from '../../src/nesting/overlap/shapes.js';
import { quadrilaterals } from './nest.js';

const poll = (): void => {};

function shapesOf(count: number): ShapeSet {
  const types = quadrilaterals(count).map((points) => ({
    outline: Float64Array.from(points.flat()),
    rotations: [0, 90, 180, 270],
  }));
  return prepareShapes({ types, items: types.map((_, i) => i), height: 60 });
}

const shapes = shapesOf(24);
const start = bottomLeft(shapes, new NoFitPolygons(shapes, 1e9, poll, new Costs()), byArea(shapes), poll);

/** The places of the items after some passes, and the cost of these. */
function searched(memory: SharedArrayBuffer | null) {
  const costs = new Costs();
  const field = new CollisionField(shapes, 3, poll, costs);
  if (memory) field.shareTables(memory);
  field.bind(shapes.itemTypes, shapes.itemTypes.length);
  field.put({ ...start, x: start.x.map((x) => 0.8 * x) });
  field.setLength(900, false);
  field.kernel.call.sweep();
  for (let pass = 0; pass < 30; pass++) {
    field.pass();
    field.kernel.call.reweight();
  }
  return { at: field.arrangement(), costs, bytes: field.bytesOfTables };
}

test('a search takes the tables that another one has made, and finds the same', () => {
  const alone = searched(null);
  const memory = SharedTables.memoryFor(shapes)!;
  const first = searched(memory);
  const second = searched(memory);
  for (const { at, bytes } of [first, second]) {
    assert.equal(at, alone.at);
    assert.is(bytes, alone.bytes);
  }
  assert.ok(alone.costs.polygonsMade > 100);
  assert.is(first.costs.polygonsMade, alone.costs.polygonsMade);
  assert.is(second.costs.polygonsMade, 0);
});

test('few shapes share nothing', () => {
  assert.is(SharedTables.memoryFor(shapesOf(8)), null);
});

test('memory of other shapes is left alone', () => {
  const memory = SharedTables.memoryFor(shapes)!;
  assert.is(SharedTables.of(memory, shapesOf(25)), null);
  const { types } = shapes;
  const wider = types.map((type, i) => (i === 23 ? { ...type, plain: type.plain.map((v) => v + 1) } : type));
  assert.is(SharedTables.of(memory, { ...shapes, types: wider }), null);
});

test('a table that finds no room leaves the others as they are', () => {
  const memory = SharedTables.memoryFor(shapes)!;
  const [one, other] = [SharedTables.of(memory, shapes)!, SharedTables.of(memory, shapes)!];
  const words = Math.ceil(memory.byteLength / 4 / 10);
  const tables = Array.from({ length: 12 }, (_, key) => new Int32Array(words).fill(key));
  tables.forEach((table, key) => {
    (key % 2 ? one : other).put(key, table);
  });
  const kept = tables.filter((table, key) => {
    const found = one.get(key);
    if (found) assert.equal(Array.from(found), Array.from(table));
    return found !== null;
  });
  assert.is(kept.length, 9);
  assert.is(other.get(11), null);
});

test.run();

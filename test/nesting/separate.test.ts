/** The end of a separation, and its outcome. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CollisionField } from '../../src/nesting/overlap/collision-field.js';
import { type Separation, separate } from '../../src/nesting/overlap/separate.js';
import { SeparatingPlanes } from '../../src/nesting/overlap/separating-planes.js';
import { prepareShapes } from '../../src/nesting/overlap/shapes.js';

const poll = (): void => {};
const budget = { used: () => 0, stopped: () => false, poll, passed: poll, attempted: poll };
const patience = { passes: 120, strikes: 2 };

/** Six squares in two rows that overlap by a tenth of their side, on a strip of this many sides. */
function squeezed(sides: number, limit?: number): Separation {
  const outline = Float64Array.of(0, 0, 50, 0, 50, 50, 0, 50);
  const problem = { types: [{ outline, rotations: [0] }], items: [0, 0, 0, 0, 0, 0], height: 100 };
  const shapes = prepareShapes(problem, poll);
  const field = new CollisionField(shapes, 1, poll);
  const count = shapes.itemTypes.length;
  field.bind(shapes.itemTypes, count);
  const planes = new SeparatingPlanes(shapes, field.polygons, shapes.itemTypes, count);
  const { minX, minY, maxX } = shapes.types[0]!.extents[0]!;
  const side = maxX - minX;
  field.put({
    x: Float64Array.from({ length: count }, (_, i) => 0.9 * side * (i >> 1) - minX),
    y: Float64Array.from({ length: count }, (_, i) => side * (i & 1) - minY),
    orientation: new Int32Array(count),
  });
  field.kernel.call.resetWeights();
  const result = separate(field, planes, sides * side, patience, budget, limit && limit * side);
  return { ...result, length: result.length / side };
}

test('a separation of parts that do not fit ends when its patience does, and returns the least overlap', () => {
  const { outcome, passes, loss } = squeezed(2.7);
  assert.is(outcome, 'failed');
  assert.ok(passes >= patience.passes * patience.strikes, `${passes} passes`);
  assert.ok(loss > 0);
});

test('parts that fit exactly end up without overlap', () => {
  const { outcome, loss } = squeezed(3);
  assert.is(outcome, 'separated');
  assert.is(loss, 0);
});

test('shallow overlaps may stretch a strip up to the limit', () => {
  const { outcome, length } = squeezed(2.999, 3);
  assert.is(outcome, 'separated');
  assert.ok(length <= 3 + 1e-9, `a length of ${length} sides`);
});

test.run();

/** How long a separation that fails goes on. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CollisionField } from '../../src/nesting/strip/collision-field.js';
import { type Separation, type SeparationOptions, separate } from '../../src/nesting/strip/separate.js';
import { SeparatingPlanes } from '../../src/nesting/strip/separating-planes.js';
import { prepareShapes } from '../../src/nesting/strip/shapes.js';

const poll = (): void => {};
const budget = { used: () => 0, stopped: () => false, poll, passed: poll, attempted: poll };
const patience = { passes: 120, strikes: 2, grace: 100 };

/** Six squares in two rows, on a strip a tenth too short for them. */
function squeezed(options: SeparationOptions): Separation {
  const outline = Float64Array.of(0, 0, 50, 0, 50, 50, 0, 50);
  const problem = { types: [{ outline, rotations: [0] }], items: [0, 0, 0, 0, 0, 0], height: 100 };
  const shapes = prepareShapes(problem, poll);
  const field = new CollisionField(shapes, 1, poll);
  const count = shapes.itemTypes.length;
  field.bind(shapes.itemTypes, count);
  const planes = new SeparatingPlanes(shapes, field.polygons, shapes.itemTypes, count);
  const { minX, minY, maxX } = shapes.types[0]!.shapes[0]!;
  const side = maxX - minX;
  field.put({
    x: Float64Array.from({ length: count }, (_, i) => 0.9 * side * (i >> 1) - minX),
    y: Float64Array.from({ length: count }, (_, i) => side * (i & 1) - minY),
    turn: new Int32Array(count),
  });
  field.kernel.call.resetWeights();
  return separate(field, planes, 2.7 * side, patience, budget, options);
}

test('without a loss to beat a separation has all its patience', () => {
  const { outcome, passes } = squeezed({});
  assert.is(outcome, 'failed');
  assert.ok(passes >= patience.passes * patience.strikes, `${passes} passes`);
});

test('a separation far from the loss to beat is given up', () => {
  const patient = squeezed({});
  const toBeat = patient.loss / 3;
  const { outcome, passes, loss } = squeezed({ toBeat });
  assert.is(outcome, 'failed');
  assert.ok(passes < patient.passes, `${passes} passes`);
  assert.ok(loss > toBeat);
});

test('a separation whose loss is one to beat others with goes on as if there were none', () => {
  const patient = squeezed({});
  assert.equal(squeezed({ toBeat: 10 * patient.loss }), patient);
});

test.run();

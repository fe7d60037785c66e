/** On a coarse lattice, a move tries every place of an item. It must find the best place after any earlier moves. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Arrangement } from '../../src/nesting/overlap/arrangement.js';
import { CollisionField } from '../../src/nesting/overlap/collision-field.js';
import { latticesOf } from '../../src/nesting/overlap/lattice.js';
import type { Lines } from '../../src/nesting/overlap/lines.js';
import { prepareShapes, type ShapeSet, searchHeight } from '../../src/nesting/overlap/shapes.js';
import { Random } from '../../src/random.js';

const itemCount = 21;
/** Losses on maps are rounded up to whole numbers. */
const rounding = itemCount;

/** A bracket, an arrow and an angle, over and over; the first item is of type `first`. */
const shapesFrom = (first: number): ShapeSet =>
  prepareShapes({
    types: [
      { outline: Float64Array.of(0, 0, 2, 0, 2, 3, 12, 3, 12, 0, 14, 0, 14, 5, 0, 5), rotations: [0] },
      { outline: Float64Array.of(0, 0, 6, 0, 6, -2, 7, -2, 11, 2, 11, 4, 0, 4), rotations: [0, 180] },
      { outline: Float64Array.of(0, 0, 6, 0, 6, 3, 3, 3, 3, 6, 0, 6), rotations: [0, 90, 180, 270] },
    ],
    items: Array.from({ length: itemCount }, (_, i) => (i + first) % 3),
    height: 30,
  });

function scattered(shapes: ShapeSet, lattice: Lines, random: Random, length: number): Arrangement {
  const anywhere = (extent: number) => Float64Array.from(shapes.itemTypes, () => random.next() * extent);
  const orientation = Int32Array.from(shapes.itemTypes, (type) => {
    const { orientations } = shapes.types[type]!;
    return orientations[random.below(orientations.length)]!;
  });
  return lattice.onto({ x: anywhere(length), y: anywhere(searchHeight), orientation }, length);
}

/** The least overlap of the first item with the others, over all its lattice places and orientations. */
function leastOverlap(field: CollisionField, lattice: Lines, at: Arrangement, length: number): number {
  const { orientations } = field.shapes.types[field.itemTypes[0]!]!;
  let least = Infinity;
  for (const orientation of orientations) {
    for (let x = 0; x <= length; x += lattice.stepX) {
      for (let y = 0; y <= searchHeight; y += lattice.stepY) {
        const first = { x: at.x.with(0, x), y: at.y.with(0, y), orientation: at.orientation.with(0, orientation) };
        const onto = lattice.onto(first, length);
        field.kernel.call.place(0, onto.x[0]!, onto.y[0]!, orientation);
        field.kernel.call.sweep();
        least = Math.min(least, field.kernel.call.getTotalLoss());
      }
    }
  }
  return least;
}

for (const first of [0, 1, 2]) {
  test(`an item of type ${first} goes to its best place, wherever the others are`, () => {
    const random = new Random(21 + first);
    const shapes = shapesFrom(first);
    const lattice = latticesOf(shapes)[0]!;
    assert.ok(lattice.isMapped);
    const field = new CollisionField(shapes, 7, () => {});
    field.bind(shapes.itemTypes, 1);
    field.keepTo(lattice);
    let gains = 0;
    for (let trial = 0; trial < 9; trial++) {
      // Every other trial has the same strip as before.
      const length = (40 + 3 * (trial >> 1)) * lattice.stepX;
      const at = scattered(shapes, lattice, random, length);
      field.setLength(length, false);
      field.put(at);
      field.kernel.call.sweep();
      const before = field.kernel.call.getTotalLoss();
      field.pass();
      const after = field.kernel.call.getTotalLoss();
      const { x, y } = field.arrangement();
      const onto = lattice.onto(field.arrangement(), length);
      assert.ok(
        Math.abs(onto.x[0]! - x[0]!) < 1e-2 && Math.abs(onto.y[0]! - y[0]!) < 1e-2,
        'the item is off the lattice or outside',
      );
      const least = leastOverlap(field, lattice, at, length);
      assert.ok(
        Math.abs(after - least) <= rounding,
        `trial ${trial}: from ${before} to ${after}; the least is ${least}`,
      );
      if (after < before) gains++;
    }
    assert.ok(gains > 3, `only ${gains} gains`);
  });
}

test('while all weights are one, no move adds overlap, after any moves with any weights', () => {
  const shapes = shapesFrom(0);
  const lattice = latticesOf(shapes)[0]!;
  const field = new CollisionField(shapes, 3, () => {});
  field.bind(shapes.itemTypes, itemCount);
  field.keepTo(lattice);
  const random = new Random(5);
  for (const columns of [23, 25, 22]) {
    const length = columns * lattice.stepX;
    field.setLength(length, false);
    field.put(scattered(shapes, lattice, random, length));
    field.kernel.call.sweep();
    for (let pass = 0; pass < 200; pass++) {
      field.pass();
      field.kernel.call.reweight();
    }
    field.kernel.call.resetWeights();
    let before = field.kernel.call.getTotalLoss();
    assert.ok(before > 0, 'the strip has room for all items, so the test shows nothing');
    for (let pass = 0; pass < 50; pass++) {
      field.pass();
      const after = field.kernel.call.getTotalLoss();
      assert.ok(after <= before + rounding, `${columns} columns, pass ${pass}: from ${before} to ${after}`);
      before = after;
    }
    const now = field.arrangement();
    const onto = lattice.onto(now, length);
    for (let i = 0; i < itemCount; i++) {
      assert.ok(Math.abs(onto.x[i]! - now.x[i]!) < 1e-2 && Math.abs(onto.y[i]! - now.y[i]!) < 1e-2, `item ${i}`);
    }
  }
});

test.run();

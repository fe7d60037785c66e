/** A part finds the hollow of another, once a copy of it lies in the hollow of a copy. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Arrangement } from '../../src/nesting/overlap/arrangement.js';
import { CollisionField } from '../../src/nesting/overlap/collision-field.js';
import { prepareShapes, searchHeight } from '../../src/nesting/overlap/shapes.js';

const mouth = 10.02;
const blocks = 60;
const rotations = [0, 180];
const [jar, bar, block] = [0, 1, 2];
// Two jars with a narrow mouth, two bars that just fit into it, and blocks that fill the rest of the strip.
const shapes = prepareShapes({
  types: [
    { outline: Float64Array.of(0, 0, 40, 0, 40, 40, 30, 40, 30, 10, 30 - mouth, 10, 30 - mouth, 40, 0, 40), rotations },
    { outline: Float64Array.of(0, 0, 10, 0, 10, 29.9, 0, 29.9), rotations },
    { outline: Float64Array.of(0, 0, 40, 0, 40, 40, 0, 40), rotations: [0] },
  ],
  items: [jar, jar, bar, bar, ...Array<number>(blocks).fill(block)],
  height: 40,
});
const unit = searchHeight / 40;
const upsideDown = shapes.angles.indexOf(180);

/** The first bar lies in the mouth of the first jar or, if not `isShown`, beside it. The second one lies on a block. */
function beginning(isShown: boolean): { at: Arrangement; length: number } {
  const n = shapes.itemTypes.length;
  const at = { x: new Float64Array(n), y: new Float64Array(n), orientation: new Int32Array(n) };
  const put = (i: number, x: number, y = 20): void => {
    at.x[i] = x * unit;
    at.y[i] = y * unit;
  };
  const filled = isShown ? 40 : 50;
  put(0, 20);
  put(1, filled + blocks * 40 + 20);
  at.orientation[1] = upsideDown;
  put(2, isShown ? 30 - mouth / 2 : 45, isShown ? 25 : 20);
  put(3, 300);
  for (let k = 0; k < blocks; k++) put(4 + k, filled + 20 + 40 * k);
  return { at, length: (filled + (blocks + 1) * 40) * unit };
}

/** Passes until no items overlap, of twenty seeds together. */
function passes(isShown: boolean): number {
  const { at, length } = beginning(isShown);
  let sum = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const field = new CollisionField(shapes, seed, () => {});
    const { call } = field.kernel;
    field.bind(shapes.itemTypes, 4);
    field.setLength(length, false);
    field.put(at);
    let count = call.sweep();
    assert.is(count > 0, true);
    for (let pass = 0; pass < 400 && count > 0; pass++) {
      count = field.pass();
      call.reweight();
      sum++;
    }
  }
  return sum;
}

test('a bar goes into the mouth of a jar, upside down, much sooner where another bar lies in one', () => {
  const shown = passes(true);
  const alone = passes(false);
  assert.ok(shown < alone / 3, `${shown} passes beside ${alone}`);
});

test.run();

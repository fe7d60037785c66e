import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkedUnion } from '../../src/geometry/checked-union.js';
import { convolution } from '../../src/geometry/convolution.js';
import { doubledArea } from '../../src/geometry/ring.js';

test('paths four units apart are united without a false gap', () => {
  // An L and a Z of jakobs1, eased by two units: a plain union loses a corner triangle of 2.25 million units' side.
  const ell = Float64Array.of(
    ...[2812217, -2812217, 2812217, 562442, 562442, 562442, 562442, 2812217, -2812217, 2812217, -2812217, -2812217],
  );
  const zed = Float64Array.of(
    ...[1124886, -2812217, 1124886, -562446, -2, -562446, -2, 2812217, -1124886, 2812217, -1124886, -2812217],
  );
  const rings = checkedUnion(
    convolution(
      ell,
      zed.map((v) => -v),
    ),
  );
  const area = rings.reduce((sum, ring) => sum + doubledArea(ring), 0) / 2;
  // the box of the sum less the free corners: two of them, and the notch of the Z
  assert.is(rings.length, 1);
  const sides = rings[0]!.filter((_, i) => i % 2 === 0);
  assert.is(Math.max(...sides) - Math.min(...sides), 7874206);
  for (let i = 0; i < rings[0]!.length; i += 2) {
    const j = (i + 2) % rings[0]!.length;
    const slanted = rings[0]![i] !== rings[0]![j] && rings[0]![i + 1] !== rings[0]![j + 1];
    assert.not.ok(slanted, 'both outlines have vertical and horizontal edges only');
  }
  assert.ok(area > 7.5e13);
});

test.run();

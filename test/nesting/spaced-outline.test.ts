/** The outlines by which a search weighs parts with a distance of their own. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { signedArea } from '../../src/geometry/ring.js';
import { Kernel } from '../../src/nesting/kernel/kernel.js';
import { spacedOutline } from '../../src/nesting/overlap/no-fit-polygons.js';

test('an outline with corners nearer than a unit of the grid grows by its distance', () => {
  const [width, height, growth] = [3e6, 2e6, 4224.7];
  for (const off of [0.2, 0.4, 0.5, 0.6, 0.9]) {
    const ring = Float64Array.of(
      ...[off, 0, width - off, 0, width, off, width, height - off],
      ...[width - off, height, off, height, 0, height - off, 0, off],
    );
    const grown = spacedOutline(ring, growth);
    assert.ok(grown.every(Number.isFinite));
    const least = width * height + 2 * growth * (width + height) + Math.PI * growth ** 2;
    assert.ok(signedArea(grown) > least * (1 - 1e-6) && signedArea(grown) < least * 1.001);
  }
});

test('the kernel has no block of a number that is none of bytes', () => {
  const nothing = (): void => {};
  const kernel = new Kernel(nothing, nothing, nothing);
  assert.throws(() => kernel.allocate(Number.NaN), /no block of NaN bytes/);
});

test.run();

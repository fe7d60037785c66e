import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { complaints } from './judge.js';
import { bin, nest, type Points, part, rectangle, request } from './nest.js';

/** A rectangle whose corners are cut off by less than an outline gives way in tests for overlap. */
function bevelled(width: number, height: number, off: number): Points {
  return [
    [off, 0],
    [width - off, 0],
    [width, off],
    [width, height - off],
    [width - off, height],
    [off, height],
    [0, height - off],
    [0, off],
  ];
}

test('parts with bevels as fine as the grid are all placed', () => {
  for (const off of [1e-6, 1.5e-6, 2.5e-6, 1e-5]) {
    const polygons = Array.from({ length: 12 }, (_, i) => ({
      ...part(bevelled(30 + i, 20 + (i % 5), off)),
      spacing: i % 3,
    }));
    const problem = request(polygons, [bin(rectangle(1000, 100))], { allowedRotations: [0, 180], workLimit: 20 });
    const { last } = nest(problem);
    assert.equal(complaints(problem, last), []);
    assert.equal(last.unplaced, []);
  }
});

test.run();

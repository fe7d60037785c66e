/** Sheets higher than the smaller side of the first one: layouts of the overlap searches pass the exact check there, too. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Polygon } from '../../src/nesting/request.js';
import { complaints } from './judge.js';
import { bin, nest, type Points, part, rectangle, request, slantedOutlines } from './nest.js';

const parts = (quantity: number): Polygon[] => slantedOutlines.map((points) => ({ ...part(points), quantity }));
const settings = { allowedRotations: [0, 180], maximumExecutionTime: 600 };

test('a sheet much higher than long has the full search', () => {
  for (const minDistance of [0, 3]) {
    const problem = request(parts(8), [bin(rectangle(300, 800))], { ...settings, minDistance, workLimit: 100 });
    const { last } = nest(problem);
    assert.equal([last.unplaced, complaints(problem, last)], [[], []]);
    // The first layouts are 249 and 241 long.
    assert.ok(last.usage.length < 225, `${last.usage.length}`);
  }
});

test('an open stretch beside folded cloth leaves the folded one as short as it is alone', () => {
  const back: Points = [
    [0, 0],
    [120, 0],
    [104, 70],
    [20, 80],
  ];
  const half: Polygon = { ...part(back), foldLine: back.slice(0, 2), quantity: 4 };
  const folded = { ...settings, clothForm: 'folded', minDistance: 3, workLimit: 1000 } as const;
  const roll = bin(rectangle(3000, 200));
  const alone = request([half, ...parts(5)], [roll], folded);
  const single: Polygon = { ...part(slantedOutlines[0]!), open: true, quantity: 2 };
  const both = request([...alone.polygons, single], [roll, { ...bin(rectangle(3000, 400)), open: true }], folded);
  const [lone, beside] = [nest(alone).last, nest(both).last];
  assert.equal([beside.unplaced, complaints(both, beside)], [[], []]);
  const ratio = beside.usage.sheets[0]!.length / lone.usage.length;
  assert.ok(ratio < 1.04, `${ratio}`);
});

test.run();

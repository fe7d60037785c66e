/** Positions at which a part touches two others. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AskedEdges } from '../../src/nesting/construct/asked-edges.js';
import { crossings, levelCrossings, lineCrossings } from '../../src/nesting/construct/crossings.js';

const edges = fc
  .array(fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 30 })
  .map((list) => Float64Array.from(list.flat()));

/** Where two edges cross between their ends, in the order of their pairs. */
function crossingsOf(a: Float64Array, b: Float64Array, isTaken: (edge: Float64Array) => boolean): number[][] {
  const found: number[][] = [];
  for (let i = 0; i < a.length; i += 4) {
    const [px, py, qx, qy] = a.subarray(i, i + 4) as unknown as [number, number, number, number];
    if (!isTaken(a.subarray(i, i + 4))) continue;
    for (let j = 0; j < b.length; j += 4) {
      const [rx, ry, sx, sy] = b.subarray(j, j + 4) as unknown as [number, number, number, number];
      const side = (x: number, y: number): number => (qx - px) * (y - py) - (qy - py) * (x - px);
      const [r, s] = [side(rx, ry), side(sx, sy)];
      if (r > 0 === s > 0 || r === s) continue;
      const t = r / (r - s);
      const [x, y] = [rx + t * (sx - rx), ry + t * (sy - ry)];
      const isWithin = x >= Math.min(px, qx) && x <= Math.max(px, qx) && y >= Math.min(py, qy) && y <= Math.max(py, qy);
      if (isWithin) found.push([x, y]);
    }
  }
  return found;
}

test('every crossing of an edge that meets the box is found, outside of the box, too', () => {
  let outside = 0;
  fc.assert(
    fc.property(edges, edges, fc.integer({ min: 1, max: 20 }), (a, b, reach) => {
      const [first, second] = [new AskedEdges(a), new AskedEdges(b)];
      const ask = (): number[][] => {
        const found: number[][] = [];
        crossings(first, 0, 0, second, 0, 0, -reach, -reach, reach, reach, (x, y) => found.push([x, y]));
        return found;
      };
      const found = ask();
      const meets = ([px, py, qx, qy]: Float64Array): boolean =>
        Math.max(px!, qx!) >= -reach &&
        Math.min(px!, qx!) <= reach &&
        Math.max(py!, qy!) >= -reach &&
        Math.min(py!, qy!) <= reach;
      assert.equal(found, crossingsOf(a, b, meets));
      // the same edges, by their bands, and edges that come to have bands by many questions
      first.bands();
      assert.equal(ask(), found);
      second.bands();
      assert.equal(ask(), found);
      outside += found.filter((at) => at.some((value) => Math.abs(value) > reach)).length;
    }),
    { numRuns: 300 },
  );
  assert.ok(outside > 100, `only ${outside} lie outside`);
});

test('the crossings with a level line are those of all edges', () => {
  let crossed = 0;
  fc.assert(
    fc.property(edges, fc.integer({ min: -40, max: 40 }), fc.integer({ min: -9, max: 9 }), (all, at, move) => {
      const asked = new AskedEdges(all);
      const [some, whole]: [number[], number[]] = [[], []];
      levelCrossings(asked.bands(), 2 * move, move, at, (x) => some.push(x));
      lineCrossings(asked, 2 * move, move, false, at, (x) => whole.push(x));
      assert.equal(some.sort(), whole.sort());
      crossed += whole.length;
    }),
    { numRuns: 300 },
  );
  assert.ok(crossed > 300, `${crossed}`);
});

test.run();

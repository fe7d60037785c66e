import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkedUnion } from '../../src/geometry/checked-union.js';
import { convolution } from '../../src/geometry/convolution.js';
import { winding } from '../../src/geometry/region.js';
import { doubledArea, positive, type Ring } from '../../src/geometry/ring.js';
import { sumBoundary, summand } from '../../src/geometry/sum-boundary.js';
import { outline } from './random-outline.js';

const areaOf = (rings: readonly Ring[]): number => rings.reduce((sum, ring) => sum + doubledArea(ring) / 2, 0);

function lengthOf(rings: readonly Ring[]): number {
  let length = 0;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      length += Math.hypot(ring[i]! - ring[j]!, ring[i + 1]! - ring[j + 1]!);
    }
  }
  return length;
}

function sameAsUnion(one: Ring, other: Ring): void {
  const [a, b] = [positive(one), positive(other)];
  const united = checkedUnion(convolution(a, b));
  const found = sumBoundary(summand(a, 1), summand(b, 2));
  assert.ok(found, 'the boundary closes');
  // Rounding moves a corner by less than a unit.
  assert.ok(Math.abs(areaOf(found) - areaOf(united)) <= lengthOf(united), `${areaOf(found)} and ${areaOf(united)}`);
}

test('the boundary encloses as much as the union of the convolution', () => {
  fc.assert(
    fc.property(outline(1e7), outline(4e6), (a, b) => sameAsUnion(a, b)),
    { numRuns: 300, seed: 1 },
  );
});

test('parallel and touching edges, as on a coarse grid, make no difference', () => {
  fc.assert(
    fc.property(outline(8e6, 1e6), outline(4e6, 1e6), (a, b) => sameAsUnion(a, b)),
    { numRuns: 300, seed: 2 },
  );
});

test('an outline with itself, and with itself turned by half', () => {
  fc.assert(
    fc.property(outline(1e7), (a) => {
      sameAsUnion(a, a);
      sameAsUnion(
        a,
        a.map((v) => -v),
      );
    }),
    { numRuns: 100, seed: 3 },
  );
});

test('edges a unit long, as rounding leaves them, do no harm', () => {
  const a = Float64Array.of(0, 0, 9e6, 0, 9e6, 1, 9000001, 1, 9e6, 7e6, 4e6, 2e6, 3999999, 2e6, 0, 6e6);
  sameAsUnion(
    a,
    a.map((v) => -v),
  );
});

test('a pocket with a narrow neck leaves a hole, and combs leave the gaps of their teeth', () => {
  const pocket = Float64Array.of(
    ...[0, 0, 100, 0, 100, 100, 55, 100, 55, 90, 90, 90, 90, 10, 10, 10, 10, 90, 45, 90, 45, 100, 0, 100],
  ).map((v) => v * 1e5);
  const block = Float64Array.of(-30, -30, 30, -30, 30, 30, -30, 30).map((v) => v * 1e5);
  const rings = sumBoundary(summand(pocket, 1), summand(block, 2))!;
  assert.is(rings.length, 2);
  assert.is(winding(rings, 50e5, 50e5), 0, 'free in the pocket');
  assert.is(winding(rings, 50e5, 95e5), 1, 'the neck is too narrow');
  const teeth: number[] = [0, 0];
  for (let t = 40; t > 0; t--)
    teeth.push(t * 4e5, t === 40 ? 0 : 5e5, t * 4e5, 6e6, t * 4e5 - 15e4, 6e6, t * 4e5 - 15e4, 5e5);
  teeth.push(0, 5e5);
  const comb = Float64Array.from(teeth);
  sameAsUnion(
    comb,
    comb.map((v) => -v),
  );
});

test.run();

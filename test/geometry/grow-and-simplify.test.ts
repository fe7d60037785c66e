import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isConvex } from '../../src/geometry/convex-ring.js';
import { eased } from '../../src/geometry/ease.js';
import { grownRound, shrunkMitred } from '../../src/geometry/offset.js';
import { squaredDistanceToSegment, winding } from '../../src/geometry/region.js';
import { type Ring, signedArea } from '../../src/geometry/ring.js';
import { selfIntersection } from '../../src/geometry/self-intersection.js';
import { grownSimple, shrunkSimple } from '../../src/geometry/simplify.js';
import { outline } from './random-outline.js';

const radius = 100_000;

function distance(rings: readonly Ring[], x: number, y: number): number {
  let nearest = Infinity;
  for (const ring of rings) {
    const n = ring.length;
    for (let i = 0; i < n; i += 2) {
      const squared = squaredDistanceToSegment(x, y, ring[i]!, ring[i + 1]!, ring[(i + 2) % n]!, ring[(i + 3) % n]!);
      nearest = Math.min(nearest, squared);
    }
  }
  return Math.sqrt(nearest);
}

/** Points along the sides of a ring. */
function* along(ring: Ring): Generator<[number, number]> {
  const n = ring.length;
  for (let i = 0; i < n; i += 2) {
    for (const t of [0, 0.25, 0.5, 0.75]) {
      yield [ring[i]! + t * (ring[(i + 2) % n]! - ring[i]!), ring[i + 1]! + t * (ring[(i + 3) % n]! - ring[i + 1]!)];
    }
  }
}

const isInside = (rings: readonly Ring[], x: number, y: number, slack: number) =>
  winding(rings, x, y) !== 0 || distance(rings, x, y) <= slack;

test('a grown outline keeps the distance everywhere and wastes less than a hundredth of it', () => {
  fc.assert(
    fc.property(outline(radius), fc.integer({ min: 100, max: 60_000 }), (ring, by) => {
      const grown = grownRound(ring, by);
      for (const edge of grown) {
        for (const [x, y] of along(edge)) {
          const gap = distance([ring], x, y);
          assert.ok(gap >= by - 2, `${gap} of ${by}`);
          assert.ok(gap <= by * 1.01 + 2, `${gap} of ${by}`);
          assert.is(winding([ring], x, y), 0);
        }
      }
    }),
    { numRuns: 300, seed: 2 },
  );
});

test('corners that repeat change neither a grown outline nor a shrunk one', () => {
  fc.assert(
    fc.property(outline(radius), fc.integer({ min: 100, max: 30_000 }), fc.nat(), (ring, by, at) => {
      const first = 2 * (at % (ring.length / 2));
      const corner = ring.slice(first, first + 2);
      const repeating = Float64Array.of(...ring.slice(0, first), ...corner, ...corner, ...ring.slice(first));
      assert.equal(grownRound(repeating, by), grownRound(ring, by));
      assert.equal(shrunkMitred(repeating, by), shrunkMitred(ring, by));
    }),
    { numRuns: 100, seed: 4 },
  );
});

test('an eased outline does not turn round at corners that are cut off by less than the hair', () => {
  const [width, height, hair] = [3000, 2000, 10];
  for (const off of [0.1, 1, 5, 11, 12, 30]) {
    const ring = Float64Array.of(
      ...[off, 0, width - off, 0, width, off, width, height - off],
      ...[width - off, height, off, height, 0, height - off, 0, off],
    );
    const giving = eased(ring, hair);
    assert.is(selfIntersection(giving), null);
    assert.ok(isConvex(giving));
    for (let i = 0; i < giving.length; i += 2) {
      const [x, y] = [giving[i]!, giving[i + 1]!];
      const inside = Math.min(x, y, width - x, height - y);
      assert.ok(inside > 0.2 * hair && inside < 1.01 * hair, `${inside}`);
    }
  }
});

test('a shrunk sheet keeps the distance from its edge', () => {
  fc.assert(
    fc.property(outline(radius), fc.integer({ min: 100, max: 30_000 }), (ring, by) => {
      for (const edge of shrunkMitred(ring, by)) {
        for (const [x, y] of along(edge)) {
          assert.ok(distance([ring], x, y) >= by - 2);
          assert.is(winding([ring], x, y), 1);
        }
      }
    }),
    { numRuns: 300, seed: 3 },
  );
});

test('shrinking a square leaves a square, or nothing', () => {
  const square = Float64Array.of(0, 0, 100, 0, 100, 100, 0, 100);
  assert.equal(shrunkMitred(square, 10).map(signedArea), [6400]);
  assert.equal(shrunkMitred(square, 50), []);
});

/** Outlines with many small steps, worth simplifying. */
const jagged = fc
  .tuple(outline(radius), fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 64, maxLength: 64 }))
  .map(([ring, noise]) => {
    const out: number[] = [];
    const n = ring.length;
    for (let i = 0; i < n; i += 2) {
      for (let k = 0; k < 8; k++) {
        const t = k / 8;
        const shift = k === 0 ? 0 : 400 * noise[(i * 4 + k) % 64]!;
        out.push(Math.round(ring[i]! + t * (ring[(i + 2) % n]! - ring[i]!) + shift));
        out.push(Math.round(ring[i + 1]! + t * (ring[(i + 3) % n]! - ring[i + 1]!) - shift));
      }
    }
    return Float64Array.from(out);
  })
  .filter((ring) => signedArea(ring) > 0 && selfIntersection(ring) === null);

test('a simplified part encloses the original and strays no further than the tolerance', () => {
  let fewer = 0;
  fc.assert(
    fc.property(jagged, fc.integer({ min: 10, max: 5_000 }), (ring, tolerance) => {
      const simple = grownSimple(ring, tolerance);
      if (simple.length < ring.length) fewer++;
      for (const [x, y] of along(ring)) assert.ok(isInside([simple], x, y, 2));
      for (const [x, y] of along(simple)) assert.ok(isInside([ring], x, y, tolerance + 2));
    }),
    { numRuns: 300, seed: 4 },
  );
  assert.ok(fewer > 200, `only ${fewer} became simpler`);
});

test('a simplified sheet lies within the original and strays no further than the tolerance', () => {
  fc.assert(
    fc.property(jagged, fc.integer({ min: 10, max: 5_000 }), (ring, tolerance) => {
      const simple = shrunkSimple(ring, tolerance);
      for (const [x, y] of along(simple)) {
        assert.ok(isInside([ring], x, y, 2));
        assert.ok(distance([ring], x, y) <= tolerance + 2);
      }
    }),
    { numRuns: 300, seed: 5 },
  );
});

test('an eased outline lies within the original by the amount on long sides, and no corner moves further than allowed', () => {
  fc.assert(
    fc.property(outline(radius, 1000), (ring) => {
      const giving = eased(ring, 3);
      for (let i = 0; i < ring.length; i += 2) {
        const moved = Math.hypot(giving[i]! - ring[i]!, giving[i + 1]! - ring[i + 1]!);
        assert.ok(moved > 0 && moved <= 12.001);
      }
      assert.ok(signedArea(giving) < signedArea(ring));
    }),
    { numRuns: 300, seed: 6 },
  );
});

test.run();

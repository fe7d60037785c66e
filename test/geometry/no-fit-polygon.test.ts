import { Clipper, FillRule } from 'clipper2-ts';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { doubledArea, noFitPolygon, type Ring } from '../../src/geometry/no-fit-polygon.js';

/** A small generator with a fixed seed, so that a failure repeats. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A star-shaped outline with reflex vertices; on a coarse grid parallel edges and touching vertices are common. */
function star(random: () => number, radius: number, grid: number): Ring {
  const n = 3 + Math.floor(random() * 9);
  const angles = Array.from({ length: n }, () => random() * 2 * Math.PI).sort((p, q) => p - q);
  const ring: number[] = [];
  for (const angle of angles) {
    const r = radius * (0.3 + 0.7 * random());
    const x = Math.round((r * Math.cos(angle)) / grid) * grid;
    const y = Math.round((r * Math.sin(angle)) / grid) * grid;
    if (ring[ring.length - 2] !== x || ring[ring.length - 1] !== y) ring.push(x, y);
  }
  return Float64Array.from(ring);
}

const path = (ring: Ring, dx = 0, dy = 0) =>
  Array.from({ length: ring.length / 2 }, (_, i) => ({ x: ring[2 * i]! + dx, y: ring[2 * i + 1]! + dy }));
const overlap = (a: Ring, b: Ring, dx: number, dy: number): number =>
  Math.abs(Clipper.areaPaths(Clipper.intersect([path(a)], [path(b, dx, dy)], FillRule.NonZero)));

function isSimple(ring: Ring): boolean {
  for (let i = 0; i < ring.length; i += 2) {
    const at = (k: number) => ring[(i + k) % ring.length]!;
    const [ux, uy, vx, vy] = [at(2) - at(0), at(3) - at(1), at(4) - at(2), at(5) - at(3)];
    if (ux * vy === uy * vx && ux * vx + uy * vy <= 0) return false; // a spike of no width
  }
  const united = Clipper.union([path(ring)], FillRule.EvenOdd);
  return (
    ring.length >= 6 && united.length === 1 && Math.abs(Clipper.areaPaths(united)) === Math.abs(doubledArea(ring)) / 2
  );
}

function contains(rings: readonly Ring[], x: number, y: number): boolean {
  let inside = false;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const yi = ring[i + 1]!;
      const yj = ring[j + 1]!;
      if (yi > y !== yj > y && x < ring[j]! + ((y - yj) * (ring[i]! - ring[j]!)) / (yi - yj)) inside = !inside;
    }
  }
  return inside;
}

function distance(rings: readonly Ring[], x: number, y: number): number {
  let nearest = Infinity;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const ux = ring[i]! - ring[j]!;
      const uy = ring[i + 1]! - ring[j + 1]!;
      const t = ((x - ring[j]!) * ux + (y - ring[j + 1]!) * uy) / (ux * ux + uy * uy);
      const s = Math.min(1, Math.max(0, t));
      nearest = Math.min(nearest, Math.hypot(x - ring[j]! - s * ux, y - ring[j + 1]! - s * uy));
    }
  }
  return nearest;
}

test('two squares: the no-fit polygon is the square of the summed sides', () => {
  const square = Float64Array.of(0, 0, 10, 0, 10, 10, 0, 10);
  const rings = noFitPolygon(square, square);
  assert.is(rings.length, 1);
  assert.is(doubledArea(rings[0]!), 800);
});

test('a notch with room for the moving part is a hole of the no-fit polygon', () => {
  const frame = Float64Array.of(
    0,
    0,
    100,
    0,
    100,
    100,
    60,
    100,
    60,
    60,
    80,
    60,
    80,
    20,
    20,
    20,
    20,
    60,
    40,
    60,
    40,
    100,
    0,
    100,
  );
  const block = Float64Array.of(0, 0, 30, 0, 30, 30, 0, 30);
  const rings = noFitPolygon(frame, block);
  assert.is(rings.length, 2);
  assert.is(rings.filter((ring) => doubledArea(ring) < 0).length, 1);
  assert.not.ok(contains(rings, 35, 25));
  assert.ok(contains(rings, 35, 55));
});

for (const grid of [1, 20_000]) {
  test(`the no-fit polygon holds exactly the overlapping translations (vertices on a grid of ${grid})`, () => {
    const random = randomFrom(grid);
    let checked = 0;
    for (let round = 0; round < 300; round++) {
      const a = star(random, 100_000, grid);
      const b = star(random, 100_000, grid);
      if (!isSimple(a) || !isSimple(b)) continue;
      const rings = noFitPolygon(a, b);
      for (let sample = 0; sample < 40; sample++) {
        const x = Math.round((random() - 0.5) * 400_000);
        const y = Math.round((random() - 0.5) * 400_000);
        if (distance(rings, x, y) < 10) continue;
        const area = overlap(a, b, x, y);
        checked++;
        assert.is(contains(rings, x, y), area > 0, `round ${round}, translation ${x}, ${y}, overlap ${area}`);
      }
    }
    assert.ok(checked > 5000, `only ${checked} translations were decided`);
  });
}

test.run();

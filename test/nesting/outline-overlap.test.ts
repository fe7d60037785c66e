import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Ring } from '../../src/geometry/ring.js';
import { cosSin } from '../../src/geometry/rotation.js';
import { weighingsBeforeTable } from '../../src/nesting/kernel/blocks.js';
import { Kernel } from '../../src/nesting/kernel/kernel.js';
import { CollisionField } from '../../src/nesting/overlap/collision-field.js';
import { Costs } from '../../src/nesting/overlap/costs.js';
import { innerDiscs } from '../../src/nesting/overlap/inner-discs.js';
import { KernelOutlines } from '../../src/nesting/overlap/kernel-outlines.js';
import { distanceToEdges, isInside, NoFitPolygons } from '../../src/nesting/overlap/no-fit-polygons.js';
import { prepareShapes, type ShapeSet } from '../../src/nesting/overlap/shapes.js';
import { RegionPolygons } from '../../src/nesting/sheets/region-polygons.js';
import { prepareSheets } from '../../src/nesting/sheets/shapes.js';
import { randomSheets, randomTypes } from './random-problems.js';

/** Overlaps up to this depth count as touching, in search units. */
const touching = 1e-3;

const shares = fc.noBias(fc.integer({ min: 1, max: 999 }).map((n) => n / 1000));

const placed = fc.record({
  types: randomTypes,
  first: fc.nat(),
  second: fc.nat(),
  places: fc.array(fc.tuple(shares, shares), { minLength: 40, maxLength: 40 }),
});

/** A pair of types at two orientations, and places within the box of its no-fit polygon. */
interface Pair {
  readonly polygons: NoFitPolygons;
  readonly types: readonly [number, number];
  readonly orientations: readonly [number, number];
  readonly places: readonly (readonly [number, number])[];
}

/** Asserts that the kernel's depth by outlines agrees with the no-fit polygon; returns the share of each depth that it finds. */
function sharesOfDepth({ polygons, types: [typeA, typeB], orientations: [a, b], places }: Pair): number[] {
  const { shapes } = polygons;
  const kernel = kernelAlone();
  const outlines = new KernelOutlines(kernel, polygons);
  const polygon = polygons.get(typeA, typeB, shapes.differenceOf[a * shapes.angles.length + b]!);
  const [c, s] = cosSin(shapes.angles[a]!);
  const standing = outlines.addressOf(typeA, a);
  const moving = outlines.addressOf(typeB, b);
  return places.flatMap(([across, along]) => {
    const x = polygon.minX + across * (polygon.maxX - polygon.minX);
    const y = polygon.minY + along * (polygon.maxY - polygon.minY);
    const depth = kernel.call.depthByOutlines(standing, moving, x * c - y * s, x * s + y * c);
    const opposite = kernel.call.depthByOutlines(moving, standing, y * s - x * c, -(x * s + y * c));
    const exact = isInside(polygon, x, y) ? distanceToEdges(polygon, x, y) : 0;
    assert.ok(depth <= exact + touching, `${depth} where the no-fit polygon has ${exact}`);
    if (exact <= 10 * touching) return [];
    assert.ok(depth > touching, `no overlap where the no-fit polygon has ${exact}`);
    assert.ok(Math.abs(opposite - depth) < 0.01, `${depth} one way and ${opposite} the other`);
    return [depth / exact];
  });
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

test('the depth by outlines is zero exactly outside of the no-fit polygon, and never above its depth', () => {
  const all: number[] = [];
  fc.assert(
    fc.property(placed, ({ types, first, second, places }) => {
      const shapes = prepareShapes({ types: types.map((type) => ({ ...type, spacing: 7 })), items: [0], height: 100 });
      const polygons = new NoFitPolygons(shapes, 1e8, () => {}, new Costs(), 'plain');
      // Equal types are merged.
      const count = shapes.types.length;
      const typeA = Math.min(first % count, second % count);
      const typeB = Math.max(first % count, second % count);
      const a = shapes.types[typeA]!.orientations[first % shapes.types[typeA]!.orientations.length]!;
      const b = shapes.types[typeB]!.orientations[second % shapes.types[typeB]!.orientations.length]!;
      all.push(...sharesOfDepth({ polygons, types: [typeA, typeB], orientations: [a, b], places }));
    }),
    { numRuns: 150, seed: 11 },
  );
  assert.ok(all.length > 1000);
  assert.ok(meanOf(all) > 0.7, `the depth is ${meanOf(all)} of the exact one on the mean`);
});

test('the same holds on sheets for parts that are turned over, and for walls, but obstacles want a table', () => {
  const counts = { parts: 0, flipped: 0, walls: 0 };
  fc.assert(
    fc.property(randomSheets, fc.nat(), fc.nat(), placed, ({ problem }, first, second, { places }) => {
      const shapes = prepareSheets(problem, () => {});
      const polygons = new RegionPolygons(shapes, () => {}, new Costs());
      const types = [...shapes.types.keys()];
      const [typeA, typeB] = [first % problem.parts.length, second % types.length].sort((p, q) => p - q) as [
        number,
        number,
      ];
      const meets = polygons.meetByOutlines(typeA, typeB);
      const roles = [shapes.types[typeA]!.role, shapes.types[typeB]!.role];
      assert.is(meets, !roles.includes('obstacle'));
      if (!meets) return;
      const [a, b] = [typeA, typeB].map((type, k) => {
        const own = shapes.types[type]!.orientations;
        return own[(k === 0 ? first : second) % own.length]!;
      }) as [number, number];
      const found = sharesOfDepth({ polygons, types: [typeA, typeB], orientations: [a, b], places }).length;
      counts[roles.includes('wall') ? 'walls' : 'parts'] += found;
      if (polygons.isFlipped(a) || polygons.isFlipped(b)) counts.flipped += found;
    }),
    { numRuns: 200, seed: 12 },
  );
  for (const [kind, count] of Object.entries(counts)) assert.ok(count > 300, `${count} overlaps of ${kind}`);
});

test('inner discs lie inside their outline, the first one nearly as large as any', () => {
  fc.assert(
    fc.property(randomTypes, (types) => {
      for (const { outline } of types) {
        const discs = innerDiscs(outline);
        assert.ok(discs.length > 0);
        for (const { x, y, radius } of discs) {
          assert.ok(contains(outline, x, y));
          assert.ok(Math.abs(awayFrom(outline, x, y) - radius) < 1e-9);
        }
        for (let k = 0; k < 400; k++) {
          const [x, y] = [((k % 20) - 10) * 2.1, (Math.floor(k / 20) - 10) * 2.1];
          if (contains(outline, x, y)) assert.ok(awayFrom(outline, x, y) <= 1.25 * discs[0]!.radius);
        }
      }
    }),
    { numRuns: 60, seed: 5 },
  );
});

test('a sweep sees an overlap that outlines hide, between edges that meet only in corners', () => {
  // Two bars with large ends cross in their thin middles, whose corners lie on each other.
  const bar = [-40, -20, -20, -20, -19, -1.2, -1, -1, 1, -1, 19, -1.2, 20, -20, 40, -20];
  const outline = Float64Array.from([...bar, ...bar.map((value) => -value)]);
  const rotations = Array.from({ length: 720 }, (_, half) => half / 2);
  const other = { outline: Float64Array.of(0, 0, 9, 0, 9, 9), rotations };
  const shapes = prepareShapes({
    types: [{ outline, rotations: [0, 90] }, other, { ...other, outline: Float64Array.of(0, 0, 5, 0, 5, 7) }],
    items: [0, 0],
    height: 200,
  });
  const field = new CollisionField(shapes, 1, () => {});
  field.bind(shapes.itemTypes, 2);
  field.setLength(1000, false);
  const across = shapes.types[0]!.orientations[1]!;
  field.put({ x: Float64Array.of(500, 500), y: Float64Array.of(500, 500), orientation: Int32Array.of(0, across) });
  assert.is(field.kernel.call.sweep(), 1);
  assert.is(field.tables.size, 1);
});

test('a pair gets a table only after many weighings, also where it was bound with other types in between', () => {
  const shapes = manyTypes();
  const field = new CollisionField(shapes, 1, () => {});
  const atOnce = (): number => {
    const count = field.items;
    field.put({
      x: new Float64Array(count).fill(500),
      y: new Float64Array(count).fill(500),
      orientation: new Int32Array(count),
    });
    return field.kernel.call.sweep();
  };
  const all = Int32Array.from({ length: 30 }, (_, k) => k);
  const pairs = (all.length * (all.length - 1)) / 2;
  const tooFew = 0.8 * weighingsBeforeTable;
  for (let k = 0; k < tooFew; k++) {
    field.bind(k % 2 ? all : all.toReversed(), all.length);
    field.setLength(1000, false);
    assert.is(atOnce(), pairs);
  }
  assert.is(field.tables.size, 0);
  for (let k = 0; k < tooFew; k++) {
    field.bind(k % 2 ? all : all.slice(1), all.length - 1);
    field.setLength(1000, false);
    atOnce();
  }
  assert.ok(field.tables.size >= pairs - all.length, `${field.tables.size} tables of ${pairs} pairs`);
});

function manyTypes(): ShapeSet {
  const types = Array.from({ length: 46 }, (_, k) => ({
    outline: Float64Array.of(0, 0, 10 + k / 10, 0, 12, 9, 3, 11 + k / 20),
    rotations: [0, 90, 180, 270],
  }));
  return prepareShapes({ types, items: types.map((_, k) => k), height: 100 });
}

function kernelAlone(): Kernel {
  return new Kernel(
    () => assert.unreachable('the kernel asks for a table'),
    () => assert.unreachable('the kernel asks for an outline'),
    () => {},
  );
}

function contains(outline: Ring, x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, j = outline.length - 2; i < outline.length; j = i, i += 2) {
    const [x1, y1, x2, y2] = [outline[j]!, outline[j + 1]!, outline[i]!, outline[i + 1]!];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) * (x2 - x1)) / (y2 - y1)) inside = !inside;
  }
  return inside;
}

function awayFrom(outline: Ring, x: number, y: number): number {
  let nearest = Infinity;
  for (let i = 0, j = outline.length - 2; i < outline.length; j = i, i += 2) {
    const [x1, y1] = [outline[j]!, outline[j + 1]!];
    const [ux, uy] = [outline[i]! - x1, outline[i + 1]! - y1];
    const t = Math.min(1, Math.max(0, ((x - x1) * ux + (y - y1) * uy) / (ux * ux + uy * uy)));
    nearest = Math.min(nearest, Math.hypot(x - x1 - t * ux, y - y1 - t * uy));
  }
  return nearest;
}

test.run();

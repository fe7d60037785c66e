import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { noFitPolygon } from '../../src/geometry/no-fit-polygon.js';
import { Kernel } from '../../src/nesting/kernel/kernel.js';
import { collisionTable } from '../../src/nesting/overlap/collision-table.js';
import {
  distanceToEdges,
  isInside,
  type NoFitPolygon,
  noFitPolygonOf,
} from '../../src/nesting/overlap/no-fit-polygons.js';
import { storeTable } from '../../src/nesting/overlap/store-table.js';

function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A star-shaped outline in grid units, of which the strip's height has 33.5 million. */
function star(random: () => number, points: number, grid: number): Float64Array {
  const angles = Array.from({ length: points }, (_, i) => ((i + 0.1 + 0.8 * random()) / points) * 2 * Math.PI);
  const radius = 2e6 + random() * 1e7;
  return Float64Array.from(
    angles.flatMap((angle) => {
      const r = radius * (0.25 + 0.75 * random());
      return [Math.round((r * Math.cos(angle)) / grid) * grid, Math.round((r * Math.sin(angle)) / grid) * grid];
    }),
  );
}

/** A comb. Its teeth make corridors, slits and sharp wedges in no-fit polygons. */
function comb(random: () => number): Float64Array {
  const ring = [0, 0];
  const teeth = 2 + Math.floor(random() * 3);
  const pitch = 2e6 + Math.floor(random() * 2e6);
  for (let t = teeth; t > 0; t--) {
    const right = t * pitch;
    ring.push(right, 0, right, 6e6, right - pitch / 2, 6e6, right - pitch / 2, 2e6);
    if (t === 1) ring.push(0, 2e6);
  }
  return Float64Array.from(ring.map(Math.round)).subarray(0);
}

/** A point on an edge, moved off it by up to `spread`. */
function beside(polygon: NoFitPolygon, random: () => number, spread: number): [number, number] {
  const e = Math.floor(random() * polygon.edges);
  const t = random() < 0.3 ? Math.round(random()) : random();
  const { ends } = polygon;
  const x = ends[4 * e]! + t * (ends[4 * e + 2]! - ends[4 * e]!);
  const y = ends[4 * e + 1]! + t * (ends[4 * e + 3]! - ends[4 * e + 1]!);
  return [x + (random() - 0.5) * spread, y + (random() - 0.5) * spread];
}

test('the table is zero exactly outside, at a million points, half of them beside the boundary', () => {
  const random = randomFrom(7);
  const kernel = new Kernel(
    () => assert.unreachable('the kernel asks for a table that it has'),
    () => assert.unreachable('the kernel asks for an outline'),
    () => assert.unreachable('the kernel weighs outlines'),
  );
  let points = 0;
  let wrong = 0;
  let worst = 0;
  let depths = 0;
  for (let round = 0; points < 1_000_000; round++) {
    const kind = round % 4;
    const a = kind === 3 ? comb(random) : star(random, 3 + Math.floor(random() * 14), kind === 1 ? 1_000_000 : 1);
    const b = kind === 2 ? comb(random) : star(random, 3 + Math.floor(random() * 14), kind === 1 ? 1_000_000 : 1);
    const polygon = noFitPolygonOf(noFitPolygon(a, b));
    const table = storeTable(kernel, collisionTable(polygon, [10, 16, 32][round % 3]!)).address;
    for (let k = 0; k < 10_000; k++, points++) {
      const [px, py] =
        k % 2
          ? beside(polygon, random, [0.01, 0.1, 1, 10][k % 4]!)
          : [
              polygon.minX - 5 + random() * (polygon.maxX - polygon.minX + 10),
              polygon.minY - 5 + random() * (polygon.maxY - polygon.minY + 10),
            ];
      const x = Math.fround(px);
      const y = Math.fround(py);
      const depth = kernel.call.depthOf(table, x, y);
      const near = distanceToEdges(polygon, x, y);
      const inside = isInside(polygon, x, y);
      // A depth up to 1e-3 counts as touching; single precision and sharp wedges blur the rest of the border by 4e-3.
      if (inside ? near > 4e-3 && depth <= 1e-3 : near > 1e-3 && depth > 1e-3) wrong++;
      if (inside && near > 1) {
        worst = Math.max(worst, Math.abs(depth - near) / near);
        depths += Math.abs(depth - near) / near;
      }
    }
    kernel.call.release(table);
  }
  console.log(`worst relative error of a depth ${worst.toFixed(3)}, mean ${(depths / points).toExponential(1)}`);
  assert.is(wrong, 0);
});

test.run();

/** Markers that begin as rows of nested ones: the cover of a marker by blocks, and the row of their layouts. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shortestCover } from '../../src/lays/blocks.js';
import type { Placement, Solution } from '../../src/nesting/request.js';
import { solve } from '../../src/nesting/solver.js';
import { joinedLayouts } from '../../src/services/lays/joined-layouts.js';
import { markerParts, type OrderedGarment } from '../../src/services/lays/marker-parts.js';
import { roomOf } from '../../src/services/lays/marker-request.js';

const block = (counts: number[], length: number) => ({ counts, length, jobId: counts.join(' ') });

test('a marker is covered by the blocks that are shortest together, with a distance between two', () => {
  const nested = [
    block([1, 0], 100),
    block([2, 0], 150),
    block([0, 1], 90),
    block([3, 2], 700),
    block([1, 1], Infinity),
  ];
  const cover = shortestCover([3, 2], nested, [95, 85], 5);
  assert.equal(
    cover.blocks.map(({ counts }) => counts),
    [
      [2, 0],
      [1, 0],
      [0, 1],
      [0, 1],
    ],
  );
  assert.is(cover.length, 150 + 100 + 90 + 90 + 3 * 5);
  assert.ok(cover.isWhole);
});

test('garments without a block are left over, with their estimate', () => {
  const cover = shortestCover([3, 1], [block([2, 0], 150)], [95, 85], 5);
  assert.equal(
    cover.blocks.map(({ counts }) => counts),
    [[2, 0]],
  );
  assert.is(cover.isWhole, false);
  assert.is(cover.length, 150 + 95 + 85);
});

const random = fc.record({
  counts: fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 3, maxLength: 3 }),
  nested: fc.array(
    fc.record({
      counts: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 3, maxLength: 3 }),
      length: fc.integer({ min: 1, max: 3000 }),
    }),
    { maxLength: 30 },
  ),
});

test('blocks never hold more than the marker', () => {
  fc.assert(
    fc.property(random, ({ counts, nested }) => {
      const blocks = nested
        .filter((one) => one.counts.some((count) => count > 0))
        .map((one) => block(one.counts, one.length));
      const cover = shortestCover(counts, blocks, [100, 110, 120], 3);
      const held = counts.map((_, g) => cover.blocks.reduce((sum, one) => sum + one.counts[g]!, 0));
      assert.ok(held.every((count, g) => count <= counts[g]!));
      assert.is(
        cover.isWhole,
        held.every((count, g) => count === counts[g]),
      );
    }),
  );
});

const garment = (number: number, width: number): OrderedGarment => ({
  name: `g${number}`,
  shapes: [
    {
      name: `${number}-body-M`,
      polygons: [
        {
          points: [
            [0, 0],
            [width, 0],
            [width / 2, 400],
          ],
          origin: null,
        },
      ],
      quantity: 2,
    },
    {
      name: `${number}-band-M`,
      polygons: [
        {
          points: [
            [0, 0],
            [width, 0],
            [width, 90],
            [0, 90],
          ],
          origin: null,
        },
      ],
      quantity: 1,
    },
  ],
});

test('the layouts of two markers are, in a row, a sound first layout of both', () => {
  const garments = [garment(1, 500), garment(2, 600)];
  const settings = { width: 900, seconds: 60, allowedRotations: [], minDistance: 4 };
  const nested = (counts: readonly number[], warmStart: readonly Placement[], workLimit: number): Solution[] => {
    const parts = markerParts(garments, counts, 'none');
    const request = { ...roomOf(parts, { ...settings, warmStart, refines: true }), workLimit };
    const found: Solution[] = [];
    solve(request, {
      seed: 1,
      shouldStop: () => false,
      emit: (event) => {
        if (event.type === 'solution') found.push(event.solution);
      },
    });
    return found;
  };
  const blocks = [
    [2, 0],
    [1, 1],
    [0, 2],
  ].map((counts) => {
    const { placements, usage } = nested(counts, [], 40).at(-1)!;
    return { counts, length: usage.length, placements };
  });
  const { polygons } = markerParts(garments, [3, 3], 'none');
  const row = joinedLayouts(garments, polygons, blocks, settings.minDistance, null);
  assert.equal(
    row.map(({ index }) => index).sort((a, b) => a - b),
    polygons.map((_, i) => i),
  );
  const together = blocks.reduce((sum, { length }) => sum + length, 0) + 2 * settings.minDistance;
  const [first] = nested([3, 3], row as Placement[], 0);
  assert.equal(first!.unplaced, []);
  assert.ok(Math.abs(first!.usage.length - together) < 0.1, `${first!.usage.length} beside ${together}`);
  assert.ok(nested([3, 3], row as Placement[], 40).at(-1)!.usage.length <= first!.usage.length);
});

test.run();

/** The first lines of a large order. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Point } from '../../src/geometry/point.js';
import type { Placement } from '../../src/nesting/request.js';
import { bin, nest, type Points, part, request } from './nest.js';

/** A smooth outline of many corners. */
const blob = (corners: number, radius: number, phase: number): Points =>
  Array.from({ length: corners }, (_, i): Point => {
    const angle = (2 * Math.PI * i) / corners;
    const reach = radius * (1 + 0.15 * Math.sin(3 * angle + phase) + 0.1 * Math.sin(5 * angle));
    return [radius * 1.3 + reach * Math.cos(angle), radius * 1.3 + reach * Math.sin(angle)];
  });

/** The lines of copies of intricate outlines on hides, up to the first layout; `steps`: of the grids of the hides, in turn. */
function linesOf(...steps: number[]) {
  const gridOf = (i: number) => ({ cellWidth: steps[i % steps.length]!, cellHeight: steps[i % steps.length]! });
  const hides = Array.from({ length: 12 }, (_, i) => bin(blob(250, 500 + 20 * i, i), gridOf(i)));
  const parts = [0, 1, 2].map((phase) => ({ ...part(blob(300, 40, phase)), quantity: 170 }));
  const rules = { allowedRotations: [0, 90, 180, 270], minDistance: 5, matchingType: 'pattern' } as const;
  return nest(request(parts, hides, { ...rules, workLimit: 0 })).solutions;
}

for (const [where, step] of [
  ['on hides', 0],
  ['on a grid', 1],
] as const) {
  test(`copies of intricate outlines ${where}: the first line shows all parts`, () => {
    assert.equal(linesOf(step)[0]!.unplaced, []);
  });
}

test('on hides with different grids, every line shows parts, and the first one does not show all', () => {
  const solutions = linesOf(1, 2);
  assert.ok(solutions.length > 1);
  const placed = solutions.map(({ unplaced }) => 510 - unplaced.length);
  assert.ok(
    placed.every((count) => count > 0),
    placed.join(),
  );
  assert.ok(placed[0]! < placed.at(-1)!, placed.join());
});

test('a layout to start from is the first line, before the missing parts join it', () => {
  const parts = [0, 1, 2].map((phase) => ({ ...part(blob(40, 40, phase)), quantity: 10 }));
  const order = request(parts, [bin(blob(50, 300, 0)), bin(blob(50, 300, 1))], { minDistance: 5, workLimit: 0 });
  const warmStart = nest(order).last.placements.filter((_, i) => i % 2 === 0);
  const { solutions } = nest({ ...order, warmStart });
  const where = ({ index, bin: sheet, position }: Placement): string => `${index} on ${sheet} at ${position}`;
  const [first, whole] = [solutions[0]!, solutions.at(-1)!].map(({ placements }) => placements.map(where));
  assert.equal(first, warmStart.map(where));
  assert.is(new Set(whole).size, 30);
  assert.ok(first!.every((place) => whole!.includes(place)));
});

test.run();

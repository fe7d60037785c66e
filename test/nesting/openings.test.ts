/** Parts in openings of others: in the no-fit polygons of the searches, and in the search of a strip. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { generated } from '../../bench/nesting/watch/generated.js';
import type { Ring } from '../../src/geometry/ring.js';
import { Costs } from '../../src/nesting/overlap/costs.js';
import { isInside } from '../../src/nesting/overlap/no-fit-polygons.js';
import { widened } from '../../src/nesting/overlap/openings.js';
import type { SheetPart } from '../../src/nesting/sheets/problem.js';
import { RegionPolygons } from '../../src/nesting/sheets/region-polygons.js';
import { prepareSheets } from '../../src/nesting/sheets/shapes.js';
import { complaints } from './judge.js';
import { nest } from './nest.js';

const poll = (): void => {};

/** A regular outline about the origin. */
function round(radius: number, corners: number): Ring {
  return Float64Array.from({ length: 2 * corners }, (_, k) => {
    const angle = (2 * Math.PI * Math.floor(k / 2)) / corners;
    return radius * (k % 2 ? Math.sin(angle) : Math.cos(angle));
  });
}

function part(outline: Ring, openings: readonly Ring[] = []): SheetPart {
  const orientations = [
    { degrees: 0, flipped: false },
    { degrees: 30, flipped: true },
  ];
  return { outline, bare: outline, openings, sensitive: new Map(), orientations, folds: [null, null] };
}

function polygonsOf(parts: readonly SheetPart[]): RegionPolygons {
  const shapes = prepareSheets(
    {
      parts,
      items: parts.map((_, k) => k),
      values: parts.map(() => 1),
      locked: parts.map(() => false),
      kinds: [{ length: 900, height: 300, obstacles: [], zones: [], linesShift: 0 }],
      sheets: [0],
      lines: null,
      offers: null,
      goal: 'length',
    },
    poll,
  );
  return new RegionPolygons(shapes, poll, new Costs());
}

for (const corners of [6, 60]) {
  test(`an opening of ${corners} corners holds parts up to its own size, and only its outline meets larger ones`, () => {
    const opening = round(100 / 3, corners);
    const frame = part(round(60, 12 * corners), [opening]);
    // Drawings round their coordinates: a part may be larger than its opening by a hair.
    const exact = round((100 / 3) * (1 + 1e-8), corners);
    const polygons = polygonsOf([frame, part(exact), part(round(20, 5)), part(round(34, corners))]);
    const { differenceOf } = polygons.shapes;
    const isFree = (type: number): boolean => !isInside(polygons.get(0, type, differenceOf[0]!), 0, 0);
    assert.equal([1, 2, 3].map(isFree), [true, true, false]);
    assert.equal(
      [1, 2, 3].map((type) => polygons.meetByOutlines(0, type)),
      [false, false, true],
    );
  });
}

test('an opening that becomes a line on the grid, in one of its orientations, is none there', () => {
  const sliver = Float64Array.of(2, 0, -1, 2, 0, 1);
  const counts = [0, 45].map((degrees) => widened(sliver, { degrees, flipped: false }).length);
  assert.equal(counts, [1, 0]);
});

test('an opening in one of hundreds of different parts costs no density', () => {
  const open = generated['generated-opening']();
  const closed = { ...open, polygons: open.polygons.map((polygon) => ({ ...polygon, holes: [] })) };
  const [without, within] = [closed, open].map((request) => {
    const limited = { ...request, workLimit: 300 };
    const { last } = nest(limited);
    assert.equal(complaints(limited, last), []);
    return last.fitness;
  });
  // Fitness counts sheets: a hundredth is about three points of density.
  assert.ok(within! < without! + 0.01, `${within} beside ${without}`);
});

test.run();

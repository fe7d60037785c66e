/** The rests of sheets as bins of a next job: sound, off the parts, as wide as asked, and complete. */

import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Point } from '../../src/geometry/point.js';
import { checkNestRequest } from '../../src/nesting/check/request.js';
import type { Bin, NestRequest, Solution } from '../../src/nesting/request.js';
import { solve } from '../../src/nesting/solver.js';
import { complaints } from './judge.js';
import { remnantComplaints } from './judge-remnants.js';
import { bin, nest, type Points, part, quadrilaterals, rectangle, request } from './nest.js';

function solved(problem: NestRequest): Solution {
  assert.equal(checkNestRequest(problem).problems, []);
  const { solutions, last } = nest(problem);
  for (const solution of solutions) {
    assert.equal(complaints(problem, solution), []);
    assert.equal(remnantComplaints(problem, solution), []);
  }
  return last;
}

const remnantsOf = ({ usage }: Solution): Bin[] => usage.sheets.flatMap(({ remnants = [] }) => remnants);
const areaOf = (points: Points): number =>
  Math.abs(points.reduce((sum, [x, y], i) => sum + x * points.at(i - 1)![1] - points.at(i - 1)![0] * y, 0)) / 2;

test('the rest of a sheet is one outline around the parts', () => {
  const last = solved(
    request([part(rectangle(40, 30))], [bin(rectangle(100, 50))], { remnants: { leastWidth: 10, leastArea: null } }),
  );
  const [rest, ...others] = remnantsOf(last);
  assert.equal(others, []);
  assert.ok(Math.abs(areaOf(rest!.boundary.points) - (5000 - 1200)) < 1e-3);
  assert.equal([rest!.holes, rest!.cellWidth, rest!.cost], [[], 0, undefined]);
});

test('the distance between parts is cut away, and openings of parts are rests', () => {
  const frame = { ...part(rectangle(60, 60)), holes: [part(rectangle(40, 40, 10, 10))] };
  const problem = request([frame], [bin(rectangle(62, 60))], {
    minDistance: 2,
    remnants: { leastWidth: 5, leastArea: null },
  });
  const [inner, ...others] = remnantsOf(solved(problem));
  assert.equal(others, []);
  assert.ok(Math.abs(areaOf(inner!.boundary.points) - 36 * 36) < 1e-3);
});

test('a keep-out in a rest is a hole of the remnant', () => {
  const sheet = bin(rectangle(200, 100), { holes: [rectangle(20, 20, 150, 40)] });
  const [rest] = remnantsOf(
    solved(request([part(rectangle(40, 30))], [sheet], { remnants: { leastWidth: 8, leastArea: null } })),
  );
  assert.is(rest!.holes.length, 1);
});

test('a remnant has the zones that lie on it, and no others', () => {
  const zone = (x: number, y: number, quality: number) => ({ boundary: part(rectangle(10, 10, x, y)), quality });
  const sheet = { ...bin(rectangle(100, 50)), quality: 2, zones: [zone(5, 5, 3), zone(80, 5, 4), zone(35, 25, 5)] };
  const problem = request([part(rectangle(40, 30))], [sheet], { remnants: { leastWidth: 10, leastArea: null } });
  const [rest] = remnantsOf(solved(problem));
  assert.equal([rest!.quality, rest!.zones!.map(({ quality }) => quality)], [2, [4, 5]]);
  assert.equal(checkNestRequest({ ...problem, bins: [rest!] }).warnings, []);
});

test('rests smaller or narrower than asked are left out', () => {
  const parts = [{ ...part(rectangle(30, 40)), quantity: 3 }];
  const sheets = [bin(rectangle(100, 50))];
  const narrow = solved(request(parts, sheets, { remnants: { leastWidth: 12, leastArea: null } }));
  assert.equal(remnantsOf(narrow), []);
  const wide = solved(request(parts, sheets, { remnants: { leastWidth: 9, leastArea: null } }));
  assert.is(remnantsOf(wide).length, 1);
  const large = solved(request(parts, sheets, { remnants: { leastWidth: 9, leastArea: 1500 } }));
  assert.equal(remnantsOf(large), []);
});

/** Remnants of a sheet on which each part lies where its points are. */
function heldRemnants(shapes: readonly Points[], width: number, height: number, leastWidth: number): Bin[] {
  const locked = shapes.map((_, index) => ({ index, bin: 0, position: [0, 0] as const, rotation: 0 }));
  const parts = shapes.map((points) => ({ ...part(points), origin: [0, 0] as const }));
  const remnants = { leastWidth, leastArea: 1 };
  return remnantsOf(solved(request(parts, [bin(rectangle(width, height))], { locked, remnants })));
}

test('a rest behind the sharp corner of a part at the edge is one', () => {
  const wedge: Points = [
    [0, 80],
    [240, 100],
    [0, 120],
  ];
  assert.is(heldRemnants([wedge], 400, 200, 40).length, 1);
});

test('a rest beside an inward corner is not lost', () => {
  const tee: Points = [
    [1.3, 0],
    [43.5, 0],
    [43.5, 14.8],
    [29, 14.8],
    [29, 49.4],
    [16.1, 49.4],
    [16.1, 14.8],
    [1.3, 14.8],
  ];
  const found = heldRemnants([tee], 43.5, 69.05, 19.8);
  const area = found.reduce((sum, { boundary }) => sum + areaOf(boundary.points), 0);
  // the gap above the stem is 19.65 wide, and a disc lies on either side of it
  assert.is(found.length, 2);
  assert.ok(area > 700, `${area}`);
});

test('between parts off the edge no wedge of a rest is narrower than asked', () => {
  const lower: Points = [
    [100, 190],
    [300, 150],
    [300, 130],
    [100, 130],
  ];
  const upper: Points = [
    [100, 190.001],
    [300, 230.001],
    [300, 250.001],
    [100, 250.001],
  ];
  const [rest] = heldRemnants([lower, upper], 500, 500, 40);
  // a disc of 40 comes within 82 of the tip at (100, 190)
  const inWedge = rest!.holes.flatMap(({ points }) => points.filter(([x, y]) => y > 160 && y < 220 && x > 95));
  const nearest = Math.min(...inWedge.map(([x]) => x - 100));
  assert.ok(nearest > 80 && nearest < 83, `${nearest}`);
});

test('without the option no sheet has remnants', () => {
  const { usage } = solved(request([part(rectangle(40, 30))], [bin(rectangle(100, 50))]));
  assert.is(usage.sheets[0]!.remnants, undefined);
});

test('a cancelled search does not finish the rests of a line', () => {
  const parts = [{ ...part(rectangle(5, 3)), quantity: 300 }];
  const sheets = [bin(rectangle(100, 50))];
  /** Looks at the wish to stop until the first line, which comes unless the wish is there at one of them. */
  const looksUntilLine = (remnants: NestRequest['remnants'], stopAt = Infinity) => {
    let looks = 0;
    let lines = 0;
    let looksBefore = 0;
    const end = solve(request(parts, sheets, { remnants, workLimit: 0 }), {
      seed: 1,
      shouldStop: () => ++looks >= stopAt,
      emit: ({ type }) => {
        if (type !== 'solution') return;
        if (lines++ === 0) looksBefore = looks;
      },
    });
    return { looksBefore, lines, end };
  };
  const settings = { leastWidth: 1, leastArea: null };
  const whole = looksUntilLine(settings);
  const stopAt = whole.looksBefore - 100;
  assert.ok(looksUntilLine(null).looksBefore < stopAt);
  assert.equal(looksUntilLine(settings, stopAt), { looksBefore: 0, lines: 0, end: 'cancelled' });
});

const disc = (corners: number, radius: number): Point[] =>
  Array.from({ length: corners }, (_, i): Point => {
    const angle = (2 * Math.PI * i) / corners;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });

test('remnants of any layout are sound and complete, and are the bins of a next job as they are', () => {
  const shapes = quadrilaterals(12);
  fc.assert(
    fc.property(
      fc.record({
        count: fc.integer({ min: 1, max: 12 }),
        minDistance: fc.constantFrom(0, 1.5, 4),
        gravityDirection: fc.constantFrom('left', 'top', 'right', 'bottom'),
        leastWidth: fc.constantFrom(null, 6, 15, 30),
        offset: fc.constantFrom(0, 1234.567),
        slanted: fc.boolean(),
        hole: fc.boolean(),
        zoned: fc.boolean(),
        round: fc.boolean(),
      }),
      ({ count, minDistance, gravityDirection, leastWidth, offset, slanted, hole, zoned, round }) => {
        const outline = rectangle(150, 110, offset, -offset);
        const boundary = slanted ? outline.map(([x, y], i) => [x + (i === 2 ? 40 : 0), y] as const) : outline;
        const holes = hole ? [rectangle(25, 20, offset + 60, 45 - offset)] : [];
        const zones = [10, 50, 95].map((x, i) => ({
          boundary: part(rectangle(40, 30, offset + x, 30 * i - offset)),
          quality: 1 + 2 * i,
        }));
        const problem = request(
          shapes.slice(0, count).map((points, i) => part(round ? disc(36, 5 + i) : points)),
          [{ ...bin(boundary, { holes }), ...(zoned && { zones, quality: 2 }) }, bin(boundary)],
          { minDistance, gravityDirection, workLimit: 2, remnants: { leastWidth, leastArea: null } },
        );
        const bins = remnantsOf(solved(problem));
        if (bins.length === 0) return;
        const next = { ...problem, bins, polygons: [part(rectangle(5, 5))], remnants: null };
        assert.equal(complaints(next, nest(next).last), []);
        assert.equal(checkNestRequest(next).warnings, []);
      },
    ),
    { numRuns: 20 },
  );
});

test.run();

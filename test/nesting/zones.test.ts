/** Zones of quality on sheets and hides, and in parts: every search keeps parts off material that is too bad for them. */

import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkNestRequest } from '../../src/nesting/check/request.js';
import { geneticSearch } from '../../src/nesting/construct/genetic.js';
import { ExactCheck } from '../../src/nesting/layout/exact-check.js';
import type { Bin, NestRequest, Polygon, QualityZone } from '../../src/nesting/request.js';
import { complaints } from './judge.js';
import { bin, nest, type Outcome, type Points, part, quadrilaterals, rectangle, request } from './nest.js';

const zone = (points: Points, quality: number): QualityZone => ({ boundary: part(points), quality });
const withZones = (sheet: Bin, zones: readonly QualityZone[], quality?: number): Bin => ({
  ...sheet,
  zones,
  ...(quality !== undefined && { quality }),
});

function sound(problem: NestRequest, options: Parameters<typeof nest>[1] = {}): Outcome {
  assert.equal(checkNestRequest(problem).problems, []);
  const outcome = nest(problem, options);
  for (const solution of outcome.solutions) assert.equal(complaints(problem, solution), []);
  return outcome;
}

const xOf = ({ last }: Outcome): number[] => last.placements.map(({ position: [x] }) => x).sort((a, b) => a - b);

test('a part keeps off zones that are worse than it needs', () => {
  const sheet = withZones(bin(rectangle(100, 20)), [zone(rectangle(30, 20), 3)]);
  const of = (quality?: number) => ({ ...part(rectangle(20, 20)), ...(quality && { quality }) });
  assert.equal(xOf(sound(request([of(2)], [sheet]))), [30]);
  assert.equal(xOf(sound(request([of(3)], [sheet]))), [0]);
  assert.equal(xOf(sound(request([of()], [sheet]))), [0]);
});

test('the rest of a sheet has a quality, too', () => {
  const sheet = withZones(bin(rectangle(100, 20)), [zone(rectangle(22, 30, 40, -5), 1)], 4);
  assert.equal(xOf(sound(request([{ ...part(rectangle(20, 20)), quality: 1 }], [sheet]))), [40]);
  const two = sound(request([{ ...part(rectangle(20, 20)), quality: 1, quantity: 2 }], [sheet]));
  assert.is(two.last.unplaced.length, 1);
});

test('a zone of a part needs a better quality than the part, or a worse one', () => {
  const sheet = withZones(bin(rectangle(100, 20)), [zone(rectangle(30, 20), 3)]);
  const nose: Polygon = { ...part(rectangle(20, 20)), zones: [zone(rectangle(5, 20, 15, 0), 1)] };
  // Its right end must lie beyond the zone.
  assert.equal(xOf(sound(request([nose], [sheet]))), [15]);
  const tail: Polygon = { ...part(rectangle(20, 20)), quality: 1, zones: [zone(rectangle(5, 20), 5)] };
  // Its left end may lie on the zone.
  assert.equal(xOf(sound(request([tail], [sheet]))), [25]);
});

test('of overlapping zones the worst counts on a sheet, and the better one in a part', () => {
  const sheet = withZones(bin(rectangle(100, 20)), [zone(rectangle(30, 20), 3), zone(rectangle(60, 20), 1)]);
  assert.equal(xOf(sound(request([{ ...part(rectangle(20, 20)), quality: 2 }], [sheet]))), [30]);
  const both = [zone(rectangle(20, 20), 4), zone(rectangle(5, 20, 15, 0), 1)];
  assert.equal(xOf(sound(request([{ ...part(rectangle(20, 20)), quality: 2, zones: both }], [sheet]))), [15]);
});

test('the exact check refuses a hair of a part on a bad zone, and takes a touch', () => {
  const sheet = withZones(bin(rectangle(100, 20)), [zone(rectangle(30, 20), 3)]);
  const problem = request([{ ...part(rectangle(20, 20)), quality: 2 }], [sheet]);
  const at = (x: number) => [{ id: '', index: 0, bin: 0, position: [x, 0] as const, rotation: 0 }];
  const check = new ExactCheck(problem);
  assert.equal(check.faults(at(30)), []);
  assert.equal(check.faults(at(29.999)), [0]);
  const locked = checkNestRequest({ ...problem, locked: at(10) }).problems;
  assert.equal(
    locked.map(({ code }) => code),
    ['locked_conflict'],
  );
});

test('a part that needs more than any bin has is named', () => {
  const sheet = withZones(bin(rectangle(100, 20)), [zone(rectangle(30, 20), 3)], 2);
  const { warnings } = checkNestRequest(request([{ ...part(rectangle(20, 20)), quality: 1 }], [sheet]));
  assert.equal(
    warnings.map(({ code, path }) => [code, path]),
    [['quality_too_low', 'polygons[0].quality']],
  );
});

test('wrong zones are named', () => {
  const bad = zone(
    [
      [0, 0],
      [1, 1],
    ],
    0,
  );
  const problem = request(
    [{ ...part(rectangle(20, 20)), quality: 101, zones: [bad] }],
    [withZones(bin(rectangle(100, 20)), [bad], 1.5)],
  );
  assert.equal(
    checkNestRequest(problem)
      .problems.map(({ path }) => path)
      .sort(),
    [
      'bins[0].quality',
      'bins[0].zones[0].boundary',
      'bins[0].zones[0].quality',
      'polygons[0].quality',
      'polygons[0].zones[0].boundary',
      'polygons[0].zones[0].quality',
    ],
  );
});

const shapes = quadrilaterals(9);
const hide: Points = [
  [20, 0],
  [150, 12],
  [290, 0],
  [320, 60],
  [300, 118],
  [160, 130],
  [15, 112],
  [0, 50],
];

const randomZones = (most: number) =>
  fc.array(
    fc.record({
      x: fc.integer({ min: 0, max: 200 }),
      y: fc.integer({ min: 0, max: 100 }),
      size: fc.integer({ min: 15, max: 90 }),
      skew: fc.integer({ min: -10, max: 10 }),
      quality: fc.integer({ min: 1, max: 4 }),
    }),
    { minLength: 1, maxLength: most },
  );
const drawn = ({ x, y, size, skew }: { x: number; y: number; size: number; skew: number }): Points => [
  [x, y],
  [x + size, y + skew],
  [x + size - skew, y + size],
  [x + skew, y + size / 2],
];

test('every search keeps every part off bad zones, whatever the layout', () => {
  fc.assert(
    fc.property(
      fc.record({
        zones: randomZones(4),
        rest: fc.constantFrom(undefined, 1, 2),
        needs: fc.array(fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }), { minLength: 9, maxLength: 9 }),
        partZones: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }),
        sheet: fc.constantFrom('strip', 'sheets', 'hide'),
        mirror: fc.boolean(),
        minDistance: fc.constantFrom(0, 2),
        gravityDirection: fc.constantFrom('left', 'top', 'right', 'bottom'),
        genetic: fc.boolean(),
      }),
      ({ zones, rest, needs, partZones, sheet, mirror, minDistance, gravityDirection, genetic }) => {
        const own = zones.map((one) => zone(drawn(one), one.quality));
        const boundary = sheet === 'hide' ? hide : sheet === 'strip' ? rectangle(420, 90) : rectangle(170, 110);
        const whole = withZones(bin(boundary, { holes: [rectangle(12, 12, 40, 40)] }), own, rest);
        const polygons = shapes.map((points, i): Polygon => {
          const inner = partZones.map((quality, k) => zone(rectangle(14, 12, 8 * k, 6 + 4 * k), quality));
          return {
            ...part(points),
            mirror,
            ...(needs[i] && { quality: needs[i] }),
            ...(i % 3 === 0 && { zones: inner }),
          };
        });
        const problem = request(polygons, sheet === 'sheets' ? [whole, whole, bin(boundary)] : [whole], {
          minDistance,
          gravityDirection,
          allowedRotations: [0, 37, 180],
          workLimit: 40,
          reportInterval: 0,
          maximumExecutionTime: 600,
        });
        sound(problem, genetic ? { search: geneticSearch } : {});
      },
    ),
    { numRuns: 25 },
  );
});

test('zones that matter to no part change nothing', () => {
  const parts = shapes.map((points) => part(points));
  const settings = { allowedRotations: [0, 180], workLimit: 60, reportInterval: 0, maximumExecutionTime: 600 };
  const plain = sound(request(parts, [bin(rectangle(420, 90))], settings));
  const zoned = withZones(bin(rectangle(420, 90)), [zone(rectangle(50, 50), 2)]);
  const same = sound(
    request(
      parts.map((own) => ({ ...own, quality: 2 })),
      [zoned],
      settings,
    ),
  );
  assert.equal(same.last.placements, plain.last.placements);
});

test.run();

/** The rest of a sheet that a disc reaches: many regions are cut away in sections, one with many outlines at once. */

import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { difference } from '../../src/geometry/boolean.js';
import { type Ring, signedArea } from '../../src/geometry/ring.js';
import { reachedRest } from '../../src/nesting/layout/rest.js';

const width = 6_000_000;
const height = 4_000_000;
const columns = 30;
const rows = 20;

const outline = (x: number, y: number, radius: number, corners: number): Ring =>
  Float64Array.from({ length: 2 * corners }, (_, i) => {
    const angle = (2 * Math.PI * Math.floor(i / 2)) / corners + radius;
    return Math.round(i % 2 ? y + radius * Math.sin(angle) : x + radius * Math.cos(angle));
  });

/** Polygons in a raster with gaps of all widths between them; some places are empty. */
function scattered(seed: number): Ring[] {
  let state = seed;
  const random = (): number => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  return Array.from({ length: columns * rows }, (_, i) => {
    const x = (width * ((i % columns) + 0.5 + 0.2 * random())) / columns;
    const y = (height * (Math.floor(i / columns) + 0.5 + 0.2 * random())) / rows;
    return outline(x, y, 60_000 + 60_000 * random(), 4 + Math.floor(5 * random()));
  }).filter(() => random() < 0.93);
}

const areaOf = (rings: readonly Ring[]): number => rings.reduce((sum, ring) => sum + signedArea(ring), 0);
const slant = Float64Array.of(0, 0, width, 0, 0.9 * width, height, 0.05 * width, 0.8 * height);

test('sections of a rest come to what the whole does', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2147483646 }),
      fc.constantFrom(8_000, 20_000, 45_000, 90_000, 400_000),
      fc.boolean(),
      (seed, radius, isSlanted) => {
        const sheet = isSlanted ? slant : Float64Array.of(0, 0, width, 0, width, height, 0, height);
        const away = scattered(seed);
        const apart = away.map((ring) => [ring]);
        const looks = [0, 0];
        const inSections = reachedRest(sheet, apart, radius, () => looks[0]!++);
        const whole = reachedRest(sheet, [away], radius, () => looks[1]!++);
        const share = (more: readonly Ring[], less: readonly Ring[]): number =>
          areaOf(difference(more, less)) / (width * height);
        assert.ok(share(whole, inSections) <= 2e-5);
        // arcs that stick out by a hundredth of the radius close a gap that a disc only just passes
        assert.ok(share(inSections, whole) <= 2e-4);
        assert.ok(share(inSections, difference([sheet], away)) <= 1e-6);
        assert.ok(radius > 20_000 || looks[0]! > looks[1]!);
      },
    ),
    { numRuns: 6 },
  );
});

test.run();

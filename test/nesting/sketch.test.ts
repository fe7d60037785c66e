/** A strip begins with a layout whose parts overlap: that of parts nearly like these. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { NestRequest, Placement } from '../../src/nesting/request.js';
import { complaints } from './judge.js';
import { bin, nest, part, rectangle, request, slantedOutlines } from './nest.js';

const strip = [bin(rectangle(9000, 400))];
const settings = { allowedRotations: [0, 180], minDistance: 2, seed: 1 };

/** Slanted parts, each larger or smaller by a factor about its middle. */
function slanted(factor: (i: number) => number, count: number, more: Partial<NestRequest>): NestRequest {
  const parts = Array.from({ length: count }, (_, i) =>
    part(slantedOutlines[i % 4]!.map(([x, y]) => [(x - 50) * factor(i) + 50, (y - 50) * factor(i) + 50])),
  );
  return request(parts, strip, { ...settings, ...more });
}

const count = 60;
const dense = nest(slanted(() => 1, count, { workLimit: 3000 })).last;
const others = (i: number): number => ((i >> 2) % 2 === 0 ? 1.02 : 0.98);
const lengthOf = (more: Partial<NestRequest>): number => {
  const problem = slanted(others, count, { workLimit: 100, ...more });
  const { last } = nest(problem);
  assert.equal(complaints(problem, last), []);
  return last.usage.length;
};

test('little work brings parts of other sizes as close as much work the first ones', () => {
  const plain = lengthOf({});
  const sketched = lengthOf({ warmStart: dense.placements });
  assert.ok(sketched < plain * 0.97, `${sketched} beside ${plain}`);
  assert.ok(sketched < dense.usage.length * 1.03, `${sketched} after ${dense.usage.length}`);
});

test('parts that may be turned over keep their sides', () => {
  const turnable = (problem: NestRequest): NestRequest => ({
    ...problem,
    polygons: problem.polygons.map((polygon) => ({ ...polygon, mirror: true })),
  });
  const from = nest(turnable(slanted(() => 1, count, { workLimit: 3000 }))).last;
  const problem = turnable(slanted(others, count, { workLimit: 100, warmStart: from.placements }));
  const { last } = nest(problem);
  assert.equal(complaints(problem, last), []);
  assert.ok(from.placements.some(({ mirrored }) => mirrored));
  assert.ok(last.usage.length < from.usage.length * 1.03, `${last.usage.length} after ${from.usage.length}`);
});

test('the sequence of layouts repeats with a sketch', () => {
  const { placements } = dense;
  const lengths = (): number[] =>
    nest(slanted(others, count, { workLimit: 100, warmStart: placements })).solutions.map(({ usage }) => usage.length);
  assert.equal(lengths(), lengths());
});

test('any sketch leaves a sound layout of all parts', () => {
  const place = fc.record({
    x: fc.double({ min: -500, max: 4000, noNaN: true }),
    y: fc.double({ min: -500, max: 800, noNaN: true }),
    rotation: fc.constantFrom(0, 180, 90),
    mirrored: fc.boolean(),
    isLeftOut: fc.boolean(),
  });
  const places = fc.array(place, { minLength: 24, maxLength: 24 });
  fc.assert(
    fc.property(places, fc.boolean(), fc.boolean(), (drawn, isWhole, mirror) => {
      const sketch = drawn.flatMap(({ x, y, rotation, mirrored, isLeftOut }, index): Placement[] =>
        isLeftOut && !isWhole
          ? []
          : [
              {
                id: '',
                index,
                bin: 0,
                position: [x, y],
                rotation: isWhole ? rotation % 180 : rotation,
                mirrored: mirror && mirrored,
              },
            ],
      );
      const plain = slanted(() => 1, 24, { workLimit: 20, warmStart: sketch });
      const problem = { ...plain, polygons: plain.polygons.map((polygon) => ({ ...polygon, mirror })) };
      const { last } = nest(problem);
      assert.equal(last.unplaced, []);
      assert.equal(complaints(problem, last), []);
    }),
    { numRuns: 25 },
  );
});

test('many copies with a layout to start with get a sound layout, too', () => {
  const problem = slanted(others, 320, { workLimit: 60 });
  const warmStart = Array.from(
    { length: 320 },
    (_, index): Placement => ({
      id: '',
      index,
      bin: 0,
      position: [20 * Math.floor(index / 4), 90 * (index % 4)],
      rotation: 0,
      mirrored: false,
    }),
  );
  const { last } = nest({ ...problem, warmStart });
  assert.equal(last.unplaced, []);
  assert.equal(complaints(problem, last), []);
});

test.run();

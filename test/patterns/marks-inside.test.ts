/** Lines, words and grainlines of FreeSewing's designs lie inside the pieces. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { latestDesigns } from '../../bench/patterns/size-drafts.js';
import type { Point } from '../../src/geometry/point.js';
import type { Draft, Piece } from '../../src/patterns/draft.js';
import { draft, prepare } from '../../src/patterns/patterns.js';
import { runsInside } from '../../src/patterns/runs-inside.js';
import { lengthOf } from '../../src/patterns/sewing/trace-edge.js';
import { contains, distanceTo } from './piece-checks.js';
import { completed } from './some-bodies.js';

/** Places at most 2 mm from each other. */
function placesOf(line: readonly Point[]): Point[] {
  return line.slice(1).flatMap(([bx, by], i) => {
    const [ax, ay] = line[i]!;
    const steps = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay) / 2));
    return Array.from(
      { length: steps + 1 },
      (_, k): Point => [ax + ((bx - ax) * k) / steps, ay + ((by - ay) * k) / steps],
    );
  });
}

function marksLieInside({ name, boundary, internalLines, texts, grainline }: Piece, who: string): void {
  const inside = (place: Point, what: string): void =>
    assert.ok(
      contains(boundary, place) || distanceTo(boundary, place) < 0.3,
      `${who}, ${name}: ${what} at ${place} is outside`,
    );
  for (const { points } of internalLines) for (const place of placesOf(points)) inside(place, 'a line');
  for (const { at, text } of texts) inside(at, text);
  if (!grainline) return;
  for (const place of placesOf(grainline)) inside(place, 'the grainline');
  assert.ok(lengthOf(grainline) > 5, `${who}, ${name}: the grainline is ${lengthOf(grainline)} mm long`);
}

const drafted = async (name: string, variables: Record<string, unknown>, unfold = true): Promise<Draft> => {
  const version = latestDesigns().find((one) => one.name === name)!;
  await prepare(version);
  return draft(version, { variables, unfold });
};

test('lines, words and grainlines lie inside the pieces of every design', async () => {
  const bodies = await completed([
    { gender: 'female', unit: 'metric', measurements: { height: 168, weight: 62 } },
    { gender: 'male', unit: 'metric', measurements: { height: 200, weight: 140 } },
  ]);
  for (const version of latestDesigns()) {
    if (version.kind !== 'freesewing') continue;
    await prepare(version);
    for (const body of bodies) {
      const { pieces } = await draft(version, { variables: {}, unfold: true, body });
      for (const piece of pieces) marksLieInside(piece, version.name);
    }
  }
});

test('a help line ends at the cut line, on a half, too, and marks outside are told', async () => {
  for (const unfold of [true, false]) {
    const { pieces, errors } = await drafted('Aaron A-Shirt', {}, unfold);
    for (const piece of pieces) marksLieInside(piece, 'Aaron');
    assert.equal(errors, []);
    const front = pieces.find(({ id }) => id === 'front')!;
    assert.ok(front.texts.some(({ text }) => text === 'Chest Line'));
  }
  const { errors, pieces } = await drafted('Charlie chinos', {});
  const front = pieces.findIndex(({ id }) => id === 'front');
  assert.equal(
    errors.filter(({ code }) => code === 'mark_left_out').map(({ path }) => path),
    [`pieces[${front}]`],
  );
  assert.ok(errors.some(({ message }) => message.includes('a line, "Right leg seam allowance"')));
});

test('a grainline outside keeps its direction and moves to the longest place along the grain', async () => {
  const { pieces } = await drafted('Sandy circle skirt', { waistbandShape: 'curved' });
  const waistband = pieces.find(({ id }) => id === 'waistband')!;
  marksLieInside(waistband, 'Sandy');
  const [[ax, ay], [bx, by]] = waistband.grainline!;
  assert.is(ay, by);
  assert.ok(bx - ax > 250, String(bx - ax));
});

test('the runs of any line inside any outline lie inside, and the rest of it outside', () => {
  const star = fc.array(fc.double({ min: 20, max: 200, noNaN: true }), { minLength: 3, maxLength: 12 }).map((radii) =>
    radii.map((radius, i): Point => {
      const angle = (2 * Math.PI * i) / radii.length;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    }),
  );
  const coordinate = fc.integer({ min: -220, max: 220 });
  const line = fc.array(fc.tuple(coordinate, coordinate), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(star, line, fc.boolean(), (loop, points, isClosed) => {
      const way = isClosed ? [...points, points[0]!] : points;
      const outline = [...loop, loop[0]!];
      const runs = runsInside(way, loop);
      for (const run of runs) {
        for (const place of placesOf(run)) assert.ok(contains(outline, place) || distanceTo(outline, place) < 0.3);
      }
      for (const place of placesOf(way)) {
        const isDeep = contains(outline, place) && distanceTo(outline, place) > 0.3;
        assert.ok(!isDeep || runs.some((run) => distanceTo(run, place) < 1e-6));
      }
    }),
    { numRuns: 500, seed: 5, endOnFailure: true },
  );
});

test.run();

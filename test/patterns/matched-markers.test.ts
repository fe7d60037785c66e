/**
 * Markers on checked cloth over REST: the drafts bring their matches, and every layout keeps them. The test judges by the
 * places of the announced parts alone.
 */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Embedded, openEmbedded } from '../gateway/embedded.js';
import {
  apart,
  type Part,
  type Placement,
  patternedMarker,
  placeOf,
  type Solution,
  senseOf,
} from './patterned-marker.js';

let service: Embedded;
test.before(async () => {
  service = await openEmbedded();
});
test.after(async () => {
  await service.close();
});

const fabric = { repeatX: 60, repeatY: 44, offsetX: 7, offsetY: -5 };
const boundary = {
  points: [
    [100, 0],
    [20_000, 0],
    [20_000, 1500],
    [100, 1500],
  ],
};

const marker = (name: string, garment: object = {}, gravityDirection = 'left') =>
  patternedMarker(service, name, garment, { bins: [{ boundary }], gravityDirection, maximumExecutionTime: 4, fabric });

/** The phase of a match point on an axis, counted in the direction of the part. */
function phase(parts: readonly Part[], placement: Placement, name: string, k: 0 | 1): number {
  const begin = k === 0 ? 100 + fabric.offsetX : fabric.offsetY;
  return senseOf(placement) * (placeOf(parts, placement, name, k) - begin);
}

/** The parts in phase with each other, by name of the match and axis. */
function assertMeets(parts: readonly Part[], { placements }: Solution, name: string, k: 0 | 1, ids: readonly string[]) {
  const own = placements.filter(({ index }) => ids.includes(parts[index]!.id));
  assert.is(own.length, ids.length, `${name}: ${ids}`);
  const phases = own.map((placement) => phase(parts, placement, name, k));
  for (const one of phases) {
    const error = apart(one, phases[0]!, k === 0 ? fabric.repeatX : fabric.repeatY);
    assert.ok(error <= 0.01, `${name} of ${ids} misses by ${error} mm`);
  }
}

test('a shirt: centre front, centre back, sides and sleeves meet in every layout', async () => {
  const { parts, matches, solutions, warnings } = await marker('Simon shirt');
  const side = matches.find(({ name }) => name === '1 side right')!;
  assert.is(side.axis, 'x');
  assert.equal(side.points.map(({ index }) => parts[index]!.id).sort(), ['1-back-1', '1-front-right-1']);
  assert.not(warnings.some(({ code }) => code === 'match_left_out'));
  for (const solution of solutions) {
    assert.equal(solution.unplaced, []);
    for (const k of [0, 1] as const)
      assertMeets(parts, solution, 'centre front', k, ['1-front-right-1', '1-front-left-1']);
    assertMeets(parts, solution, 'centre back', 1, ['1-back-1', '1-yoke-1', '1-yoke-2']);
    assertMeets(parts, solution, 'side right', 0, ['1-front-right-1', '1-back-1']);
    assertMeets(parts, solution, 'side left', 0, ['1-front-left-1', '1-back-1']);
    assertMeets(parts, solution, 'sleeve cap right', 0, ['1-sleeve-1', '1-sleeve-2', '1-front-right-1']);
    assert.is(solution.matches.length, 6);
    for (const { name, x, y } of solution.matches) assert.ok(Math.max(x ?? 0, y ?? 0) <= 0.01, name);
  }
});

test('a jacket: each pocket meets its own front; each jacket its own', async () => {
  const { parts, last } = await marker('Jaeger jacket', { quantity: 2 });
  for (const garment of [0, 1]) {
    const copy = (piece: string, i: number): string => `1-${piece}-${2 * garment + i}`;
    for (const k of [0, 1] as const) {
      assertMeets(parts, last, 'pocket right', k, [copy('front', 1), copy('pocket', 1)]);
      assertMeets(parts, last, 'pocket left', k, [copy('front', 2), copy('pocket', 2)]);
      assertMeets(parts, last, 'centre back', k, [copy('back', 1), copy('back', 2)]);
    }
    assertMeets(
      parts,
      last,
      'front to side',
      0,
      ['front', 'side'].flatMap((one) => [copy(one, 1), copy(one, 2)]),
    );
  }
});

test('the left pocket of a jacket meets its front where the right one does, mirrored', async () => {
  for (const name of ['Jaeger jacket', 'Carlton coat']) {
    const { parts } = await marker(name);
    for (const piece of ['front', 'pocket']) {
      const [right, left] = [1, 2].map((copy) => {
        const { matchPoints = [] } = parts.find(({ id }) => id === `1-${piece}-${copy}`)!;
        return matchPoints.find((point) => point.name === (copy === 1 ? 'pocket right' : 'pocket left'))!.at;
      });
      // The second part of a pair is the first one flipped from y to -y.
      const mirrored = [right![0], -right![1]];
      for (const k of [0, 1]) assert.ok(Math.abs(left![k]! - mirrored[k]!) < 1e-6, `${name}: ${piece}`);
    }
  }
});

test('trousers of the own blocks: the inseam is left out with the error that remains; a given phase holds', async () => {
  const given = { body: undefined, phaseX: 12, phaseY: 50 };
  const { parts, last, warnings } = await marker('Trousers block', given, 'top');
  const [warning] = warnings.filter(({ code }) => code === 'match_left_out');
  assert.is(warning!.path, 'patterns[0]');
  assert.match(warning!.message, /^the match "1 inseam" is left out along y: .* miss each other by [\d.]+$/);
  const told = Number(warning!.message.split(' ').at(-1));
  const found = last.matches.find(({ name }) => name === '1 inseam')!.y!;
  assert.ok(Math.abs(found - told) < 0.02, `${found} and ${told}`);
  assertMeets(parts, last, 'front crotch', 0, ['1-front-1', '1-front-2']);
  assertMeets(parts, last, 'side', 1, ['1-front-1', '1-front-2', '1-back-1', '1-back-2']);
  const front = last.placements.find(({ index }) => parts[index]!.id === '1-front-1')!;
  assert.ok(apart(phase(parts, front, 'front crotch', 0), 12, fabric.repeatX) < 0.01);
  assert.ok(apart(phase(parts, front, 'front crotch', 1), 50 - fabric.repeatY, fabric.repeatY) < 0.01);
});

test.run();

/**
 * Markers on checked cloth that is folded, over REST. The test unfolds the cloth: a piece of the lower layer then lies as far
 * beyond the fold as its part lies on this side. There the phases of the pattern must agree.
 */
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AdminService } from '../../gen/selvage/admin/v1/admin_pb.js';
import { type Embedded, openEmbedded } from '../gateway/embedded.js';
import { apart, linesOf, type Part, patternedMarker, placeOf, type Solution, senseOf } from './patterned-marker.js';
import { pieces, points, square } from './square-definition.js';

let service: Embedded;
test.before(async () => {
  service = await openEmbedded();
});
test.after(async () => {
  await service.close();
});

const checks = { repeatX: 60, repeatY: 44, offsetX: 7, offsetY: 22 };

type Layer = 'upper' | 'lower';

function binOf(width: number, more: object = {}) {
  const points = [
    [0, 0],
    [20_000, 0],
    [20_000, width],
    [0, width],
  ];
  return { boundary: { points }, ...more };
}

const marker = (name: string, { garment = {}, form = 'folded', bins = [binOf(748)], fabric = checks } = {}) =>
  patternedMarker(service, name, garment, { bins, maximumExecutionTime: 2, fabric: { ...fabric, form } });

/** The phase of a match point of a part on the unfolded cloth, counted in the direction of the part. */
function phase(parts: readonly Part[], { placements }: Solution, id: string, name: string, k: 0 | 1, layer: Layer) {
  const placement = placements.find(({ index }) => parts[index]!.id === id)!;
  const above = placeOf(parts, placement, name, k);
  const place = k === 1 && layer === 'lower' ? -above : above;
  return senseOf(placement) * (place - (k === 0 ? checks.offsetX : checks.offsetY));
}

function assertMeets(
  parts: readonly Part[],
  solution: Solution,
  name: string,
  k: 0 | 1,
  pieces: readonly (readonly [id: string, layer: Layer])[],
): void {
  const repeat = k === 0 ? checks.repeatX : checks.repeatY;
  const phases = pieces.map(([id, layer]) => phase(parts, solution, id, name, k, layer));
  for (const one of phases) {
    const error = apart(one, phases[0]!, repeat);
    assert.ok(error <= 0.01, `${name} of ${pieces.map(([id]) => id)} misses by ${error} mm on axis ${k}`);
  }
}

test('a jacket on folded cloth: pairs from both layers meet at the centre, at pockets and sleeves', async () => {
  const { parts, solutions, warnings } = await marker('Jaeger jacket', { garment: { quantity: 2 } });
  assert.not(warnings.some(({ code }) => /match/.test(code) && code !== 'seam_mismatch'));
  for (const solution of solutions) {
    assert.equal(solution.unplaced, []);
    for (const n of [1, 2]) {
      const [front, back, pocket, side] = ['front', 'back', 'pocket', 'side'].map((piece) => `1-${piece}-${n}`);
      for (const k of [0, 1] as const) {
        assertMeets(parts, solution, 'centre front', k, [
          [front!, 'upper'],
          [front!, 'lower'],
        ]);
        assertMeets(parts, solution, 'centre back', k, [
          [back!, 'upper'],
          [back!, 'lower'],
        ]);
        for (const layer of ['upper', 'lower'] as const)
          assertMeets(parts, solution, layer === 'upper' ? 'pocket right' : 'pocket left', k, [
            [front!, layer],
            [pocket!, layer],
          ]);
      }
      assertMeets(parts, solution, 'front to side', 0, [
        [front!, 'upper'],
        [side!, 'lower'],
      ]);
    }
    for (const { name, x, y } of solution.matches) assert.ok(Math.max(x ?? 0, y ?? 0) <= 0.01, name);
  }
});

test('a shirt: the back on the fold, the yokes of both layers and the fronts meet, on tubular cloth as well', async () => {
  for (const [form, width] of [
    ['folded', 750],
    ['tubular', 18 * 44],
  ] as const) {
    const { parts, solutions, warnings } = await marker('Simon shirt', { form, bins: [binOf(width)] });
    assert.not(warnings.some(({ code }) => code === 'match_left_out' || code === 'no_matches_on_folds'));
    for (const solution of solutions) {
      assert.equal(solution.unplaced, []);
      assertMeets(parts, solution, 'centre back', 1, [
        ['1-yoke-1', 'upper'],
        ['1-yoke-1', 'lower'],
      ]);
      for (const k of [0, 1] as const)
        assertMeets(parts, solution, 'centre front', k, [
          ['1-front-right-1', 'upper'],
          ['1-front-left-1', 'upper'],
        ]);
      assertMeets(parts, solution, 'side right', 0, [
        ['1-front-right-1', 'upper'],
        ['1-back-1', 'upper'],
      ]);
      assertMeets(parts, solution, 'sleeve cap right', 0, [
        ['1-sleeve-1', 'upper'],
        ['1-front-right-1', 'upper'],
      ]);
    }
  }
});

test('a phase across that both layers cannot have is taken as the nearest that they can', async () => {
  const { parts, solutions, warnings } = await marker('Trousers block', { garment: { body: undefined, phaseY: 18 } });
  const [warning] = warnings.filter(({ code }) => code === 'phase_on_folds');
  assert.is(warning!.path, 'patterns[0].phaseY');
  assert.match(warning!.message, /^patterns\[0\]\.phaseY is 18, but is taken as 22 for "1 front crotch"/);
  for (const layer of ['upper', 'lower'] as const) {
    const found = phase(parts, solutions.at(-1)!, '1-front-1', 'front crotch', 1, layer);
    assert.ok(apart(found, 22, 44) <= 0.01);
  }
  const held = await marker('Trousers block', { garment: { body: undefined, phaseY: 22 } });
  assert.not(held.warnings.some(({ code }) => code === 'phase_on_folds'));
});

test('where the checks differ between the layers, seams match along the cloth alone, and a warning says so', async () => {
  const { matches, warnings } = await marker('Jaeger jacket', { fabric: { ...checks, offsetY: 5 } });
  const [warning] = warnings.filter(({ code }) => code === 'no_matches_on_folds');
  assert.is(warning!.path, 'fabric.offsetY');
  assert.match(warning!.message, /^no seams match across the cloth: fabric\.offsetY is 5; .* multiple of 22/);
  assert.ok(matches.length > 0);
  for (const { axis } of matches) assert.is(axis, 'x');
});

test('a piece that is its own mirror image along the cloth is cut in pairs only where one may lie upside down', async () => {
  const document = square((square) => {
    points(square).b = { op: 'xy', x: 'size', y: 'size / 5' };
    points(square).c = { op: 'xy', x: 'size', y: '4 * size / 5' };
    points(square).g = { op: 'xy', x: 3, y: 4 };
    points(square).h = { op: 'xy', x: 3, y: 2 };
    pieces(square)[0]!.grainline = { from: 'g', to: 'h' };
  });
  const admin = createClient(AdminService, createGrpcTransport({ baseUrl: service.url }));
  const headers = { authorization: `Bearer ${service.key}` };
  const { version } = await admin.savePatternDraft({ document: JSON.stringify(document) }, { headers });
  const { patternId, versionNumber } = version!;
  const partsOf = async (more: object): Promise<number> => {
    const request = {
      patterns: [{ patternId, versionNumber, quantity: 2 }],
      bins: [binOf(700)],
      gravityDirection: 'left',
      allowedRotations: [0, 180],
      maximumExecutionTime: 1,
      ...more,
      fabric: { form: 'folded', ...(more as { fabric?: object }).fabric },
    };
    const lines = await linesOf(service, request);
    return lines.find(({ parts }) => parts)!.parts!.length;
  };
  assert.is(await partsOf({}), 1);
  assert.is(await partsOf({ direction: 'one_way' }), 2);
  assert.is(await partsOf({ allowedRotations: [0] }), 2);
  assert.is(await partsOf({ fabric: { repeatX: 40 } }), 2);
});

test.run();

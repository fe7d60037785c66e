/** Lay plans on cloth with a direction, with a pattern, and with tilt: every marker of every plan keeps to it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { librarySizeTables } from '../../src/patterns/size-tables/library.js';
import { type Embedded, openEmbedded } from '../gateway/embedded.js';
import { assertProblem } from '../gateway/open.js';
import type { PlanLine } from './judge.js';

let service: Embedded;
test.before(async () => {
  service = await openEmbedded();
});
test.after(async () => {
  await service.close();
});

const skirt = libraryVersions().findLast(({ name }) => name === 'A-line skirt')!.patternId;
const jacket = libraryVersions().findLast(({ name }) => name === 'Jaeger jacket')!.patternId;
const { tableId: table } = librarySizeTables.find(({ name }) => name === 'EN 13402-3 women')!;
const body = { gender: 'male', unit: 'metric', height: 183, weight: 76 };
const order = {
  lines: ['36', '40'].map((size) => ({ patternId: skirt, table, size, quantity: 12 })),
  material: 'fabric',
  cloths: [{ colour: 'navy', width: 1500 }],
  table: { length: 6000, plies: 6 },
  minDistance: 3,
  maximumExecutionTime: 2,
};

type Point = [number, number];
interface Part {
  readonly id: string;
  readonly points: Point[];
  readonly matchPoints?: { readonly name: string; readonly at: Point }[];
}
interface Marker {
  readonly parts: readonly Part[];
  readonly placements: readonly { readonly index: number; readonly position: Point; readonly rotation: number }[];
  readonly matches: readonly { readonly name: string; readonly x?: number; readonly y?: number }[];
}

async function planned(request: object): Promise<{ plan: PlanLine; warnings: PlanLine[]; markers: Marker[] }> {
  const answer = await service.request('POST', '/api/v1/lays', request);
  assert.is(answer.status, 200, answer.text.slice(0, 400));
  const lines = answer.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as PlanLine);
  const plan = lines.findLast(({ type }) => type === 'plan');
  const warnings = lines.flatMap((line) => line.warnings ?? []);
  const markers: Marker[] = [];
  for (const { jobId } of plan.markers) {
    const nest = (await service.request('GET', `/api/v1/nest/${jobId}`)).text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as PlanLine);
    const { parts } = nest.find((line) => line.parts);
    const { placements, matches = [] } = nest.findLast(({ type }) => type === 'solution');
    markers.push({ parts, placements, matches });
  }
  return { plan, warnings, markers };
}

test('one way: all pieces of every marker have the first rotation', async () => {
  const { plan, markers } = await planned({ ...order, direction: 'one_way', allowedRotations: [180, 0] });
  assert.equal(plan.missing, []);
  const rotations = markers.flatMap(({ placements }) => placements.map(({ rotation }) => rotation));
  assert.ok(rotations.length > 0);
  assert.equal([...new Set(rotations)], [180]);
});

test('the state of a plan tells the cloth of its order', async () => {
  const laying = { direction: 'one_way_per_garment', rotationTolerance: 1.5, fabric: { repeatX: 40, offsetX: 3 } };
  const { text } = await service.request('POST', '/api/v1/lays', { ...order, ...laying, maximumExecutionTime: 1 });
  const { jobId } = JSON.parse(text.slice(0, text.indexOf('\n')));
  const { json } = await service.request('GET', `/api/v1/lays/${jobId}/status`);
  assert.equal(
    [json.order.direction, json.order.rotationTolerance, json.order.fabric.repeatX, json.order.fabric.offsetX],
    ['one_way_per_garment', 1.5, 40, 3],
  );
  assert.not('repeatY' in json.order.fabric);
});

test('one way per garment: the pieces of each copy of a garment have one rotation', async () => {
  const { plan, markers } = await planned({ ...order, direction: 'one_way_per_garment' });
  assert.equal(plan.missing, []);
  for (const { parts, placements } of markers) {
    const ways = new Map<string, Set<number>>();
    const copies = new Map<string, number>();
    // The ids of parts are GARMENT-PIECE-NAME-COPY.
    for (const { index, rotation } of placements) {
      const [, shape, copy] = /^(.*)-(\d+)$/.exec(parts[index]!.id)!;
      copies.set(shape!, Math.max(copies.get(shape!) ?? 0, Number(copy)));
      const size = shape!.split('-').at(-1)!;
      const garments = plan.markers[markers.findIndex((own) => own.parts === parts)].garments;
      const { count } = garments.find(({ name }: { name: string }) => name === size);
      const quantity = placements.filter((one) => parts[one.index]!.id.startsWith(`${shape}-`)).length / count;
      const key = `${size} ${Math.ceil(Number(copy) / quantity)}`;
      ways.set(key, (ways.get(key) ?? new Set()).add(rotation));
    }
    for (const [key, own] of ways) assert.is(own.size, 1, key);
  }
});

test('on checks the seams of every garment of every marker meet, in rows of blocks as well', async () => {
  const fabric = { repeatX: 60, repeatY: 44, offsetX: 7, offsetY: -5 };
  const request = {
    ...order,
    lines: [{ patternId: jacket, body, quantity: 9 }],
    table: { length: 9000, plies: 3 },
    maximumExecutionTime: 6,
    fabric,
  };
  const { plan, warnings, markers } = await planned(request);
  assert.equal(plan.missing, []);
  assert.equal(
    warnings.filter(({ code }) => /match_left_out|repeat_without/.test(code)),
    [],
  );
  for (const [m, { parts, placements, matches }] of markers.entries()) {
    const { count } = plan.markers[m].garments[0];
    assert.is(matches.length % count, 0);
    assert.ok(matches.length / count >= 9, `${matches.length} matches of ${count} jackets`);
    for (const { name, x, y } of matches) assert.ok(Math.max(x ?? 0, y ?? 0) <= 0.01, name);
    // The two fronts of each jacket, from the places of the parts alone.
    const phase = (id: string, k: 0 | 1): number => {
      const { index, position, rotation } = placements.find((one) => parts[one.index]!.id === id)!;
      const { points, matchPoints = [] } = parts[index]!;
      const { at } = matchPoints.find(({ name }) => name === 'centre front')!;
      const sense = rotation === 180 ? -1 : 1;
      const place = position[k] + sense * (at[k] - Math.min(...points.map((point) => point[k])));
      return sense * (place - (k === 0 ? fabric.offsetX : fabric.offsetY));
    };
    const front = parts.find(({ id }) => id.startsWith('1-front-'))!.id.replace(/\d+$/, '');
    for (let jacketOf = 0; jacketOf < count; jacketOf++) {
      for (const [k, repeat] of [
        [0, fabric.repeatX],
        [1, fabric.repeatY],
      ] as const) {
        const off = phase(`${front}${2 * jacketOf + 1}`, k) - phase(`${front}${2 * jacketOf + 2}`, k);
        assert.ok(Math.abs(off - Math.round(off / repeat) * repeat) <= 0.01, `jacket ${jacketOf} of marker ${m}`);
      }
    }
  }
});

test('a part that fits the cloth only with tilt is cut with it, and missing without', async () => {
  const points = [
    [0, 0],
    [1000, 0],
    [1000, 10],
    [0, 10],
  ];
  const request = {
    lines: [{ quantity: 4, parts: [{ points }] }],
    cloths: [{ width: 995 }],
    table: { length: 2000, plies: 2 },
    allowedRotations: [90],
    maximumExecutionTime: 1,
  };
  const straight = await planned(request);
  assert.is(straight.plan.missing[0].reason, 'too_wide');
  const { plan, markers } = await planned({ ...request, rotationTolerance: 10 });
  assert.equal(plan.missing, []);
  for (const { rotation } of markers.flatMap(({ placements }) => placements))
    assert.ok(Math.abs(rotation - 90) <= 10 && Math.abs(rotation - 90) > 1, `${rotation}`);
});

test('a pattern that no garment matches is told, and cloth without one; folded cloth and rotations off the pattern are refused', async () => {
  const points = [
    [0, 0],
    [300, 0],
    [300, 200],
    [0, 200],
  ];
  const boxes = { ...order, material: undefined, lines: [{ quantity: 2, parts: [{ points }] }] };
  const { warnings } = await planned({ ...boxes, maximumExecutionTime: 1, fabric: { repeatX: 50 } });
  assert.equal(
    warnings.map(({ code, path }) => `${path} ${code}`),
    ['fabric.repeatX repeat_without_match'],
  );
  const fabric = { offsetY: 3, matchTolerance: 2 };
  const plain = await planned({ ...boxes, maximumExecutionTime: 1, fabric });
  assert.equal(
    plain.warnings.map(({ code, path }) => `${path} ${code}`),
    ['fabric.offsetY offset_without_repeat', 'fabric.matchTolerance tolerance_without_repeat'],
  );
  const refusals = [
    [{ fabric: { form: 'folded' } }, /fabric\.form is folded, but the plies of lays lie open/],
    [{ fabric: { repeatX: 50 }, allowedRotations: [0, 90] }, /allowedRotations has 90/],
    [{ fabric: { repeatX: 50, matchTolerance: 30 } }, /fabric\.matchTolerance is 30/],
    [{ rotationTolerance: 16 }, /rotationTolerance/],
  ] as const;
  for (const [more, message] of refusals)
    assertProblem(await service.request('POST', '/api/v1/lays', { ...order, ...more }), 422, message);
  const turned = { quantity: 1, parts: [{ points, allowedRotations: [90] }] };
  const request = { ...order, material: undefined, lines: [turned], direction: 'one_way' };
  assertProblem(
    await service.request('POST', '/api/v1/lays', request),
    422,
    /lines\[0\]\.parts\[0\]\.allowedRotations must be missing or those of the request/,
  );
});

test.run();

/** PlanLays over REST and gRPC: plans with layouts of real jobs, and refusals that name the field. */
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LayService } from '../../gen/selvage/lay/v1/lay_pb.js';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { librarySizeTables } from '../../src/patterns/size-tables/library.js';
import { type Embedded, openEmbedded } from '../gateway/embedded.js';
import { assertProblem } from '../gateway/open.js';
import { faultsOf, type PlanLine } from './judge.js';

let service: Embedded;
test.before(async () => {
  service = await openEmbedded();
});
test.after(async () => {
  await service.close();
});

const { patternId } = libraryVersions().find(({ name }) => name === 'A-line skirt')!;
const { tableId: table } = librarySizeTables.find(({ name }) => name === 'EN 13402-3 women')!;
const path = '/api/v1/lays';

const skirts = {
  lines: ['36', '38', '40'].flatMap((size, i) =>
    ['navy', 'sand'].map((colour) => ({ patternId, table, size, colour, quantity: 12 + 5 * i, over: 1 })),
  ),
  material: 'fabric',
  cloths: [
    { colour: 'navy', width: 1500, price: 6, endLoss: 20, rolls: [{ id: 'N1', length: 60_000, shade: 'A' }] },
    { colour: 'sand', width: 1500, price: 6, endLoss: 20 },
  ],
  table: { length: 6000, plies: 20 },
  costs: { marker: 10, lay: 8, ply: 0.2, cutting: 0.1 },
  minDistance: 3,
  maximumExecutionTime: 2,
};

const box = {
  lines: [
    {
      quantity: 6,
      parts: [
        {
          points: [
            [0, 0],
            [500, 0],
            [500, 400],
            [0, 400],
          ],
        },
      ],
    },
  ],
  cloths: [{ width: 800 }],
  table: { length: 3000, plies: 10 },
  maximumExecutionTime: 1,
};

test('a plan of skirts in sizes and colours holds, and its markers are layouts of jobs', async () => {
  const answer = await service.request('POST', path, skirts);
  assert.is(answer.status, 200, answer.text);
  const lines = answer.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as PlanLine);
  assert.equal(
    lines.map(({ seq }) => seq),
    lines.map((_, i) => i + 1),
  );
  assert.is(lines.at(-1).type, 'done');
  const plans = lines.filter(({ type }) => type === 'plan');
  assert.ok(plans.length > 0, answer.text);
  const order = { ...skirts, lines: skirts.lines.map((line) => ({ ...line, garment: line.size })) };
  for (const plan of plans) {
    assert.equal(faultsOf(order, plan), []);
    assert.equal(plan.missing, []);
  }
  for (const { jobId, length, parts, garments } of plans.at(-1).markers) {
    const job = await service.request('GET', `/api/v1/nest/${jobId}/status`);
    assert.is(job.json.best.usage.length, length);
    assert.is(job.json.best.placements.length, parts);
    for (const { name, count } of garments) {
      const own = job.json.best.placements.filter(({ id }: { id: string }) => id.includes(`-${name}-`));
      assert.is(own.length % count, 0, `${own.length} parts of ${count} garments`);
    }
  }
});

test('gRPC plans the same, with parts of the client', async () => {
  const client = createClient(LayService, createGrpcTransport({ baseUrl: service.url }));
  const headers = { authorization: `Bearer ${service.key}` };
  const cases: (string | undefined)[] = [];
  let length = 0;
  const points = [
    { x: 0, y: 0 },
    { x: 500, y: 0 },
    { x: 500, y: 400 },
    { x: 0, y: 400 },
  ];
  const request = { ...box, lines: [{ quantity: 6, parts: [{ points }] }] };
  for await (const { event } of client.planLays({ ...request, minDistance: 0 }, { headers })) {
    cases.push(event!.event.case);
    if (event!.event.case === 'plan') length = event!.event.value.clothLength;
  }
  assert.is(cases.at(-1), 'done');
  assert.is(length, 1500);
});

test('each fault is told with its field', async () => {
  const [line] = box.lines;
  const refused = async (change: object, ...words: RegExp[]): Promise<void> =>
    assertProblem(await service.request('POST', path, { ...box, ...change }), 422, ...words);
  await refused({ lines: [{ ...line, quantity: 0 }] }, /^lines\[0\]\.quantity/);
  await refused({ lines: [{ ...line, colour: 'red' }] }, /^lines\[0\]\.colour is "red", but the cloths are ""/);
  await refused({ lines: [{ ...line, patternId }] }, /lines\[0\].*exactly one of patternId and parts/);
  await refused(
    { lines: [{ quantity: 1, patternId, table, size: '37' }], material: 'fabric' },
    /^lines\[0\]\.size is "37"/,
  );
  await refused({ lines: [{ quantity: 1, patternId, table, size: '38' }], material: 'wool' }, /^material is "wool"/);
  await refused(
    { lines: [{ ...line, size: '38', table }] },
    /lines\[0\]: versions, variables, body, table and size go with patternId/,
  );
  await refused({ material: 'wool' }, /^material is "wool", but no line has a patternId/);
  await refused(
    { cloths: [{ width: 800 }, { width: 900 }] },
    /^cloths\[1\]\.colour is "", as that of a cloth before it/,
  );
  await refused({ cloths: [{ width: 0 }] }, /^cloths\[0\]\.width is 0/);
  await refused({ table: { length: 3000 } }, /^table\.plies is required/);
  const crossed = {
    points: [
      [0, 0],
      [10, 10],
      [10, 0],
      [0, 10],
    ],
  };
  await refused(
    { lines: [{ ...line, parts: [{ ...line!.parts[0], quantity: 2 }, crossed] }] },
    /the polygon lines\[0\]\.parts\[1\] intersects itself/,
  );
  const part = line!.parts[0];
  for (const [name, value] of Object.entries({ open: true, quality: 2, matchPoints: [{ name: 'hem', at: [0, 0] }] }))
    await refused(
      { lines: [{ ...line, parts: [{ ...part, [name]: value }] }] },
      new RegExp(`^lines\\[0\\]\\.parts\\[0\\]\\.${name}`),
    );
});

test.run();

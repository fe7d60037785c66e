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
import { box } from './box-order.js';
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

interface Line {
  readonly type: string;
  readonly jobId: string;
  readonly seq: number;
  readonly [name: string]: unknown;
}

const linesOf = ({ text }: { readonly text: string }): Line[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** The first line of a plan, whose client goes then. */
async function firstLine(body: object, headers: Record<string, string> = {}): Promise<Line> {
  const client = new AbortController();
  const answer = await fetch(service.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: client.signal,
  });
  let text = '';
  for await (const chunk of answer.body!) {
    text += Buffer.from(chunk).toString();
    if (text.includes('\n')) break;
  }
  client.abort();
  return JSON.parse(text.split('\n')[0]!);
}

test('the parts of a marker have their openings, so that its layout can be judged and drawn', async () => {
  const corners = (x: number, y: number, width: number, height: number) => [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
  const holes = [{ points: corners(50, 50, 200, 100) }];
  const parts = [{ points: corners(0, 0, 300, 200), holes }, { points: corners(0, 0, 180, 90) }];
  const lines = linesOf(await service.request('POST', path, { ...box, lines: [{ quantity: 4, parts }] }));
  const plan = lines.findLast(({ type }) => type === 'plan') as PlanLine;
  const [{ jobId }] = plan.markers;
  const [begun] = linesOf(await service.request('GET', `/api/v1/nest/${jobId}`)).filter((line) => line.parts);
  const announced = begun!.parts as { points: number[][]; holes: { points: number[][] }[] }[];
  assert.ok(announced.length > 0);
  for (const { points, holes: own } of announced) {
    const [widest] = points.map(([x]) => x!).sort((a, b) => b - a);
    assert.equal(
      own.map(({ points }) => points),
      widest === 300 ? [holes[0]!.points] : [],
    );
  }
});

test('a plan goes on without its client, and its stream is resumed after any line', async () => {
  const first = await firstLine({ ...skirts, keepSeconds: 60 });
  assert.equal([first.type, first.seq, first.queuedPosition], ['progress', 1, 1]);
  const whole = linesOf(await service.request('GET', `${path}/${first.jobId}`));
  assert.equal(whole[0], first);
  for (const [i, line] of whole.entries()) assert.equal([line.seq, line.jobId], [i + 1, first.jobId]);
  assert.is(whole.at(-1)!.type, 'done');
  assert.ok(whole.some(({ type }) => type === 'plan'));
  const rest = linesOf(await service.request('GET', `${path}/${first.jobId}?after=3`));
  assert.equal(rest, whole.slice(3));
  const behind = linesOf(await service.request('GET', `${path}/${first.jobId}?after=${whole.length}`));
  assert.equal(behind, whole.slice(-1));
});

test('a cancelled plan ends with an error and done, and so do its nests', async () => {
  const { jobId } = await firstLine({ ...skirts, maximumExecutionTime: 60, keepSeconds: 60 });
  const reading = service.request('GET', `${path}/${jobId}`);
  const answer = await service.request('DELETE', `${path}/${jobId}`);
  assert.is(answer.status, 204, answer.text);
  const lines = linesOf(await reading);
  assert.equal(
    lines.slice(-2).map(({ type, code }) => [type, code]),
    [
      ['error', 'cancelled'],
      ['done', undefined],
    ],
  );
  for (;;) {
    const { json } = await service.request('GET', '/api/v1/nest?pageSize=200');
    if (json.jobs.every(({ state }: { state: string }) => state === 'ended')) break;
  }
});

test('plans and nests are told apart, and unknown plans are refused alike', async () => {
  const { jobId } = await firstLine({ ...box, keepSeconds: 60 });
  for (const [method, url] of [
    ['GET', `/api/v1/nest/${jobId}`],
    ['GET', `/api/v1/nest/${jobId}/status`],
    ['DELETE', `/api/v1/nest/${jobId}`],
    ['GET', `${path}/00000000-0000-4000-8000-000000000000`],
    ['DELETE', `${path}/nothing`],
  ] as const)
    assert.is((await service.request(method, url)).status, 404, `${method} ${url}`);
  const { json } = await service.request('GET', '/api/v1/nest?pageSize=200');
  assert.not(json.jobs.some((job: Line) => job.jobId === jobId));
  const nest = json.jobs[0].jobId;
  assert.is((await service.request('GET', `${path}/${nest}`)).status, 404);
  await service.request('GET', `${path}/${jobId}`);
});

test('a key makes one plan: its lines come again, and another body is refused', async () => {
  const headers = { 'idempotency-key': 'plan-1' };
  const { jobId } = await firstLine({ ...box, keepSeconds: 60 }, headers);
  const whole = linesOf(await service.request('GET', `${path}/${jobId}`));
  assert.equal(linesOf(await service.request('POST', path, { ...box, keepSeconds: 60 }, headers)), whole);
  assertProblem(await service.request('POST', path, box, headers), 422, /Idempotency-Key was used for another request/);
});

test('an info tells each line of the order that cannot be met', async () => {
  const [line] = box.lines;
  const order = { ...box, lines: [{ ...line, quantity: 40 }], cloths: [{ width: 800, rolls: [{ length: 2100 }] }] };
  const lines = linesOf(await service.request('POST', path, order));
  const infos = lines.filter(({ type }) => type === 'info');
  assert.is(infos.length, 1);
  assert.match(
    String(infos[0]!.message),
    /^lines\[0\]: \d+ copies of "garment 1" cannot be cut: no roll has cloth left/,
  );
  assert.is(lines.indexOf(infos[0]!), lines.length - 2);
});

test('a size that cannot be cut is told as a size, so that it reads as no number of garments', async () => {
  const lines = ['36', '38'].map((size) => ({ patternId, table, size, colour: 'navy', quantity: 24 }));
  const named = { ...lines[1], name: 'skirt', quantity: 1 };
  const cloths = [{ colour: 'navy', width: 200 }];
  const order = { ...skirts, lines: [lines[0], named], cloths };
  const infos = linesOf(await service.request('POST', path, order)).filter(({ type }) => type === 'info');
  assert.equal(
    infos.map(({ message }) => message),
    [
      'lines[0]: 24 garments of size 36 in navy cannot be cut: a part is wider than the cloth of 200 mm',
      'lines[1]: 1 copy of "skirt" in navy cannot be cut: a part is wider than the cloth of 200 mm',
    ],
  );
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
  await refused(
    { lines: [{ ...line, quantity: 200_001 }], table: { length: 3000, plies: 10 } },
    /^lines have 200001 garments; at most 200000 are accepted with 10 plies/,
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

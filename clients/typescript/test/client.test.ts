// Runs against a service: SELVAGE_SERVER, SELVAGE_KEY; SELVAGE_CUTTING_PROXY, a proxy to it that loses connections;
// SELVAGE_BUSY_PROXY, which has no room at first; SELVAGE_FORGETFUL_PROXY, which loses the first answer of each call;
// SELVAGE_STREAMLESS_PROXY, which cuts each stream; and SELVAGE_AWAY_PROXY, which is away for a while.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { Code, ConnectError } from '@connectrpc/connect';
import { ErrorInfoSchema, RetryInfoSchema } from '../gen/google/rpc/error_details_pb.js';
import { Gender, UnitSystem } from '../gen/selvage/body/v1/body_pb.js';
import { JobOutcome, type NestEvent } from '../gen/selvage/nest/v1/nest_pb.js';
import type { SelvageClient } from '../src/client.js';
import { NestCut, shouldRetry } from '../src/index.js';
import { createSelvageClient as createInNode } from '../src/node.js';
import { createSelvageClient as createInBrowser } from '../src/web.js';

function environment(name: string): string {
  const value = process.env[name];
  assert.ok(value, `${name} is not set`);
  return value;
}
const key = environment('SELVAGE_KEY');
const url = environment('SELVAGE_SERVER');

const corners = (side: number) => [
  { x: 0, y: 0 },
  { x: side, y: 0 },
  { x: side, y: side },
  { x: 0, y: side },
];
const nestRequest = {
  polygons: Array.from({ length: 12 }, (_, i) => ({ id: `part-${i}`, points: corners(10 + i) })),
  bins: [{ boundary: { points: corners(100) } }],
  maximumExecutionTime: 3,
  reportInterval: 50,
};

/** Every event once and in order, `done` last, all parts placed. */
function assertWhole(events: NestEvent[]): void {
  assert.deepEqual(
    events.map(({ seq }) => seq),
    events.map((_, i) => i + 1),
  );
  const kinds = events.map(({ event }) => event.case);
  assert.equal(kinds.at(-1), 'done');
  assert.equal(kinds.filter((kind) => kind === 'done').length, 1);
  const best = events.findLast(({ event }) => event.case === 'solution')?.event;
  assert.ok(best?.case === 'solution');
  assert.equal(best.value.placements.length, 12);
}

async function all(client: SelvageClient): Promise<NestEvent[]> {
  const events: NestEvent[] = [];
  for await (const event of client.nest(nestRequest)) events.push(event);
  return events;
}

for (const [name, create] of [
  ['Node', createInNode],
  ['browser', createInBrowser],
] as const) {
  test(`${name}: body, pattern and nest`, async () => {
    const client = create({ url, key, organization: 'personal' });
    const body = await client.body.inferMeasurements({ gender: Gender.FEMALE, unit: UnitSystem.METRIC, height: 168 });
    assert.equal(body.fields.height?.value, 168);
    const waist = body.fields.waistGirth;
    assert.ok(waist?.low && waist.high && waist.low < waist.high);
    const { patterns } = await client.patterns.listPatterns({});
    const draft = await client.patterns.draftPattern({ patternId: patterns[0]!.patternId });
    assert.ok(draft.data.case !== undefined);
    assertWhole(await all(client));
  });

  test(`${name}: a refused call says why, at once`, async () => {
    await assert.rejects(create({ url, key: 'wrong' }).body.inferMeasurements({}), (error) => {
      assert.equal(ConnectError.from(error).code, Code.Unauthenticated);
      return true;
    });
  });

  test(`${name}: a call without room is repeated after the requested time`, async () => {
    const client = create({ url: environment('SELVAGE_BUSY_PROXY'), key });
    const { fields } = await client.body.inferMeasurements({
      gender: Gender.MALE,
      unit: UnitSystem.METRIC,
      weight: 80,
    });
    assert.equal(fields.weight?.value, 80);
  });

  test(`${name}: leaving the loop cancels the job`, async () => {
    const client = create({ url, key });
    let jobId = '';
    for await (const event of client.nest({ ...nestRequest, maximumExecutionTime: 30 })) {
      jobId = event.jobId;
      if (event.event.case === 'solution') break;
    }
    const rest: (string | undefined)[] = [];
    for await (const { event } of client.nests.resumeNest({ jobId, after: 0 })) rest.push(event?.event.case);
    assert.equal(rest.at(-1), 'done');
  });

  test(`${name}: a call whose answer is lost makes one thing`, async () => {
    const name = randomUUID();
    const document = JSON.stringify({ format: 'selvage-project', version: 1, name });
    await create({ url: environment('SELVAGE_FORGETFUL_PROXY'), key }).projects.createProject({ document });
    const { projects } = await create({ url, key }).projects.listProjects({});
    assert.equal(projects.filter((project) => project.name === name).length, 1);
  });

  test(`${name}: a nest that is lost before its first event makes one job`, async () => {
    const before = await jobs();
    assertWhole(await all(create({ url: environment('SELVAGE_FORGETFUL_PROXY'), key })));
    assert.equal((await jobs()) - before, 1);
  });

  test(`${name}: the job of a cut stream goes on`, async () => {
    const client = create({ url: environment('SELVAGE_STREAMLESS_PROXY'), key });
    const request = { ...nestRequest, maximumExecutionTime: 30, keepSeconds: 2 };
    const cut = await last(client.nest(request)).catch((error: unknown) => error);
    assert.ok(cut instanceof NestCut);
    const { nests } = create({ url, key });
    assert.equal((await nests.getNestJob({ jobId: cut.jobId })).job?.outcome, undefined);
    await nests.cancelNest({ jobId: cut.jobId });
  });

  test(`${name}: a stream outlives more lost connections than a call, for as long as its job is kept`, async () => {
    assertWhole(await all(create({ url: environment('SELVAGE_AWAY_PROXY'), key })));
  });

  test(`${name}: a stream with attempts of its own makes no more`, async () => {
    const client = create({ url: environment('SELVAGE_AWAY_PROXY'), key });
    const cut = await last(client.nest(nestRequest, { attempts: 3 })).catch((error: unknown) => error);
    assert.ok(cut instanceof NestCut);
  });

  test(`${name}: a signal cancels the job, also before its first event`, async () => {
    const client = create({ url, key });
    const maximumExecutionTime = 29;
    const stop = new AbortController();
    const first = client.nest({ ...nestRequest, maximumExecutionTime }, { signal: stop.signal }).next();
    stop.abort();
    await assert.rejects(first, (error) => ConnectError.from(error).code === Code.Canceled);
    const { jobs } = await client.nests.listNestJobs({ pageSize: 1 });
    const { jobId, timeLimitSeconds } = jobs[0]!;
    assert.equal(timeLimitSeconds, maximumExecutionTime);
    for await (const _ of client.followNest({ jobId }));
    const { job } = await client.nests.getNestJob({ jobId });
    assert.equal(job?.outcome, JobOutcome.CANCELLED);
  });
}

async function last(events: AsyncIterable<NestEvent>): Promise<NestEvent | undefined> {
  let event: NestEvent | undefined;
  for await (event of events);
  return event;
}

const jobs = async () => (await createInNode({ url, key }).nests.listNestJobs({ pageSize: 100 })).jobs.length;

test('a refusal that no later call mends is not sent again', async () => {
  const later = { desc: RetryInfoSchema, value: { retryDelay: { seconds: 1n } } };
  const { ResourceExhausted } = Code;
  assert.ok(shouldRetry(new ConnectError('full', ResourceExhausted, undefined, [later]), 1, {}));
  const info = { reason: 'BODY_TOO_LARGE', domain: 'selvage', metadata: { kind: 'too_large' } };
  const large = new ConnectError('large', ResourceExhausted, undefined, [{ desc: ErrorInfoSchema, value: info }]);
  const refused = new ConnectError('no', ResourceExhausted, { 'grpc-retry-pushback-ms': '-1' });
  for (const error of [large, refused]) assert.ok(!shouldRetry(error, 1, {}));
});

test('a running job is followed from any of its events', async () => {
  const client = createInNode({ url, key });
  const events = await all(client);
  const { jobId } = events[0]!;
  const again: NestEvent[] = [];
  for await (const event of client.followNest({ jobId })) again.push(event);
  assertWhole(again);
  const rest: number[] = [];
  for await (const { seq } of client.followNest({ jobId, after: 2 })) rest.push(seq);
  assert.deepEqual(
    rest,
    events.slice(2).map(({ seq }) => seq),
  );
  await assert.rejects(client.followNest({ jobId: '00000000-0000-4000-8000-000000000000' }).next(), (error) => {
    assert.equal(ConnectError.from(error).code, Code.NotFound);
    return true;
  });
});

test('no event is lost or comes twice over a refused connection and a lost one', async () => {
  const client = createInNode({ url: environment('SELVAGE_CUTTING_PROXY'), key });
  const events: NestEvent[] = [];
  let breaks = 0;
  for await (const event of client.nest(nestRequest, { onBreak: () => breaks++ })) events.push(event);
  assertWhole(events);
  assert.ok(breaks > 0, 'each break is told');
});

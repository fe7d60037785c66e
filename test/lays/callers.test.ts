/** Lay plans of several accounts on a whole service: who sees them, and how their nests wait for room. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from '@bufbuild/protobuf';
import { pino } from 'pino';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { planLaysRequest } from '../../gateway/json/lay.js';
import {
  CancelLaysRequestSchema,
  GetLaysRequestSchema,
  ListLaysRequestSchema,
  PlanLaysRequestSchema,
  ResumeLaysRequestSchema,
} from '../../gen/selvage/lay/v1/lay_pb.js';
import { JobOutcome, JobState, ListNestJobsRequestSchema } from '../../gen/selvage/nest/v1/nest_pb.js';
import { planLimits } from '../../src/accounts/plans.js';
import { decode } from '../../src/cli/decode.js';
import { openParts } from '../../src/cli/service.js';
import { readConfig } from '../../src/config.js';
import { ServiceError } from '../../src/errors.js';
import { parseJson } from '../../src/json/parse.js';
import type { Call, LayEventInit } from '../../src/services/services.js';
import { box, rectangle } from './box-order.js';

const folder = mkdtempSync(join(tmpdir(), 'selvage-callers-'));
const config = readConfig({ data: folder, port: '0', solvers: '2', 'shutdown-grace': '0' }, {});
const parts = await openParts(config, pino({ level: 'silent' }));
const { services } = parts;
test.after(async () => {
  await parts.endJobs();
  await parts.close();
  rmSync(folder, { recursive: true, force: true });
});

async function person(): Promise<Call> {
  const { accounts } = parts;
  const { id } = await accounts.createUser({ name: `person ${randomUUID()}`, plan: 'free', admin: false });
  const { text } = await accounts.createKey({ userId: id, name: '' });
  const credentials = { authorization: `Bearer ${text}`, organization: undefined, organizationSynonym: undefined };
  const caller = await accounts.authenticate(credentials);
  return { caller, signal: new AbortController().signal, requestId: 'test' };
}

const orderOf = (order: object) =>
  create(PlanLaysRequestSchema, decode(planLaysRequest, parseJson(Buffer.from(JSON.stringify(order)))));

async function all(events: AsyncIterable<LayEventInit>): Promise<LayEventInit[]> {
  const list: LayEventInit[] = [];
  for await (const event of events) list.push(event);
  return list;
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => assert.unreachable('the call was not refused'),
    (failure: unknown) => failure,
  );
  assert.ok(error instanceof ServiceError, String(error));
  return error.code;
}

/** No layout of it is without gaps, so that its planning takes its time. */
const threeSizes = {
  ...box,
  lines: [500, 450, 400].map((length, i) => ({
    quantity: 7 + 4 * i,
    parts: [{ points: rectangle.map(([x, y]) => [x === 0 ? 0 : length, y]) }],
  })),
  cloths: [{ width: 850 }],
  maximumExecutionTime: 4,
};

test("another account's plan is as absent as one that never was", async () => {
  const [owner, stranger] = [await person(), await person()];
  const lines = await all(services.planLays(orderOf({ ...box, keepSeconds: 60 }), owner));
  const jobId = lines[0]!.jobId!;
  const resume = create(ResumeLaysRequestSchema, { jobId });
  assert.is(await codeOf(all(services.resumeLays(resume, stranger))), 'not_found');
  assert.is(await codeOf(services.cancelLays(create(CancelLaysRequestSchema, { jobId }), stranger)), 'not_found');
  assert.equal(await all(services.resumeLays(resume, owner)), lines);
});

test('the plans of an account are listed apart from its nests, and each tells its order', async () => {
  const [owner, stranger] = [await person(), await person()];
  const { jobId } = (await all(services.planLays(orderOf({ ...box, keepSeconds: 60 }), owner)))[0]!;
  const { jobs = [] } = await services.listLays(create(ListLaysRequestSchema), owner);
  assert.equal(
    jobs.map((job) => [job.jobId, job.state, job.outcome]),
    [[jobId, JobState.ENDED, JobOutcome.FINISHED]],
  );
  assert.equal((await services.listLays(create(ListLaysRequestSchema), stranger)).jobs, []);
  const running = create(ListLaysRequestSchema, { state: JobState.RUNNING });
  assert.equal((await services.listLays(running, owner)).jobs, []);
  const nests = await services.listNestJobs(create(ListNestJobsRequestSchema), owner);
  assert.ok(nests.jobs!.length > 0, 'the plan made nests');
  const submitted = create(ListNestJobsRequestSchema, { submitted: true });
  assert.equal((await services.listNestJobs(submitted, owner)).jobs, []);

  const one = create(GetLaysRequestSchema, { jobId: jobId! });
  const { job, order } = await services.getLays(one, owner);
  assert.equal(job, jobs[0]);
  assert.equal(
    order!.lines!.map(({ quantity }) => quantity),
    box.lines.map(({ quantity }) => quantity),
  );
  assert.equal([order!.cloths![0]!.width, order!.table!.plies], [box.cloths[0]!.width, box.table.plies]);
  assert.equal([order!.direction, order!.rotationTolerance, order!.fabric], [undefined, undefined, undefined]);
  assert.is(await codeOf(services.getLays(one, stranger)), 'not_found');
  const nest = create(GetLaysRequestSchema, { jobId: nests.jobs![0]!.jobId! });
  assert.is(await codeOf(services.getLays(nest, owner)), 'not_found');
});

test('with room for one open job the nests of a plan wait for each other, and the plan is whole', async () => {
  const one = await person();
  const call = { ...one, caller: { ...one.caller, limits: { ...planLimits.free, openJobs: 1 } } };
  const events = await all(services.planLays(orderOf(threeSizes), call));
  const plans = events.flatMap(({ event }) => (event?.case === 'plan' ? [event.value] : []));
  assert.equal(plans.at(-1)!.missing, []);
  const { jobs = [] } = await services.listNestJobs(create(ListNestJobsRequestSchema, { pageSize: 200 }), call);
  const ms = (time: (typeof jobs)[number]['createTime']): number =>
    Number(time!.seconds) * 1000 + (time!.nanos ?? 0) / 1e6;
  const spans = jobs
    .map(({ createTime, endTime }) => ({ begin: ms(createTime), end: ms(endTime) }))
    .sort((a, b) => a.begin - b.begin);
  assert.ok(spans.length > 2, `${spans.length} nests`);
  for (const [i, { begin }] of spans.entries()) {
    assert.ok(i === 0 || begin >= spans[i - 1]!.end, `nest ${i + 1} was admitted beside another`);
  }
});

test.run();

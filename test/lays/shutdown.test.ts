/** Lay plans over a shutdown of the service and its start on the same data. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { create } from '@bufbuild/protobuf';
import { pino } from 'pino';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { planLaysRequest } from '../../gateway/json/lay.js';
import { PlanLaysRequestSchema, ResumeLaysRequestSchema } from '../../gen/selvage/lay/v1/lay_pb.js';
import { decode } from '../../src/cli/decode.js';
import { openParts, type Parts } from '../../src/cli/service.js';
import { readConfig } from '../../src/config.js';
import { parseJson } from '../../src/json/parse.js';
import type { Call, LayEventInit } from '../../src/services/services.js';
import { box, rectangle } from './box-order.js';

const data = mkdtempSync(join(tmpdir(), 'selvage-shutdown-'));
const open: Parts[] = [];
const start = async (): Promise<Parts> => {
  const config = readConfig({ data, port: '0', solvers: '1', 'shutdown-grace': '0' }, {});
  const parts = await openParts(config, pino({ level: 'silent' }));
  open.push(parts);
  return parts;
};
const stop = async (parts: Parts): Promise<void> => {
  open.splice(open.indexOf(parts), 1);
  await parts.endJobs();
  await parts.close();
};
test.after(async () => {
  for (const parts of [...open]) await stop(parts);
  rmSync(data, { recursive: true, force: true });
});

async function person({ accounts }: Parts): Promise<Call> {
  const { id } = await accounts.createUser({ name: 'planner', plan: 'free', admin: false });
  const { text } = await accounts.createKey({ userId: id, name: '' });
  const credentials = { authorization: `Bearer ${text}`, organization: undefined, organizationSynonym: undefined };
  const caller = await accounts.authenticate(credentials);
  return { caller, signal: new AbortController().signal, requestId: 'test' };
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

/** Submits the order; its first line has come. */
async function begun(parts: Parts, call: Call, keepSeconds: number) {
  const sent = parseJson(Buffer.from(JSON.stringify({ ...threeSizes, keepSeconds })));
  const request = create(PlanLaysRequestSchema, decode(planLaysRequest, sent));
  const events = parts.services.planLays(request, call)[Symbol.asyncIterator]();
  const { jobId } = (await events.next()).value as LayEventInit;
  return { jobId: jobId!, events };
}

async function all(events: AsyncIterable<LayEventInit>): Promise<LayEventInit[]> {
  const list: LayEventInit[] = [];
  for await (const event of events) list.push(event);
  return list;
}

test('a kept plan goes on after a restart, and the stream of one that is not kept says why it ends', async () => {
  const before = await start();
  const call = await person(before);
  const kept = await begun(before, call, 600);
  const unkept = await begun(before, call, 0);
  const rest = all({ [Symbol.asyncIterator]: () => unkept.events });
  const cut = all({ [Symbol.asyncIterator]: () => kept.events }).then(
    () => 'whole',
    () => 'cut',
  );
  await stop(before);
  assert.is(await cut, 'cut');
  const errors = (await rest).flatMap(({ event }) => (event?.case === 'error' ? [event.value.code] : []));
  assert.equal(errors, ['shutting_down']);

  const after = await start();
  const resume = create(ResumeLaysRequestSchema, { jobId: kept.jobId });
  const kinds = (await all(after.services.resumeLays(resume, call))).map(({ event }) => event!.case);
  assert.is(kinds.at(-1), 'done');
  assert.ok(kinds.includes('plan') && !kinds.includes('error'), kinds.join(' '));
  for (;;) {
    const { job } = (await after.store.loadJob(unkept.jobId))!;
    if (job.state === 'ended') {
      assert.is(job.outcome, 'shutting_down');
      break;
    }
    await turn();
  }
});

test.run();

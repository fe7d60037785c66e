/** Causes every kind of failure of docs/errors.md in a live service, and compares the answer with its row. */
import { join } from 'node:path';
import { type Client, type Code, ConnectError, createClient } from '@connectrpc/connect';
import { createConnectTransport } from '@connectrpc/connect-node';
import Sqlite from 'better-sqlite3';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ErrorInfoSchema } from '../../gen/google/rpc/error_details_pb.js';
import { AdminService, Plan } from '../../gen/selvage/admin/v1/admin_pb.js';
import { NestService } from '../../gen/selvage/nest/v1/nest_pb.js';
import { type ErrorKind, errorTable } from '../../src/errors.js';
import { serve, temporaryFolder } from '../cli/run-selvage.js';
import { square } from '../patterns/square-definition.js';

const data = temporaryFolder();
const service = await serve(['--data', data, '--solvers', '1', '--body-limit', '1']);
/** A user without any rights, on the free plan. */
const guest = await keyOf('guest');

async function keyOf(name: string): Promise<string> {
  const admin = rpc(service.apiKey, AdminService);
  const { user } = await admin.createUser({ name, plan: Plan.FREE });
  return (await admin.createKey({ userId: user!.userId })).secret;
}

function rpc<S extends typeof AdminService | typeof NestService>(key: string, schema: S): Client<S> {
  const transport = createConnectTransport({
    baseUrl: service.url,
    httpVersion: '1.1',
    interceptors: [
      (next) => (request) => {
        request.header.set('authorization', `Bearer ${key}`);
        return next(request);
      },
    ],
  });
  return createClient(schema, transport);
}

interface Request {
  readonly method?: string;
  readonly key?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Blob;
}

const ask = (path: string, { method, key = service.apiKey, headers, body }: Request): Promise<Response> =>
  fetch(service.url + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });

/** A failure over REST is a problem body with the status of its kind. */
async function overRest(kind: ErrorKind, path: string, request: Request): Promise<void> {
  const response = await ask(`/api/v1/${path}`, request);
  const { status, type } = (await response.json()) as { status: number; type: string };
  assert.equal([response.status, status, type], [errorTable[kind].http, status, `urn:selvage:error:${kind}`]);
  assert.match(response.headers.get('content-type') ?? '', 'application/problem+json');
}

/** A failure of a call has the code of its kind, and names the kind. */
async function overRpc(kind: ErrorKind, call: Promise<unknown>): Promise<void> {
  const error = ConnectError.from(await call.catch((reason: unknown) => reason));
  assert.is(error.code, errorTable[kind].grpc as Code);
  assert.is(error.findDetails(ErrorInfoSchema)[0]?.metadata.kind, kind);
}

const part = { id: 'a', points: [[0, 0], [9, 0], [0, 9]] }; // biome-ignore format: three points
const sheet = { points: [[0, 0], [90, 0], [90, 90], [0, 90]] }; // biome-ignore format: four points
const nest = (change: object = {}): string =>
  JSON.stringify({ polygons: [part], bins: [{ boundary: sheet }], ...change });
/** Runs until its client leaves, since no layout of it can be proven optimal. */
const endless = nest({
  polygons: Array.from({ length: 40 }, (_, i) => ({ ...part, id: `${i}` })),
  allowedRotations: [0, 45, 90, 120],
  maximumExecutionTime: 30,
});

/** A message of a stream in Connect's framing. */
function framed(json: string): Blob {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(Buffer.byteLength(json), 1);
  return new Blob([head, json]);
}
const points = (ring: readonly (readonly number[])[]) => ring.map(([x, y]) => ({ x, y }));
const endlessCall = (): string => {
  const { polygons, bins, ...search } = JSON.parse(endless) as { polygons: (typeof part)[]; bins: object[] };
  const parts = polygons.map((polygon) => ({ ...polygon, points: points(polygon.points) }));
  return JSON.stringify({ ...search, polygons: parts, bins: [{ boundary: { points: points(sheet.points) } }] });
};

/** Typed by the table, so that a new kind needs its line here. */
const provoke: Record<ErrorKind, () => Promise<void>> = {
  malformed: () => overRest('malformed', 'nest', { body: '{"polygons": [}' }),
  invalid_measurement: () =>
    overRest('invalid_measurement', 'bodydbl', { body: '{"gender": "female", "unit": "metric", "height": "tall"}' }),
  conflicting_headers: () =>
    overRest('conflicting_headers', 'patterns', {
      headers: { 'x-service-organization-id': 'personal', 'x-selvage-organization-id': 'other' },
    }),
  unauthenticated: () => overRest('unauthenticated', 'patterns', { key: 'wrong' }),
  organization_forbidden: () =>
    overRest('organization_forbidden', 'patterns', { headers: { 'x-service-organization-id': 'somebody-else' } }),
  plan_required: () => overRest('plan_required', 'nest', { key: guest, body: nest({ serverId: 'fast' }) }),
  permission_denied: () => overRpc('permission_denied', rpc(guest, AdminService).listUsers({})),
  not_found: () => overRest('not_found', 'patterns/00000000-0000-4000-8000-000000000000', { body: '{}' }),
  method_not_allowed: () => overRest('method_not_allowed', 'nest', { method: 'PUT', body: '{}' }),
  async not_acceptable() {
    const { patterns } = (await (await ask('/api/v1/patterns', {})).json()) as { patterns: { patternId: string }[] };
    const headers = { accept: 'image/jpeg' };
    await overRest('not_acceptable', `patterns/${patterns[0]!.patternId}`, { body: '{}', headers });
  },
  already_exists: () => overRpc('already_exists', rpc(service.apiKey, AdminService).createUser({ name: 'guest' })),
  async conflict() {
    const headers = { 'idempotency-key': 'once' };
    const first = await ask('/api/v1/nest', { body: endless, headers });
    await overRest('conflict', 'nest', { body: endless, headers });
    await first.body!.cancel();
  },
  async precondition_failed() {
    const document = JSON.stringify({ format: 'selvage-project', version: 1, name: 'bags' });
    const made = await ask('/api/v1/projects', { body: JSON.stringify({ document }) });
    const { project } = (await made.json()) as { project: { projectId: string } };
    const headers = { 'if-match': '"2"' };
    await overRest('precondition_failed', `projects/${project.projectId}`, { method: 'DELETE', headers });
  },
  too_large: () =>
    overRest('too_large', 'nest', { body: nest({ polygons: [{ id: 'x'.repeat(2 ** 20), points: [] }] }) }),
  unsupported_media_type: () =>
    overRest('unsupported_media_type', 'nest', { body: 'parts', headers: { 'content-type': 'text/plain' } }),
  invalid: () => overRest('invalid', 'nest', { body: nest({ minDistance: -1 }) }),
  async draft_failed() {
    const admin = rpc(service.apiKey, AdminService);
    // a corner that exists only up to size 20
    const content = square((document) => {
      document.points = { ...(document.points as object), c: { op: 'xy', x: 'size', y: 'size + sqrt(20 - size)' } };
    });
    const { version } = await admin.savePatternDraft({ document: JSON.stringify(content) });
    const { patternId, versionNumber } = version!;
    await admin.publishPatternVersion({ patternId, versionNumber });
    await overRest('draft_failed', `patterns/${patternId}`, { body: '{"variables": {"size": 30}}' });
  },
  async quota_exceeded() {
    const key = await keyOf('eager');
    const refusals = async () => {
      const requests = Array.from({ length: 320 }, () => ask('/api/v1/patterns?pageSize=1', { key }));
      return (await Promise.all(requests)).filter(({ status }) => status === 429);
    };
    let refused = await refusals();
    // A new minute may have begun in between.
    if (refused.length === 0) refused = await refusals();
    assert.ok(refused.length > 0 && refused.every(({ headers }) => Number(headers.get('retry-after')) >= 1));
    await overRest('quota_exceeded', 'patterns', { key });
  },
  async cancelled() {
    const cuts = async (): Promise<number> => {
      const metrics = await (await fetch(`${service.url}/metrics`)).text();
      return Number(/^selvage_nest_streams_total\{end="cut"\} (\d+)/m.exec(metrics)?.[1] ?? 0);
    };
    const before = await cuts();
    const call = new AbortController();
    const stream = rpc(service.apiKey, NestService).nest(JSON.parse(endlessCall()), { signal: call.signal });
    const seen = (async () => {
      for await (const { event } of stream) if (event) call.abort();
    })();
    const { code } = ConnectError.from(await seen.catch((reason: unknown) => reason));
    assert.is(code, errorTable.cancelled.grpc as Code);
    // the client has gone, but the service goes on without the stream
    let asked = 0;
    while ((await cuts()) === before) assert.ok(++asked < 2000, 'the stream is still open');
  },
  async internal() {
    // a store that somebody has tampered with
    const hands = new Sqlite(join(data, 'selvage.db'));
    hands.exec('ALTER TABLE pattern RENAME TO mislaid');
    try {
      await overRest('internal', 'patterns', {});
    } finally {
      hands.exec('ALTER TABLE mislaid RENAME TO pattern');
      hands.close();
    }
  },
  async unavailable() {
    const lock = new Sqlite(join(data, 'selvage.db'));
    lock.exec('BEGIN EXCLUSIVE');
    try {
      await overRest('unavailable', 'nest', { body: nest() });
    } finally {
      lock.exec('ROLLBACK');
      lock.close();
    }
  },
  async deadline_exceeded() {
    const headers = { 'content-type': 'application/connect+json', 'connect-timeout-ms': '500' };
    const answer = await ask('/selvage.nest.v1.NestService/Nest', { body: framed(endlessCall()), headers });
    assert.match(await answer.text(), /"error":\{"code":"deadline_exceeded"/);
  },
};

for (const [kind, bringAbout] of Object.entries(provoke)) test(`${kind} is answered as its row says`, bringAbout);

test.after(async () => {
  await service.stop();
});
test.run();

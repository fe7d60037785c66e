/** While its store does not answer, the service reports so on both protocols and in its metrics. It recovers after that. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import Sqlite from 'better-sqlite3';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Health, HealthCheckResponse_ServingStatus as Status } from '../../gen/grpc/health/v1/health_pb.js';
import { startEmbedded } from '../../src/cli/service.js';
import { assertProblem, caller } from './open.js';

test('readiness follows the store; the process lives meanwhile, and none of these routes needs a key', async () => {
  const data = mkdtempSync(join(tmpdir(), 'selvage-readiness-'));
  const service = await startEmbedded(data);
  const ask = caller(service.url);
  const get = (path: string) => ask('GET', path, undefined, { authorization: undefined });
  const health = createClient(Health, createGrpcTransport({ baseUrl: service.url }));
  assert.is((await get('/readyz')).status, 200);

  // A store that somebody has tampered with.
  const hands = new Sqlite(join(data, 'selvage.db'));
  hands.exec('ALTER TABLE user RENAME TO mislaid');
  const unready = await get('/readyz');
  assertProblem(unready, 503);
  assert.ok(Number(unready.headers.get('retry-after')) >= 1);
  assert.is((await health.check({})).status, Status.NOT_SERVING);
  assert.is((await get('/healthz')).status, 200);

  hands.exec('ALTER TABLE mislaid RENAME TO user');
  hands.close();
  assert.is((await get('/readyz')).status, 200);
  assert.is((await health.check({})).status, Status.SERVING);
  await service.close();
  rmSync(data, { recursive: true, force: true });
});

test('while the store does not answer, the metrics lack the depth of the queue alone', async () => {
  const data = mkdtempSync(join(tmpdir(), 'selvage-readiness-'));
  const service = await startEmbedded(data);
  const ask = caller(service.url);
  const metrics = () => ask('GET', '/metrics', undefined, { authorization: undefined });
  assert.match((await metrics()).text, /^selvage_queue_depth\{/m);

  const hands = new Sqlite(join(data, 'selvage.db'));
  hands.exec('ALTER TABLE job RENAME TO mislaid');
  const { status, text } = await metrics();
  assert.is(status, 200, text);
  assert.not.match(text, /^selvage_queue_depth\{/m);
  assert.match(text, /^selvage_nest_streams 0$/m);
  assert.match(text, /^process_open_fds /m);

  hands.exec('ALTER TABLE mislaid RENAME TO job');
  hands.close();
  assert.match((await metrics()).text, /^selvage_queue_depth\{/m);
  await service.close();
  rmSync(data, { recursive: true, force: true });
});

test.run();

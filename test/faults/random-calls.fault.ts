/** 2,000 random messages to each operation over gRPC, and 400 on PostgreSQL, which accepts fewer texts. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AdminService } from '../../gen/selvage/admin/v1/admin_pb.js';
import { NestService } from '../../gen/selvage/nest/v1/nest_pb.js';
import { testRandomCalls } from '../gateway/random-calls.js';
import { createSchema } from '../store/postgres-schema.js';
import { startPostgres } from '../store/postgres-server.js';
import { amount, figure, full } from './mode.js';
import { type SelvageService, startService } from './selvage-process.js';

function onService(
  test: ReturnType<typeof suite>,
  runs: number,
  start: () => Promise<SelvageService>,
  end: () => Promise<void>,
): void {
  let service: SelvageService;
  test.before(async () => {
    service = await start();
  });
  test('U+0000, which PostgreSQL cannot store, is refused wherever it may be sent', async () => {
    const token = (place: string[]) => Buffer.from(JSON.stringify(place)).toString('base64url');
    const statusOf = async (method: string, path: string) => {
      const answer = await fetch(service.url + path, { method, headers: { authorization: `Bearer ${service.key}` } });
      await answer.arrayBuffer();
      return answer.status;
    };
    assert.is(await statusOf('GET', '/api/v1/nest/%00'), 404);
    assert.is(await statusOf('DELETE', '/api/v1/nest/a%00'), 404);
    assert.is(await statusOf('GET', '/api/v1/patterns/%00'), 404);
    assert.is(await statusOf('GET', `/api/v1/patterns?pageToken=${token(['a\0', 'b'])}`), 422);
    const transport = createGrpcTransport({ baseUrl: service.url });
    const [admin, nest] = [createClient(AdminService, transport), createClient(NestService, transport)];
    const headers = { authorization: `Bearer ${service.key}` };
    for (const [call, code] of [
      [() => admin.createUser({ name: 'a\0' }, { headers }), Code.InvalidArgument],
      [() => admin.createOrganization({ name: 'a\0' }, { headers }), Code.InvalidArgument],
      [() => admin.revokeKey({ keyId: 'a\0' }, { headers }), Code.NotFound],
      [() => admin.rotateKey({ keyId: 'a\0' }, { headers }), Code.NotFound],
      [() => nest.cancelNest({ jobId: 'a\0' }, { headers }), Code.NotFound],
    ] as const) {
      const failure = await (call() as Promise<unknown>).catch((error: unknown) => ConnectError.from(error).code);
      assert.is(failure, code);
    }
  });
  testRandomCalls(test, { service: () => service, runs, ...(full ? {} : { longestMs: 5_000 }) });
  test.after(async () => {
    figure('exit code after all of them', String(await service.kill('SIGTERM')));
    await end();
  });
  test.run();
}

// The short form on the embedded store is a test of the gateway.
if (full) {
  const data = mkdtempSync(join(tmpdir(), 'selvage-calls-'));
  const start = () => startService(['--data', data]);
  onService(suite('random calls on the embedded store'), 2000, start, async () => rmSync(data, { recursive: true }));
}

const server = await startPostgres();
if (server === null) {
  figure('skipped', 'PostgreSQL is not installed here');
} else {
  const { url } = await createSchema(server.url);
  const start = () => startService([], { env: { DATABASE_URL: url } });
  onService(suite('random calls on PostgreSQL'), amount(400, 20), start, () => server.stop());
}

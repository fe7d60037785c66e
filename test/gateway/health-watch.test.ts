/** Health is watched without a key. All streams share one look at the parts behind the service, and their number is limited. */
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Server } from '../../gateway/server.js';
import { Health, HealthCheckResponse_ServingStatus as Status } from '../../gen/grpc/health/v1/health_pb.js';
import { openGateway } from './open.js';

function watcherOf({ url }: Server) {
  const client = createClient(Health, createGrpcTransport({ baseUrl: url }));
  return (service = '') => {
    const gone = new AbortController();
    const answers = client.watch({ service }, { signal: gone.signal })[Symbol.asyncIterator]();
    return { next: async () => (await answers.next()).value?.status, leave: () => gone.abort() };
  };
}

test('fifty watching streams share one question to the store', async () => {
  let ready = true;
  let looks = 0;
  const gateway = await openGateway({
    readiness: () => {
      looks += 1;
      return ready;
    },
  });
  const watch = watcherOf(gateway);
  const watchers = Array.from({ length: 50 }, () => watch('selvage.nest.v1.NestService'));
  const all = () => Promise.all(watchers.map(({ next }) => next()));
  assert.equal(new Set(await all()), new Set([Status.SERVING]));
  ready = false;
  assert.equal(new Set(await all()), new Set([Status.NOT_SERVING]));
  ready = true;
  assert.equal(new Set(await all()), new Set([Status.SERVING]));
  assert.ok(looks < 25, `${looks}`);
  const late = watch();
  assert.is(await late.next(), Status.SERVING);
  gateway.leave();
  assert.equal(new Set(await all()), new Set([Status.NOT_SERVING]));
  assert.is(await late.next(), Status.NOT_SERVING);
  await gateway.close({ graceMs: 0 });
});

test('one stream too many is refused, whatever it watches, until another leaves', async () => {
  const gateway = await openGateway({ limits: { maxHealthWatchers: 2 } });
  const watch = watcherOf(gateway);
  const [first, second] = [watch(), watch('nosuch')];
  assert.equal([await first.next(), await second.next()], [Status.SERVING, Status.SERVICE_UNKNOWN]);
  try {
    await watch().next();
    assert.unreachable();
  } catch (error) {
    assert.is(ConnectError.from(error).code, Code.ResourceExhausted);
    assert.match(ConnectError.from(error).message, /2 streams already watch/);
  }
  const { check } = createClient(Health, createGrpcTransport({ baseUrl: gateway.url }));
  assert.is((await check({})).status, Status.SERVING);
  second.leave();
  const third = async (): Promise<Status | undefined> => watch().next().catch(third);
  assert.is(await third(), Status.SERVING);
  await gateway.close({ graceMs: 0 });
});

test('a part that never answers is not ready, and holds nobody', async () => {
  const gateway = await openGateway({ readiness: () => new Promise(() => {}) });
  const { check } = createClient(Health, createGrpcTransport({ baseUrl: gateway.url }));
  const [checked, watched, rest] = await Promise.all([
    check({}),
    watcherOf(gateway)().next(),
    fetch(`${gateway.url}/readyz`),
  ]);
  assert.equal([checked.status, watched, rest.status], [Status.NOT_SERVING, Status.NOT_SERVING, 503]);
  await rest.text();
  await gateway.close({ graceMs: 0 });
});

test.run();

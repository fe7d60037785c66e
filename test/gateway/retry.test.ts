/** gRPC's built-in retries, which read only headers, send a call again if the service had no room. */
import { once } from 'node:events';
import http2 from 'node:http2';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import * as grpc from '@grpc/grpc-js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ListPatternsRequestSchema, ListPatternsResponseSchema } from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { ServiceError } from '../../src/errors.js';
import type { Services } from '../../src/services/services.js';
import { openGateway } from './open.js';
import { authorization, plainServices } from './plain-services.js';

const path = '/selvage.pattern.v1.PatternService/ListPatterns';
const emptyMessage = Buffer.alloc(5);
const endOfStream = 1;

/** Refuses the first calls with these errors, and answers the others. */
function refusing(...errors: ServiceError[]): Services {
  const services = plainServices();
  return {
    ...services,
    async listPatterns(request, call) {
      const error = errors.shift();
      if (error) throw error;
      return services.listPatterns(request, call);
    },
  };
}

/** The first block of headers that answers a call, and whether it is the whole answer. */
async function firstBlock(services: Services) {
  const gateway = await openGateway({ services });
  const session = http2.connect(gateway.url);
  const call = session.request({
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/grpc',
    te: 'trailers',
    authorization,
  });
  call.end(emptyMessage);
  const [headers, flags] = (await once(call, 'response')) as [http2.IncomingHttpHeaders, number];
  call.resume();
  await once(call, 'close');
  session.close();
  await gateway.close({ graceMs: 0 });
  return { headers, isAll: (flags & endOfStream) !== 0 };
}

test('a refusal over gRPC is one block of headers, with the time to come back after', async () => {
  const pushback = async (error: ServiceError): Promise<unknown> => {
    const { headers, isAll } = await firstBlock(refusing(error));
    assert.ok(isAll);
    assert.is(headers[':status'], 200);
    assert.match(String(headers['grpc-status']), /^(5|8|14)$/);
    return headers['grpc-retry-pushback-ms'];
  };
  assert.is(await pushback(new ServiceError('unavailable', 'No room', { retryAfterSeconds: 1.5 })), '1500');
  assert.is(await pushback(new ServiceError('unavailable', 'No room')), undefined, 'as the client likes');
  assert.is(await pushback(new ServiceError('quota_exceeded', 'Next month', { retryAfterSeconds: 1e6 })), '-1');
  assert.is(await pushback(new ServiceError('too_large', 'Too large')), '-1', 'it would be too large again');
  assert.is(await pushback(new ServiceError('not_found', 'No such thing')), undefined);
});

test('an answer has its trailers after its messages', async () => {
  const { headers, isAll } = await firstBlock(plainServices());
  assert.equal([isAll, headers['grpc-status']], [false, undefined]);
});

test('a stock client sends a call again by its retry policy', async () => {
  const busy = () => new ServiceError('unavailable', 'No room', { retryAfterSeconds: 0.05 });
  const gateway = await openGateway({ services: refusing(busy(), busy(), busy()) });
  const retryPolicy = {
    maxAttempts: 5,
    initialBackoff: '0.01s',
    maxBackoff: '1s',
    backoffMultiplier: 2,
    retryableStatusCodes: ['UNAVAILABLE'],
  };
  const client = new grpc.Client(new URL(gateway.url).host, grpc.credentials.createInsecure(), {
    'grpc.service_config': JSON.stringify({ methodConfig: [{ name: [{}], retryPolicy }] }),
  });
  const metadata = new grpc.Metadata();
  metadata.set('authorization', authorization);
  const answer = await new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      path,
      (message) => Buffer.from(toBinary(ListPatternsRequestSchema, message)),
      (bytes) => fromBinary(ListPatternsResponseSchema, bytes),
      create(ListPatternsRequestSchema),
      metadata,
      (error, message) => (error ? reject(error) : resolve(message)),
    );
  });
  assert.ok(answer);
  client.close();
  await gateway.close({ graceMs: 0 });
});

test.run();

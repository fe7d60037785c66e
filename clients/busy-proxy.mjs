// A service without room at first, for the tests of the clients. It tells clients apart by their User-Agent. It refuses
// a client's first call for a body (503) and its second (429, with a retry after a second), and passes on the others.
// Runs a command with its address in SELVAGE_BUSY_PROXY; fails if a client came back too early, or not at all.
// usage: SELVAGE_SERVER=http://... node busy-proxy.mjs COMMAND [ARGUMENT...]    after npm run build
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { connectError } from '../dist/gateway/rpc/error.js';
import { BodyService } from '../dist/gen/selvage/body/v1/body_pb.js';
import { ServiceError } from '../dist/src/errors.js';
import { run, serve } from './proxy-server.mjs';

const service = createClient(BodyService, createGrpcTransport({ baseUrl: process.env.SELVAGE_SERVER }));
const secondsAskedFor = 1;
/** Times at which each client called. */
const calls = new Map();

async function inferMeasurements(request, { requestHeader }) {
  const client = requestHeader.get('user-agent');
  const times = calls.get(client) ?? [];
  calls.set(client, [...times, Date.now()]);
  if (times.length === 0) throw connectError(new ServiceError('unavailable', 'No room'), 'busy-1');
  if (times.length === 1) {
    const later = new ServiceError('quota_exceeded', 'Too many', { retryAfterSeconds: secondsAskedFor });
    throw connectError(later, 'busy-2');
  }
  return service.inferMeasurements(request, { headers: { authorization: requestHeader.get('authorization') } });
}

const busyProxy = await serve((router) => router.service(BodyService, { inferMeasurements }));
run({ SELVAGE_BUSY_PROXY: busyProxy }, () => {
  const faults = [...calls].flatMap(([client, [, second, third]]) =>
    third === undefined
      ? [`${client} did not come back`]
      : third - second < 1000 * secondsAskedFor
        ? [`${client} came back after ${third - second} ms`]
        : [],
  );
  return calls.size === 0 ? ['nobody called the busy service'] : faults;
});

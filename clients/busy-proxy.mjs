// A service without room at first, for the tests of the clients. It tells clients apart by their User-Agent. It refuses
// a client's first call for a body (503) and its second (429, with a retry after a second), and passes on the others.
// Refusals look like the service's own. Runs a command with its address in SELVAGE_BUSY_PROXY; fails if a client came
// back too early, or not at all.
// usage: SELVAGE_SERVER=http://... node busy-proxy.mjs COMMAND [ARGUMENT...]    after npm run build
import { spawn } from 'node:child_process';
import http from 'node:http';
import http2 from 'node:http2';
import net from 'node:net';
import { createClient } from '@connectrpc/connect';
import { connectNodeAdapter, createGrpcTransport } from '@connectrpc/connect-node';
import { connectError } from '../dist/gateway/rpc/error.js';
import { trailersOnly } from '../dist/gateway/rpc/trailers-only.js';
import { BodyService } from '../dist/gen/selvage/body/v1/body_pb.js';
import { ServiceError } from '../dist/src/errors.js';

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

const handler = connectNodeAdapter({ routes: (router) => router.service(BodyService, { inferMeasurements }) });
const inOneBlock = (request, response) => {
  trailersOnly(response);
  handler(request, response);
};
const [plain, framed] = [http.createServer(handler), http2.createServer(inOneBlock)];
const server = net.createServer((socket) => {
  socket.on('error', () => socket.destroy());
  socket.once('readable', () => {
    const first = socket.read();
    if (first === null) return;
    socket.unshift(first);
    (first.toString('latin1', 0, 3) === 'PRI' ? framed : plain).emit('connection', socket);
  });
});

server.listen(0, '127.0.0.1', () => {
  const [command, ...args] = process.argv.slice(2);
  const env = { ...process.env, SELVAGE_BUSY_PROXY: `http://127.0.0.1:${server.address().port}` };
  spawn(command, args, { stdio: 'inherit', env }).on('close', (code) => {
    const faults = [...calls].flatMap(([client, [, second, third]]) =>
      third === undefined
        ? [`${client} did not come back`]
        : third - second < 1000 * secondsAskedFor
          ? [`${client} came back after ${third - second} ms`]
          : [],
    );
    if (calls.size === 0) faults.push('nobody called the busy service');
    for (const fault of faults) console.error(fault);
    process.exit(faults.length > 0 ? 1 : (code ?? 1));
  });
});

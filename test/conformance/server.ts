/**
 * The server under test of Connect's conformance suite: the suite's service on the gateway's own port and frame.
 * usage: node dist/test/conformance/server.js DESCRIPTORS, as the suite starts it: told on standard input what to serve,
 * it says on standard output where.
 */
import type { AddressInfo } from 'node:net';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import pino from 'pino';
import { openFrame } from '../../gateway/frame.js';
import { defaultLimits } from '../../gateway/limits.js';
import { onePort, type Tls } from '../../gateway/port.js';
import { mountRpc } from '../../gateway/rpc/mount.js';
import { Metrics } from '../../gateway/telemetry/metrics.js';
import { TimeSlices } from '../../src/concurrency/time-slices.js';
import { type ServerRequest, Suite } from './messages.js';
import { mountConformanceService } from './service.js';

const suite = new Suite(process.argv[2]!);
const asked = fromBinary(suite.message('ServerCompatRequest'), await readSized()) as unknown as ServerRequest;
const creds = asked.useTls ? asked.serverCreds : undefined;
const tls: Tls | undefined = creds && { cert: Buffer.from(creds.cert), key: Buffer.from(creds.key) };

const port = onePort(defaultLimits, tls);
const logger = pino({ level: 'error' }, pino.destination(2));
const metrics = new Metrics(undefined);
const server = openFrame({ port, limits: defaultLimits, secure: tls !== undefined, logger, metrics });
await mountRpc(server, (router) => mountConformanceService(router, suite), {
  slices: new TimeSlices(),
  readMaxBytes: asked.messageReceiveLimit || defaultLimits.maxMessage,
  jsonOptions: { registry: suite.registry },
});
await server.listen({ host: '127.0.0.1', port: 0 });

const response = suite.message('ServerCompatResponse');
const { address, port: number } = server.server.address() as AddressInfo;
const place = create(response, { host: address, port: number, pemCert: creds?.cert ?? new Uint8Array() });
writeSized(toBinary(response, place));
process.on('SIGTERM', async () => {
  await server.close();
  process.exit(0);
});

/** One message with its length, four bytes big endian, before it. */
async function readSized(): Promise<Uint8Array> {
  let bytes = Buffer.alloc(0);
  for await (const chunk of process.stdin) {
    bytes = Buffer.concat([bytes, chunk as Buffer]);
    if (bytes.length >= 4 && bytes.length >= 4 + bytes.readUInt32BE(0)) break;
  }
  return bytes.subarray(4, 4 + bytes.readUInt32BE(0));
}

function writeSized(message: Uint8Array): void {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(message.length);
  process.stdout.write(Buffer.concat([size, message]));
}

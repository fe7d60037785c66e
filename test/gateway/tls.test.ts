import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import https from 'node:https';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { createClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Server } from '../../gateway/server.js';
import { BodyService, Gender, UnitSystem } from '../../gen/selvage/body/v1/body_pb.js';
import { openGateway } from './open.js';
import { authorization } from './plain-services.js';

let gateway: Server;
let certificate: Buffer;

test.before(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'selvage-tls-'));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', ...kind, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' });
  certificate = readFileSync(cert);
  gateway = await openGateway({ tls: { cert: certificate, key: readFileSync(key) } });
  rmSync(folder, { recursive: true });
});

test.after(() => gateway.close({ graceMs: 0 }));

test('the same port speaks HTTP/2 and HTTP/1.1 by ALPN', async () => {
  assert.match(gateway.url, /^https:/);
  const headers = { authorization };
  const nodeOptions = { ca: certificate };
  for (const transport of [
    createGrpcTransport({ baseUrl: gateway.url, nodeOptions }),
    createConnectTransport({ baseUrl: gateway.url, httpVersion: '1.1', nodeOptions }),
  ]) {
    const woman = { gender: Gender.FEMALE, unit: UnitSystem.METRIC, height: 170 };
    const measured = await createClient(BodyService, transport).inferMeasurements(woman, { headers });
    assert.is(measured.fields.height!.value, 170);
  }
  const request = https.get(`${gateway.url}/api/v1/patterns`, { ca: certificate, headers, agent: new https.Agent() });
  const [response] = await once(request, 'response');
  assert.is(response.statusCode, 200);
  assert.is(response.httpVersion, '1.1');
  assert.match(response.headers['strict-transport-security'], 'max-age');
  response.resume();
  await once(response, 'end');
});

test('a connection opened ahead of its request is kept as long as between two requests', async () => {
  const { hostname, port } = new URL(gateway.url);
  const options = { port: Number(port), host: hostname, ca: certificate, ALPNProtocols: ['http/1.1'] };
  const [ahead, half] = [connect(options), connect(options)];
  await Promise.all([once(ahead, 'secureConnect'), once(half, 'secureConnect')]);
  half.write('GET /healthz HTTP/1.1\r\n');
  assert.match(await text(half), 'HTTP/1.1 408');
  ahead.write('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  assert.match(await text(ahead), 'HTTP/1.1 200');
});

test('a request with head and body in separate records is read whole while answers are still unread', async () => {
  const { hostname, port } = new URL(gateway.url);
  const gathering = gatheringConnection(Number(port), hostname);
  const socket = connect({ socket: gathering.stream, host: hostname, ca: certificate, ALPNProtocols: ['http/1.1'] });
  const body = JSON.stringify({ gender: 'female', unit: 'metric', height: 170 });
  const unread = 12;
  const head = (line: string, ...rest: string[]) =>
    `${[line, `host: ${hostname}`, `authorization: ${authorization}`, ...rest].join('\r\n')}\r\n\r\n`;
  const records = [
    ...Array.from({ length: unread }, () => head('GET /openapi.json HTTP/1.1')),
    head(
      'POST /api/v1/bodydbl HTTP/1.1',
      'content-type: application/json',
      `content-length: ${body.length}`,
      'connection: close',
    ),
    body,
  ];
  await once(socket, 'secureConnect');
  const sent = gathering.gather();
  for (const record of records) await new Promise((done) => socket.write(record, done));
  sent();
  let text = '';
  for await (const chunk of socket) text += chunk;
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status);
  assert.equal(statuses, Array(unread + 1).fill('200'));
});

/** A connection with a function `gather`. Later writes wait until its returned function is called, and leave in one piece. */
function gatheringConnection(port: number, host: string) {
  const connection = net.connect({ port, host });
  let gathered: Buffer[] | undefined;
  const stream = new Duplex({
    read: () => connection.resume(),
    write(chunk: Buffer, _encoding, done) {
      if (gathered) gathered.push(chunk);
      else connection.write(chunk);
      done();
    },
  });
  connection.on('data', (chunk) => {
    if (!stream.push(chunk)) connection.pause();
  });
  connection.on('end', () => stream.push(null));
  const gather = () => {
    const pieces: Buffer[] = [];
    gathered = pieces;
    return () => {
      gathered = undefined;
      connection.write(Buffer.concat(pieces));
    };
  };
  return { stream, gather };
}

test.run();

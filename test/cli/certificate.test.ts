/** A port with TLS: SIGHUP renews its certificate, and the image's health check finds it. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { serve, temporaryFolder } from './run-selvage.js';

const program = /CMD \["node", "(dist.*)"\]/.exec(readFileSync('Dockerfile', 'utf8'))![1]!;
const folder = temporaryFolder();
const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];

function makePair(): void {
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', ...kind, '-keyout', key, '-out', cert, '-subj', '/CN=localhost'], {
    stdio: 'ignore',
  });
}

/** The fingerprint of the certificate that a new connection gets. */
async function shownBy(url: string): Promise<string> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

/** The exit code of the image's health check. */
async function health(url: string): Promise<number> {
  const { port } = new URL(url);
  const check = spawn(process.execPath, [program], { env: { ...process.env, SELVAGE_PORT: port }, stdio: 'ignore' });
  return (await once(check, 'close'))[0] as number;
}

test('SIGHUP renews the certificate, and faulty files change nothing', async () => {
  makePair();
  const service = await serve(['--data', join(folder, 'data'), '--solvers', '0', '--tls-cert', cert, '--tls-key', key]);
  while (!service.stderr().includes('Server listening at https://127.0.0.1')) await shownBy(service.url);
  assert.is(await health(service.url), 0, "the image's check finds a port with TLS");
  const first = await shownBy(service.url);
  makePair();
  void service.stop('SIGHUP');
  let renewed = first;
  while (renewed === first) renewed = await shownBy(service.url);
  writeFileSync(cert, 'no certificate');
  void service.stop('SIGHUP');
  while (!service.stderr().includes('the certificate was not renewed')) await shownBy(service.url);
  assert.is(await shownBy(service.url), renewed);
  assert.is(await service.stop(), 0);
});

test('without a certificate SIGHUP ends the service in order', async () => {
  const service = await serve(['--data', join(folder, 'data'), '--solvers', '0']);
  assert.is(await health(service.url), 0);
  assert.is(await service.stop('SIGHUP'), 0);
  assert.is(await health(service.url), 1);
  assert.match(service.stderr(), '"msg":"ended"');
});

test.run();

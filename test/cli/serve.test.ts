import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pageLink } from '../../src/cli/page-link.js';
import { packageRoot } from './readme.js';
import { type Served, selvage, serve, temporaryFolder } from './run-selvage.js';

const listPatterns = ({ url }: Served, key: string): Promise<Response> =>
  fetch(`${url}/api/v1/patterns`, { headers: { authorization: `Bearer ${key}` } });

test('serve --json prints one line on standard output, serves, and ends cleanly on SIGTERM', async () => {
  const service = await serve(['--data', temporaryFolder(), '--solvers', '0']);
  assert.match(service.url, /^http:\/\/127\.0\.0\.1:\d+$/);
  assert.is((await listPatterns(service, service.apiKey)).status, 200);
  assert.is((await listPatterns(service, 'selvage_wrong')).status, 401);
  assert.is(await service.stop('SIGTERM'), 0);
  assert.equal(service.stdout(), `${JSON.stringify({ url: service.url, apiKey: service.apiKey })}\n`);
});

test('a browser on this machine can open the link to the page, wherever the service listens', () => {
  const link = (url: string) => pageLink({ url, key: 'k' });
  assert.is(link('http://0.0.0.0:8080'), 'http://localhost:8080/#key=k');
  assert.is(link('https://[::]:8443'), 'https://localhost:8443/#key=k');
  assert.is(link('http://10.0.0.1:8080'), 'http://10.0.0.1:8080/#key=k');
});

test('each --json start issues a fresh key of the demo account; older keys keep working; SIGINT also ends the service', async () => {
  const data = temporaryFolder();
  const first = await serve(['--data', data, '--solvers', '0']);
  assert.is(await first.stop('SIGINT'), 0);
  const second = await serve(['--data', data, '--solvers', '0']);
  assert.is.not(second.apiKey, first.apiKey);
  assert.is((await listPatterns(second, first.apiKey)).status, 200);
  assert.is((await listPatterns(second, second.apiKey)).status, 200);
  assert.is(await second.stop(), 0);
});

test('after SIGTERM a load balancer has the delay to notice: the service is not ready, and serves everything', async () => {
  const service = await serve(['--data', temporaryFolder(), '--solvers', '0', '--shutdown-delay', '2']);
  const ready = async () => (await fetch(`${service.url}/readyz`, { headers: { connection: 'close' } })).status;
  assert.is(await ready(), 200);
  const asked = performance.now();
  const stopped = service.stop('SIGTERM');
  while ((await ready()) === 200);
  assert.is(await ready(), 503);
  assert.is((await listPatterns(service, service.apiKey)).status, 200);
  assert.is(await stopped, 0);
  assert.ok(performance.now() - asked >= 2_000);
});

test('SIGTERM during a search gives its stream the reason, and the service ends cleanly', async () => {
  const service = await serve(['--data', temporaryFolder(), '--solvers', '1', '--shutdown-grace', '0']);
  const answer = await fetch(`${service.url}/api/v1/nest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    body: readFileSync(`${packageRoot}examples/marker.json`),
  });
  const reader = answer
    .body!.pipeThrough(new TextDecoderStream() as unknown as ReadableWritablePair<string>)
    .getReader();
  let text = (await reader.read()).value!;
  const stopped = service.stop();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) text += chunk.value;
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; message?: string });
  assert.equal(
    lines.slice(-2).map(({ type }) => type),
    ['error', 'done'],
  );
  assert.match(lines.at(-2)!.message!, /shutting down|service/i);
  assert.is(await stopped, 0);
});

test('wrong settings are reported under the name that the user gave, and end with 2', async () => {
  const flag = await selvage(['serve', '--port', '99999']);
  assert.is(flag.code, 2);
  assert.match(flag.stderr, /--port/);
  const environment = await selvage(['serve'], { env: { SELVAGE_SOLVERS: 'many' } });
  assert.is(environment.code, 2);
  assert.match(environment.stderr, /SELVAGE_SOLVERS/);
  const cleartext = await selvage(['serve', '--host', '0.0.0.0']);
  assert.is(cleartext.code, 2);
  assert.match(cleartext.stderr, /--insecure/);
  assert.is(cleartext.stdout, '');
});

test('a taken port and files without a certificate are reported in a sentence', async () => {
  const data = temporaryFolder();
  const service = await serve(['--data', data, '--solvers', '0']);
  const taken = await selvage(['serve', '--port', new URL(service.url).port, '--data', temporaryFolder()]);
  assert.is(await service.stop(), 0);
  assert.is(taken.code, 5);
  assert.match(taken.stderr, /port \d+ of 127\.0\.0\.1: it is taken/);
  const noPem = fileURLToPath(import.meta.url);
  const tls = await selvage(['serve', '--port', '0', '--data', data, '--tls-cert', noPem, '--tls-key', noPem]);
  assert.is(tls.code, 2);
  assert.match(tls.stderr, /not a certificate and its key in PEM form/);
});

test('a failed start ends the process, whatever it had opened', async () => {
  const noModel = temporaryFolder();
  const data = ['--data', temporaryFolder(), '--port', '0', '--otlp-endpoint', 'http://127.0.0.1:1'];
  const model = await selvage(['serve', ...data, '--body-model', noModel]);
  assert.is(model.code, 2);
  assert.match(model.stderr, `The body model in ${noModel} cannot be used: `);
  const nobody = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  for (const command of ['serve', 'worker']) {
    const away = await selvage([command, ...(command === 'serve' ? data : [])], { env: nobody });
    assert.is(away.code, 5, command);
    assert.match(away.stderr, 'Cannot open the store in the database of DATABASE_URL');
  }
});

test('the settings of client commands do not disturb the service', async () => {
  process.env.SELVAGE_SERVER = 'http://127.0.0.1:1';
  process.env.SELVAGE_KEY = 'selvage_other';
  const service = await serve(['--data', temporaryFolder(), '--solvers', '0']);
  delete process.env.SELVAGE_SERVER;
  delete process.env.SELVAGE_KEY;
  assert.is(await service.stop(), 0);
});

test('unknown commands and flags end with 2, help with 0 and examples', async () => {
  assert.is((await selvage(['sew'])).code, 2);
  assert.is((await selvage(['nest', '--fast', 'x.json'])).code, 2);
  for (const command of ['nest', 'body', 'serve', 'worker', 'user', 'org', 'key', 'plan']) {
    const { code, stdout } = await selvage([command, '--help']);
    assert.is(code, 0);
    assert.match(stdout, new RegExp(`\\$ selvage ${command} `), command);
  }
});

test.run();

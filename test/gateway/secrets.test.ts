/** Keys and measurements stay out of the log, wherever they are sent and whatever fails. Every line of the log is JSON. */
import { spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { generateKey } from '../../src/accounts/api-key.js';
import { caller } from './open.js';

const program = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));

test('a thousand random secrets, and as many measurements, are in no log line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'selvage-secrets-'));
  const args = ['serve', '--json', '--port', '0', '--solvers', '1', '--log-level', 'trace', '--data', folder];
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk;
  });
  const [first] = (await once(child.stdout, 'data')) as [Buffer];
  const { url, apiKey } = JSON.parse(first.toString());
  const request = caller(url, `Bearer ${apiKey}`);

  const secrets: string[] = [];
  const measures: string[] = [];
  const secret = () => {
    // Secrets in the form of a key, and in any form.
    const text = secrets.length % 2 ? generateKey().text : randomBytes(24).toString('hex');
    secrets.push(text);
    return text;
  };
  const measure = () => {
    const value = `${randomInt(20, 200)}.${randomInt(100_000_000, 999_999_999)}`;
    measures.push(value);
    return value;
  };
  const ways: (() => Promise<unknown>)[] = [
    () => request('GET', '/api/v1/patterns', undefined, { authorization: `Bearer ${secret()}` }),
    () => request('GET', '/api/v1/patterns', undefined, { authorization: secret() }),
    () => request('GET', `/api/v1/patterns?key=${secret()}`),
    () => request('GET', `/${secret()}`),
    () => request('GET', `/api/v1/patterns/${secret()}`),
    () => request('POST', '/api/v1/nest', `{"${secret()}": 1}`),
    () => request('POST', '/api/v1/bodydbl', `{"gender":"${secret()}`),
    () => request('GET', '/api/v1/patterns', undefined, { 'x-service-organization-id': secret() }),
    () => request('GET', '/metrics', undefined, { authorization: `Bearer ${secret()}` }),
    () => request('POST', `/selvage.body.v1.BodyService/${secret()}`, '{}'),
    () => request('POST', '/selvage.body.v1.BodyService/InferMeasurements', `{"${secret()}":`),
    // Node writes a warning of its own for a deadline beyond its timers.
    () =>
      request('POST', '/selvage.body.v1.BodyService/InferMeasurements', `{"${secret()}":1}`, {
        'connect-timeout-ms': '9999999999',
      }),
    () => request('POST', '/api/v1/bodydbl', `{"gender":"female","unit":"metric","waistGirth":${measure()}}`),
    () => request('POST', '/api/v1/bodydbl', `{"gender":"female","unit":"metric","waistGirth":-${measure()}}`),
    () => request('POST', '/api/v1/bodydbl', `{"gender":"female","unit":"metric","weight":"${measure()}"}`),
    () =>
      request(
        'POST',
        '/api/v1/patterns/5f0a7a52-6c1d-4a6e-9a55-0f6c1b7e0001',
        `{"body":{"gender":"female","unit":"metric","hipGirth":${measure()}},"variables":{"nobody":${measure()}}}`,
      ),
  ];
  while (secrets.length < 1000) await Promise.all(ways.map((way) => way()));
  child.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });

  const lines = log.trimEnd().split('\n');
  assert.ok(lines.length > 1000, `${lines.length} lines`);
  for (const line of lines) assert.type(JSON.parse(line).msg, 'string', line);
  assert.ok(log.includes('TimeoutOverflowWarning'));
  for (const each of [...secrets, ...measures, apiKey]) assert.not(log.includes(each), each);
});

test.run();

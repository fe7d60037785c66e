/** schemathesis over the OpenAPI document: 2,000 random cases an operation, all checks. CI runs 50 in its step `abuse` alone. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { amount, figure, full } from './mode.js';
import { startService } from './selvage-process.js';

const version = '4.32.5';

/** SCHEMATHESIS names the program. Otherwise it is installed once into the temporary folder; null: not available. */
function program(): string | null {
  if (process.env.SCHEMATHESIS) return process.env.SCHEMATHESIS;
  const folder = join(tmpdir(), `selvage-schemathesis-${version}`);
  const installed = join(folder, 'bin', 'schemathesis');
  if (existsSync(installed)) return installed;
  try {
    execFileSync('python3', ['-m', 'venv', folder], { stdio: 'ignore' });
    execFileSync(join(folder, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${version}`], { stdio: 'ignore' });
    return installed;
  } catch {
    return null;
  }
}

test('no random request is the fault of the service, and none gets past the key', async () => {
  const schemathesis = program();
  if (schemathesis === null) {
    figure('skipped', 'schemathesis is not there and cannot be installed');
    return;
  }
  const data = mkdtempSync(join(tmpdir(), 'selvage-random-'));
  const service = await startService(['--data', data]);
  const env = {
    ...process.env,
    SELVAGE_SERVER: service.url,
    SELVAGE_KEY: service.key,
    ...(full ? {} : { PHASES: 'examples' }),
  };
  const script = 'test/faults/schemathesis.sh';
  const run = spawn(script, [schemathesis, String(amount(2000, 1))], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  run.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const [code] = (await once(run, 'close')) as [number | null];
  assert.is(code, 0, output.slice(-20_000));
  figure('cases', /\d+ generated[^\n]*/.exec(output)?.[0] ?? 'unknown');
  assert.is(await service.kill('SIGTERM'), 0);
  rmSync(data, { recursive: true });
});

test.run();

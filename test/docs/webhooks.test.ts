/** The receivers of docs/webhooks.md run as they stand there, take a real message, and refuse a forged one. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { transformSync } from '@swc/core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { packageRoot } from '../cli/readme.js';
import { type Served, selvage, serve, temporaryFolder } from '../cli/run-selvage.js';

const page = readFileSync(join(packageRoot, 'docs/webhooks.md'), 'utf8');
const block = (language: string): string => new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page)![1]!;
const folder = temporaryFolder();

const receivers: Readonly<Record<string, () => [string, string]>> = {
  python() {
    writeFileSync(join(folder, 'receiver.py'), block('python'));
    return ['python3', join(folder, 'receiver.py')];
  },
  ts() {
    const { code } = transformSync(block('ts'), { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } });
    writeFileSync(join(folder, 'receiver.mjs'), code);
    return [process.execPath, join(folder, 'receiver.mjs')];
  },
};

let service: Served;
test.before(async () => {
  service = await serve(['--data', temporaryFolder(), '--solvers', '0', '--private-webhooks']);
});
test.after(async () => {
  await service.stop();
});

async function webhook(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await selvage([
    'webhook',
    ...args,
    '--server',
    service.url,
    '--key',
    service.apiKey,
    '--json',
  ]);
  assert.is(code, 0, stderr);
  return stdout;
}

/** The lines of a program, one at a time. */
function linesOf({ stdout }: ChildProcess): () => Promise<string> {
  const lines = createInterface({ input: stdout! })[Symbol.asyncIterator]();
  return async () => String((await lines.next()).value);
}

for (const [language, write] of Object.entries(receivers)) {
  const missing = language === 'python' && spawnSync('python3', ['--version']).status !== 0;
  test(`the receiver in ${language} ${missing ? 'is skipped: there is no python3 here' : 'verifies messages'}`, async () => {
    if (missing) return assert.ok(missing);
    const made = JSON.parse(await webhook('create', 'http://127.0.0.1:9/', '--events', 'job.ended', 'plan.ended'));
    const { webhookId } = made.webhook;
    const [program, file] = write();
    const env = { ...process.env, PORT: '0', SECRET: made.secret };
    const receiver = spawn(program, [file], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    const next = linesOf(receiver);
    const [, port] = /^listening on (\d+)$/.exec(await next())!;
    const url = `http://127.0.0.1:${port}/`;
    const forged = { 'webhook-id': 'x', 'webhook-timestamp': `${Math.floor(Date.now() / 1000)}` };
    for (const signature of ['v1,AAAA', `v1,${'A'.repeat(43)}=`]) {
      const headers = { ...forged, 'webhook-signature': signature };
      assert.is((await fetch(url, { method: 'POST', body: '{}', headers })).status, 401);
    }
    const updated = JSON.parse(await webhook('update', webhookId, '--url', url, '--description', language));
    assert.equal([updated.url, updated.description, updated.events], [url, language, ['job.ended', 'plan.ended']]);
    await webhook('test', webhookId);
    const event = JSON.parse(await next());
    assert.equal([event.type, event.data], ['webhook.test', { webhookId }]);
    receiver.kill();
    await webhook('delete', webhookId);
  });
}

test.run();

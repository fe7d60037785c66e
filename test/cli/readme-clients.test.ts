import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { packageRoot, readmeCommands } from './readme.js';
import { type Served, serve, temporaryFolder } from './run-selvage.js';
import { testWith } from './with-tool.js';

let service: Served;
test.before(async () => {
  service = await serve(['--data', temporaryFolder(), '--solvers', '1']);
});
test.after(async () => {
  await service.stop();
});

async function run(commands: string): Promise<string> {
  const env = { ...process.env, URL: service.url, KEY: service.apiKey };
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], { cwd: packageRoot, env });
  return stdout;
}

testWith('curl', 'the curl example of the README streams layouts and ends with done', async () => {
  const lines = (await run(readmeCommands('curl')))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; placements?: unknown[] });
  assert.is(lines.at(-1)?.type, 'done');
  assert.is(lines.filter(({ type }) => type === 'solution').at(-1)?.placements?.length, 2);
});

testWith('grpcurl', 'the grpcurl example of the README completes a body', async () => {
  const { fields } = JSON.parse(await run(readmeCommands('grpcurl'))) as { fields: Record<string, object> };
  assert.is(Object.keys(fields).length, 70);
});

test('the commands of the README run without a server', async () => {
  const folder = temporaryFolder();
  // a short search is enough to prove that the command works, and files go elsewhere
  const commands = readmeCommands('npx selvage nest')
    .replace('--time 10', `--time 1 -o ${folder}/marker`)
    .replace('parts.dxf', `${folder}/parts.dxf`);
  const elsewhere = commands
    .replace('skirt.svg', `${folder}/skirt.svg`)
    .replace('create demo', `create demo --data ${folder}/data`);
  const start = await serve(['--data', `${folder}/data`, '--solvers', '0']);
  await start.stop();
  const output = await run(elsewhere);
  assert.match(output, /111 of 111 parts/);
  assert.match(output, /waistGirth/);
  assert.match(output, /A-line skirt/);
  assert.match(output, /selvage_/);
});

test.run();

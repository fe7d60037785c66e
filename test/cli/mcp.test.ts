/** `selvage mcp`, started and called by the client of the official SDK as an agent does. */
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openEmbedded } from '../gateway/embedded.js';
import { selvage } from './run-selvage.js';

const program = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));

async function agentOf(...args: string[]): Promise<Client> {
  const agent = new Client({ name: 'test', version: '1' });
  await agent.connect(new StdioClientTransport({ command: process.execPath, args: [program, 'mcp', ...args] }));
  return agent;
}

const person = { name: 'infer_measurements', arguments: { gender: 'male', unit: 'metric', height: 180 } };

test('an agent gets its answers from a service of its own, without a server', async () => {
  const agent = await agentOf();
  assert.is(agent.getServerVersion()?.name, 'selvage');
  const { structuredContent } = await agent.callTool(person);
  assert.is((structuredContent as { fields: { height: { value: number } } }).fields.height.value, 180);
  await agent.close();
});

test('an agent works with the account of a key on a server, and hears of a wrong key', async () => {
  const service = await openEmbedded();
  const agent = await agentOf('--server', service.url, '--key', service.key);
  const { structuredContent } = await agent.callTool({ name: 'get_account', arguments: {} });
  assert.is((structuredContent as { name: string }).name, (await service.request('GET', '/api/v1/account')).json.name);
  await agent.close();
  await agentOf('--server', service.url, '--key', 'no-key').then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, 'API key'),
  );
  await service.close();
});

test('a missing key and a wrong address are wrong use', async () => {
  const keyless = await selvage(['mcp', '--server', 'http://127.0.0.1:9'], { env: { SELVAGE_KEY: undefined } });
  assert.is(keyless.code, 3);
  assert.match(keyless.stderr, '--key');
  const misspelt = await selvage(['mcp', '--server', 'nowhere', '--key', 'k']);
  assert.is(misspelt.code, 2);
});

test.run();

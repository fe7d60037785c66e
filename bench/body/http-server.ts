/**
 * A server of the HTTP bench, in a process of its own, which answers `usage` with the processor time it has used.
 * usage: node http-server.js service | echo; its parent hears {url, key}, then {cpuMs} for every `usage`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { startEmbedded } from '../../src/cli/service.js';

interface Started {
  readonly url: string;
  readonly key: string;
}

const kinds: Record<string, () => Promise<Started>> = {
  /** The service as it is run: keys in a store, rules, limits, ids, headers, log. */
  async service() {
    const folder = mkdtempSync(join(tmpdir(), 'selvage-bench-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return startEmbedded(folder);
  },

  /** A fastify with nothing but a route that answers the JSON it gets. */
  async echo() {
    const app = Fastify();
    app.post('/api/v1/bodydbl', async ({ body }) => body);
    await app.listen({ host: '127.0.0.1', port: 0 });
    return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, key: '' };
  },
};

const kind = kinds[process.argv[2] ?? ''];
if (!kind || !process.send) throw new Error(`to be forked with one of ${Object.keys(kinds).join(', ')}`);
const { url, key } = await kind();
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send!({ cpuMs: (user + system) / 1000 });
});
process.send({ url, key });

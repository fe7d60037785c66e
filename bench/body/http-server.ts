/**
 * A server of the HTTP bench, in a process of its own, which answers `usage` with its used processor time.
 * usage: node http-server.js service | route | bare; it sends its parent {url, key}, then {cpuMs} for every `usage`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { pino } from 'pino';
import { BodyBudget } from '../../gateway/body-budget.js';
import { openFrame } from '../../gateway/frame.js';
import { defaultLimits } from '../../gateway/limits.js';
import { onePort } from '../../gateway/port.js';
import { receiveJson } from '../../gateway/receive.js';
import { requireCaller } from '../../gateway/routes/call.js';
import { Serving } from '../../gateway/serving.js';
import { Metrics } from '../../gateway/telemetry/metrics.js';
import { ensureDemoAccount } from '../../src/accounts/demo.js';
import { openParts, startEmbedded } from '../../src/cli/service.js';
import { readConfig } from '../../src/config.js';

interface Started {
  readonly url: string;
  readonly key: string;
}

const kinds: Record<string, () => Promise<Started>> = {
  /** The whole service: keys in a store, rules, limits, ids, headers, log. */
  service: () => startEmbedded(temporaryFolder()),

  /** The service's own gateway, with all its work for every request, and a route that echoes the bytes. */
  async route() {
    const config = readConfig({ data: temporaryFolder(), solvers: '0', 'log-level': 'error' }, {});
    const logger = pino({ level: config.logLevel }, pino.destination(2));
    const { services, accounts } = await openParts(config, logger);
    const { key } = await ensureDemoAccount(accounts, { freshKey: true });
    const limits = { ...defaultLimits, maxBody: config.bodyLimitBytes };
    const frame = openFrame({
      port: onePort(limits, undefined),
      limits,
      secure: false,
      logger,
      metrics: new Metrics(undefined),
    });
    await frame.register(async (api) => {
      requireCaller(api, services, new Serving(() => true), new AbortController().signal);
      receiveJson(api, new BodyBudget(limits.maxBuffered), services.slices);
      api.post('/api/v1/bodydbl', async ({ body }, reply) => {
        reply.type('application/json; charset=utf-8');
        return body;
      });
    });
    await frame.listen({ host: '127.0.0.1', port: 0 });
    return { url: `http://127.0.0.1:${(frame.server.address() as AddressInfo).port}`, key: key! };
  },

  /** A fastify with only a route that echoes the JSON. */
  async bare() {
    const app = Fastify();
    app.post('/api/v1/bodydbl', async ({ body }) => body);
    await app.listen({ host: '127.0.0.1', port: 0 });
    return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, key: '' };
  },
};

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'selvage-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const kind = kinds[process.argv[2] ?? ''];
if (!kind || !process.send) throw new Error(`usage: fork with one of ${Object.keys(kinds).join(', ')}`);
const { url, key } = await kind();
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send!({ cpuMs: (user + system) / 1000 });
});
process.send({ url, key });

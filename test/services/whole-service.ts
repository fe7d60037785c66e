/** A whole service without solvers, with its parts at hand, over a folder that goes with it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { pino } from 'pino';
import { startServer } from '../../gateway/server.js';
import { openParts } from '../../src/cli/service.js';
import { readConfig } from '../../src/config.js';

export async function openWholeService() {
  const folder = mkdtempSync(join(tmpdir(), 'selvage-service-'));
  const logger = pino({ level: 'silent' });
  const config = readConfig({ data: folder, port: '0', solvers: '0', 'shutdown-grace': '0' }, {});
  const parts = await openParts(config, logger);
  const server = await startServer({ services: parts.services, host: '127.0.0.1', port: 0, logger });
  return {
    folder,
    parts,
    server,
    transport: createGrpcTransport({ baseUrl: server.url }),
    async close(): Promise<void> {
      await server.close({ graceMs: 0 });
      await parts.endJobs();
      await parts.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

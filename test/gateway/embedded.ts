/** The whole service on an empty data folder, with the key of its demo account. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../../src/cli/service.js';
import { caller } from './open.js';

export interface Embedded {
  readonly url: string;
  readonly request: ReturnType<typeof caller>;
  readonly key: string;
  close(): Promise<void>;
}

export async function openEmbedded(): Promise<Embedded> {
  const folder = mkdtempSync(join(tmpdir(), 'selvage-gateway-'));
  const service = await startEmbedded(folder);
  return {
    url: service.url,
    key: service.key,
    request: caller(service.url, `Bearer ${service.key}`),
    async close() {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

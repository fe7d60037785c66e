/**
 * Equal drafts that the REST route answers, for each second of processor time of the service. The service is a process
 * of its own and tells its processor time; the load comes from this process.
 *
 * usage: npm run build && node dist/bench/patterns/served.js
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { startEmbedded } from '../../src/cli/service.js';
import { libraryVersions } from '../../src/patterns/library/library.js';

const [warmUp, count] = [3000, 6000];

async function serve(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'selvage-bench-'));
  const service = await startEmbedded(folder);
  process.on('message', () => process.send!(process.cpuUsage()));
  process.on('disconnect', async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });
  process.send!({ url: service.url, key: service.key });
}

async function load(): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), ['serve']);
  const [{ url, key }] = (await once(child, 'message')) as [{ url: string; key: string }];
  const spent = async (): Promise<number> => {
    child.send('cpu');
    const [{ user, system }] = (await once(child, 'message')) as [NodeJS.CpuUsage];
    return (user + system) / 1e6;
  };
  console.log('cached drafts over REST, requests for each second of processor time');
  for (const name of ['A-line skirt', 'Simon shirt']) {
    const { patternId } = libraryVersions().find((version) => version.name === name)!;
    for (const accept of ['application/json', 'application/dxf', 'image/svg+xml', 'application/pdf']) {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept };
      const call = { url: `${url}/api/v1/patterns/${patternId}`, method: 'POST' as const, headers, body: '{}' };
      await autocannon({ ...call, connections: 4, amount: warmUp });
      const before = await spent();
      const { requests, non2xx, errors, throughput } = await autocannon({ ...call, connections: 4, amount: count });
      if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} refusals and ${errors} errors for ${accept}`);
      const rate = requests.total / ((await spent()) - before);
      const size = throughput.total / requests.total / 1024;
      console.log(`  ${name}, ${accept}`.padEnd(34), `${rate.toFixed(0)}, ${size.toFixed(0)} kB each`);
    }
  }
  child.disconnect();
}

await (process.argv[2] === 'serve' ? serve() : load());

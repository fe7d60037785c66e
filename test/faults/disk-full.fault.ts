/** The disk is full: writes answer 503, reads go on, and the process lives. Once there is room it works again. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { figure } from './mode.js';
import { faultOf, headersOf, type Line, RefusedError, request, submit } from './nest-client.js';
import { startService } from './selvage-process.js';

/** No file may grow beyond this size, which looks like a full disk to the writer. */
const limitKiB = 6 * 1024;

async function lines(stream: AsyncGenerator<Line>): Promise<Line[]> {
  const read: Line[] = [];
  for await (const line of stream) read.push(line);
  return read;
}

test('writes on a full disk are refused with 503, and work again once there is room', async () => {
  const data = mkdtempSync(join(tmpdir(), 'selvage-full-'));
  // The signal of the limit is ignored, since a full disk sends none.
  const shell = `trap '' XFSZ; ulimit -S -f ${limitKiB * 2}; exec "$@"`;
  const service = await startService(['--data', data, '--solvers', '0'], { shell });
  // Each request is a megabyte of ids.
  const large = request(1, { keepSeconds: 3_600 }) as { polygons: { id: string }[] };
  for (const polygon of large.polygons) polygon.id = 'x'.repeat(80_000);
  const acknowledged: string[] = [];
  let refusal: RefusedError | null = null;
  while (refusal === null) {
    const client = new AbortController();
    try {
      for await (const line of submit(service, large, client.signal)) {
        acknowledged.push(line.jobId);
        client.abort();
      }
    } catch (error) {
      if (error instanceof RefusedError) refusal = error;
      else if (!client.signal.aborted) throw error;
    }
  }
  figure('jobs taken before the disk was full', acknowledged.length);
  figure('then', refusal.message);
  assert.is(refusal.status, 503);
  const answer = await fetch(`${service.url}/api/v1/patterns?pageSize=1`, { headers: headersOf(service) });
  assert.is(answer.status, 200, 'reads go on');
  assert.is(service.child.exitCode, null);

  execFileSync('prlimit', ['--pid', String(service.pid), '--fsize=unlimited']);
  const client = new AbortController();
  const [first] = await Promise.all([
    (async () => {
      for await (const line of submit(service, large, client.signal)) return line;
      return null;
    })(),
  ]);
  client.abort();
  assert.is(first?.type, 'progress');
  figure('size of the log when it was full, MiB', (statSync(join(data, 'selvage.db-wal')).size / 2 ** 20).toFixed(1));
  assert.is(await service.kill('SIGTERM'), 0);

  const again = await startService(['--data', data, '--solvers', '1']);
  for (const jobId of acknowledged) {
    const known = await fetch(`${again.url}/api/v1/nest/${jobId}`, {
      headers: { authorization: `Bearer ${again.key}` },
    });
    assert.is(known.status, 200, 'acknowledged jobs are there');
    await known.body?.cancel();
  }
  assert.is(faultOf(await lines(submit(again, request(0.2)))), null);
  assert.is(await again.kill('SIGTERM'), 0);
  rmSync(data, { recursive: true, force: true });
});

test.run();

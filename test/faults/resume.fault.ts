/** A stream that is cut two hundred times at random and resumed by its numbers loses and repeats nothing. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { amount, figure } from './mode.js';
import { faultOf, type Line, readThrough, request, resume, submit } from './nest-client.js';
import { startService } from './selvage-process.js';

const wanted = 200;
/** Lines are written every 50 ms. Some pieces have none, most have several. */
const longestPieceMs = amount(500, 60);

test(`${wanted} random cuts of running streams`, async () => {
  const data = mkdtempSync(join(tmpdir(), 'selvage-cuts-'));
  const service = await startService(['--data', data, '--solvers', '2']);
  let cuts = 0;
  let jobs = 0;
  let [lines, amidst] = [0, 0];
  while (cuts < wanted) {
    jobs += 1;
    const read: Line[] = [];
    /** Reads until a random moment, or the end. */
    const piece = async (open: (signal: AbortSignal) => AsyncGenerator<Line>) => {
      const client = new AbortController();
      const known = read.length;
      const cut = delay(Math.random() * longestPieceMs, undefined, { signal: client.signal }).then(
        () => client.abort(),
        () => {},
      );
      try {
        for await (const line of open(client.signal)) read.push(line);
      } catch (error) {
        if (!client.signal.aborted) throw error;
        cuts += 1;
        if (read.length > known) amidst += 1;
      }
      client.abort();
      await cut;
    };
    const body = request(4, { keepSeconds: 60, reportInterval: 5 });
    // The first line holds the job's id. Later lines may be lost with the connection.
    const first = new AbortController();
    for await (const line of submit(service, body, first.signal)) {
      read.push(line);
      break;
    }
    first.abort();
    const { jobId } = read[0]!;
    while (read.at(-1)!.type !== 'done' && cuts < wanted) {
      await piece((signal) => resume(service, jobId, read.at(-1)!.seq, signal));
    }
    await readThrough(service, jobId, 30_000, read).then((whole) => assert.is(faultOf(whole), null));
    const whole = await readThrough(service, jobId, 30_000);
    assert.equal(read, whole.slice(0, read.length), 'the pieces are the stream');
    lines += whole.length;
  }
  figure('cuts, and of them behind lines that came', `${cuts} ${amidst}`);
  figure('lines of all streams, each read once', `${lines} of ${jobs} jobs`);
  assert.is(await service.kill('SIGTERM'), 0);
  rmSync(data, { recursive: true, force: true });
});

test.run();

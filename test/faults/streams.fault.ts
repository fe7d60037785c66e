/** The grammar of a thousand streams, read byte by byte, and clients that go in the middle of theirs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openStore } from '../../src/store/open-store.js';
import { amount, figure } from './mode.js';
import { faultOf, headersOf, type Line, request, submit } from './nest-client.js';
import { type SelvageService, startService } from './selvage-process.js';

const streams = amount(1_000, 40);
const abreast = 8;
const departures = amount(20, 4);

/** The lines of an answer that arrives one byte at a time. */
async function linesByByte(answer: IncomingMessage): Promise<string[]> {
  const lines: string[] = [];
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = '';
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    for (let i = 0; i < chunk.length; i++) {
      line += decoder.decode(chunk.subarray(i, i + 1), { stream: true });
      if (!line.endsWith('\n')) continue;
      lines.push(line.slice(0, -1));
      line = '';
    }
  }
  assert.is(line + decoder.decode(), '', 'nothing after the last line');
  return lines;
}

function answerTo(service: SelvageService, method: string, path: string, body = ''): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    httpRequest(service.url + path, { method, headers: headersOf(service) }, resolve)
      .on('error', reject)
      .end(body);
  });
}

const statuses = ['queued', 'starting', 'running', 'finishing'];

function grammarFault(lines: readonly Line[]): string | null {
  for (const line of lines) {
    if (!['progress', 'solution', 'info', 'error', 'done'].includes(line.type)) return `a line of type ${line.type}`;
    if (line.type === 'progress' && !statuses.includes(line.status as string)) return `the status ${line.status}`;
    const position = line.queuedPosition as number | undefined;
    if (position !== undefined && !(position >= 1 && position === line.queued_position)) return `the place ${position}`;
  }
  return lines.at(-2)?.type === 'error' ? 'an error' : faultOf(lines);
}

/** From one part, placed at once, to several that are searched up to the limit; with names of several bytes. */
function anyRequest(i: number): object {
  const limit = i % 4 === 0 ? { maximumExecutionTime: 0.1 } : { workLimit: 1 + (i % 7) };
  const searched = request(1, { ...limit, reportInterval: i % 3 }) as { polygons: { id: string }[] };
  const polygons = searched.polygons.slice(0, 1 + (i % 12)).map((each) => ({ ...each, id: `Ärmel 袖 🧵 ${each.id}` }));
  return { ...searched, polygons };
}

test(`${streams} streams keep the grammar, read a byte at a time as in one piece`, async () => {
  const data = mkdtempSync(join(tmpdir(), 'selvage-streams-'));
  const service = await startService(['--data', data, '--solvers', '2']);
  let [next, lines] = [0, 0];
  const client = async () => {
    for (let i = next++; i < streams; i = next++) {
      const answer = await answerTo(service, 'POST', '/api/v1/nest', JSON.stringify(anyRequest(i)));
      assert.is(answer.statusCode, 200);
      const texts = await linesByByte(answer);
      const read = texts.map((text) => JSON.parse(text) as Line);
      assert.is(grammarFault(read), null, texts.join('\n'));
      const again = await answerTo(service, 'GET', `/api/v1/nest/${read[0]!.jobId}`);
      let whole = '';
      for await (const chunk of again.setEncoding('utf8')) whole += chunk;
      assert.equal(whole.trimEnd().split('\n'), texts);
      lines += texts.length;
    }
  };
  await Promise.all(Array.from({ length: abreast }, client));
  figure(`lines of ${streams} streams, read twice`, lines);
  assert.is(await service.kill('SIGTERM'), 0);
  rmSync(data, { recursive: true });
});

test(`${departures} clients that go at random moments leave neither a solver at work nor a task`, async () => {
  const data = mkdtempSync(join(tmpdir(), 'selvage-departures-'));
  const service = await startService(['--data', data, '--solvers', '1']);
  const store = await openStore({ dataDir: data });
  let slowest = 0;
  let slowestSolver = 0;
  for (let i = 0; i < departures; i++) {
    const leaving = new AbortController();
    let jobId = '';
    const goneAt = delay(50 + Math.random() * 1_500).then(() => {
      leaving.abort();
      return Date.now();
    });
    try {
      for await (const line of submit(service, request(60, { reportInterval: 50 }), leaving.signal)) ({ jobId } = line);
    } catch {
      // the test cuts the stream on purpose
    }
    const left = await goneAt;
    // The only solver is free for the next job.
    const asked = performance.now();
    for await (const line of submit(service, request(0.1))) {
      if (line.status === 'starting') slowestSolver = Math.max(slowestSolver, (performance.now() - asked) / 1000);
    }
    const { job, tasks } = (await store.loadJob(jobId))!;
    assert.equal([job.state, job.outcome], ['ended', 'abandoned']);
    slowest = Math.max(slowest, (job.endedAt! - left) / 1000);
    for (const task of tasks) assert.equal([task.state, task.leaseUntil], ['ended', null]);
  }
  figure('a job without its client ended within', `${slowest.toFixed(2)} s, at the latest of ${departures}`);
  figure('its solver began with the next within', `${slowestSolver.toFixed(2)} s`);
  assert.ok(slowest <= 1, `${slowest}`);
  assert.equal(await store.expireLeases(Number.MAX_SAFE_INTEGER), [], 'no task is held');
  await store.close();
  assert.is(await service.kill('SIGTERM'), 0);
  rmSync(data, { recursive: true });
});

test.run();

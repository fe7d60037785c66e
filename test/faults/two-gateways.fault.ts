/**
 * Two gateways and two solver hosts over one PostgreSQL. A client submits a job at one gateway, and listens, resumes and
 * cancels at the other. This works even if the first is killed in the middle of its stream.
 */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createSchema } from '../store/postgres-schema.js';
import { startPostgres } from '../store/postgres-server.js';
import { amount, figure } from './mode.js';
import { faultOf, headersOf, type Line, request, resume, submit } from './nest-client.js';
import { startSelvage, startService } from './selvage-process.js';

const server = await startPostgres({ durable: true });

/** Fitness of each layout, in order; smaller is better. */
const fitnesses = (lines: readonly Line[]) =>
  lines.filter(({ type }) => type === 'solution').map(({ fitness }) => fitness as number);

function assertNeverWorse(lines: readonly Line[]): void {
  const found = fitnesses(lines);
  for (const [i, fitness] of found.entries()) assert.ok(i === 0 || fitness <= found[i - 1]!, found.join(' '));
}

/** Reads into `into` until `enough`, then leaves; or reads to the end. */
async function read(
  open: (signal: AbortSignal) => AsyncGenerator<Line>,
  into: Line[],
  enough: (lines: readonly Line[]) => boolean = () => false,
): Promise<void> {
  const client = new AbortController();
  try {
    for await (const line of open(client.signal)) {
      into.push(line);
      if (enough(into)) return;
    }
  } finally {
    client.abort();
  }
}

const layouts = (count: number) => (lines: readonly Line[]) => fitnesses(lines).length >= count;

if (server === null) {
  test('skipped: PostgreSQL is not installed here', () => assert.is(server, null));
} else {
  const env = { DATABASE_URL: (await createSchema(server.url)).url };
  const a = await startService(['--solvers', '0'], { env });
  const b = await startService(['--solvers', '0'], { env });
  const host = () => startSelvage(['worker', '--solvers', '1', '--log-level', 'error'], { env });
  const workers = [host(), host()];

  test('submitted at A, listened to at B, continued at A: one stream', async () => {
    const atA: Line[] = [];
    await read((signal) => submit(a, request(3, { keepSeconds: 600 }), signal), atA, layouts(1));
    const { jobId } = atA[0]!;
    const atB: Line[] = [];
    await read((signal) => resume(b, jobId, 0, signal), atB, layouts(2));
    // On a slow machine the job may have ended by then.
    if (atB.at(-1)!.type !== 'done') await read((signal) => resume(a, jobId, atB.at(-1)!.seq, signal), atB);
    assert.is(faultOf(atB), null);
    assert.equal(atA, atB.slice(0, atA.length), 'both tell the same lines');
    assertNeverWorse(atB);
  });

  test('cancelled at B: the stream at A ends with an error and done', async () => {
    const lines: Line[] = [];
    const reading = read((signal) => submit(a, request(120), signal), lines);
    while (!layouts(1)(lines)) await new Promise((resolve) => setTimeout(resolve, 20));
    const asked = performance.now();
    const answer = await fetch(`${b.url}/api/v1/nest/${lines[0]!.jobId}`, {
      method: 'DELETE',
      headers: { authorization: headersOf(b).authorization! },
    });
    assert.ok(answer.ok, String(answer.status));
    await reading;
    figure(
      'a cancellation at one gateway ends the stream at the other within, ms',
      (performance.now() - asked).toFixed(0),
    );
    assert.is(faultOf(lines), null);
    assert.is(lines.at(-2)!.code, 'cancelled');
  });

  test('a solver host is killed: the stream goes on, and no layout is worse than one before', async () => {
    const lines: Line[] = [];
    // A lease of 15 s must run out, with time left for more layouts.
    const reading = read((signal) => submit(a, request(amount(40, 20)), signal), lines);
    while (!layouts(3)(lines)) await new Promise((resolve) => setTimeout(resolve, 20));
    const before = fitnesses(lines).length;
    // Both hosts are killed and replaced in turn, whichever has the job.
    const doomed = workers.splice(0);
    await doomed[0]!.kill('SIGKILL');
    await doomed[1]!.kill('SIGKILL');
    workers.push(host(), host());
    await reading;
    assert.is(faultOf(lines), null);
    assert.ok(
      lines.some(({ type }) => type === 'info'),
      'the time limit ended it',
    );
    assertNeverWorse(lines);
    figure('layouts before the kill and after it', `${before} ${fitnesses(lines).length - before}`);
  });

  test('gateway A is killed in the middle of a stream: B sends the rest', async () => {
    const lines: Line[] = [];
    const reading = read((signal) => submit(a, request(amount(15, 5), { keepSeconds: 600 }), signal), lines).catch(
      () => 'cut off',
    );
    while (!layouts(1)(lines)) await new Promise((resolve) => setTimeout(resolve, 20));
    await a.kill('SIGKILL');
    assert.is(await reading, 'cut off');
    const known = lines.length;
    await read((signal) => resume(b, lines[0]!.jobId, lines.at(-1)!.seq, signal), lines);
    assert.is(faultOf(lines), null);
    assert.ok(lines.length > known);
    assertNeverWorse(lines);
    figure('lines from A, and the rest from B', `${known} ${lines.length - known}`);
  });

  test.after(async () => {
    assert.is(await b.kill('SIGTERM'), 0);
    for (const worker of workers) assert.is(await worker.kill('SIGTERM'), 0);
    await server.stop();
  });
}

test.run();

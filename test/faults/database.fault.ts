/**
 * The connection to the database is slow, broken, cut, or silent. The processes live, reads fail fast and no job is lost. All
 * goes on within seconds of the end of the fault.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createSchema } from '../store/postgres-schema.js';
import { startPostgres } from '../store/postgres-server.js';
import { amount, figure } from './mode.js';
import { faultOf, headersOf, type Line, readThrough, request, submit } from './nest-client.js';
import { type SelvageService, startSelvage, startService } from './selvage-process.js';
import { startProxy } from './toxiproxy.js';

const cutMs = amount(30_000, 5_000);
const slowMs = amount(20_000, 4_000);

const server = await startPostgres({ durable: true });
const proxy = server && (await startProxy(server.port));

/** Reads the store through the service. */
async function read(service: SelvageService): Promise<{ status: number; ms: number }> {
  const started = performance.now();
  const answer = await fetch(`${service.url}/api/v1/patterns?pageSize=1`, { headers: headersOf(service) });
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - started };
}

async function untilServed(service: SelvageService): Promise<number> {
  const started = performance.now();
  for (;;) {
    if ((await read(service)).status === 200) return performance.now() - started;
    await delay(50);
  }
}

/** Submits jobs until told to stop, and keeps the lines of each acknowledged one. */
function keepSubmitting(service: SelvageService): { stop: () => Promise<Map<string, Line[]>> } {
  const jobs = new Map<string, Line[]>();
  let stopped = false;
  const working = (async () => {
    while (!stopped) {
      const lines: Line[] = [];
      try {
        for await (const line of submit(service, request(0.3, { keepSeconds: 3_600 }))) {
          lines.push(line);
          jobs.set(line.jobId, lines);
        }
      } catch {
        await delay(100);
      }
    }
  })();
  return {
    async stop() {
      stopped = true;
      await working;
      return jobs;
    },
  };
}

async function settle(service: SelvageService, jobs: Map<string, Line[]>): Promise<void> {
  for (const [jobId, lines] of jobs) {
    const whole = await readThrough(service, jobId, 90_000, lines);
    assert.is(faultOf(whole), null, jobId);
    assert.not.ok(
      whole.some(({ type, code }) => type === 'error' && code === 'abandoned'),
      'a job with a listener is not given up',
    );
  }
  figure('jobs acknowledged, all ended once', jobs.size);
}

if (server === null || proxy === null) {
  test('skipped: PostgreSQL or Toxiproxy cannot be had here', () => assert.ok(server === null || proxy === null));
} else {
  const schema = await createSchema(server.url);
  const url = new URL(schema.url);
  url.port = String(proxy.port);
  const env = { DATABASE_URL: url.href };
  const service = await startService(['--solvers', '0'], { env });
  const worker = startSelvage(['worker', '--solvers', '1', '--log-level', 'error'], { env });
  const alive = () => {
    assert.is(service.child.exitCode, null, service.log());
    assert.is(worker.child.exitCode, null, worker.log());
  };

  test('one second of latency: jobs are taken and solved, only later', async () => {
    // Waits until the solver host is present.
    for await (const _ of submit(service, request(0.1)));
    await proxy.poison('latency', { latency: 1_000 });
    const slow = await read(service);
    figure('a read, ms', slow.ms.toFixed(0));
    assert.is(slow.status, 200);
    const started = performance.now();
    const lines: Line[] = [];
    for await (const line of submit(service, request(0.3))) lines.push(line);
    const seconds = (performance.now() - started) / 1000;
    figure('a job of 0.3 s, seconds', seconds.toFixed(1));
    assert.is(faultOf(lines), null);
    // Some fifteen journeys to the store. A second attempt would double them.
    assert.ok(seconds < 40);
    assert.ok(lines.some(({ type }) => type === 'solution'));
    await proxy.heal('latency');
    alive();
  });

  test('one in twenty connections is reset, again and again', async () => {
    const client = keepSubmitting(service);
    for (const until = Date.now() + slowMs; Date.now() < until; ) {
      await proxy.poison('reset_peer', { timeout: 0 }, 0.05);
      await delay(250);
      await proxy.heal('reset_peer');
    }
    const jobs = await client.stop();
    alive();
    await untilServed(service);
    await settle(service, jobs);
  });

  for (const [name, begin, end] of [
    ['the database is cut off', () => proxy.enable(false), () => proxy.enable(true)],
    [
      'the database is silent behind open connections',
      () => proxy.poison('timeout', { timeout: 0 }),
      () => proxy.heal('timeout'),
    ],
  ] as const) {
    test(`${name} for ${cutMs / 1000} s`, async () => {
      // A busy machine is slow before anything is cut.
      let calm = 0;
      for (let i = 0; i < 20; i++) calm = Math.max(calm, (await read(service)).ms);
      const client = keepSubmitting(service);
      // One job runs through the fault, with a listener all the time.
      const lasting: Line[] = [];
      const listening = (async () => {
        for await (const line of submit(service, request((cutMs + 8_000) / 1000))) lasting.push(line);
      })().catch((error: unknown) => error);
      while (!lasting.some(({ type }) => type === 'solution')) await delay(50);
      await begin();
      let slowest = 0;
      for (const until = Date.now() + cutMs; Date.now() < until; await delay(100)) {
        const { status, ms } = await read(service);
        assert.is(status, 503);
        slowest = Math.max(slowest, ms);
      }
      // Many at once, so that every possible connection waits for an answer when the fault ends.
      for (const { status, ms } of await Promise.all(Array.from({ length: 30 }, () => read(service)))) {
        assert.is(status, 503);
        slowest = Math.max(slowest, ms);
      }
      await end();
      const recovery = await untilServed(service);
      figure(
        'a read while it lasts fails within, ms',
        `${slowest.toFixed(0)} (slowest of 20 before: ${calm.toFixed(0)})`,
      );
      figure('served again after, ms', recovery.toFixed(0));
      alive();
      await settle(service, await client.stop());
      assert.is(await listening, undefined, 'the stream was not cut off');
      assert.is(faultOf(lasting), null, 'the stream outlasts the fault');
      assert.ok(slowest <= 2_500 + 3 * calm && recovery <= 5_000 + 3 * calm);
    });
  }

  test.after(async () => {
    assert.is(await service.kill('SIGTERM'), 0);
    assert.is(await worker.kill('SIGTERM'), 0);
    await proxy.close();
    await server.stop();
  });
}

test.run();

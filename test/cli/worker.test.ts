import { once } from 'node:events';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { selvage, serve, start, temporaryFolder } from './run-selvage.js';

const triangle = [
  [0, 0],
  [9, 0],
  [0, 9],
];
const sheet = [
  [0, 0],
  [100, 0],
  [100, 100],
  [0, 100],
];

test('a worker in another process solves for a service without solvers', async () => {
  const data = temporaryFolder();
  const service = await serve(['--data', data, '--solvers', '0']);
  const worker = start(['worker', '--data', data, '--solvers', '1', '--json', '--metrics-port', '0']);
  const said = once(worker.stdout, 'data');
  try {
    const { watchUrl, ...ready } = JSON.parse(String((await said)[0])) as Record<string, unknown>;
    assert.is((await fetch(`${watchUrl}/healthz`)).status, 200);
    assert.equal(ready, { solvers: 1, queues: ['fast', 'slow'], store: data });
    const answer = await fetch(`${service.url}/api/v1/nest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        polygons: [{ points: triangle }],
        bins: [{ boundary: { points: sheet } }],
        maximumExecutionTime: 1,
      }),
    });
    const lines = (await answer.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; placements?: unknown[] });
    assert.is(lines.at(-1)?.type, 'done');
    assert.is(lines.find(({ type }) => type === 'solution')?.placements?.length, 1);
  } finally {
    worker.kill('SIGTERM');
    const [code] = (await once(worker, 'exit')) as [number];
    assert.is(code, 0);
    assert.is(await service.stop(), 0);
  }
});

test('a worker reports its health and its work for monitoring', async () => {
  const data = temporaryFolder();
  const service = await serve(['--data', data, '--solvers', '0']);
  const env = { SELVAGE_METRICS_TOKEN: 'watcher' };
  const worker = start(['worker', '--data', data, '--solvers', '2', '--metrics-port', '0'], { env });
  try {
    let said = '';
    for await (const chunk of worker.stdout) {
      said += chunk;
      if (said.includes('/metrics')) break;
    }
    const [url] = /http:\S+/.exec(said)!;
    const ask = (path: string, token = 'watcher') =>
      fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
    assert.is((await ask('/healthz', 'none')).status, 200);
    assert.is((await ask('/readyz', 'none')).status, 200);
    assert.is((await ask('/metrics', 'none')).status, 401);
    assert.is((await ask('/api/v1/patterns')).status, 404);
    const polygons = Array.from({ length: 8 }, (_, i) => ({ id: `${i}`, points: triangle }));
    const job = { polygons, bins: [{ boundary: { points: sheet } }], maximumExecutionTime: 0.5 };
    const answer = await fetch(`${service.url}/api/v1/nest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(job),
    });
    assert.match(await answer.text(), '"done"');
    // The reader may get the stream's last line before the host has counted the end.
    let text = '';
    while (!/^selvage_solver_running 0$/m.test(text)) text = await (await ask('/metrics')).text();
    for (const line of [
      'selvage_solver_threads 2',
      'messaging_client_consumed_messages_total{messaging_system_name="selvage",messaging_operation_name="receive",messaging_destination_name="slow"} 1',
      'selvage_solver_ended_total{end="ended"} 1',
      'selvage_solver_ended_total{end="failed"} 0',
      'selvage_solver_wait_seconds_count 1',
      'messaging_process_duration_seconds_count{messaging_system_name="selvage",messaging_operation_name="process",messaging_destination_name="slow"} 1',
      'selvage_solver_density_gain_count 1',
    ]) {
      assert.ok(text.includes(`\n${line}\n`), `${line} in ${text}`);
    }
    assert.match(text, /^nodejs_eventloop_lag_p99_seconds /m);
  } finally {
    worker.kill('SIGTERM');
    const [code] = (await once(worker, 'exit')) as [number];
    assert.is(code, 0);
    assert.is(await service.stop(), 0);
  }
});

test('a worker on a taken port reports it and ends', async () => {
  const data = temporaryFolder();
  const service = await serve(['--data', data, '--solvers', '0']);
  const { port } = new URL(service.url);
  try {
    const { code, stderr } = await selvage(['worker', '--data', data, '--metrics-port', port]);
    assert.match(stderr, /Cannot listen on port \d+ of 127\.0\.0\.1: it is taken/);
    assert.is(code, 5);
  } finally {
    assert.is(await service.stop(), 0);
  }
});

test.run();

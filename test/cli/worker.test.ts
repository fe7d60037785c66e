import { once } from 'node:events';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { serve, start, temporaryFolder } from './run-selvage.js';

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

test('a worker in another process solves for a service that has no solvers of its own', async () => {
  const data = temporaryFolder();
  const service = await serve(['--data', data, '--solvers', '0']);
  const worker = start(['worker', '--data', data, '--solvers', '1']);
  try {
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

test.run();

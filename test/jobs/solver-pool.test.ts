/** Threads for solvers: who gets which, and when. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SolverPool } from '../../src/jobs/solver-pool.js';
import { simulatedSolver } from './workbench.js';

async function withPool(entry: URL, use: (pool: SolverPool) => Promise<void>): Promise<void> {
  const pool = new SolverPool({ entry, size: 2, threadMemoryMiB: 64 });
  try {
    await use(pool);
  } finally {
    await pool.close();
  }
}

test('who waits for a thread that starts is given one that is free before that', () =>
  withPool(simulatedSolver, async (pool) => {
    const first = await pool.acquire();
    const second = pool.acquire();
    pool.release(first);
    assert.is(await second, first);
  }));

test('the thread that started meanwhile is the next one’s', () =>
  withPool(simulatedSolver, async (pool) => {
    const first = await pool.acquire();
    const second = pool.acquire();
    pool.release(first);
    await second;
    const third = await pool.acquire();
    assert.is.not(third, first);
    assert.ok(third.alive);
  }));

test('each of two who wait has a thread of their own', () =>
  withPool(simulatedSolver, async (pool) => {
    pool.warm();
    const [one, other] = await Promise.all([pool.acquire(), pool.acquire()]);
    assert.is.not(one, other);
  }));

test('the thread used last is taken first', () =>
  withPool(simulatedSolver, async (pool) => {
    const [one, other] = await Promise.all([pool.acquire(), pool.acquire()]);
    pool.release(other);
    pool.release(one);
    assert.is(await pool.acquire(), one);
  }));

test('where no thread can start, who waits is told of it', () =>
  withPool(new URL('./no-such-solver.js', import.meta.url), async (pool) => {
    const error = await pool.acquire().then(
      () => null,
      (cause: unknown) => cause,
    );
    assert.instance(error, Error);
    assert.match((error as Error).message, /no-such-solver/);
  }));

test('a process whose pool is closed as a thread gets ready lives until that has ended', () => {
  const folder = mkdtempSync(join(tmpdir(), 'selvage-pool-'));
  const entry = `
    import { writeFileSync } from 'node:fs';
    import { parentPort } from 'node:worker_threads';
    // so much that its end takes a while
    globalThis.kept = Array.from({ length: 500_000 }, (_, i) => ({ i }));
    parentPort.on('message', () => {});
    parentPort.postMessage({ type: 'ready' });
    writeFileSync(${JSON.stringify(join(folder, 'ready'))}, '');`;
  const program = `
    import { existsSync } from 'node:fs';
    import { SolverPool } from ${JSON.stringify(new URL('../../src/jobs/solver-pool.js', import.meta.url).href)};
    const entry = new URL(${JSON.stringify(`data:text/javascript,${encodeURIComponent(entry)}`)});
    const pool = new SolverPool({ entry, size: 2, threadMemoryMiB: 64 });
    pool.warm();
    while (!existsSync(${JSON.stringify(join(folder, 'ready'))}));
    await pool.close();
    console.log('closed');`;
  try {
    const options = ['--input-type=module', '--eval', program];
    const { status, stdout, stderr } = spawnSync(process.execPath, options, { encoding: 'utf8', timeout: 60_000 });
    assert.is(stdout, 'closed\n', stderr);
    assert.is(status, 0, stderr);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.run();

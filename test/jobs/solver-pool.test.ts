/** Threads for solvers: which task gets which thread, and when. */
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

test('a task that waits for a starting thread gets one that is free sooner', () =>
  withPool(simulatedSolver, async (pool) => {
    const first = await pool.acquire();
    const second = pool.acquire();
    pool.release(first);
    assert.is(await second, first);
  }));

test('the next task gets the thread that started meanwhile', () =>
  withPool(simulatedSolver, async (pool) => {
    const first = await pool.acquire();
    const second = pool.acquire();
    pool.release(first);
    await second;
    const third = await pool.acquire();
    assert.is.not(third, first);
    assert.ok(third.alive);
  }));

test('each of two waiting tasks gets a thread of its own', () =>
  withPool(simulatedSolver, async (pool) => {
    pool.warm();
    const [one, other] = await Promise.all([pool.acquire(), pool.acquire()]);
    assert.is.not(one, other);
  }));

test('the pool gives the thread used last first', () =>
  withPool(simulatedSolver, async (pool) => {
    const [one, other] = await Promise.all([pool.acquire(), pool.acquire()]);
    pool.release(other);
    pool.release(one);
    assert.is(await pool.acquire(), one);
  }));

test('a waiting task hears that no thread can start', () =>
  withPool(new URL('./no-such-solver.js', import.meta.url), async (pool) => {
    const error = await pool.acquire().then(
      () => null,
      (cause: unknown) => cause,
    );
    assert.instance(error, Error);
    assert.match((error as Error).message, /no-such-solver/);
  }));

test('a process that closes its pool as a thread gets ready lives until the thread has ended', () => {
  const folder = mkdtempSync(join(tmpdir(), 'selvage-pool-'));
  const entry = `
    import { writeFileSync } from 'node:fs';
    import { parentPort } from 'node:worker_threads';
    // large enough that its end takes a while
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

/** Threads for solvers: who gets which, and when. */
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

test.run();

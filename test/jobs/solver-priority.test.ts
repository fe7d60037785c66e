/** Solver threads and their helpers stand back for the threads that answer requests. */
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SolverPool } from '../../src/jobs/solver-pool.js';
import { yieldToOtherThreads } from '../../src/jobs/solver-priority.js';
import { defaultSettings, type NestRequest } from '../../src/nesting/request.js';

const entry = new URL('../../src/jobs/solver-thread.js', import.meta.url);

/** The nice value of every thread of this process, by its id: the 19th field of proc_pid_stat(5). */
function niceOfThreads(): Map<string, number> {
  return new Map(
    readdirSync('/proc/self/task').map((id) => {
      const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
      return [id, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])];
    }),
  );
}

const square = {
  id: 'square',
  origin: null,
  points: [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ],
} as const;
const request: NestRequest = {
  ...defaultSettings,
  polygons: [{ ...square, quantity: 1 }],
  bins: [{ boundary: square, holes: [], cellWidth: 0, cellHeight: 0 }],
  maximumExecutionTime: 1,
};

if (process.platform === 'linux') {
  test('a solver thread and its partner have a lower priority than every earlier thread', async () => {
    const own = getPriority();
    const before = niceOfThreads();
    const pool = new SolverPool({ entry, size: 1, threadMemoryMiB: 256 });
    try {
      const thread = await pool.acquire();
      // The warm-up before its first task starts its partner.
      const task = { request: JSON.stringify(request), seed: 1, startFrom: null, elapsedBefore: 0 };
      assert.is((await thread.run(task, () => {})).type, 'end');
      const after = niceOfThreads();
      for (const [id, nice] of before) assert.is(after.get(id), nice);
      const lowered = [...after].filter(([id, nice]) => !before.has(id) && nice !== own);
      assert.equal(
        lowered.map(([, nice]) => nice),
        [1, 2].map(() => Math.min(own + 10, 19)),
      );
    } finally {
      await pool.close();
    }
  });
}

for (const platform of ['darwin', 'win32', 'freebsd'] as const) {
  test(`on ${platform}, where a priority belongs to the process, it stays unchanged`, () => {
    const own = getPriority();
    yieldToOtherThreads(platform);
    assert.is(getPriority(), own);
  });
}

test.run();

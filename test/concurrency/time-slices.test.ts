import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Sliced, TimeSlices } from '../../src/concurrency/time-slices.js';

const slices = new TimeSlices();

/** Work of that many steps, each longer than a slice; reports each step. */
function* work(name: string, steps: number, told: string[]): Sliced<string> {
  for (let i = 1; i <= steps; i++) {
    const until = performance.now() + 6;
    while (performance.now() < until);
    told.push(`${name}${i}`);
    yield;
  }
  return name;
}

test('short work is done at once', async () => {
  const told: string[] = [];
  const result = slices.run(
    (function* (): Sliced<number> {
      told.push('begun');
      yield;
      told.push('ended');
      return 7;
    })(),
  );
  assert.equal(told, ['begun', 'ended']);
  assert.is(await result, 7);
});

test('others run between two slices, and works run one after the other', async () => {
  const told: string[] = [];
  const others = setInterval(() => told.push('other'), 1);
  const results = await Promise.all([slices.run(work('a', 4, told)), slices.run(work('b', 3, told))]);
  clearInterval(others);
  assert.equal(results, ['a', 'b']);
  assert.equal(
    told.filter((each) => each !== 'other'),
    // every work has its first slice at once
    ['a1', 'b1', 'a2', 'a3', 'a4', 'b2', 'b3'],
  );
  assert.ok(told.filter((each) => each === 'other').length >= 4, told.join(' '));
});

test('a failing work tells its own caller alone', async () => {
  const failing = function* (): Sliced<never> {
    yield* work('a', 2, []);
    throw new RangeError('no further');
  };
  const [failed, done] = await Promise.allSettled([slices.run(failing()), slices.run(work('b', 2, []))]);
  assert.is(failed.status === 'rejected' && failed.reason.message, 'no further');
  assert.is(done.status === 'fulfilled' && done.value, 'b');
});

test('the result of a work does not stay in memory until the next work', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const work = function* () {
    for (const until = performance.now() + 20; performance.now() < until; ) yield;
    return { large: new Array(1000).fill(0) };
  };
  const result = await (async () => new WeakRef(await slices.run(work())))();
  await turn();
  await turn();
  collect();
  assert.is(result.deref(), undefined);
});

test.run();

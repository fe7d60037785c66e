import { setImmediate } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Batch, OncePerTick } from '../../src/concurrency/batch.js';

test('the questions of one tick are settled together, each with its own answer or error', async () => {
  const turns: number[][] = [];
  const halves = new Batch<number, number>((items) => {
    turns.push([...items]);
    return items.map((item) => (item % 2 === 0 ? item / 2 : new RangeError(`${item} is odd`)));
  });
  const first = [4, 3, 8].map((item) => halves.ask(item).catch((error: Error) => error.message));
  assert.equal(await Promise.all(first), [2, '3 is odd', 4]);
  assert.is(await halves.ask(6), 3);
  assert.equal(turns, [[4, 3, 8], [6]]);
});

test('a failure of the batch fails each item, and the next tick starts afresh', async () => {
  let broken = true;
  const same = new Batch<string, string>((items) => {
    if (broken) throw new Error('broken');
    return items;
  });
  const said = await Promise.all(['a', 'b'].map((item) => same.ask(item).catch((error: Error) => error.message)));
  assert.equal(said, ['broken', 'broken']);
  broken = false;
  assert.is(await same.ask('c'), 'c');
});

test('a key is looked up once a tick, and again in the next', async () => {
  let looks = 0;
  const keys = new OncePerTick<number>();
  const look = (key: string): Promise<number> => keys.get(key, async () => ++looks);
  assert.equal(await Promise.all([look('a'), look('a'), look('b')]), [1, 1, 2]);
  await setImmediate();
  assert.is(await look('a'), 3);
  await setImmediate();
  const wrong = (): Promise<number> =>
    keys.get('a', async () => {
      throw new Error('unknown');
    });
  const refused = await Promise.allSettled([wrong(), wrong()]);
  assert.ok(refused.every(({ status }) => status === 'rejected'));
  await setImmediate();
  assert.is(await look('a'), 4);
});

test.run();

/** The map that forgets the least recently used key. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LruCache } from '../src/lru-cache.js';

test('a full cache forgets the least recently used key', () => {
  const cache = new LruCache<string, string>(2);
  let made = 0;
  const ask = (key: string): string =>
    cache.getOrMake(key, () => {
      made++;
      return key.toUpperCase();
    });
  assert.equal(['a', 'b', 'a', 'c'].map(ask), ['A', 'B', 'A', 'C']);
  assert.is(made, 3);
  ask('a');
  assert.is(made, 3, 'a was used more recently than b');
  ask('b');
  assert.is(made, 4);
});

test('looking at the entries uses none of them', () => {
  const cache = new LruCache<string, number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  assert.equal(
    [...cache.entries()],
    [
      ['a', 1],
      ['b', 2],
    ],
  );
  cache.set('c', 3);
  assert.equal(
    ['a', 'b', 'c'].map((key) => cache.get(key)),
    [undefined, 2, 3],
  );
});

test.run();

/** The part of the store's contract about requests under a client's key. */
import { randomUUID } from 'node:crypto';
import * as assert from 'uvu/assert';
import type { Test } from './contract.js';
import { someTime } from './records.js';

export function keyedRequestContract(test: Test): void {
  const request = (change: object = {}) => ({
    owner: randomUUID(),
    key: 'order-7',
    userId: randomUUID(),
    bodyHash: 'a',
    createdAt: someTime,
    ...change,
  });

  test('a key is taken once, and keeps its answer until it is forgotten', async (store) => {
    const first = request();
    assert.is(await store.beginKeyedRequest(first, 0), null);
    assert.equal(await store.beginKeyedRequest({ ...first, bodyHash: 'b' }, 0), { ...first, answer: null });
    assert.is(await store.beginKeyedRequest({ ...first, key: 'order-8' }, 0), null);
    assert.is(await store.beginKeyedRequest(request(), 0), null, 'another owner');
    await store.keepAnswer(first, '{ "ä": 1 }');
    assert.equal(await store.beginKeyedRequest(first, someTime), { ...first, answer: '{ "ä": 1 }' });
    await store.forgetKeyedRequest(first);
    assert.is(await store.beginKeyedRequest(first, 0), null);
  });

  test('a key is free after its time, and a sweep takes the row', async (store, { rows }) => {
    const first = request();
    await store.beginKeyedRequest(first, 0);
    const later = { ...first, bodyHash: 'b', createdAt: someTime + 1_000 };
    assert.is(await store.beginKeyedRequest(later, someTime + 1), null);
    const day = 24 * 3_600_000;
    await store.purgeJobs({ now: later.createdAt + day, jobsBefore: 0 });
    assert.is((await rows('keyed_request')).length, 1);
    await store.purgeJobs({ now: later.createdAt + day + 1, jobsBefore: 0 });
    assert.is((await rows('keyed_request')).length, 0);
  });

  test('of many requests at the same moment one takes the key', async (store) => {
    const first = request();
    const hashes = Array.from({ length: 20 }, (_, i) => String(i));
    const begun = await Promise.all(hashes.map((bodyHash) => store.beginKeyedRequest({ ...first, bodyHash }, 0)));
    assert.is(begun.filter((other) => other === null).length, 1);
    const winner = String(begun.indexOf(null));
    for (const other of begun) if (other !== null) assert.is(other.bodyHash, winner);
  });
}

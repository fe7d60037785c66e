import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { generateKey, parseKey } from '../../src/accounts/api-key.js';

const keys = Array.from({ length: 1_000 }, () => generateKey());

test('1,000 keys have the documented form and are all different', () => {
  for (const { text, id } of keys) {
    assert.match(text, /^selvage_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}$/);
    assert.is(text.split('_')[1], id);
  }
  assert.is(new Set(keys.map(({ text }) => text)).size, keys.length);
  assert.is(new Set(keys.map(({ id }) => id)).size, keys.length);
});

test('reading a key gives the id and the hash that the store keeps', () => {
  for (const { text, id, secretHash } of keys) assert.equal(parseKey(text), { id, secretHash });
});

test('every place of the secret uses every digit about equally often', () => {
  const counts = new Map<string, number>();
  // The first digit carries the top of a 256-bit number and is not uniform.
  for (const { text } of keys) for (const digit of text.slice(18, -6)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  const mean = (keys.length * 42) / 62;
  assert.is(counts.size, 62);
  for (const [digit, count] of counts) assert.ok(Math.abs(count - mean) < 6 * Math.sqrt(mean), `${digit}: ${count}`);
});

test('a key with one changed, missing or added character is refused', () => {
  const digit = fc.constantFrom(...'0123456789ABCXYZabcxyz_- \n');
  fc.assert(
    fc.property(fc.nat(999), fc.nat(65), digit, fc.constantFrom('change', 'cut', 'add'), (n, at, character, how) => {
      const { text } = keys[n]!;
      const rest = how === 'add' ? text.slice(at) : text.slice(at + 1);
      const wrong = text.slice(0, at) + (how === 'cut' ? '' : character) + rest;
      if (wrong !== text) assert.is(parseKey(wrong), null, wrong);
    }),
    { numRuns: 5_000 },
  );
});

test('a text that is no key is refused', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => parseKey(text) === null));
  for (const text of ['', 'selvage', 'selvage__', `${keys[0]!.text}\n`]) assert.is(parseKey(text), null);
});

test.run();

/** The guide of nesting names every key of a request and of a layout. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { MessageCodec } from '../../gateway/json/codec.js';
import { nestEvents, nestRequest } from '../../gateway/json/nest.js';
import { packageRoot } from '../cli/readme.js';

const guide = readFileSync(join(packageRoot, 'docs/nesting.md'), 'utf8');

/** Keys of an object and of its inner objects. */
function keysOf(codec: object): string[] {
  if ('item' in codec) return keysOf(codec.item as object);
  if (!('fields' in codec)) return [];
  const { fields } = codec as MessageCodec<never>;
  return [...fields].flatMap(([name, rule]) => [name, ...keysOf(rule.codec)]);
}

test('every key of a request and of a layout is in the guide', () => {
  const keys = new Set([...keysOf(nestRequest), ...keysOf(nestEvents.solution)]);
  assert.ok(keys.size > 40);
  const missing = [...keys].filter((key) => !new RegExp(`\\b${key}\\b`).test(guide));
  assert.equal(missing, []);
});

test.run();

/** The second thread of a solver outlives its searches, and no search affects the next. */

import { once } from 'node:events';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startPartner } from '../../src/nesting/bridge/partner.js';
import type { NestRequest } from '../../src/nesting/request.js';
import { onHide, onStrip } from '../../src/nesting/warm-up.js';
import { bin, nest, type Points, part, quadrilaterals, rectangle, request } from './nest.js';

/** The least work with two threads. */
const work = { workLimit: 1000, allowedRotations: [0, 180], reportInterval: 0, maximumExecutionTime: 600 };
const polygons = quadrilaterals(10).map((points) => part(points));
const strip = request(polygons, [bin(rectangle(900, 80))], { ...work, gravityDirection: 'left' });
const sheets = request(polygons, [bin(rectangle(90, 80)), bin(rectangle(300, 80))], work);

const sequence = (problem: NestRequest) =>
  nest(problem, { seed: 3 }).solutions.map(({ placements, fitness }) => ({ placements, fitness }));

const first = new Map<NestRequest, ReturnType<typeof sequence>>();

test('a strip and sheets, solved alternately, give the same results again', () => {
  for (const problem of [strip, sheets]) first.set(problem, sequence(problem));
  for (const problem of [strip, sheets]) assert.equal(sequence(problem), first.get(problem));
});

test('a search that ended early does not change the next results', () => {
  assert.is(nest({ ...strip, workLimit: 1_000_000 }, { stopAfter: 2 }).end, 'cancelled');
  assert.equal(sequence(strip), first.get(strip));
});

/** One sheet takes at most three of these, so the search tries to place more until it is stopped. */
const leg: Points = [
  [0, 0],
  [106, 0],
  [112, 8],
  [112, 12],
  [80, 30],
  [30, 22],
  [0, 22],
];
const tooMany = request(
  Array.from({ length: 6 }, () => part(leg)),
  [bin(rectangle(150, 92))],
  { ...work, allowedRotations: [0, 90, 180, 270], maximumExecutionTime: 20 },
);

test('searches that could not place everything, by work or by time, do not change the next results', () => {
  for (let run = 0; run < 4; run++) {
    assert.is(nest(tooMany).end, 'work_limit');
    assert.is(nest({ ...tooMany, workLimit: null, maximumExecutionTime: 2 }).end, 'time_limit');
  }
  assert.equal(sequence(strip), first.get(strip));
});

test('the death of the thread does not change the next results', async () => {
  const dead = startPartner();
  await dead.terminate();
  assert.is.not(startPartner(), dead);
  assert.equal(sequence(sheets), first.get(sheets));
});

test('the second thread has the heap limits of the first', async () => {
  const module = JSON.stringify(new URL('../../src/nesting/bridge/partner.js', import.meta.url));
  const helped = new Worker(
    `import(${module}).then(({ startPartner }) =>
      require('node:worker_threads').parentPort.postMessage(startPartner().resourceLimits))`,
    { eval: true, resourceLimits: { maxOldGenerationSizeMb: 300, maxYoungGenerationSizeMb: 12 } },
  );
  const [limits] = (await once(helped, 'message')) as [ResourceLimits];
  await helped.terminate();
  assert.is(limits.maxOldGenerationSizeMb, 300);
  assert.is(limits.maxYoungGenerationSizeMb, 12);
});

test('a warm-up ends as soon as the thread is needed, or by itself', () => {
  for (const warmUp of [onStrip, onHide]) {
    let asked = 0;
    warmUp(() => ++asked > 3);
    assert.ok(asked > 3 && asked < 8, `asked ${asked} times`);
    warmUp(() => false);
  }
});

test.run();

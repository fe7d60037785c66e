/** Hundreds of streams that wake at once leave turns of the event loop to others. */
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { WakeTurns } from '../../src/jobs/wake-turns.js';
import { scripted, workbench } from './workbench.js';

test('a few streams go on in each turn, in their order, and none is left', async () => {
  const turns = new WakeTurns();
  const woken: number[] = [];
  const all = Promise.all(Array.from({ length: 50 }, (_, i) => turns.next().then(() => woken.push(i))));
  let most = 0;
  for (let before = 0; woken.length < 50; before = woken.length) {
    await turn();
    most = Math.max(most, woken.length - before);
  }
  await all;
  assert.equal(
    woken,
    woken.map((_, i) => i),
  );
  assert.ok(most <= 8, `${most} went on between two turns of another`);
});

test('a hundred streams of a job hear of its end, and others have turns between them', async () => {
  const bench = await workbench({ solvers: 0 });
  try {
    const jobId = await bench.submit(scripted({}));
    let ended = 0;
    let listening = 0;
    const streams = Array.from({ length: 100 }, async () => {
      for await (const event of bench.queue.events(jobId, 0, new AbortController().signal)) {
        listening += 1;
        if (event.type === 'done') ended += 1;
      }
    });
    while (listening < 100) await turn();
    await bench.queue.cancel(jobId);
    let others = 0;
    for (; ended < 100; others++) await turn();
    await Promise.all(streams);
    assert.ok(others >= 10, `${others} turns of others`);
  } finally {
    await bench.end();
  }
});

test.run();

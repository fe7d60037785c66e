/** The queue against its model in 10,000 random sequences of commands. CI runs 60 on each engine among its tests. */
import { existsSync } from 'node:fs';
import { test } from 'uvu';
import { queueFollowsModel } from '../jobs/queue-model.js';
import { amount, figure } from './mode.js';

const sequences = amount(10_000, 20);

test(`the queue agrees with its model after ${sequences} random sequences of commands`, async () => {
  // The test is about the order of events. In memory no write waits for the disk.
  if (existsSync('/dev/shm')) process.env.TMPDIR = '/dev/shm';
  const started = performance.now();
  await queueFollowsModel(sequences);
  figure('sequences of up to 80 commands', `${sequences} in ${((performance.now() - started) / 1000).toFixed(0)} s`);
});

test.run();

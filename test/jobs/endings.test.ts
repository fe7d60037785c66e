/** The time that an ended job tells, however it ends. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { NestRequest } from '../../src/nesting/request.js';
import { withBench } from './with-bench.js';
import { assertStream, type Script, scripted } from './workbench.js';

const endings: readonly [string, Script, Partial<NestRequest>][] = [
  ['at its time limit, by force', { deaf: true }, { maximumExecutionTime: 0.2 }],
  ['as cancelled, by force', { deaf: true }, {}],
  ['as optimal', { optimalAfter: 2 }, {}],
  ['as refused', { refuse: true }, {}],
  ['as its threads die', { die: 'always' }, {}],
];
for (const [ending, script, over] of endings) {
  withBench(`a job that ends ${ending} has its whole time`, {}, async (bench) => {
    const jobId = await bench.submit(scripted(script, over));
    if (ending.includes('cancelled')) {
      for await (const event of bench.queue.events(jobId, 0, new AbortController().signal)) {
        if (event.type === 'solution') break;
      }
      await bench.queue.cancel(jobId);
    }
    const events = await bench.read(jobId);
    assertStream(events);
    const { elapsedSeconds, startedAt, endedAt } = (await bench.files.store.loadJob(jobId))!.job;
    assert.ok(elapsedSeconds >= (endedAt! - startedAt!) / 1000);
    const info = events.find((event) => event.type === 'info');
    assert.is(info?.elapsedSeconds, over.maximumExecutionTime && elapsedSeconds);
  });
}

test.run();

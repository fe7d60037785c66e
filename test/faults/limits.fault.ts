/** The cap of the slow queue, with solvers that ignore both their limit and the order to stop. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertStream, scripted, workbench } from '../jobs/workbench.js';
import { amount, figure } from './mode.js';

const jobs = amount(100, 5);
const abreast = amount(10, 5);
const seconds = amount(30, 2);

test(`${jobs} jobs with deaf solvers end within a second of their limit of ${seconds} s`, async () => {
  const bench = await workbench({ solvers: abreast });
  // The request asks for an hour, and the queue caps it. The short form is shorter than the cap.
  const request = scripted({ deaf: true }, { maximumExecutionTime: amount(3_600, seconds), reportInterval: 1_000 });
  const jobIds: string[] = [];
  for (let i = 0; i < jobs; i++) jobIds.push(await bench.submit(request, { keepSeconds: 3_600 }));
  const times: number[] = [];
  try {
    for (const jobId of jobIds) {
      const events = await bench.read(jobId);
      assertStream(events);
      assert.is(events.at(-2)?.type, 'info');
      const { startedAt, endedAt } = (await bench.files.store.loadJob(jobId))!.job;
      times.push((endedAt! - startedAt!) / 1000);
    }
  } finally {
    await bench.end();
  }
  const longest = times.sort((a, b) => b - a).slice(0, 3);
  const shown = longest.map((time) => time.toFixed(2)).join(', ');
  figure(`longest of ${jobs} jobs, ${abreast} at a time`, `${shown} s (limit ${seconds} s)`);
  assert.ok(longest[0]! <= seconds + 1, shown);
});

test.run();

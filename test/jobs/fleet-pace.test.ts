/** The pace of a fleet, by its number of hosts. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fleetPace } from '../../src/jobs/fleet-pace.js';
import { openSolverHost } from '../../src/jobs/open-jobs.js';
import { assertStream, scripted, simulatedSolver, workbench } from './workbench.js';

const least = { pollMs: 1_000, announceMs: 5_000 };

test('a small fleet asks every second, and all hear hints', () => {
  for (const lot of [0, 0.5, 0.999])
    assert.equal(fleetPace(8, least, lot), { pollMs: 1_000, announceMs: 5_000, hears: true });
});

test('the statements of an idle fleet stay the same from some hundred hosts on', () => {
  for (const hosts of [200, 1_000, 1_200]) {
    const { pollMs, announceMs } = fleetPace(hosts, least, 0.5);
    assert.equal([Math.round((hosts * 1e6) / pollMs), Math.round((hosts * 1e6) / announceMs)], [31_250, 12_500]);
  }
  const { pollMs, announceMs } = fleetPace(1e6, least, 0.5);
  assert.equal([pollMs, announceMs], [60_000, 120_000], 'every host asks once a minute');
});

test('eight hosts of a large fleet hear hints', () => {
  for (const hosts of [100, 1_000, 10_000]) {
    const hearing = Array.from({ length: hosts }, (_, i) => fleetPace(hosts, least, i / hosts)).filter(
      ({ hears }) => hears,
    );
    assert.is(hearing.length, 8);
  }
});

test('a host of a large fleet finds tasks, and the task of a cancelled job ends', async () => {
  const bench = await workbench({ solvers: 0 });
  const { store } = bench.files;
  const until = Date.now() + 3_600_000;
  for (let i = 0; i < 150; i++) await store.announceHost({ worker: `${i}`, queues: ['slow'], solvers: 1, until });
  const host = openSolverHost({ store, solvers: 1, queues: ['slow'], threadEntry: simulatedSolver });
  const jobId = await bench.submit(scripted({ stepMs: 20 }, { maximumExecutionTime: 600 }));
  const reading = bench.read(jobId);
  for await (const event of bench.queue.events(jobId, 0, new AbortController().signal)) {
    if (event.type === 'solution') break;
  }
  assert.is(await bench.queue.cancel(jobId), true);
  assertStream(await reading);
  await host.close({ graceMs: 0 });
  await bench.end();
});

test.run();

/** One organisation floods a queue. The test watches the jobs of another. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { JobSignals } from '../../src/jobs/job-signals.js';
import { JobLedger } from '../../src/jobs/ledger.js';
import { fenceOf } from '../../src/jobs/running-task.js';
import { end, start } from '../../src/jobs/transitions.js';
import { organizationRecord } from '../store/records.js';
import { scripted, workbench } from './workbench.js';

const flood = 1_000;

test(`${flood} jobs of one organisation delay the next job of another by at most one`, async () => {
  const bench = await workbench({ solvers: 0 });
  const { store } = bench.files;
  const organizations = [organizationRecord(), organizationRecord()];
  for (const organization of organizations) await store.createOrganization(organization);
  const [flooding, other] = organizations.map(({ id }) => ({ ...bench.caller, organizationId: id }));
  const submit = (caller: typeof flooding) => bench.submit(scripted({}), { caller: caller!, keepSeconds: 3_600 });
  for (let i = 0; i < flood; i++) await submit(flooding);

  const ledger = new JobLedger(store, new JobSignals(), Date.now);
  /** Serves the next task as a solver would, in no time. */
  const serveNext = async (): Promise<string> => {
    const now = Date.now();
    const task = (await store.claimTask({ queues: ['slow'], worker: 'w', now, leaseUntil: now + 15_000 }))!;
    await ledger.step(task.jobId, start(fenceOf(task), { warnings: [] }));
    await ledger.step(task.jobId, end('cancelled'));
    return task.jobId;
  };
  for (let round = 0; round < 40; round++) {
    for (let served = round % 3; served > 0; served--) await serveNext();
    const jobId = await submit(other);
    const [line] = await store.eventsAfter(jobId, 0, { maxEvents: 1, maxBytes: 1_000 });
    assert.ok(JSON.parse(line!.body).queuedPosition <= 2, `round ${round}: ${line!.body}`);
    const before = await serveNext();
    if (before !== jobId) assert.is(await serveNext(), jobId, `round ${round}: more than one job went before`);
  }
  await bench.end();
});

test.run();

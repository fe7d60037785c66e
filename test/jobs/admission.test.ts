/** Quotas and keys of submissions, as the services use them. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ServiceError } from '../../src/errors.js';
import { someTime } from '../store/records.js';
import { assertStream, scripted, type Workbench, workbench } from './workbench.js';

const withBench = (name: string, body: (bench: Workbench, clock: { now: number }) => Promise<void>, solvers = 0) =>
  test(name, async () => {
    const clock = { now: someTime };
    const bench = await workbench({ solvers, ...(solvers === 0 ? { now: () => clock.now } : {}) });
    try {
      await body(bench, clock);
    } finally {
      await bench.end();
    }
  });

async function refusal(promise: Promise<unknown>): Promise<ServiceError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.instance(error, ServiceError);
  return error as ServiceError;
}

withBench('a plan limits the open jobs; one that ends makes room', async (bench) => {
  const caller = { ...bench.caller, limits: { openJobs: 2, solverSecondsPerMonth: 1_000 } };
  const first = await bench.submit(scripted({}), { caller });
  await bench.submit(scripted({}), { caller });
  const error = await refusal(bench.submit(scripted({}), { caller }));
  assert.equal([error.kind, error.code], ['quota_exceeded', 'too_many_jobs']);
  assert.ok(error.retryAfterSeconds! > 0);
  await bench.submit(scripted({}));
  await bench.queue.cancel(first);
  await bench.queue.cancel(await bench.submit(scripted({}), { caller: { ...caller, limits: null } }));
});

withBench('solver seconds are counted by month; an owner without any left waits for the next', async (bench, clock) => {
  const caller = { ...bench.caller, limits: { openJobs: 9, solverSecondsPerMonth: 10 } };
  const jobId = await bench.submit(scripted({}), { caller });
  const { store } = bench.files;
  await store.claimTask({ queues: ['slow'], worker: 'w', now: clock.now, leaseUntil: clock.now + 60_000 });
  clock.now += 10_000;
  await bench.submit(scripted({}), { caller });
  await bench.queue.cancel(jobId);
  const error = await refusal(bench.submit(scripted({}), { caller }));
  assert.equal([error.kind, error.code], ['quota_exceeded', 'solver_seconds_used']);
  assert.match(error.message, /2026-02-01/);
  clock.now += error.retryAfterSeconds! * 1000;
  await bench.submit(scripted({}), { caller });
});

const idempotency = { key: 'k', bodyHash: 'h' };

withBench('one key, fifty at once: one job, and the others hear that it runs', async (bench) => {
  const answers = await Promise.allSettled(
    Array.from({ length: 50 }, () => bench.submit(scripted({}), { idempotency })),
  );
  const made = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  assert.is(made.length, 1);
  for (const answer of answers) {
    if (answer.status === 'fulfilled') continue;
    const error = answer.reason as ServiceError;
    assert.equal([error.kind, error.code], ['conflict', 'idempotency_key_in_progress']);
    assert.is(error.problems[0]!.jobId, made[0]);
  }
  const other = await refusal(bench.submit(scripted({}), { idempotency: { ...idempotency, bodyHash: 'other' } }));
  assert.equal([other.kind, other.code], ['invalid', 'idempotency_key_reused']);
});

withBench(
  'the key of an ended job gives its stream again, for a day',
  async (bench) => {
    const jobId = await bench.submit(scripted({ optimalAfter: 5 }), { idempotency });
    const events = await bench.read(jobId);
    assertStream(events);
    const again = await bench.submit(scripted({ optimalAfter: 5 }), { idempotency });
    assert.is(again, jobId);
    assert.equal(await bench.read(again), events);
  },
  1,
);

withBench('the stream of a key is kept as long as the key; then the key is free', async (bench, clock) => {
  const jobId = await bench.submit(scripted({}), { idempotency });
  await bench.queue.cancel(jobId);
  clock.now += 86_399_000;
  await bench.queue.tick();
  const again = await bench.submit(scripted({}), { idempotency });
  assert.is(again, jobId);
  assertStream(await bench.read(again));
  clock.now += 1_001;
  await bench.queue.tick();
  assert.is.not(await bench.submit(scripted({}), { idempotency }), jobId);
});

test.run();

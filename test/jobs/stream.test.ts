/** A request's way through queue, thread and store, as its client sees it. */
import { existsSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { NestEvent } from '../../src/jobs/events.js';
import type { NestWarning } from '../../src/nesting/request.js';
import { rejects } from '../store/contract.js';
import { someTime } from '../store/records.js';
import { withBench } from './with-bench.js';
import { assertStream, type Script, scripted, workbench } from './workbench.js';

const types = (events: readonly NestEvent[]) =>
  events.map((event) => (event.type === 'progress' ? event.status : event.type));
const solutions = (events: readonly NestEvent[]) =>
  events.flatMap((event) => (event.type === 'solution' ? [event.solution] : []));
const errorOf = (events: readonly NestEvent[]) => events.find((event) => event.type === 'error');

withBench('a job that is proved optimal: queued, starting, layouts, done, and no info', {}, async (bench) => {
  const warning = { code: 'hole_outside', path: 'bins[0].holes[0]', message: 'ignored' };
  const jobId = await bench.submit(scripted({ optimalAfter: 5 }), { warnings: [warning] });
  const events = await bench.read(jobId);
  assertStream(events);
  assert.equal(types(events).slice(0, 3), ['queued', 'starting', 'solution']);
  assert.equal(events[0], {
    jobId,
    seq: 1,
    type: 'progress',
    status: 'queued',
    generation: 0,
    tested: 0,
    elapsedSeconds: 0,
    queuedPosition: 1,
  });
  const starting = events[1]!;
  assert.equal(starting.type === 'progress' && starting.warnings, [warning]);
  assert.is(solutions(events)[0]!.generation, 0);
  assert.is(solutions(events).length, 5, 'no published layout is dropped');
  assert.not.ok(types(events).includes('info'));
});

withBench('an info line tells the time limit of the request', {}, async (bench) => {
  const events = await bench.read(await bench.submit(scripted({}, { maximumExecutionTime: 0.2 })));
  assertStream(events);
  const info = events.at(-2)!;
  assert.is(info.type === 'info' && info.message, 'The time limit of 0.2 s (maximumExecutionTime) was reached');
});

withBench('the info line tells the parts that no layout can place', {}, async (bench) => {
  const about = (i: number, code: string): NestWarning => ({
    code,
    path: `polygons[${i}]`,
    message: `polygons[${i}] stays`,
  });
  const lines = async (warnings: readonly NestWarning[]) => {
    const request = scripted({}, { maximumExecutionTime: 0.2 });
    const info = (await bench.read(await bench.submit(request, { warnings }))).at(-2)!;
    return info.type === 'info' ? info.message.split('. ').slice(1) : null;
  };
  const codes = ['part_too_large', 'hole_outside_bin', 'no_such_cloth', 'no_common_rotation'];
  const some = codes.map((code, i) => about(i, code));
  assert.equal(await lines(some), ['polygons[0] stays', 'polygons[2] stays', 'polygons[3] stays']);
  const many = Array.from({ length: 5 }, (_, i) => about(i, 'part_too_large'));
  const told = ['polygons[0] stays', 'polygons[1] stays', 'polygons[2] stays', 'The first line names 2 more of these'];
  assert.equal(await lines(many), told);
});

withBench('with a reportInterval of 0 the reports of a solver count, but do not go out', {}, async (bench) => {
  for (const [reportInterval, expected] of [
    [0, ['queued', 'starting']],
    [1, ['queued', 'starting', 'running']],
  ] as const) {
    const request = scripted({ same: true }, { reportInterval, maximumExecutionTime: 0.2 });
    const jobId = await bench.submit(request);
    const events = await bench.read(jobId);
    assertStream(events);
    const statuses = events.flatMap((event) => (event.type === 'progress' ? [event.status] : []));
    assert.equal([...new Set(statuses)], expected);
    const { generation, elapsedSeconds } = solutions(events).at(-1)!;
    assert.is((await bench.files.store.loadJob(jobId))!.job.generation, generation);
    const info = events.at(-2)!;
    assert.ok(info.type === 'info' && info.elapsedSeconds > elapsedSeconds);
  }
});

withBench('the cap of the slow queue cuts a longer request, fast is not cut, and no limit is 0', {}, async (bench) => {
  for (const [queue, asked, limit] of [
    ['slow', 300, 30_000],
    ['slow', 30, 30_000],
    ['slow', 7, 7_000],
    ['fast', 300, 300_000],
    ['fast', 1e-9, 1],
  ] as const) {
    const jobId = await bench.submit(scripted({ optimalAfter: 1 }, { maximumExecutionTime: asked }), { queue });
    assert.is((await bench.files.store.loadJob(jobId))?.job.timeLimitMs, limit);
    assertStream(await bench.read(jobId));
  }
});

withBench('the work limit ends a job without info', {}, async (bench) => {
  const events = await bench.read(await bench.submit(scripted({}, { workLimit: 4 })));
  assertStream(events);
  assert.equal(types(events).slice(-1), ['done']);
  assert.not.ok(types(events).includes('info'));
});

withBench('a layout that takes longer than the limit is still sent', {}, async (bench) => {
  const events = await bench.read(await bench.submit(scripted({ firstLayoutMs: 800 }, { maximumExecutionTime: 0.1 })));
  assertStream(events);
  assert.ok(solutions(events).length >= 1);
  assert.equal(types(events).slice(-2), ['info', 'done']);
});

withBench('the beginning of a layout is sent, and does not end its job at the limit', {}, async (bench) => {
  const script: Script = { showsBeginning: true, firstLayoutMs: 1_200 };
  const events = await bench.read(await bench.submit(scripted(script, { maximumExecutionTime: 0.1 })));
  assertStream(events);
  assert.equal(
    solutions(events)
      .slice(0, 2)
      .map(({ fitness }) => fitness),
    [2_000, 1_000],
  );
  assert.equal(types(events).slice(-2), ['info', 'done']);
});

withBench(
  'a solver that heeds neither limit nor stop is ended by force, and its thread replaced',
  {},
  async (bench) => {
    const events = await bench.read(await bench.submit(scripted({ deaf: true }, { maximumExecutionTime: 0.1 })));
    assertStream(events);
    assert.equal(types(events).slice(-2), ['info', 'done']);
    assert.is(solutions(events).length, 1);
    assertStream(await bench.read(await bench.submit(scripted({ optimalAfter: 1 }))));
  },
);

withBench('the starting line of a drafted marker holds its parts', {}, async (bench) => {
  const request = scripted({ optimalAfter: 1 });
  const events = await bench.read(await bench.submit(request, { announceParts: true }));
  const starting = events.find((event) => event.type === 'progress' && event.status === 'starting');
  assert.equal(starting?.type === 'progress' && starting.parts, request.polygons);
});

withBench(
  'several instances: one merged stream, the best of all, a notice if there are fewer solvers',
  {},
  async (bench) => {
    const request = scripted({}, { instances: 4, workLimit: 20 });
    const events = await bench.read(await bench.submit(request, { queue: 'fast' }));
    assertStream(events);
    const starting = events.find((event) => event.type === 'progress' && event.status === 'starting');
    const warnings = starting?.type === 'progress' ? (starting.warnings ?? []) : [];
    assert.equal(
      warnings.map(({ code, path }) => [code, path]),
      [['instances_share_solvers', 'instances']],
    );
    assert.match(warnings[0]!.message, /4 instances.* 2 run at the same time/);
    // Seeds 1, 2, 3 and 4 improve by 2, 3, 4 and 5 a generation.
    assert.is(solutions(events).at(-1)!.fitness, 1_000 - 20 * 5);
    assert.is(solutions(events).at(-1)!.placements[0]!.position[0], 4);
    assert.is(solutions(events).filter(({ generation, fitness }) => generation === 0 && fitness === 1_000).length, 1);
  },
);

withBench('layouts of equal fitness are sent once, whichever instance finds them', {}, async (bench) => {
  const request = scripted({ same: true }, { instances: 4, workLimit: 6 });
  const events = await bench.read(await bench.submit(request, { queue: 'fast' }));
  assertStream(events);
  const found = solutions(events).map(({ fitness }) => fitness);
  assert.is(found[0], 1_000);
  assert.is(found.at(-1), 994);
});

withBench('several instances send ten layouts a second together, and the last one', { solvers: 3 }, async (bench) => {
  const request = scripted({ stepMs: 7 }, { instances: 3, workLimit: 200 });
  const jobId = await bench.submit(request, { queue: 'fast' });
  const events = await bench.read(jobId);
  assertStream(events);
  const stored = await bench.files.store.eventsAfter(jobId, 0, { maxEvents: 10_000, maxBytes: 1e9 });
  const layouts = stored
    .map(({ at, body }) => ({ at, event: JSON.parse(body) as NestEvent }))
    .flatMap(({ at, event }) => (event.type === 'solution' ? [{ at, ...event.solution.placements[0]! }] : []));
  assert.ok(layouts.length >= 5, `${layouts.length} layouts`);
  for (const [i, { at, position }] of layouts.entries()) {
    // The last layout of an instance does not wait, whenever the instance ends.
    const isLast = position[1] === 200;
    assert.ok(i === 0 || isLast || at - layouts[i - 1]!.at >= 100, `${at - layouts[Math.max(0, i - 1)]!.at} ms`);
  }
  assert.is(solutions(events).at(-1)!.fitness, 1_000 - 200 * 4);
});

for (const instances of [1, 2]) {
  withBench(`a cancelled job sends its last layout, ${instances} instances`, {}, async (bench) => {
    const request = scripted({ lastWords: true, stepMs: 20 }, { instances, maximumExecutionTime: 600 });
    const jobId = await bench.submit(request, { queue: 'fast' });
    const reading = bench.read(jobId);
    let seen = 0;
    for await (const event of bench.queue.events(jobId, 0, new AbortController().signal)) {
      if (event.type === 'solution' && ++seen === 3) break;
    }
    assert.is(await bench.queue.cancel(jobId), true);
    const events = await reading;
    assertStream(events);
    const found = solutions(events);
    assert.ok(
      found.at(-2)!.fitness - found.at(-1)!.fitness >= 50 || found.at(-1)!.fitness < 900,
      'the last words are there',
    );
    const error = errorOf(events);
    assert.is(error?.type === 'error' && error.code, 'cancelled');
    assert.equal(types(events).slice(-2), ['error', 'done']);
  });
}

for (const [reportInterval, generation] of [
  [0, 1],
  [1, 0],
] as const) {
  withBench(`a first generation beyond the deadline, reportInterval ${reportInterval}`, {}, async (bench) => {
    const request = scripted({ firstGenerationMs: 900 }, { reportInterval, maximumExecutionTime: 0.1 });
    const events = await bench.read(await bench.submit(request));
    assertStream(events);
    assert.is(solutions(events).at(-1)!.generation, generation);
    assert.equal(types(events).slice(-2), ['info', 'done']);
  });
}

withBench('a thread that dies is replaced once and continues from the best layout', {}, async (bench) => {
  const script: Script = { die: bench.path, dieAfter: 10, optimalAfter: 20 };
  const events = await bench.read(await bench.submit(scripted(script)));
  assertStream(events);
  assert.ok(existsSync(bench.path));
  assert.is(bench.errors.length, 1);
  assert.is(errorOf(events), undefined);
  const found = solutions(events);
  // 9 improvements before, 19 after, each by 2: the second thread did not begin from zero.
  assert.is(found.at(-1)!.fitness, 1_000 - 2 * (9 + 19));
  assert.is(found.at(-1)!.generation, 9 + 19);
});

withBench('a request on which every thread dies ends with an error', {}, async (bench) => {
  const events = await bench.read(await bench.submit(scripted({ die: 'always' })));
  assertStream(events);
  assert.equal(types(events), ['queued', 'starting', 'error', 'done']);
  const error = errorOf(events);
  assert.is(error?.type === 'error' && error.code, 'solver_crashed');
  assert.is(bench.errors.length, 2);
});

withBench('a solver that takes all memory dies alone', { threadMemoryMiB: 64 }, async (bench) => {
  const events = await bench.read(await bench.submit(scripted({ hoard: true })));
  assertStream(events);
  const error = errorOf(events);
  assert.is(error?.type === 'error' && error.code, 'solver_crashed');
  assert.match(String(bench.errors[0]), /memory/);
  assertStream(await bench.read(await bench.submit(scripted({ optimalAfter: 1 }))));
});

withBench('cancelling frees even the thread of a deaf solver', { solvers: 1 }, async (bench) => {
  const jobId = await bench.submit(scripted({ deaf: true }, { maximumExecutionTime: 600 }), { queue: 'fast' });
  const reading = bench.read(jobId);
  for await (const event of bench.queue.events(jobId, 0, new AbortController().signal)) {
    if (event.type === 'solution') break;
  }
  await bench.queue.cancel(jobId);
  assertStream(await reading);
  assertStream(await bench.read(await bench.submit(scripted({ optimalAfter: 1 }))));
  assert.equal(bench.errors, [], 'an end by force is not a crash');
});

withBench('a failure of the solver is reported unchanged', {}, async (bench) => {
  const events = await bench.read(await bench.submit(scripted({ refuse: true })));
  assertStream(events);
  const error = errorOf(events);
  assert.equal(error?.type === 'error' && [error.code, error.message], ['refused', 'The request was refused']);
});

withBench('a cancelled job ends at once, running or queued', { solvers: 1 }, async (bench) => {
  const running = await bench.submit(scripted({}));
  const reading = bench.read(running);
  for await (const event of bench.queue.events(running, 0, new AbortController().signal)) {
    if (event.type === 'solution') break;
  }
  const queued = await bench.submit(scripted({}));
  assert.is(await bench.queue.cancel(queued), true);
  assert.equal(types(await bench.read(queued)), ['queued', 'error', 'done']);
  assert.is(await bench.queue.cancel(running), true);
  const events = await reading;
  assertStream(events);
  const error = errorOf(events);
  assert.is(error?.type === 'error' && error.code, 'cancelled');
  assert.is(await bench.queue.cancel(running), true, 'a second time has no effect');
  assert.is(await bench.queue.cancel('00000000-0000-4000-8000-000000000000'), false);
  assertStream(await bench.read(await bench.submit(scripted({ optimalAfter: 1 }))), {});
});

withBench('resuming after any event gives exactly the rest', {}, async (bench) => {
  const jobId = await bench.submit(scripted({ optimalAfter: 30 }));
  const live = await bench.read(jobId);
  assertStream(live);
  await fc.assert(
    fc.asyncProperty(fc.nat(live.length - 1), async (after) => {
      assert.equal(await bench.read(jobId, after), live.slice(after));
    }),
    { numRuns: 30 },
  );
  for (const after of [live.length, live.length + 5]) assert.equal(await bench.read(jobId, after), live.slice(-1));
});

withBench('cut and resumed at random while it runs, a kept job loses and repeats nothing', {}, async (bench) => {
  const jobId = await bench.submit(scripted({ optimalAfter: 120, stepMs: 3 }), { keepSeconds: 60 });
  const pieces: NestEvent[] = [];
  for (let cut = 1; pieces.at(-1)?.type !== 'done'; cut = (cut * 7) % 11) {
    const stream = bench.queue.events(jobId, pieces.at(-1)?.seq ?? 0, new AbortController().signal);
    let taken = 0;
    for await (const event of stream) {
      pieces.push(event);
      if (++taken >= cut) break;
    }
  }
  assertStream(pieces);
  assert.equal(pieces, await bench.read(jobId));
});

withBench('a stream without listeners ends its job; the thread is free again', { solvers: 1 }, async (bench) => {
  const jobId = await bench.submit(scripted({}, { maximumExecutionTime: 600 }), { queue: 'fast' });
  const client = new AbortController();
  const reading = bench.read(jobId, 0, client.signal);
  for await (const event of bench.queue.events(jobId, 0, new AbortController().signal)) {
    if (event.type === 'solution') break;
  }
  assert.is((await bench.queue.find(jobId))?.state, 'running', 'one client is left');
  client.abort(new Error('the client went away'));
  const reason = await reading.catch((error: unknown) => error);
  assert.match(String(reason), /the client went away/);
  assert.is((await bench.queue.find(jobId))?.state, 'ended');
  assert.equal(types(await bench.read(jobId)).slice(-2), ['error', 'done']);
  assertStream(await bench.read(await bench.submit(scripted({ optimalAfter: 1 }))));
});

withBench('a client that was gone before it listened ends its job too', { solvers: 0 }, async (bench) => {
  const jobId = await bench.submit(scripted({}));
  const reason = await bench.read(jobId, 0, AbortSignal.abort(new Error('gone'))).catch((error: unknown) => error);
  assert.match(String(reason), /gone/);
  assert.is((await bench.queue.find(jobId))?.state, 'ended');
});

withBench('a kept job goes on without listeners', {}, async (bench) => {
  const jobId = await bench.submit(scripted({ optimalAfter: 40, waits: { generation: 1, file: bench.path } }), {
    keepSeconds: 60,
  });
  for await (const event of bench.queue.events(jobId, 0, new AbortController().signal)) {
    if (event.type === 'solution') break;
  }
  assert.is((await bench.queue.find(jobId))?.state, 'running');
  writeFileSync(bench.path, '');
  const events = await bench.read(jobId);
  assertStream(events);
  assert.is(solutions(events).at(-1)!.generation, 39);
});

withBench('a paid job passes free ones in the queue', { solvers: 0 }, async (bench) => {
  const free = { ...bench.caller, plan: 'free' } as const;
  const first = await bench.submit(scripted({}), { caller: free });
  const second = await bench.submit(scripted({}), { caller: free });
  const paid = await bench.submit(scripted({}));
  assert.equal([...(await bench.files.store.queuePositions('slow')).keys()], [paid, first, second]);
});

withBench('fast and several instances need a paid plan; one answer names both', {}, async (bench) => {
  const caller = { ...bench.caller, plan: 'free' } as const;
  const asked = bench.submit(scripted({}, { instances: 2 }), { caller, queue: 'fast' });
  const error = (await asked.catch((reason: unknown) => reason)) as { kind: string; problems: { path: string }[] };
  assert.is(error.kind, 'plan_required');
  assert.equal(
    error.problems.map(({ path }) => path),
    ['serverId', 'instances'],
  );
});

test('events are readable for an hour after the end, then the job is unknown', async () => {
  const clock = { now: someTime };
  const bench = await workbench({ now: () => clock.now, solvers: 0 });
  const jobId = await bench.submit(scripted({}));
  await bench.queue.cancel(jobId);
  clock.now += 3_599_999;
  await bench.queue.tick();
  assert.is((await bench.read(jobId)).length, 3);
  clock.now += 1;
  assert.is(await bench.queue.find(jobId), null);
  assert.is(await bench.queue.cancel(jobId), false);
  await rejects(bench.read(jobId), 'not_found');
  clock.now += 86_400_000;
  await bench.queue.tick();
  assert.is(await bench.files.store.loadJob(jobId), null, 'purged after its retention');
  await bench.end();
});

test.run();

/** Instances of a job show each other their best layouts: on one host by their threads, on others by the store. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { NestEvent } from '../../src/jobs/events.js';
import { LayoutExchange } from '../../src/jobs/layout-exchange.js';
import { openSolverHost } from '../../src/jobs/open-jobs.js';
import { SolverPool } from '../../src/jobs/solver-pool.js';
import type { Solution } from '../../src/nesting/request.js';
import { assertStream, type Script, scripted, simulatedSolver, type Workbench, workbench } from './workbench.js';

const solutions = (events: readonly NestEvent[]) =>
  events.flatMap((event) => (event.type === 'solution' ? [event.solution] : []));
const finders = (events: readonly NestEvent[]) =>
  solutions(events)
    .filter(({ generation }) => generation > 0)
    .map(({ placements }) => placements[0]!.position[0]);

async function withBench(options: Parameters<typeof workbench>[0], use: (bench: Workbench) => Promise<void>) {
  const bench = await workbench(options);
  try {
    await use(bench);
  } finally {
    await bench.end();
  }
}

const long = { maximumExecutionTime: 3_600, reportInterval: 0 };
const relay = (script: Script, instances = 2) => scripted(script, { ...long, instances });

async function hostProcess(bench: Workbench): Promise<ChildProcess> {
  const child = fork(new URL('./host-process.js', import.meta.url), [JSON.stringify(bench.files.location)]);
  await once(child, 'message');
  child.unref();
  child.channel?.unref();
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Reads until the job has so many layouts, and leaves. The job is kept. */
async function untilLayouts(bench: Workbench, jobId: string, count: number): Promise<void> {
  let seen = 0;
  for await (const event of bench.queue.events(jobId, 0, new AbortController().signal)) {
    if (event.type === 'solution') seen++;
    if (seen === count) return;
  }
}

const kept = { queue: 'fast', keepSeconds: 3_600 } as const;

test('two solvers of a host improve each other’s layouts in turn', () =>
  withBench({}, async (bench) => {
    const events = await bench.read(await bench.submit(relay({ relay: 4 }), { queue: 'fast' }));
    assertStream(events);
    // The seeds of the two instances are 1 and 2.
    assert.equal(finders(events), [1, 2, 1, 2]);
    assert.equal(bench.errors, []);
  }));

test('two solver processes on one store improve each other’s layouts in turn', () =>
  withBench({ solvers: 0 }, async (bench) => {
    const hosts = [await hostProcess(bench), await hostProcess(bench)];
    const jobId = await bench.submit(relay({ relay: 4 }), kept);
    await untilLayouts(bench, jobId, 3);
    const { tasks } = (await bench.files.store.loadJob(jobId))!;
    assert.is(new Set(tasks.map(({ worker }) => worker)).size, 2, 'each process has one');
    const events = await bench.read(jobId);
    assertStream(events);
    assert.equal(finders(events), [1, 2, 1, 2]);
    for (const child of hosts) await kill(child);
  }));

test('with a work limit the instances go their own ways', () =>
  withBench({}, async (bench) => {
    const request = { ...relay({ relay: 4 }), workLimit: 20 };
    const events = await bench.read(await bench.submit(request, { queue: 'fast' }));
    assertStream(events);
    assert.equal(finders(events), [1], 'nobody has shown the second one the layout of the first');
  }));

test('the layout of an instance outlives its thread, for the others and for the next thread', () =>
  withBench({}, async (bench) => {
    const script = { relay: 6, die: bench.path, dieAfter: 2 };
    const jobId = await bench.submit(relay(script), { queue: 'fast' });
    const events = await bench.read(jobId);
    assertStream(events);
    assert.equal(
      solutions(events).map(({ fitness }) => fitness),
      [1_000, 999, 998, 997, 996, 995, 994],
    );
    const { tasks } = (await bench.files.store.loadJob(jobId))!;
    assert.is(
      tasks.reduce((sum, { crashes }) => sum + crashes, 0),
      1,
    );
  }));

test('a host with an instance is killed: the others lose nothing, and the job goes on to its end', async () => {
  let skew = 0;
  await withBench({ solvers: 0, now: () => Date.now() + skew }, async (bench) => {
    const hosts = [await hostProcess(bench), await hostProcess(bench)];
    const jobId = await bench.submit(relay({ relay: 5 }), kept);
    await untilLayouts(bench, jobId, 3);
    const before = (await bench.files.store.loadJob(jobId))!;
    const doomed = hosts.find(({ pid }) => before.tasks[0]!.worker!.split(':')[1] === String(pid))!;
    await kill(doomed);
    skew = 20_000;
    const successor = await hostProcess(bench);
    const events = await bench.read(jobId);
    assertStream(events);
    assert.equal(
      solutions(events).map(({ fitness }) => fitness),
      [1_000, 999, 998, 997, 996, 995],
    );
    for (const child of [...hosts, successor]) if (child !== doomed) await kill(child);
  });
});

test('an instance that found no free solver starts as soon as one is free', () =>
  withBench({ solvers: 2 }, async (bench) => {
    const holding = new AbortController();
    const held = await bench.submit(scripted({ stepMs: 5 }, long), { queue: 'fast' });
    const reading = bench.read(held, 0, holding.signal).catch(() => {});
    const jobId = await bench.submit(relay({ relay: 3 }), kept);
    await untilLayouts(bench, jobId, 2);
    assert.equal(
      (await bench.files.store.loadJob(jobId))!.tasks.map(({ state }) => state),
      ['running', 'queued'],
    );
    await bench.queue.cancel(held);
    assert.equal(finders(await bench.read(jobId)), [1, 2, 1]);
    await reading;
  }));

test('an instance that found no free solver starts on a host that comes later', () =>
  withBench({ solvers: 1 }, async (bench) => {
    const jobId = await bench.submit(relay({ relay: 3 }), kept);
    await untilLayouts(bench, jobId, 2);
    const late = await hostProcess(bench);
    assert.equal(finders(await bench.read(jobId)), [1, 2, 1]);
    await kill(late);
  }));

for (const [instances, cores, each] of [
  [2, 4, 2],
  [2, 3, 1],
  [1, 4, 0],
] as const) {
  test(`${instances} instances on a host of ${cores} cores: ${each || 'all'} for each`, () =>
    withBench({ solvers: 0 }, async (bench) => {
      const request = scripted({ tellsCores: true, firstLayoutMs: 200 }, { ...long, instances });
      const jobId = await bench.submit(request, { queue: 'fast' });
      const { store } = bench.files;
      // It finds all tasks waiting when it starts.
      const host = openSolverHost({ store, solvers: 2, cores, queues: ['fast'], threadEntry: simulatedSolver });
      assert.is(solutions(await bench.read(jobId)).at(-1)!.usage.width, each);
      await host.close({ graceMs: 0 });
    }));
}

test('a thread holds one layout of another instance at most', async () => {
  const pool = new SolverPool({ entry: simulatedSolver, size: 1, threadMemoryMiB: 64 });
  const thread = await pool.acquire();
  const task = (script: Script) => ({
    request: JSON.stringify(scripted(script, long)),
    seed: 1,
    startFrom: null,
    elapsedBefore: 0,
  });
  assert.not.ok(thread.show('{}'), 'it has no task');
  const found = (): { first: Promise<void>; note: () => void } => {
    let note = () => {};
    const first = new Promise<void>((resolve) => {
      note = resolve;
    });
    return { first, note };
  };
  // This solver takes no layouts.
  const busy = found();
  const running = thread.run(task({ stepMs: 5 }), busy.note, { exchanges: true });
  await busy.first;
  assert.equal([thread.show('{}'), thread.show('{}'), thread.show('{}')], [true, false, false]);
  thread.stop();
  await running;
  const alone = found();
  const next = thread.run(task({ stepMs: 5 }), alone.note);
  await alone.first;
  assert.not.ok(thread.show('{}'), 'this task exchanges nothing');
  thread.stop();
  await next;
  await pool.close();
});

test('a solver is shown the newest layout, one a second at most, and none that is no better than its own', () =>
  withBench({ solvers: 0 }, async ({ files }) => {
    let now = 0;
    const exchange = new LayoutExchange(files.store, () => now);
    const shown: string[] = [];
    const jobId = 'no such job in the store';
    const join = (index: number) =>
      exchange.join(jobId, index, (event) => {
        shown.push(`${index}: ${(JSON.parse(event) as { solution: Solution }).solution.fitness}`);
        return true;
      });
    const [first, second] = [join(0), join(1)];
    const layout = (fitness: number) => ({ fitness }) as Solution;
    for (const fitness of [9, 8, 7, 6]) first.offer(layout(fitness));
    assert.equal(shown, ['1: 9']);
    now = 999;
    await exchange.round();
    assert.equal(shown, ['1: 9']);
    now = 1_000;
    await exchange.round();
    await exchange.round();
    assert.equal(shown, ['1: 9', '1: 6']);
    now = 5_000;
    second.offer(layout(6));
    second.offer(layout(7));
    await exchange.round();
    assert.equal(shown, ['1: 9', '1: 6'], 'both know one as good');
    second.offer(layout(5));
    assert.equal(shown, ['1: 9', '1: 6', '0: 5']);
    first.leave();
    now = 9_000;
    second.offer(layout(4));
    assert.equal(shown.length, 3, 'it is alone');
    second.leave();
  }));

test('a job with a seed and a work limit ends with the same layout, on one host and on two', () =>
  withBench({ solvers: 0 }, async (bench) => {
    const { store } = bench.files;
    const last: Solution[] = [];
    const corner = (i: number, k: number) => ((i * 7 + k * 5) % 11) + 10;
    const polygons = Array.from({ length: 8 }, (_, i) => ({
      id: `${i}`,
      origin: null,
      points: [
        [0, 0],
        [corner(i, 1), corner(i, 2) - 10],
        [corner(i, 3), corner(i, 4) + 9],
        [2, corner(i, 5)],
      ] as const,
    }));
    const sheet = [
      [0, 0],
      [40, 0],
      [40, 400],
      [0, 400],
    ] as const;
    const boundary = { id: '', origin: null, points: sheet };
    const request = scripted({}, { ...long, instances: 2, workLimit: 300, seed: 11, allowedRotations: [0, 180] });
    for (const hosts of [[2], [1, 1]]) {
      const opened = hosts.map((solvers) => openSolverHost({ store, solvers, queues: ['fast'] }));
      const jobId = await bench.submit(
        { ...request, polygons, bins: [{ boundary, holes: [], cellWidth: 0, cellHeight: 0 }] },
        { queue: 'fast' },
      );
      const events = await bench.read(jobId);
      assertStream(events);
      last.push(solutions(events).at(-1)!);
      for (const host of opened) await host.close({ graceMs: 0 });
    }
    assert.equal(last[0]!.placements, last[1]!.placements);
  }));

test.run();

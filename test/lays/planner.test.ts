/** Lay plans of random orders under the judge, and what a plan must do with orders that cannot be met. */
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { MarkerNester } from '../../src/lays/nest-round.js';
import type { LayOrder } from '../../src/lays/order.js';
import type { LayEvent } from '../../src/lays/plan.js';
import { type PlannerParts, planLays } from '../../src/lays/planner.js';
import { rectangle } from '../nesting/nest.js';
import { faultsOf } from './judge.js';
import { judged, planLine, plansOf, quickMixing, quickNester, randomOrder } from './small-orders.js';

test('every plan of a random order holds, and each is better than the one before', async () => {
  await fc.assert(
    fc.asyncProperty(randomOrder, async (order) => {
      const plans = await plansOf(order);
      assert.ok(plans.length > 0);
      const missing = (plan: { missing: readonly { garments: number }[] }) =>
        plan.missing.reduce((sum, { garments }) => sum + garments, 0);
      for (const [i, plan] of plans.entries()) {
        assert.equal(faultsOf(judged(order), plan), []);
        if (i === 0) continue;
        const before = plans[i - 1]!;
        const isBetter = missing(plan) < missing(before) || plan.cost.total < before.cost.total;
        assert.ok(isBetter, `${missing(plan)} ${plan.cost.total} after ${missing(before)} ${before.cost.total}`);
      }
    }),
    { numRuns: 12 },
  );
});

const box = (name: string, width: number, height: number): LayOrder['garments'][number] => ({
  name,
  parts: [{ points: rectangle(width, height), holes: [], quantity: 1, rotations: [0, 180] }],
});

const simple: LayOrder = {
  garments: [box('S', 500, 400), box('M', 600, 400)],
  lines: [
    { garment: 0, cloth: 0, quantity: 40, over: 0, under: 0 },
    { garment: 1, cloth: 0, quantity: 20, over: 0, under: 0 },
  ],
  cloths: [{ colour: 'navy', width: 800, rolls: null, price: 2, endLoss: 10 }],
  table: { length: 3000, plies: 50 },
  costs: { marker: 5, lay: 4, ply: 0.1, cutting: 0 },
  minDistance: 0,
};

test('boxes that fill the width are planned to the lower bound', async () => {
  const plan = (
    await plansOf(
      {
        ...simple,
        costs: { marker: 0, lay: 0, ply: 0, cutting: 0 },
        cloths: [{ ...simple.cloths[0]!, endLoss: 0 }],
      },
      30,
    )
  ).at(-1);
  assert.ok(plan.gap < 1e-6, `gap ${plan.gap}`);
  assert.is(plan.clothLength, (40 * 500 + 20 * 600) / 2);
});

test('a small order with all its costs is proven: it takes one marker, and the fewest plies', async () => {
  const order: LayOrder = { ...simple, table: { length: 3500, plies: 50 } };
  const plans = await plansOf(order, 60);
  const plan = plans.at(-1);
  assert.equal(faultsOf(judged(order), plan), []);
  assert.ok(plan.gap < 1e-6, `gap ${plan.gap}`);
  // five plies of 3.2 m and their ends at 2 a metre, a marker, a lay, and the plies
  assert.ok(Math.abs(plan.cost.total - (2 * 5 * 3.21 + 5 + 4 + 5 * 0.1)) < 1e-6, `${plan.cost.total}`);
  assert.is(plan.markers.length, 1);
});

test('garments that may all be left out cost at least their area', async () => {
  const order: LayOrder = {
    ...simple,
    lines: simple.lines.map((line) => ({ ...line, under: line.quantity })),
    costs: { marker: 100, lay: 100, ply: 1, cutting: 1 },
  };
  const plan = (await plansOf(order, 30)).at(-1);
  assert.equal([plan.markers.length, plan.clothLength], [0, 0]);
  assert.ok(plan.gap < 1e-6, `gap ${plan.gap}`);
});

test('an order that cannot be met gets a plan for the rest, and the reason for each line', async () => {
  const order: LayOrder = {
    ...simple,
    garments: [...simple.garments, box('wide', 300, 900), box('long', 3500, 300)],
    cloths: [
      { ...simple.cloths[0]!, rolls: [{ id: 'r', length: 2900, shade: '' }] },
      { ...simple.cloths[0]!, colour: 'sand', rolls: [{ id: 'r', length: 550, shade: '' }] },
    ],
    lines: [
      { garment: 0, cloth: 0, quantity: 40, over: 0, under: 0 },
      { garment: 2, cloth: 0, quantity: 3, over: 0, under: 0 },
      { garment: 3, cloth: 0, quantity: 2, over: 0, under: 0 },
      { garment: 1, cloth: 1, quantity: 1, over: 0, under: 0 },
    ],
  };
  const plan = (await plansOf(order, 15)).at(-1);
  assert.equal(faultsOf(judged(order), plan), []);
  assert.equal(
    plan.missing.map(({ line, garments, reason }: { line: number; garments: number; reason: string }) => [
      line,
      garments,
      reason,
    ]),
    [
      [0, 30, 'not_enough_cloth'],
      [1, 3, 'too_wide'],
      [2, 2, 'longer_than_table'],
      [3, 1, 'longer_than_rolls'],
    ],
  );
});

test('colours of one width share markers, and those of another width do not', async () => {
  const two = (width: number): LayOrder => ({
    ...simple,
    cloths: [simple.cloths[0]!, { ...simple.cloths[0]!, colour: 'sand', width }],
    lines: simple.lines.flatMap((line) => [line, { ...line, cloth: 1 }]),
  });
  const same = (await plansOf(two(800))).at(-1);
  const other = (await plansOf(two(850))).at(-1);
  assert.ok(
    same.lays.some(
      ({ plies }: { plies: readonly { cloth: number }[] }) => new Set(plies.map(({ cloth }) => cloth)).size === 2,
    ),
  );
  assert.ok(other.markers.length > same.markers.length);
  assert.equal(faultsOf(judged(two(850)), other), []);
});

test('costs change the plan: dear markers make it use fewer', async () => {
  const garments = [1, 2, 3, 4, 5].map((i) => box(`g${i}`, 200 + 37 * i, 390));
  const lines = [13, 29, 37, 23, 11].map((quantity, garment) => ({ garment, cloth: 0, quantity, over: 0, under: 0 }));
  const order = { ...simple, garments, lines };
  const cheap = (await plansOf({ ...order, costs: { marker: 0, lay: 0, ply: 3, cutting: 0 } })).at(-1);
  const dear = (await plansOf({ ...order, costs: { marker: 300, lay: 0, ply: 0.01, cutting: 0 } })).at(-1);
  assert.ok(dear.markers.length < cheap.markers.length, `${dear.markers.length} against ${cheap.markers.length}`);
});

test('solvers nest the markers of the best plan while a mix is computed', async () => {
  const order = { ...simple, garments: [box('S', 510, 310), box('M', 590, 370)] };
  const nester = quickNester(order);
  const quick = quickMixing(0.05);
  let mixes = 0;
  let during = 0;
  let now = 0;
  const parts: PlannerParts = {
    mixing: {
      async mix(task, signal) {
        mixes += 1;
        const result = await quick.mix(task, signal);
        for (let i = 0; i < 5; i++) await turn();
        mixes -= 1;
        return result;
      },
    },
    nester: {
      nest(wish, signal) {
        if (mixes > 0) during += 1;
        return nester.nest(wish, signal);
      },
    },
    parallel: 2,
    clock: () => (now += 100),
  };
  for await (const _ of planLays(order, parts, 20, new AbortController().signal));
  assert.ok(during > 0);
});

test('the nests end with the listener, and an aborted plan throws the reason', async () => {
  const signals: AbortSignal[] = [];
  const waiting: MarkerNester = {
    nest: (_, signal) =>
      new Promise((_resolve, reject) => {
        signals.push(signal);
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  };
  const parts = { mixing: quickMixing(0.05), nester: waiting, parallel: 2, clock: () => 0 };
  const left = planLays(simple, parts, 10, new AbortController().signal);
  for await (const event of left) if (event.type === 'progress' && event.openNests > 0) break;
  assert.ok(signals.length > 0 && signals.every(({ aborted }) => aborted));

  const caller = new AbortController();
  const events = planLays(simple, parts, 10, caller.signal);
  const read = (async () => {
    for await (const event of events)
      if (event.type === 'progress' && event.openNests > 0) caller.abort(new Error('gone'));
  })();
  assert.match(String(await read.catch((error: unknown) => error)), 'gone');
});

test('another planner goes on from the events of the first, wherever that one ended', async () => {
  const order = { ...simple, costs: { marker: 5, lay: 3, ply: 0.1, cutting: 0 } };
  const read = async (parts: PlannerParts, most = Number.POSITIVE_INFINITY): Promise<LayEvent[]> => {
    const events: LayEvent[] = [];
    for await (const event of planLays(order, parts, 6, new AbortController().signal)) {
      // a planner elsewhere has them as JSON
      events.push(JSON.parse(JSON.stringify(event)));
      if (events.length === most) break;
    }
    return events;
  };
  const plansIn = (events: readonly LayEvent[]) =>
    events.flatMap((event) => (event.type === 'plan' ? [event.plan] : []));
  for (const cut of [1, 2, 3, 5, 8, 13]) {
    let now = 0;
    const clock = (): number => (now += 250);
    const parts = { mixing: quickMixing(0.06), nester: quickNester(order), parallel: 2, clock };
    const before = await read(parts, cut);
    const after = await read({ ...parts, past: { begin: 0, events: before } });
    const nests = before.filter((event) => event.type === 'progress' && event.nested).length;
    const [first] = after;
    assert.ok(first?.type === 'progress' && first.nests === nests, 'the nests of the first planner count');
    const plans = plansIn([...before, ...after]);
    assert.ok(plans.length > 0);
    for (const [i, plan] of plans.entries()) {
      assert.equal(faultsOf(judged(order), planLine(plan, order)), []);
      assert.ok(i === 0 || plan.cost.total < plans[i - 1]!.cost.total, 'each plan is better than the one before');
    }
  }
});

test('a queue that takes no nest fails the plan as unavailable', async () => {
  let now = 0;
  const never: MarkerNester = { nest: () => new Promise(() => {}) };
  const parts = { mixing: quickMixing(0.05), nester: never, parallel: 2, clock: () => (now += 20_000) };
  const read = (async () => {
    for await (const _ of planLays(simple, parts, 10, new AbortController().signal));
  })();
  assert.match(String(await read.catch((error: unknown) => error)), 'No solver took a nest');
});

test.run();

/** Mixing in its thread: equal to mixing in this process, ended with its caller, and closed with the service. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { MixTask } from '../../src/lays/mix/mix-task.js';
import { Mixer } from '../../src/lays/mix/mixer.js';
import { cutBy, keyOf, worthOf } from '../../src/lays/mix/problem.js';

const demand = (wanted: number) => [{ wanted, over: 0, under: 0, leftOut: 0 }];

/** Three boxes of 500, 600 and 700 mm on a table of 4 m. */
const task = (seconds: number): MixTask => ({
  problem: {
    garments: [500, 600, 700].map((length) => ({ length, least: length, cutLength: 2000, reach: length })),
    loss: 0,
    byNumber: [0],
    byKinds: [0],
    caution: 0,
    joined: [],
    distance: 0,
    known: new Map(),
    demand: [demand(30), demand(50), demand(20)],
    cloths: [{ price: 0.005, endLoss: 10, rolls: [60_000, 20_000] }],
    table: { length: 4000, plies: 10 },
    costs: { marker: 5, lay: 4, ply: 0.2, cutting: 0 },
    nestCharge: 0,
  },
  among: null,
  starts: [],
  seconds,
  seed: 1,
});

const present = new AbortController().signal;

test('a mix cuts the order exactly, and its rolls are long enough', async () => {
  const mixer = new Mixer();
  const { problem } = task(0.4);
  const { markers, worth } = await mixer.mix(task(0.4), present);
  assert.equal(worth, worthOf(problem, markers));
  assert.is(worth.missing, 0);
  assert.equal(cutBy(problem, markers), [[30], [50], [20]]);
  const used = [0, 0];
  for (const { counts, sources } of markers) {
    const length = counts.reduce((sum, count, g) => sum + count * problem.garments[g]!.length, 10);
    assert.ok(length <= 4000, `${length}`);
    for (const { roll, plies } of sources) used[roll!]! += plies * length;
  }
  assert.ok(used[0]! <= 60_000 && used[1]! <= 20_000, `${used}`);
  // no plan can do with less than one marker, one lay and the cloth of the garments
  assert.ok(worth.cost >= 0.005 * (30 * 500 + 50 * 600 + 20 * 700) + 9, `${worth.cost}`);
  mixer.close();
});

test('a mix keeps to nested markers where further nests cost more than they save', async () => {
  const mixer = new Mixer();
  const { problem, ...rest } = task(0.4);
  // they cut the order, with twice the cloth that it needs
  const nested = [
    [3, 3, 0],
    [0, 1, 1],
  ];
  const known = new Map(nested.map((counts) => [keyOf(counts), 3990]));
  const cloths = [{ price: 0.005, endLoss: 10, rolls: null }];
  const fresh = async (nestCharge: number): Promise<number> => {
    const { markers } = await mixer.mix({ ...rest, problem: { ...problem, cloths, known, nestCharge } }, present);
    return markers.filter(({ counts }) => !known.has(keyOf(counts))).length;
  };
  assert.is(await fresh(1000), 0);
  assert.ok((await fresh(0)) > 0);
  mixer.close();
});

test('a caller that goes ends its mix, and the next mix has a thread of its own', async () => {
  const mixer = new Mixer();
  const caller = new AbortController();
  const long = mixer.mix(task(60), caller.signal);
  const waiting = mixer.mix(task(0.1), present);
  caller.abort(new Error('gone'));
  assert.match(String(await long.catch((error: unknown) => error)), 'gone');
  assert.is((await waiting).worth.missing, 0);
  mixer.close();
});

test('a closed mixer refuses running and new work', async () => {
  const mixer = new Mixer();
  const running = mixer.mix(task(60), present);
  mixer.close();
  for (const work of [running, mixer.mix(task(1), present)]) {
    assert.match(String(await work.catch((error: unknown) => error)), 'shutting down');
  }
});

test.run();

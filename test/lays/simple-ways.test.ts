/** A plan beside the two simple ways of the bench, where a law gives the lengths of markers, and the clock is the nests' own. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { areaEstimate, oneSizeMarkers } from '../../bench/lays/baselines.js';
import type { Mixing } from '../../src/lays/mix/mixer.js';
import { keyOf } from '../../src/lays/mix/problem.js';
import type { MarkerNester } from '../../src/lays/nest-round.js';
import type { LayOrder } from '../../src/lays/order.js';
import type { LayPlan, NestRecord } from '../../src/lays/plan.js';
import { planLays } from '../../src/lays/planner.js';
import { WidthClass } from '../../src/lays/width-class.js';
import { rectangle } from '../nesting/nest.js';
import { steadyMixing } from './small-orders.js';

const lengths = [500, 560, 620];
const order: LayOrder = {
  garments: lengths.map((length, g) => ({
    name: `size ${g + 1}`,
    parts: [{ points: rectangle(length, 500), holes: [], quantity: 2, rotations: [0, 180] }],
  })),
  lines: [43, 71, 38].map((quantity, garment) => ({ garment, cloth: 0, quantity, over: 0, under: 0 })),
  cloths: [{ colour: 'navy', width: 1000, rolls: null, price: 6, endLoss: 30 }],
  table: { length: 5000, plies: 40 },
  costs: { marker: 12, lay: 15, ply: 0.25, cutting: 0.08 },
  minDistance: 0,
};

/** Longer than the area asks for by a share that depends on the kinds, and that more time makes smaller. */
interface Law {
  readonly pure: number;
  readonly mixed: number;
  /** Nests after those of the blocks that come out twice as long. */
  readonly failing?: number;
}

async function lastPlan(
  mixing: Mixing,
  { pure, mixed, failing = 0 }: Law,
  seconds = 20,
  planned?: () => void,
): Promise<LayPlan> {
  let [now, nests] = [0, 0];
  const spent = new Map<string, number>();
  const nester: MarkerNester = {
    async nest({ counts, seconds }) {
      // two solvers
      now += 500 * seconds;
      const all = (spent.get(keyOf(counts)) ?? 0) + seconds;
      spent.set(keyOf(counts), all);
      const isPure = counts.filter((count) => count > 0).length === 1;
      nests += 1;
      const isFailing = nests > lengths.length && nests <= lengths.length + failing;
      const loss = (isPure ? pure : mixed) + (isFailing ? 1 : 0);
      const byArea = counts.reduce((sum, count, g) => sum + count * lengths[g]!, 0);
      return { length: byArea * (1 + loss + 0.03 / (1 + all)) + 60, jobId: `${now}`, isFinal: false };
    },
  };
  let last: LayPlan | null = null;
  const parts = { mixing, nester, parallel: 4, clock: () => (now += 1) };
  for await (const event of planLays(order, parts, seconds, new AbortController().signal)) {
    if (event.type !== 'plan') continue;
    if (last === null) planned?.();
    last = event.plan;
  }
  return last!;
}

for (const losses of [
  { pure: 0.1, mixed: 0.2 },
  { pure: 0.25, mixed: 0.15 },
]) {
  test(`costs no more than a simple way where equal parts lose ${losses.pure} and others ${losses.mixed}`, async () => {
    const mixing = steadyMixing(20);
    const own = await lastPlan(mixing, losses);
    assert.equal(own.missing, []);
    for (const simple of [oneSizeMarkers(mixing), areaEstimate(mixing)]) {
      const other = await lastPlan(simple, losses);
      const most = other.missing.length > 0 ? Infinity : other.cost.total * 1.01;
      assert.ok(own.cost.total <= most, `${own.cost.total} beside ${other.cost.total}`);
    }
  });
}

test('markers that came out too long delay the first plan by short mixes alone, and hide no plan by area', async () => {
  const mixing = steadyMixing(20);
  const law = { pure: 0.2, mixed: 0.12, failing: 6 };
  const seconds: number[] = [];
  const recorded: Mixing = {
    mix: (task, signal) => {
      if (task.among === null) seconds.push(task.seconds);
      return mixing.mix(task, signal);
    },
  };
  let before = 0;
  const own = await lastPlan(recorded, law, 60, () => {
    before = seconds.length;
  });
  assert.ok(before > 1, 'the first mix fits already');
  assert.ok(Math.max(...seconds.slice(0, before)) <= 0.4, `${seconds.slice(0, before)}`);
  assert.ok(Math.max(...seconds.slice(before)) > 1);
  const other = await lastPlan(areaEstimate(mixing), law, 60);
  assert.equal([own.missing, other.missing], [[], []]);
  assert.ok(own.cost.total <= other.cost.total * 1.005, `${own.cost.total} beside ${other.cost.total}`);
});

test('a marker of a short nest counts with the length that more time would give it', () => {
  const own = new WidthClass(order, 1000);
  const nest = (counts: number[], seconds: number, isFinal = false): NestRecord => {
    return { width: 1000, counts, length: 1000, jobId: '', seconds, isFinal };
  };
  own.learn(nest([2, 0, 0], 1));
  own.learn(nest([0, 2, 0], 16));
  own.learn(nest([0, 0, 2], 1, true));
  const { known } = own.hopeful;
  assert.ok(known.get(keyOf([2, 0, 0]))! < 990 && known.get(keyOf([2, 0, 0]))! > 900, `${known.get(keyOf([2, 0, 0]))}`);
  assert.is(known.get(keyOf([0, 2, 0])), 1000);
  assert.is(known.get(keyOf([0, 0, 2])), 1000);
  assert.is(own.problem.known.get(keyOf([2, 0, 0])), 1000);
});

test.run();

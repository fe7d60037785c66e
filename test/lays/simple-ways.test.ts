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

/** @param pairs of equal parts of each garment, side by side */
const orderOf = (lengths: readonly number[], quantities: readonly number[], pairs = 1): LayOrder => ({
  garments: lengths.map((length, g) => ({
    name: `size ${g + 1}`,
    parts: [{ points: rectangle(length, 500), holes: [], quantity: 2 * pairs, rotations: [0, 180] }],
  })),
  lines: quantities.map((quantity, garment) => ({ garment, cloth: 0, quantity, over: 0, under: 0 })),
  cloths: [{ colour: 'navy', width: 1000, rolls: null, price: 6, endLoss: 30 }],
  table: { length: 5000 * pairs, plies: 40 },
  costs: { marker: 12, lay: 15, ply: 0.25, cutting: 0.08 },
  minDistance: 0,
});
const lengths = [500, 560, 620];
const order = orderOf(lengths, [43, 71, 38]);

/** Longer than the area asks for by a share that depends on the kinds, and that more time makes smaller. */
interface Law {
  readonly pure: number;
  readonly mixed: number;
  /** Nests after those of the blocks that come out twice as long. */
  readonly failing?: number;
}

interface Planned {
  readonly seconds?: number;
  readonly ordered?: LayOrder;
  /** Called with the first plan. */
  readonly planned?: (plan: LayPlan) => void;
  /** Called with each marker that is nested for the first time. */
  readonly tried?: (counts: readonly number[]) => void;
}

async function lastPlan(
  mixing: Mixing,
  { pure, mixed, failing = 0 }: Law,
  { seconds = 20, ordered = order, planned, tried }: Planned = {},
): Promise<LayPlan> {
  let [now, nests] = [0, 0];
  const spent = new Map<string, number>();
  const nester: MarkerNester = {
    async nest({ counts, seconds }) {
      // two solvers
      now += 500 * seconds;
      if (!spent.has(keyOf(counts))) tried?.(counts);
      const all = (spent.get(keyOf(counts)) ?? 0) + seconds;
      spent.set(keyOf(counts), all);
      const isPure = counts.filter((count) => count > 0).length === 1;
      nests += 1;
      const isFailing = nests > lengths.length && nests <= lengths.length + failing;
      const loss = (isPure ? pure : mixed) + (isFailing ? 1 : 0);
      const byArea = counts.reduce((sum, count, g) => {
        const { points, quantity } = ordered.garments[g]!.parts[0]!;
        return sum + (count * quantity * points[1]![0]) / 2;
      }, 0);
      return { length: byArea * (1 + loss + 0.03 / (1 + all)) + 60, jobId: `${now}`, isFinal: false };
    },
  };
  let last: LayPlan | null = null;
  const parts = { mixing, nester, parallel: 4, clock: () => (now += 1) };
  for await (const event of planLays(ordered, parts, seconds, new AbortController().signal)) {
    if (event.type !== 'plan') continue;
    if (last === null) planned?.(event.plan);
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

const many = { lengths: [500, 520, 540, 560, 580, 600, 620, 640], quantities: [143, 271, 338, 355, 340, 290, 180, 95] };

test('the first plan of many sizes costs no more than one marker a size, and needs no further round', async () => {
  const mixing = steadyMixing(20);
  const ordered = orderOf(many.lengths, many.quantities);
  const firstOf = async (way: Mixing): Promise<{ cost: number; mixes: number }> => {
    let [cost, mixes] = [0, 0];
    const counted: Mixing = {
      mix: (task, signal) => {
        if (cost === 0) mixes += 1;
        return way.mix(task, signal);
      },
    };
    const planned = (plan: LayPlan): void => {
      cost = plan.cost.total;
    };
    await lastPlan(counted, { pure: 0.12, mixed: 0.32 }, { seconds: 1, ordered, planned });
    return { cost, mixes };
  };
  const own = await firstOf(mixing);
  const other = await firstOf(oneSizeMarkers(mixing));
  assert.ok(own.cost <= other.cost * 1.01, `${own.cost} beside ${other.cost}`);
  assert.is(own.mixes, other.mixes);
});

test('a plan without the time for whole searches of its markers tries no others', async () => {
  const ordered = orderOf(many.lengths, many.quantities, 4);
  const triedIn = async (seconds: number): Promise<number> => {
    let [isPlanned, number] = [false, 0];
    const planned = (): void => {
      isPlanned = true;
    };
    const tried = (): void => {
      if (isPlanned) number += 1;
    };
    await lastPlan(steadyMixing(20), { pure: 0.12, mixed: 0.14 }, { seconds, ordered, planned, tried });
    return number;
  };
  assert.is(await triedIn(6), 0);
  assert.ok((await triedIn(20)) > 0);
});

test('markers that came out too long delay the first plan by short mixes alone, and hide no plan by area', async () => {
  const mixing = steadyMixing(20);
  const law = { pure: 0.2, mixed: 0.12, failing: 4 };
  const seconds: number[] = [];
  const recorded: Mixing = {
    mix: (task, signal) => {
      if (task.among === null) seconds.push(task.seconds);
      return mixing.mix(task, signal);
    },
  };
  let before = 0;
  const own = await lastPlan(recorded, law, {
    seconds: 60,
    planned: () => {
      before = seconds.length;
    },
  });
  assert.ok(before > 1, 'the first mix fits already');
  assert.ok(Math.max(...seconds.slice(0, before)) <= 0.4, `${seconds.slice(0, before)}`);
  assert.ok(Math.max(...seconds.slice(before)) > 1);
  const other = await lastPlan(areaEstimate(mixing), law, { seconds: 60 });
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

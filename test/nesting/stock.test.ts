/** Bins with costs: the cheapest choice of sheets and widths, and what each layout costs. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkNestRequest } from '../../src/nesting/check/request.js';
import type { NestRequest } from '../../src/nesting/request.js';
import { Random } from '../../src/random.js';
import { complaints } from './judge.js';
import { bin, nest, type Outcome, part, quadrilaterals, rectangle, request } from './nest.js';

function sound(problem: NestRequest): Outcome {
  assert.equal(checkNestRequest(problem).problems, []);
  const outcome = nest(problem);
  for (const solution of outcome.solutions) assert.equal(complaints(problem, solution), []);
  const fitness = outcome.solutions.map((solution) => solution.fitness);
  assert.equal(
    fitness,
    [...new Set(fitness)].sort((a, b) => b - a),
  );
  return outcome;
}

const usedBins = ({ last }: Outcome) => last.usage.sheets.map((sheet) => sheet.bin);
const plain = { reportInterval: 0, maximumExecutionTime: 600, workLimit: 60 };
const squares = (count: number) => [{ ...part(rectangle(10, 10)), quantity: count }];

test('two cheap sheets are chosen in place of a dear one, whatever their order', () => {
  const dear = bin(rectangle(40, 40), { cost: 10 });
  const cheap = bin(rectangle(20, 40), { cost: 3 });
  const problem = request(squares(16), [dear, cheap, cheap], plain);
  const outcome = sound(problem);
  assert.equal(usedBins(outcome), [1, 2]);
  assert.is(outcome.last.usage.cost, 6);
  assert.equal(
    outcome.last.usage.sheets.map(({ cost }) => cost),
    [3, 3],
  );
});

test('one large sheet is chosen where it is cheaper than the small ones', () => {
  const small = bin(rectangle(20, 40), { cost: 6 });
  const outcome = sound(request(squares(16), [small, small, bin(rectangle(40, 40), { cost: 10 })], plain));
  assert.equal(usedBins(outcome), [2]);
  assert.is(outcome.last.usage.cost, 10);
});

test('sheets are used in the order sent, or as few as possible at a cost of 1 each', () => {
  const bars = [{ ...part(rectangle(50, 20)), quantity: 3 }];
  const sheets = (cost?: number) => [30, 70].map((height) => bin(rectangle(50, height), { cost }));
  assert.equal(usedBins(sound(request(bars, sheets(), plain))), [0, 1]);
  assert.equal(usedBins(sound(request(bars, sheets(1), plain))), [1]);
});

test('a sheet without a cost is used first', () => {
  const outcome = sound(
    request(squares(6), [bin(rectangle(40, 40), { cost: 10 }), bin(rectangle(30, 20))], { ...plain, workLimit: 30 }),
  );
  assert.equal(usedBins(outcome), [1]);
  assert.is(outcome.last.usage.cost, 0);
});

test('leaving parts out never makes a layout cheaper', () => {
  const outcome = sound(
    request(squares(20), [bin(rectangle(40, 40), { cost: 1e6 }), bin(rectangle(20, 20), { cost: 1 })], plain),
  );
  assert.equal(outcome.last.unplaced, []);
  assert.is(outcome.last.usage.cost, 1e6 + 1);
});

test('of rolls of several widths the cheapest is chosen', () => {
  // The parts are 50 high: one row on the narrow roll, two on the wide one, and much waste on the one between.
  const parts = [{ ...part(rectangle(30, 50)), quantity: 12 }];
  const roll = (width: number, costPerLength: number) => bin(rectangle(600, width), { costPerLength });
  const cases = [
    { bins: [roll(90, 1.5), roll(55, 1.1), roll(100, 2)], cheapest: 2, cost: 180 * 2 },
    { bins: [roll(90, 1.5), roll(55, 0.9), roll(100, 2)], cheapest: 1, cost: 360 * 0.9 },
  ];
  for (const { bins, cheapest, cost } of cases) {
    const outcome = sound(request(parts, bins, plain));
    assert.equal(usedBins(outcome), [cheapest]);
    assert.ok(Math.abs(outcome.last.usage.cost! - cost) < 1e-6 * cost);
  }
});

test('the dearest length is the one that is cut short, whatever the order of the rolls', () => {
  const roll = (costPerLength: number, cost = 0) => bin(rectangle(100, 30), { cost, costPerLength });
  const cases = [
    { bins: [roll(0.1), roll(0.05)], count: 45, cost: 5 + 5 },
    { bins: [roll(0.1), roll(0.05), roll(0.07)], count: 75, cost: 5 + 7 + 5 },
    // a sheet costs as much however full it is
    { bins: [roll(0.1, 1), roll(0, 1)], count: 45, cost: 1 + 1 + 5 },
  ];
  for (const { bins, count, cost } of cases) {
    for (const order of [bins, [...bins].reverse()]) {
      const { last } = sound(request(squares(count), order, plain));
      assert.equal(last.unplaced, []);
      assert.ok(Math.abs(last.usage.cost! - cost) < 1e-6, `${last.usage.cost} in place of ${cost}`);
    }
  }
});

test('each width is searched, not only tried', () => {
  const shapes = quadrilaterals(14).map((points) => part(points));
  const bins = [70, 95, 110].map((width) => bin(rectangle(900, width), { costPerLength: width / 100 }));
  const settings = { ...plain, allowedRotations: [0, 180], workLimit: 600 };
  const chosen = sound(request(shapes, bins, settings)).last;
  const alone = bins.map((own) => sound(request(shapes, [own], { ...settings, workLimit: 200 })).last.usage.cost!);
  assert.ok(chosen.usage.cost! <= 1.02 * Math.min(...alone), `${chosen.usage.cost} beside ${alone}`);
});

test('of many offcuts with prices of their own the cheapest are chosen, whatever their order and fill', () => {
  const random = new Random(3);
  for (const [offcuts, count, side] of [
    [30, 10, 0],
    [40, 6, 5],
    [100, 6, 5],
  ] as const) {
    // each has room for one part
    const bins = Array.from({ length: offcuts }, (_, i) =>
      bin(rectangle(10 + side * random.next() * 0.6, 10 + side * random.next() * 0.6), { cost: offcuts - i }),
    );
    const { last } = sound(request(squares(count), bins, { ...plain, workLimit: 200 }));
    assert.equal(last.unplaced, []);
    assert.is(last.usage.cost, (count * (count + 1)) / 2, `${offcuts} offcuts, ${count} parts`);
  }
});

test('a sheet with a locked part stays in use', () => {
  const cheap = bin(rectangle(20, 40), { cost: 3 });
  const held = { index: 0, bin: 0, position: [0, 0] as const, rotation: 0 };
  const outcome = sound(
    request(squares(8), [bin(rectangle(20, 20), { cost: 10 }), cheap, cheap], { ...plain, locked: [held] }),
  );
  assert.equal(usedBins(outcome), [0, 1]);
});

test('without costs there are none in the answer', () => {
  const { usage } = sound(request(squares(3), [bin(rectangle(40, 40))], plain)).last;
  assert.is(usage.cost, null);
  assert.is(usage.sheets[0]!.cost, null);
});

test('wrong costs are named', () => {
  const wrong = bin(rectangle(40, 40), { cost: -1, costPerLength: Infinity });
  const { problems } = checkNestRequest(request(squares(1), [wrong]));
  assert.equal(
    problems.map(({ path, code }) => [path, code]),
    [
      ['bins[0].cost', 'out_of_range'],
      ['bins[0].costPerLength', 'not_finite'],
    ],
  );
});

test.run();

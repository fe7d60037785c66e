/** A plan as a message of the contract. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { LayOrder } from '../../src/lays/order.js';
import type { LayPlan } from '../../src/lays/plan.js';
import { bodyOf } from '../../src/services/lays/event.js';

const order: LayOrder = {
  garments: [],
  lines: [],
  cloths: [],
  table: { length: 1000, plies: 1 },
  costs: { marker: 0, lay: 0, ply: 0, cutting: 0 },
  minDistance: 0,
};

test('the gap is never below 0, though the bound may be above the cost by a rounding', () => {
  const total = 0.1 + 0.7;
  const parts = { cloth: total, markers: 0, lays: 0, plies: 0, cutting: 0, leftOut: 0 };
  const rest = { markers: [], lays: [], cut: [], rolls: [], clothLength: 0, missing: [], elapsedSeconds: 1 };
  const gapAt = (lowerBound: number): number | undefined => {
    const plan: LayPlan = { ...rest, cost: { ...parts, total }, lowerBound };
    const { value } = bodyOf({ type: 'plan', plan, mixes: [] }, order) as { value: { gap?: number } };
    return value.gap;
  };
  assert.is(gapAt(total * (1 + Number.EPSILON)), 0);
  assert.ok(Math.abs(gapAt(total / 2)! - 0.5) < 1e-12);
});

test.run();

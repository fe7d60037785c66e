/**
 * From an arrangement with overlaps to one without, on sheets in a row up to a limit: separation, and where that fails,
 * disturbed again from one of the least bad arrangements.
 */

import type { Random } from '../../random.js';
import type { Arrangement } from '../overlap/arrangement.js';
import { exchangesOf, keptOf } from '../overlap/breadth.js';
import type { Budget } from '../overlap/budget.js';
import { copyOf } from '../overlap/compact.js';
import { disturb } from '../overlap/disturb.js';
import { type Patience, type Separation, separate } from '../overlap/separate.js';
import type { Limit, Row } from './row.js';

/** One separation; null where it fails. The pool takes the failure. */
export function resolveOnce(
  row: Row,
  from: Arrangement,
  limits: readonly Limit[],
  patience: Patience,
  budget: Budget,
  pool: Separation[],
): Arrangement | null {
  const { field } = row.base;
  field.put(from);
  field.kernel.call.resetWeights();
  const result = separate(field, row.planes, row.lengthTo(limits), patience, budget);
  // An arrangement in which nothing overlaps is work too.
  if (result.passes === 0) budget.passed();
  budget.attempted();
  if (result.outcome === 'stopped') return null;
  if (result.outcome === 'separated') {
    // Stretching the strip by a hair to make it exact has moved what must not move.
    const at = copyOf(result.at);
    if (row.repair(at, limits)) return at;
  }
  pool.push(result);
  pool.sort((a, b) => a.loss - b.loss);
  pool.length = Math.min(pool.length, keptOf(row.base.breadth));
  return null;
}

/** A disturbed copy of one of the pool, the better ones more often. */
export function another(row: Row, limits: readonly Limit[], pool: readonly Separation[], random: Random): Arrangement {
  const rank = Math.min(pool.length - 1, Math.floor(Math.abs(random.normal() * 0.25) * pool.length));
  const at = copyOf(pool[rank]!.at);
  const { field, breadth } = row.base;
  disturb(field, at, row.lengthTo(limits), random, exchangesOf(breadth, field.freeItems, random));
  row.settle(at, limits);
  return at;
}

/** Tries until it succeeds, has failed so often, or the budget ends; null in these cases. */
export function resolve(
  row: Row,
  from: Arrangement,
  limits: readonly Limit[],
  patience: Patience,
  budget: Budget,
  random: Random,
  failures = Infinity,
): Arrangement | null {
  const pool: Separation[] = [];
  let at = from;
  for (let failed = 0; failed < failures && !budget.stopped(); failed++) {
    const resolved = resolveOnce(row, at, limits, patience, budget, pool);
    if (resolved) return resolved;
    if (pool.length === 0) return null;
    at = another(row, limits, pool, random);
  }
  return null;
}

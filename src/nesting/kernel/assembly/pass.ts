/** Passes of guided local search: every overlapping item moves once, and pairs that stay in overlap weigh more. */
import { refreshNeighbours } from "./copied-places";
import {
  freeItems, itemHalfX, itemHalfY, items, itemOrientation, itemType, itemX, itemY, losses, order, pairCapacity, pairs, weights,
} from "./items";
import { move } from "./move";
import { refreshOwners } from "./owners";
import { isByOutlines, pairDepth, pairDepthByAny, pairLoss, resetByOutlines } from "./pair-overlap";
import { TOUCHING } from "./touching";
import { below } from "./random";
import { period } from "./strip";

/**
 * Growth of a weight with each pass in overlap, at least and in addition for the greatest loss, and its fading
 * otherwise. Growing twice as fast throws items across the strip that could give way step by step.
 */
const LEAST_GROWTH: f32 = 1.12;
const MORE_GROWTH: f32 = 0.45;
const FADING: f32 = 0.96;

let pairCount: i32 = 0;
let totalLoss: f32 = 0;
let greatestLoss: f32 = 0;
let greatestDepth: f32 = 0;

/** Finds all overlapping pairs with a free item; returns their number. Tables alone tell that there are none. */
export function sweep(): i32 {
  resetByOutlines();
  if (sweepBy(false) > 0 || !isByOutlines) return pairCount;
  return sweepBy(true);
}

function sweepBy(tables: bool): i32 {
  pairCount = 0;
  totalLoss = 0;
  greatestLoss = 0;
  greatestDepth = 0;
  memory.fill(losses, 0, <usize>items << 2);
  const end = <usize>items << 2;
  for (let i = 0; i < freeItems; i++) {
    const at = <usize>i << 2;
    const type = load<i32>(itemType + at);
    const orientation = load<i32>(itemOrientation + at);
    const x = load<f32>(itemX + at);
    const y = load<f32>(itemY + at);
    const x4 = f32x4.splat(x);
    const y4 = f32x4.splat(y);
    const period4 = f32x4.splat(period);
    const halfX4 = f32x4.splat(load<f32>(itemHalfX + at));
    const halfY4 = f32x4.splat(load<f32>(itemHalfY + at));
    for (let k: usize = at & ~15; k < end; k += 16) {
      const apart = f32x4.abs(f32x4.sub(v128.load(itemX + k), x4));
      const around = f32x4.abs(f32x4.sub(period4, apart));
      const nearX = f32x4.lt(f32x4.pmin(apart, around), f32x4.add(v128.load(itemHalfX + k), halfX4));
      const nearY = f32x4.lt(f32x4.abs(f32x4.sub(v128.load(itemY + k), y4)), f32x4.add(v128.load(itemHalfY + k), halfY4));
      let mask = i32x4.bitmask(v128.and(nearX, nearY));
      while (mask) {
        const to = k + (<usize>ctz(mask) << 2);
        mask &= mask - 1;
        if (to <= at) continue;
        const other = load<i32>(itemType + to);
        const otherOrientation = load<i32>(itemOrientation + to);
        const otherX = load<f32>(itemX + to);
        const otherY = load<f32>(itemY + to);
        const depth = tables
          ? pairDepth(type, orientation, x, y, other, otherOrientation, otherX, otherY)
          : pairDepthByAny(type, orientation, x, y, other, otherOrientation, otherX, otherY);
        if (depth <= TOUCHING) continue;
        const loss = pairLoss(type, other, depth);
        const weighted = loss * load<f32>(weights + (<usize>(i * items) << 2) + to);
        totalLoss += loss;
        greatestLoss = max<f32>(greatestLoss, loss);
        greatestDepth = max<f32>(greatestDepth, depth);
        store<f32>(losses + at, load<f32>(losses + at) + weighted);
        store<f32>(losses + to, load<f32>(losses + to) + weighted);
        if (pairCount < pairCapacity) {
          const entry = pairs + (<usize>pairCount << 4);
          store<i32>(entry, i);
          store<i32>(entry, <i32>(to >> 2), 4);
          store<f32>(entry, loss, 8);
          store<f32>(entry, depth, 12);
          pairCount++;
        }
      }
    }
  }
  return pairCount;
}

/**
 * Guided local search: pairs that overlap after a pass weigh more in the next, and the others drift back to one.
 * (Gardeyn, Vanden Berghe and Wauters 2025, algorithm 8, doi:10.48550/arXiv.2509.13329.)
 */
export function reweight(): void {
  const cells = <usize>(items * items) << 2;
  const fading = f32x4.splat(FADING);
  const one = f32x4.splat(1);
  for (let at: usize = 0; at < cells; at += 16) {
    v128.store(weights + at, f32x4.max(f32x4.mul(v128.load(weights + at), fading), one));
  }
  for (let p = 0; p < pairCount; p++) {
    const entry = pairs + (<usize>p << 4);
    const i = load<i32>(entry);
    const k = load<i32>(entry, 4);
    // Undoes the fading above for pairs that overlap.
    const factor: f32 = (LEAST_GROWTH + MORE_GROWTH * (load<f32>(entry, 8) / greatestLoss)) / FADING;
    const cell = weights + (<usize>(i * items + k) << 2);
    const weight = min<f32>(load<f32>(cell) * factor, 1e6);
    store<f32>(cell, weight);
    store<f32>(weights + (<usize>(k * items + i) << 2), weight);
  }
}

export function resetWeights(): void {
  const cells = <usize>(items * items) << 2;
  const one = f32x4.splat(1);
  for (let at: usize = 0; at < cells; at += 16) v128.store(weights + at, one);
}

/**
 * Moves every overlapping free item once, in random order, and sweeps again; returns the number of pairs left (Gardeyn,
 * Vanden Berghe and Wauters 2025, algorithm 5, doi:10.48550/arXiv.2509.13329).
 */
export function pass(): i32 {
  let count = 0;
  for (let i = 0; i < freeItems; i++) {
    if (load<f32>(losses + (<usize>i << 2)) <= 0) continue;
    store<i32>(order + (<usize>count << 2), i);
    count++;
  }
  for (let i = count - 1; i > 0; i--) {
    const j = below(i + 1);
    const swap = load<i32>(order + (<usize>i << 2));
    store<i32>(order + (<usize>i << 2), load<i32>(order + (<usize>j << 2)));
    store<i32>(order + (<usize>j << 2), swap);
  }
  refreshOwners();
  refreshNeighbours();
  for (let i = 0; i < count; i++) move(load<i32>(order + (<usize>i << 2)));
  return sweep();
}

export function getTotalLoss(): f32 {
  return totalLoss;
}

export function getGreatestDepth(): f32 {
  return greatestDepth;
}

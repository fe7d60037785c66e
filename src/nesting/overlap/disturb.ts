/**
 * A disturbance after a failed separation: large items of different types change places in pairs. Small items that lie
 * on them move along. The smaller items follow when the large ones are too few.
 */

import type { Random } from '../../random.js';
import type { Arrangement } from './arrangement.js';
import type { CollisionField } from './collision-field.js';
import { searchHeight } from './shapes.js';

/** The largest items, up to this share of the whole area, take part first. */
const largeShare = 0.75;

/**
 * Every item changes places once at most. One exchange is the disruption of Gardeyn, Vanden Berghe and Wauters 2025,
 * algorithm 12, doi:10.48550/arXiv.2509.13329.
 */
export function disturb(
  field: CollisionField,
  at: Arrangement,
  length: number,
  random: Random,
  exchanges: number,
): void {
  const { shapes, itemTypes } = field;
  const areaOf = (i: number): number => shapes.types[itemTypes[i]!]!.hullArea;
  const order = Array.from({ length: field.freeItems }, (_, i) => i).sort((i, k) => areaOf(k) - areaOf(i));
  const total = order.reduce((sum, i) => sum + areaOf(i), 0);
  let count = 0;
  for (let sum = 0; count < order.length && sum < largeShare * total; count++) sum += areaOf(order[count]!);
  let waiting = order.slice(0, count);
  let rest = order.slice(count);
  // An item without a partner of another type jumps alone, so it counts as one.
  for (let moved = 0; moved < 2 * exchanges - 1 && waiting.length > 0; ) {
    const gone = exchange(field, at, length, random, waiting, order);
    moved += gone.length;
    waiting = waiting.filter((i) => !gone.includes(i));
    if (new Set(waiting.map((i) => itemTypes[i])).size < 2) [waiting, rest] = [[...waiting, ...rest], []];
  }
}

/** Two of `waiting` change places, or one jumps where all are of one type; returns the moved ones. */
function exchange(
  field: CollisionField,
  at: Arrangement,
  length: number,
  random: Random,
  waiting: readonly number[],
  all: readonly number[],
): number[] {
  const { shapes, itemTypes } = field;
  const areaOf = (i: number): number => shapes.types[itemTypes[i]!]!.hullArea;
  const first = waiting[random.below(waiting.length)]!;
  const others = waiting.filter((i) => itemTypes[i] !== itemTypes[first]);
  if (!others.length) {
    at.x[first] = random.next() * length;
    at.y[first] = random.next() * searchHeight;
    clampInto(field, at, first, length);
    return [first];
  }
  const second = others[random.below(others.length)]!;
  const dx = at.x[second]! - at.x[first]!;
  const dy = at.y[second]! - at.y[first]!;
  const riders = (i: number): number[] => {
    const box = shapes.types[itemTypes[i]!]!.extents[at.orientation[i]!]!;
    return all.filter(
      (k) =>
        k !== first &&
        k !== second &&
        areaOf(k) < 0.5 * areaOf(i) &&
        at.x[k]! > at.x[i]! + box.minX &&
        at.x[k]! < at.x[i]! + box.maxX &&
        at.y[k]! > at.y[i]! + box.minY &&
        at.y[k]! < at.y[i]! + box.maxY,
    );
  };
  const withFirst = riders(first);
  const withSecond = riders(second).filter((k) => !withFirst.includes(k));
  for (const [group, sign] of [
    [[first, ...withFirst], 1],
    [[second, ...withSecond], -1],
  ] as const) {
    for (const i of group) {
      at.x[i]! += sign * dx;
      at.y[i]! += sign * dy;
      clampInto(field, at, i, length);
    }
  }
  return [first, second];
}

function clampInto({ shapes, itemTypes }: CollisionField, at: Arrangement, i: number, length: number): void {
  const box = shapes.types[itemTypes[i]!]!.extents[at.orientation[i]!]!;
  at.x[i] = Math.max(-box.minX, Math.min(at.x[i]!, length - box.maxX));
  at.y[i] = Math.max(-box.minY, Math.min(at.y[i]!, searchHeight - box.maxY));
}

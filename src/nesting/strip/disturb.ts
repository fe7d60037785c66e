/** A disturbance after a failed separation: two large items of different types change places, and what lies on them goes along. */

import type { Random } from '../search/random.js';
import type { Arrangement } from './arrangement.js';
import type { CollisionField } from './collision-field.js';
import { searchHeight } from './shapes.js';

/** The largest items, up to this share of the area of all, take part. */
const largeShare = 0.75;

export function disturb(field: CollisionField, at: Arrangement, length: number, random: Random): void {
  const { shapes, itemTypes } = field;
  const areaOf = (i: number): number => shapes.types[itemTypes[i]!]!.hullArea;
  const order = Array.from({ length: field.freeItems }, (_, i) => i).sort((i, k) => areaOf(k) - areaOf(i));
  const total = order.reduce((sum, i) => sum + areaOf(i), 0);
  const large: number[] = [];
  for (let sum = 0, p = 0; p < order.length && sum < largeShare * total; p++) {
    large.push(order[p]!);
    sum += areaOf(order[p]!);
  }
  const first = large[random.below(large.length)]!;
  const others = large.filter((i) => itemTypes[i] !== itemTypes[first]);
  if (!others.length) {
    // One type only: an item jumps anywhere.
    at.x[first] = random.next() * length;
    at.y[first] = random.next() * searchHeight;
    clampInto(field, at, first, length);
    return;
  }
  const second = others[random.below(others.length)]!;
  const dx = at.x[second]! - at.x[first]!;
  const dy = at.y[second]! - at.y[first]!;
  const riders = (i: number): number[] => {
    const box = shapes.types[itemTypes[i]!]!.shapes[at.turn[i]!]!;
    return order.filter(
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
}

function clampInto({ shapes, itemTypes }: CollisionField, at: Arrangement, i: number, length: number): void {
  const box = shapes.types[itemTypes[i]!]!.shapes[at.turn[i]!]!;
  at.x[i] = Math.max(-box.minX, Math.min(at.x[i]!, length - box.maxX));
  at.y[i] = Math.max(-box.minY, Math.min(at.y[i]!, searchHeight - box.maxY));
}

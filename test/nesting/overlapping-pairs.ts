/** Reads the kernel's list of overlapping pairs, which the search itself never reads. */
import type { CollisionField } from '../../src/nesting/overlap/collision-field.js';

export interface OverlappingPair {
  readonly first: number;
  readonly second: number;
  readonly loss: number;
}

/** Reads as many pairs as the last sweep or pass counted. Must be made before the field binds its items. */
export function overlappingPairs({ kernel }: CollisionField): (count: number) => OverlappingPair[] {
  let address = 0;
  const { bindItems } = kernel;
  kernel.bindItems = (words) => {
    address = words.pairs;
    bindItems.call(kernel, words);
  };
  return (count) => {
    const items = kernel.i32(address, 4 * count);
    const values = kernel.f32(address, 4 * count);
    return Array.from({ length: count }, (_, pair) => ({
      first: items[4 * pair]!,
      second: items[4 * pair + 1]!,
      loss: values[4 * pair + 2]!,
    }));
  };
}

/** Covers a marker by smaller ones that were nested: laid one behind the other, their layouts are a layout of it. */
import { keyOf } from './mix/problem.js';
import type { NestedMarker } from './plan.js';

export interface Block extends NestedMarker {
  /** By garment. */
  readonly counts: readonly number[];
}

/** Blocks, and the garments that no block covers. */
export interface Cover {
  readonly blocks: readonly Block[];
  /** With the estimate for the rest. */
  readonly length: number;
  readonly isWhole: boolean;
}

/** Blocks that are tried for the first garment that is open. */
const mostTried = 6;
/** Numbers of open garments that are looked at. */
const mostLooks = 2000;

/**
 * The shortest cover that a bounded search finds.
 *
 * @param alone estimated length of each garment that no block covers
 * @param distance between two blocks
 */
export function shortestCover(
  counts: readonly number[],
  nested: readonly Block[],
  alone: readonly number[],
  distance: number,
): Cover {
  const least = (block: Block): number => block.counts.reduce((sum, count, g) => sum + count * alone[g]!, 0);
  const usable = nested
    .filter((block) => block.length < Infinity && block.counts.every((count, g) => count <= counts[g]!))
    .map((block) => ({ block, rate: (block.length + distance) / least(block) }))
    .sort((a, b) => a.rate - b.rate);
  const known = new Map<string, Cover>();
  let looks = 0;
  const of = (open: readonly number[]): Cover => {
    const g = open.findIndex((count) => count > 0);
    if (g < 0) return { blocks: [], length: -distance, isWhole: true };
    const key = keyOf(open);
    const before = known.get(key);
    if (before) return before;
    looks += 1;
    const without = (taken: readonly number[]): number[] => open.map((count, i) => count - taken[i]!);
    let best: Cover | null = null;
    let tried = 0;
    for (const { block } of usable) {
      if (block.counts[g] === 0 || block.counts.some((count, i) => count > open[i]!)) continue;
      if (tried++ >= (looks > mostLooks ? 1 : mostTried)) break;
      const rest = of(without(block.counts));
      const length = block.length + distance + rest.length;
      if (best === null || length < best.length)
        best = { blocks: [block, ...rest.blocks], length, isWhole: rest.isWhole };
    }
    if (best === null) {
      const single = open.map((_, i) => (i === g ? 1 : 0));
      const rest = of(without(single));
      best = { ...rest, length: rest.length + alone[g]!, isWhole: false };
    }
    known.set(key, best);
    return best;
  };
  return of(counts);
}

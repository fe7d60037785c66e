/**
 * Gives equal sheets in use another order, so that the least used one comes last. The rest of the last sheet is the one to
 * keep for another day. Nothing else changes, and no measure of the layout does.
 */

import { costAlike } from './cost.js';
import type { Layout } from './layout.js';
import type { Problem } from './problem.js';

/** Sheets with locked parts keep their places. */
export function leastUsedLast({ request, sheets }: Problem, layout: Layout): Layout {
  const { bins } = request;
  const isArea = request.optimization.type === 'area';
  const held = new Set<number>();
  const reaches = new Map<number, { along: number; across: number }>();
  for (const { part, variant, sheet, along, across } of layout.placed) {
    if (part.isLocked) held.add(sheet);
    const reach = reaches.get(sheet);
    reaches.set(sheet, {
      along: Math.max(reach?.along ?? 0, along + variant.box.maxX),
      across: Math.max(reach?.across ?? 0, across + variant.box.maxY),
    });
  }
  const useOf = (sheet: number): number => {
    const { along, across } = reaches.get(sheet)!;
    return isArea ? along * across : along;
  };
  const places = [...reaches.keys()].filter((sheet) => !held.has(sheet)).sort((a, b) => a - b);
  const placeOf = new Map<number, number>();
  const left = new Set(places);
  for (const first of left) {
    const own = places.filter(
      (sheet) => sheets[sheet]!.shape === sheets[first]!.shape && costAlike(bins[sheet]!, bins[first]!),
    );
    for (const sheet of own) left.delete(sheet);
    const inOrder = [...own].sort((a, b) => useOf(b) - useOf(a) || a - b);
    for (const [i, sheet] of inOrder.entries()) placeOf.set(sheet, own[i]!);
  }
  if ([...placeOf].every(([sheet, place]) => sheet === place)) return layout;
  const placed = layout.placed.map((one) => ({ ...one, sheet: placeOf.get(one.sheet) ?? one.sheet }));
  return { ...layout, placed };
}

/** The cost of leaving a part out: its area, raised so that one part outweighs all parts of lower priorities. */

import type { Polygon } from '../request.js';

export function worthsOf(polygons: readonly Polygon[], areas: readonly number[]): number[] {
  const priorityOf = (i: number): number => polygons[i]!.priority ?? 0;
  const levels = [...new Set(polygons.map((_, i) => priorityOf(i)))].sort((a, b) => a - b);
  const worths = [...areas];
  let lower = 0;
  for (const level of levels) {
    const members = areas.map((_, i) => i).filter((i) => priorityOf(i) === level);
    const smallest = members.reduce((least, i) => Math.min(least, areas[i]!), Infinity);
    const factor = lower === 0 ? 1 : Math.max(1, (2 * lower) / smallest);
    for (const i of members) worths[i] = areas[i]! * factor;
    lower += members.reduce((sum, i) => sum + worths[i]!, 0);
  }
  return worths;
}

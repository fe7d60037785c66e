/**
 * Positions on the grid of a sheet. Every free candidate adds the grid positions before and after it on each axis with
 * a grid. The free candidate itself stays only where positions may leave the grid.
 */

import type { GridAxis } from '../../geometry/grid-axis.js';
import type { Box } from '../../geometry/ring.js';
import type { Variant } from '../layout/problem.js';

type Push = (along: number, across: number) => void;

/** Rounding up to this distance from the grid counts as on it (grid units). */
const onGrid = 0.25;

export function snapCandidates(
  variant: Variant,
  along: GridAxis | null,
  across: GridAxis | null,
  room: Box,
  push: Push,
  required: boolean,
): Push {
  return (x, y) => {
    if (!required) push(x, y);
    const xs = along ? snaps(x, along, variant.anchor[0]) : [x];
    const ys = across ? snaps(y, across, variant.anchor[1]) : [y];
    for (const sx of xs) {
      if (sx < room.minX - onGrid || sx > room.maxX + onGrid) continue;
      for (const sy of ys) {
        if (sy >= room.minY - onGrid && sy <= room.maxY + onGrid) push(sx, sy);
      }
    }
  };
}

/** The positions of the reference point before and after `value` at which the anchor is on the grid. */
function snaps(value: number, { origin, step }: GridAxis, anchor: number): number[] {
  const k = (value + anchor - origin) / step;
  const low = Math.floor(k);
  const nearest = Math.round(k);
  if (Math.abs(k - nearest) * step <= onGrid) return [origin + nearest * step - anchor];
  return [origin + low * step - anchor, origin + (low + 1) * step - anchor];
}

/** The positions of the reference point on the grid between `low` and `high`; at most `most` of them, spread evenly. */
export function gridPositions(
  { origin, step }: GridAxis,
  anchor: number,
  low: number,
  high: number,
  most: number,
): number[] {
  const first = Math.ceil((low - onGrid + anchor - origin) / step);
  const last = Math.floor((high + onGrid + anchor - origin) / step);
  const count = Math.min(most, last - first + 1);
  return Array.from({ length: Math.max(0, count) }, (_, i) => {
    const k = count === 1 ? first : first + Math.round((i * (last - first)) / (count - 1));
    return origin + k * step - anchor;
  });
}

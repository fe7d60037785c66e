/** Keep-outs as far as they lie on the drawn length of their roll. */
import { intersection } from '../../geometry/boolean.js';
import type { Point } from '../../geometry/point.js';
import { boxOf } from '../plane.js';
import { offGrid, onGrid } from './clipping-grid.js';

/**
 * Those within stay as they are, and those beyond are left out.
 *
 * @param outline an upright rectangle
 */
export function keepOutsOn(outline: readonly Point[], keepOuts: readonly (readonly Point[])[]): (readonly Point[])[] {
  const { left, top, right, bottom } = boxOf(outline);
  return keepOuts.flatMap((keepOut) => {
    const box = boxOf(keepOut);
    if (box.left >= right || box.right <= left || box.top >= bottom || box.bottom <= top) return [];
    if (box.left >= left && box.right <= right && box.top >= top && box.bottom <= bottom) return [keepOut];
    const ring = onGrid(keepOut);
    // Clipping never ends where a coordinate is no number.
    return ring.every(Number.isFinite) ? intersection([ring], [onGrid(outline)]).map(offGrid) : [];
  });
}

/**
 * Half parts on a fold of the cloth: the piece goes on in the other layer, so its loop is cut up to the fold and never
 * along it.
 */
import { type CutLoop, distance } from './cut-line.js';
import type { Stretch } from './stretches.js';

/** A line this near to the fold is on it, mm: a placement is exact to less. */
const onFold = 0.01;

/** The stretches of a loop on its fold, and beyond it by the kerf. */
export function stretchesAtFold({ points, fold }: Pick<CutLoop, 'points' | 'fold'>): Stretch[] {
  if (!fold) return [];
  const [[ax, ay], [bx, by]] = fold;
  const length = distance(...fold);
  const asides = points.map(([x, y]) => ((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / length);
  const side = Math.sign(asides.reduce((far, aside) => (Math.abs(aside) > Math.abs(far) ? aside : far), 0));
  const stretches: Stretch[] = [];
  let start = 0;
  for (const [i, from] of points.entries()) {
    const next = (i + 1) % points.length;
    const own = distance(from, points[next]!);
    const [a, b] = [side * asides[i]! - onFold, side * asides[next]! - onFold];
    const crossing = a === b ? 0 : (a / (a - b)) * own;
    if (a <= 0 && b <= 0) stretches.push([start, start + own]);
    else if (a <= 0) stretches.push([start, start + crossing]);
    else if (b <= 0) stretches.push([start + crossing, start + own]);
    start += own;
  }
  return stretches;
}

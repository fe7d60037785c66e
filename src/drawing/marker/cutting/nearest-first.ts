/** A first order of the cuts: always the nearest line that need not wait. */
import type { Point } from '../../../geometry/point.js';
import { boxOf } from '../../plane.js';
import type { CutLine } from './cut-line.js';
import type { Precedence } from './precedence.js';
import type { Ways } from './starts.js';

export function nearestFirst(lines: readonly CutLine[], ways: Ways, precedence: Precedence, home: Point): Int32Array {
  const { offset, inX, inY, outX, outY } = ways;
  const boxes = lines.map(({ points }) => boxOf(points));
  const waiting = precedence.isFree ? new Int32Array(lines.length) : precedence.waiting();
  const left = new Set(lines.keys());
  const order = new Int32Array(lines.length);
  let [x, y] = home;
  for (let at = 0; at < order.length; at++) {
    let [best, way, least] = [-1, -1, Infinity];
    for (const line of left) {
      if (waiting[line]! > 0) continue;
      // distances of huge coordinates are no numbers
      if (best < 0) [best, way] = [line, offset[line]!];
      const box = boxes[line]!;
      const [dx, dy] = [Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom)];
      if (dx * dx + dy * dy >= least) continue;
      for (let w = offset[line]!; w < offset[line + 1]!; w++) {
        const squared = (inX[w]! - x) ** 2 + (inY[w]! - y) ** 2;
        if (squared < least) [best, way, least] = [line, w, squared];
      }
    }
    order[at] = best;
    left.delete(best);
    [x, y] = [outX[way]!, outY[way]!];
    if (!precedence.isFree) for (const line of precedence.after(best)) waiting[line]! -= 1;
  }
  return order;
}

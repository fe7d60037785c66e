/** For each line the lines nearest to it, by the boxes around them and then by their middles. */
import { boxOf } from '../../plane.js';
import type { CutLine } from './cut-line.js';

/** [lines][at most `most`], the nearest first. */
export function neighboursOf(lines: readonly CutLine[], most: number): Int32Array[] {
  const boxes = lines.map(({ points }) => boxOf(points));
  const scores = new Float64Array(most);
  const nearest = new Int32Array(most);
  return boxes.map((box, line) => {
    let count = 0;
    for (let other = 0; other < boxes.length; other++) {
      if (other === line) continue;
      const { left, top, right, bottom } = boxes[other]!;
      const gapX = Math.max(left - box.right, box.left - right, 0);
      const gapY = Math.max(top - box.bottom, box.top - bottom, 0);
      const apartX = Math.abs(left + right - box.left - box.right);
      const apartY = Math.abs(top + bottom - box.top - box.bottom);
      const score = gapX + gapY + middleWeight * (apartX + apartY);
      if (count === most && score >= scores[most - 1]!) continue;
      let at = count < most ? count++ : most - 1;
      for (; at > 0 && scores[at - 1]! > score; at--) {
        scores[at] = scores[at - 1]!;
        nearest[at] = nearest[at - 1]!;
      }
      scores[at] = score;
      nearest[at] = other;
    }
    return nearest.slice(0, count);
  });
}

/** Share of the distance between the middles that counts beside the gap between the boxes. */
const middleWeight = 0.1;

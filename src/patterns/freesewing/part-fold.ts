/** The folds of a FreeSewing part: those that the design calls for at an edge of its outline. */
import type { Point } from '../../geometry/point.js';
import { type Loop, positive, type Region, unite } from '../region.js';
import { nearestEdge } from './cut-along-seam.js';
import type { PartCutting } from './cut-list.js';

type Fold = readonly [Point, Point];

/** Outlines end this near to their fold, mm. */
const nearness = 0.5;

/** Share of a fold along which the outline has to run; the rest of it is an opening, such as a neck hole. */
const leastShare = 0.5;

/**
 * A fold of the part's own counts. An inherited fold counts where something is cut on the fold. Each counts only if the
 * outline ends there.
 */
export function foldsOf({ folds, lines, inheritsFolds }: PartCutting, outline: Loop): Fold[] {
  if (inheritsFolds && !lines.some(({ onFold }) => onFold)) return [];
  return folds.filter((fold) => shareAlong(fold, outline) >= leastShare);
}

/** The share of a fold, 0 to 1, along which an outline runs. */
export function shareAlong([[ax, ay], [bx, by]]: Fold, outline: Loop): number {
  const length = Math.hypot(bx - ax, by - ay);
  if (length === 0) return 0;
  const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
  const runs: [number, number][] = [];
  outline.forEach((p, i) => {
    const q = outline[(i + 1) % outline.length]!;
    const [from, to] = [p, q].map(([x, y]) => (x - ax) * ux + (y - ay) * uy) as [number, number];
    const aside = [p, q].map(([x, y]) => Math.abs((x - ax) * uy - (y - ay) * ux));
    if (Math.max(...aside) <= nearness) runs.push([Math.min(from, to), Math.max(from, to)]);
  });
  let covered = 0;
  let reached = 0;
  for (const [from, to] of runs.sort(([a], [b]) => a - b)) {
    const [start, end] = [Math.max(from, reached), Math.min(to, length)];
    if (end > start) {
      covered += end - start;
      reached = end;
    }
  }
  return covered / length;
}

/**
 * The cut region without the slits that open where an edge meets the fold at a slant. The edge's seam allowance ends
 * square to it, beside the fold, and goes straight to the seam on the fold.
 */
export function closedAtFold(cut: Region, seam: Loop, [[ax, ay], [bx, by]]: Fold, allowance: number): Region {
  const outer = cut.outers[0] ?? [];
  const length = Math.hypot(bx - ax, by - ay);
  const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
  const foot = ([x, y]: Point): Point => {
    const along = (x - ax) * ux + (y - ay) * uy;
    return [ax + along * ux, ay + along * uy];
  };
  const gap = ([x, y]: Point, [toX, toY]: Point): number => Math.hypot(toX - x, toY - y);
  const fromSeam = (point: Point): number => gap(point, nearestEdge(seam, point).at);
  const wedges = outer.flatMap((onFold, i): Loop[] => {
    if (gap(onFold, foot(onFold)) > nearness || fromSeam(onFold) > nearness) return [];
    return [outer[(i + 1) % outer.length]!, outer[(i + outer.length - 1) % outer.length]!]
      .filter((end) => gap(end, foot(end)) > nearness && fromSeam(end) > allowance / 2)
      .map((end) => positive([onFold, end, foot(end)]));
  });
  return wedges.length === 0 ? cut : unite([outer, ...wedges]);
}

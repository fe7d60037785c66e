/** Parts nearer to each other than the kerf: the cut around one takes from the other. */
import type { Point } from '../../../geometry/point.js';
import { squaredDistanceToSegment } from '../../../geometry/region.js';
import { boxOf, type PlaneBox } from '../../plane.js';
import type { MarkerPart, MarkerSheet } from '../marker.js';
import { sameLine } from './common-lines.js';

type Side = readonly [Point, Point];

/** Indices of the two parts of each such pair. Parts do not overlap. `kerf` in mm. */
export function nearerThanKerf(
  parts: readonly Pick<MarkerPart, 'outline' | 'holes'>[],
  kerf: number,
): [number, number][] {
  const least = kerf - sameLine;
  if (!(least > 0)) return [];
  const boxes = parts.map(({ outline }) => grown(boxOf(outline), least / 2));
  const byLeft = parts.map((_, i) => i).sort((a, b) => boxes[a]!.left - boxes[b]!.left);
  const pairs: [number, number][] = [];
  for (const [rank, i] of byLeft.entries()) {
    for (let next = rank + 1; next < byLeft.length; next++) {
      const j = byLeft[next]!;
      if (boxes[j]!.left > boxes[i]!.right) break;
      if (boxes[j]!.top > boxes[i]!.bottom || boxes[i]!.top > boxes[j]!.bottom) continue;
      const common = grown(intersection(boxes[i]!, boxes[j]!), least / 2);
      if (areNear(sidesIn(parts[i]!, common), sidesIn(parts[j]!, common), least)) pairs.push([i, j]);
    }
  }
  return pairs;
}

/** Indices of the parts of two layers whose pieces, mirror images about each fold, lie nearer to each other than the kerf. */
export function nearerAcrossFold({ parts, folds }: Pick<MarkerSheet, 'parts' | 'folds'>, kerf: number): number[] {
  const least = (kerf - sameLine) / 2;
  if (!(least > 0)) return [];
  const isNear = ([x, y]: Point): boolean =>
    folds.some(([[foldX, foldY], [endX]]) => Math.abs(foldX === endX ? x - foldX : y - foldY) < least);
  return [...parts.keys()].filter((i) => parts[i]!.pieces === 2 && parts[i]!.outline.some(isNear));
}

const grown = ({ left, top, right, bottom }: PlaneBox, by: number): PlaneBox => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
});

const intersection = (a: PlaneBox, b: PlaneBox): PlaneBox => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});

/** The sides of a part that reach into a box. */
function sidesIn({ outline, holes }: Pick<MarkerPart, 'outline' | 'holes'>, box: PlaneBox): Side[] {
  return [outline, ...holes].flatMap((ring) =>
    ring.flatMap((from, i): Side[] => {
      const to = ring[(i + 1) % ring.length]!;
      const isNear =
        Math.max(from[0], to[0]) >= box.left &&
        Math.min(from[0], to[0]) <= box.right &&
        Math.max(from[1], to[1]) >= box.top &&
        Math.min(from[1], to[1]) <= box.bottom;
      return isNear ? [[from, to]] : [];
    }),
  );
}

function areNear(sides: readonly Side[], others: readonly Side[], least: number): boolean {
  const isNear = ([x, y]: Point, [[ax, ay], [bx, by]]: Side): boolean =>
    squaredDistanceToSegment(x, y, ax, ay, bx, by) < least ** 2;
  return sides.some((side) =>
    others.some(
      (other) => isNear(side[0], other) || isNear(side[1], other) || isNear(other[0], side) || isNear(other[1], side),
    ),
  );
}

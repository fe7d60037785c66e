/** The pattern of striped and checked cloth: the lines of a sheet where a repeat begins. */
import type { Point } from '../../geometry/point.js';
import { boxOf } from '../plane.js';

/** In one unit of length. A missing repeat means that the cloth is plain along that axis. */
export interface ClothPattern {
  readonly repeatX?: number | null | undefined;
  readonly repeatY?: number | null | undefined;
  /** Where a repeat begins, from the top left of the box of each sheet. Default 0. */
  readonly offsetX?: number | undefined;
  readonly offsetY?: number | undefined;
}

export type Stripe = readonly [Point, Point];

/** More stripes of a sheet than this would be a grey area. */
const mostStripes = 1000;

/**
 * @param whole the sheet with which the pattern begins
 * @param drawn the part of it that the stripes cross; they end at its outline
 */
export function stripesOf(pattern: ClothPattern, whole: readonly Point[], drawn: readonly Point[]): Stripe[] {
  const { repeatX, repeatY, offsetX = 0, offsetY = 0 } = pattern;
  const [sheet, shown] = [boxOf(whole), boxOf(drawn)];
  return [
    ...placesOf(repeatX, sheet.left + offsetX, shown.left, shown.right).flatMap((x) =>
      insideOf(drawn, 0, x).map(
        ([top, bottom]): Stripe => [
          [x, top],
          [x, bottom],
        ],
      ),
    ),
    ...placesOf(repeatY, sheet.top + offsetY, shown.top, shown.bottom).flatMap((y) =>
      insideOf(drawn, 1, y).map(
        ([left, right]): Stripe => [
          [left, y],
          [right, y],
        ],
      ),
    ),
  ];
}

function placesOf(repeat: number | null | undefined, start: number, from: number, to: number): number[] {
  if (repeat === null || repeat === undefined || (to - from) / repeat > mostStripes) return [];
  const [first, last] = [Math.ceil((from - start) / repeat), Math.floor((to - start) / repeat)];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => start + (first + i) * repeat);
}

/** The stretches inside an outline of the line on which a coordinate has a value. */
function insideOf(outline: readonly Point[], axis: 0 | 1, value: number): [number, number][] {
  const crossed: number[] = [];
  const last = Math.max(...outline.map((point) => point[axis]));
  // At its last side, too, an outline is crossed once on the way in and once on the way out.
  const isBeyond = (at: number): boolean => (value >= last ? at >= value : at > value);
  for (const [i, p] of outline.entries()) {
    const q = outline[(i + 1) % outline.length]!;
    if (isBeyond(p[axis]) === isBeyond(q[axis])) continue;
    const share = (value - p[axis]) / (q[axis] - p[axis]);
    crossed.push(p[1 - axis]! + share * (q[1 - axis]! - p[1 - axis]!));
  }
  crossed.sort((a, b) => a - b);
  return Array.from({ length: crossed.length / 2 }, (_, i) => [crossed[2 * i]!, crossed[2 * i + 1]!]);
}

/** The line along which the thread of the cloth runs in a FreeSewing part. */
import type { Point } from '../../geometry/point.js';
import type { Loop } from '../region.js';
import type { FreesewingPart } from './design.js';
import { drawnGrain } from './part-lines.js';

/**
 * The drawn grain line; else one at the angle that the design gives, on a fold of that direction or through the middle
 * of the piece.
 *
 * @param grain degrees counter-clockwise, 90 is up; undefined where the design gives none
 */
export function grainOf(
  part: FreesewingPart,
  grain: number | undefined,
  fold: readonly [Point, Point] | null,
  outline: Loop,
): readonly [Point, Point] | null {
  const drawn = drawnGrain(part);
  if (drawn || grain === undefined || outline.length === 0) return drawn;
  const angle = (grain * Math.PI) / 180;
  const [ux, uy] = [Math.cos(angle), -Math.sin(angle)];
  if (fold && isAlong(fold, [ux, uy])) return fold;
  const range = (axis: 0 | 1): [number, number] => {
    const values = outline.map((point) => point[axis]);
    return [Math.min(...values), Math.max(...values)];
  };
  const [[left, right], [top, bottom]] = [range(0), range(1)];
  const reach = Math.min(right - left, bottom - top) / 3;
  const [dx, dy] = [reach * ux, reach * uy];
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return [
    [x - dx, y - dy],
    [x + dx, y + dy],
  ];
}

/** Whether a line has a direction, either way, to a hundredth. */
function isAlong([[ax, ay], [bx, by]]: readonly [Point, Point], [ux, uy]: Point): boolean {
  return Math.abs((bx - ax) * uy - (by - ay) * ux) < 0.01 * Math.hypot(bx - ax, by - ay);
}

/** Notes from a design's instructions on its grain, for designs that draw none. */
const reasons: Readonly<Record<string, string>> = {
  trayvon: 'the design leaves the grain of a tie to you; many ties are cut on the bias, which drapes best',
};

/** The reason why a piece has no grainline. */
export function noGrainReason(design: string, material: string): string {
  const reason = reasons[design] ?? 'the design draws no grainline on this part';
  return material === 'ribbing' ? `${reason}; ribbing is laid so that it stretches round the body` : reason;
}

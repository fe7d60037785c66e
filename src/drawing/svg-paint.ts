/** The paint of an SVG element, and whether the element is the ground of a drawing. */

import type { Point } from '../geometry/point.js';
import { boxOf, type PlaneBox } from './plane.js';

export interface Paint {
  /** Null: nothing names a paint, so it is black. */
  readonly fill: string | null;
  readonly stroke: string;
}

/**
 * The name of a filled line without stroke that covers the page: white paper, or a background; else null.
 *
 * @param isFirst whether nothing is drawn below it
 */
export function groundOf(
  points: readonly Point[],
  { fill, stroke }: Paint,
  page: PlaneBox,
  isFirst: boolean,
): 'white paper' | 'background' | null {
  if (fill === null || fill === 'none' || stroke !== 'none' || !isPaper(points, page)) return null;
  if (isWhite(fill)) return 'white paper';
  return isFirst ? 'background' : null;
}

const isWhite = (paint: string): boolean =>
  /^(white|#fff|#ffffff|rgb\(\s*(255|100%)\s*,\s*(255|100%)\s*,\s*(255|100%)\s*\))$/i.test(paint);

/** Whether the four corners lie at those of the page, or beyond them, mm. */
function isPaper(points: readonly Point[], page: PlaneBox): boolean {
  const box = boxOf(points);
  const [across, down] = [page.right - page.left, page.bottom - page.top];
  const isRectangle =
    points.length === 4 &&
    points.every(([x, y]) => [box.left, box.right].includes(x) && [box.top, box.bottom].includes(y));
  if (!isRectangle || !(across > 0 && down > 0)) return false;
  const [dx, dy] = [0.001 * across, 0.001 * down];
  return (
    box.left <= page.left + dx &&
    box.right >= page.right - dx &&
    box.top <= page.top + dy &&
    box.bottom >= page.bottom - dy
  );
}

/** `none` where nothing is painted; null where the element names no paint. */
export function paintOf(paint: string | undefined, opacity: string | undefined): string | null {
  if (opacity !== undefined && Number.parseFloat(opacity) === 0) return 'none';
  if (paint === undefined) return null;
  return isTransparent(paint) ? 'none' : paint;
}

/** By its name, the last digits of its hexadecimal number, or its fourth component. */
function isTransparent(paint: string): boolean {
  const [, alpha] = /^(?:rgb|hsl)a?\((?:[^,/]*,[^,/]*,[^,/]*,|[^/]*\/)\s*([^,/)]*?)\s*\)$/i.exec(paint) ?? [];
  return (
    /^(transparent|#[0-9a-f]{3}0|#[0-9a-f]{6}00)$/i.test(paint) || (alpha !== undefined && /^0*\.?0+%?$/.test(alpha))
  );
}

/** Places boxes side by side in rows, so that each is seen whole. */
import type { ViewBox } from '../shell/canvas.js';

interface PlanePoint {
  readonly x: number;
  readonly y: number;
}

export interface Laid<T> {
  readonly item: T;
  /** Shift of the item. */
  readonly x: number;
  readonly y: number;
  readonly box: ViewBox;
}

/** @param gap between the boxes, in the unit of the outlines */
export function arrange<T>(
  items: readonly T[],
  outline: (item: T) => readonly PlanePoint[],
  gap: number,
): { laid: Laid<T>[]; frame: ViewBox } {
  const boxes = items.map((item) => ({ item, box: boxOf(outline(item)) }));
  const sum = boxes.reduce((area, { box }) => area + (box.width + gap) * (box.height + gap), 0);
  const rowWidth = Math.max(Math.sqrt(sum * 1.7), ...boxes.map(({ box }) => box.width));
  const laid: Laid<T>[] = [];
  let [x, y, rowHeight, right] = [0, 0, 0, 0];
  // Rows of equally high things waste the least space.
  for (const { item, box } of [...boxes].sort((a, b) => b.box.height - a.box.height)) {
    if (x > 0 && x + box.width > rowWidth) [x, y, rowHeight] = [0, y + rowHeight + gap, 0];
    laid.push({ item, x: x - box.left, y: y - box.top, box });
    right = Math.max(right, x + box.width);
    rowHeight = Math.max(rowHeight, box.height);
    x += box.width + gap;
  }
  return { laid, frame: { left: 0, top: 0, width: right, height: y + rowHeight } };
}

export function boxOf(points: readonly PlanePoint[]): ViewBox {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return { left, top, width: right - left, height: bottom - top };
}

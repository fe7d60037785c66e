/** The measure on the marker: two points, and the distance between them. */
import { effect, signal } from '@preact/signals';
import type { Point } from '../../../../src/geometry/point.js';
import { lengthText } from '../../shell/lengths.js';
import { ground } from '../run.js';
import type { Snapped } from './corners.js';

/** Whether clicks on the drawing measure. */
export const measuring = signal(false);
/** The set points: none, one, or both. */
export const ends = signal<readonly Point[]>([]);
/** The place of the pointer, or of the keys. */
export const cursor = signal<Snapped | null>(null);

export function setPoint(at: Point): void {
  ends.value = ends.value.length === 1 ? [ends.value[0]!, at] : [at];
}

export function endMeasuring(): void {
  measuring.value = false;
  ends.value = [];
  cursor.value = null;
}

// Another search draws other places.
effect(() => {
  if (ground.value) ends.value = [];
});

/** The line of the measure, to the cursor while its second point is not set; null: there is none. */
export function lineOf(): readonly [Point, Point] | null {
  const [from, to = cursor.value?.at] = ends.value;
  return from && to ? [from, to] : null;
}

/** A distance, and its shares along both axes. */
export function distanceText([[x1, y1], [x2, y2]]: readonly [Point, Point]): string {
  const [dx, dy] = [Math.abs(x2 - x1), Math.abs(y2 - y1)];
  return `${lengthText(Math.hypot(dx, dy))} (${lengthText(dx)} across, ${lengthText(dy)} down)`;
}

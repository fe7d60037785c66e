/** A ruler under a picture, so that its size can be read off a screen. */
import type { Point } from '../geometry/point.js';
import { area, type DrawnShape, text } from './drawing.js';
import { inch, type Lengths } from './lengths.js';

/**
 * A bar of alternating black and white quarters; its length is the round number of mm or inches (1, 2 or 5 times a power of
 * ten) nearest below a fifth of `width`.
 *
 * @param at top left corner, mm
 * @param width of the picture, mm
 */
export function scaleBar(at: Point, width: number, lengths: Lengths = 'metric'): DrawnShape[] {
  const unit = lengths === 'inches' ? inch : 1;
  const target = Math.max(width / 5 / unit, 1);
  const power = 10 ** Math.floor(Math.log10(target));
  const count = [5, 2, 1].map((step) => step * power).find((value) => value <= target) ?? power;
  const length = count * unit;
  const height = width / 160;
  const quarters = [0, 1, 2, 3].map((i) => {
    const [left, right] = [at[0] + (i * length) / 4, at[0] + ((i + 1) * length) / 4];
    const corners: Point[] = [
      [left, at[1]],
      [right, at[1]],
      [right, at[1] + height],
      [left, at[1] + height],
    ];
    const fill = i % 2 === 0 ? '#222222' : '#ffffff';
    return area(corners, 'scale', { fill, stroke: '#222222', strokeWidth: height / 10 });
  });
  const label = lengths === 'inches' ? `${count} in` : metricLabel(count);
  return [...quarters, text(label, [at[0] + length + 2 * height, at[1] + height], height * 1.3, 'scale')];
}

const metricLabel = (mm: number): string => (mm >= 1000 ? `${mm / 1000} m` : mm >= 10 ? `${mm / 10} cm` : `${mm} mm`);

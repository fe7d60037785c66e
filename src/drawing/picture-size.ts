/** The size in pixels of a picture of a drawing. */
import { boundsOf, type Drawing } from './drawing.js';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
  /** Of the drawing on the picture, mm. */
  readonly margin: number;
}

/** Pixels along a long strip, and those across it that it is drawn so large for. */
const [longestStrip, leastAcross] = [16_384, 64];

/**
 * A strip with fewer than 64 pixels across it is drawn larger, up to 16384 pixels long. One longer than 256 times its
 * width gets a wider margin, too.
 *
 * @param width wanted pixels; fewer where a side would pass `longest`
 * @param longest pixels of the longer side of all but strips
 */
export function pictureSize({ shapes, margin: own }: Drawing, width: number, longest: number): PictureSize {
  const box = boundsOf(shapes);
  const [across, down] = [box.maxX - box.minX, box.maxY - box.minY];
  const slimmest = longestStrip / leastAcross;
  const missing = (Math.max(across, down) - slimmest * Math.min(across, down)) / (slimmest - 1);
  const margin = Math.max(own, missing / 2);
  const sides = [across + 2 * margin, down + 2 * margin] as const;
  const [longer, shorter] = [Math.max(...sides), Math.min(...sides)];
  const usual = Math.min(width / sides[0], longest / longer);
  const scale = Math.max(usual, Math.min(leastAcross / shorter, longestStrip / longer));
  const [wide, high] = sides.map((side) => Math.max(1, Math.round(side * scale))) as [number, number];
  return { width: wide, height: high, margin };
}

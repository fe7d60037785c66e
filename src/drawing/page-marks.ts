/** Marks of a printed page: lines and texts beside the drawing, and the square that shows whether the size was kept. */
import type { Point } from '../geometry/point.js';
import type { DrawnShape, Style, TextShape } from './drawing.js';
import type { Lengths } from './lengths.js';

const ink = '#222222';

/** Edge of the square to measure on paper, mm: a round number of the units. */
export const testSquareOf: Readonly<Record<Lengths, number>> = { metric: 50, inches: 50.8 };

/** @param far edge of the square, mm */
export function testSquareShapes([x, y]: Point, far: number, lengths: Lengths = 'metric'): DrawnShape[] {
  const inches = (far / 25.4).toFixed(2);
  return [
    lineShape(
      [
        [x, y],
        [x + far, y],
        [x + far, y + far],
        [x, y + far],
      ],
      { stroke: ink, strokeWidth: 0.3 },
      true,
    ),
    textShape('test square', [x + far / 2, y + far / 2 - 2], 3, 'middle', ink),
    textShape(
      lengths === 'inches' ? `${inches} in = ${far} mm` : `${far} mm = ${inches} in`,
      [x + far / 2, y + far / 2 + 5],
      3,
      'middle',
      ink,
    ),
  ];
}

export const lineShape = (points: readonly Point[], style: Style, closed: boolean): DrawnShape => ({
  kind: 'polyline',
  points,
  closed,
  layer: 'marks',
  style,
});

export const textShape = (
  content: string,
  at: Point,
  height: number,
  anchor: TextShape['anchor'],
  color: string,
  rotation = 0,
): DrawnShape => ({
  kind: 'text',
  text: content,
  at,
  height,
  anchor,
  rotation,
  layer: 'marks',
  color,
});

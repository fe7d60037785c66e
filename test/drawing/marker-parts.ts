/** Parts of the markers that tests draw, and the outlines that a drawing has of them. */
import type { Drawing, PolylineShape } from '../../src/drawing/drawing.js';
import { rectangle as cornersOf } from '../rectangle.js';

export type Points = [number, number][];
export const rectangle = (width: number, height: number, x = 0, y = 0): { points: Points } => ({
  points: cornersOf(width, height, x, y),
});
export const placed = (index: number, x: number, y: number, rotation = 0, bin = 0) => ({
  index,
  bin,
  position: [x, y] as const,
  rotation,
});
export const rounded = (points: readonly (readonly number[])[]): number[][] =>
  points.map((point) => point.map((value) => Math.round(value * 1000) / 1000 + 0));
export const outlines = ({ shapes }: Drawing, layer: string): number[][][] =>
  shapes
    .filter((shape): shape is PolylineShape => shape.kind === 'polyline' && shape.layer === layer)
    .map(({ points }) => rounded(points));

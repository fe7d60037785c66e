/**
 * A picture for every writer: lines, areas, circles and texts in millimetres, x to the right and y down. The builder of
 * a picture knows its meaning (a pattern, a marker); the writers know its storage.
 */

import type { Point } from '../geometry/point.js';
import { letterCount } from './letter-count.js';

/** The look of a line or an area. Colours are `#rrggbb`; lengths are mm; a missing property is not drawn. */
export interface Style {
  readonly stroke?: string;
  /** Default 0.5 mm. */
  readonly strokeWidth?: number;
  readonly fill?: string;
  readonly fillOpacity?: number;
  /** Lengths of strokes and gaps in turn. */
  readonly dash?: readonly number[];
}

export interface PolylineShape {
  readonly kind: 'polyline';
  readonly points: readonly Point[];
  readonly closed: boolean;
  /** Openings of a closed area, left out of the fill (even-odd). */
  readonly holes?: readonly (readonly Point[])[];
  readonly layer: string;
  readonly style: Style;
  /** Facts for programs, by the name of a data attribute. Such a line is hidden in an SVG, and no other file has it. */
  readonly data?: Readonly<Record<string, string>>;
}

export interface CircleShape {
  readonly kind: 'circle';
  readonly center: Point;
  readonly radius: number;
  readonly layer: string;
  readonly style: Style;
}

export interface TextShape {
  readonly kind: 'text';
  readonly text: string;
  /** Start, middle or end of the baseline, by `anchor`. */
  readonly at: Point;
  /** Height of a capital letter. */
  readonly height: number;
  readonly anchor: 'start' | 'middle' | 'end';
  /** Degrees, clockwise on the page. */
  readonly rotation: number;
  readonly layer: string;
  readonly color: string;
}

export type DrawnShape = PolylineShape | CircleShape | TextShape;

export interface Drawing {
  readonly title: string;
  readonly description: string;
  /** Facts about the drawing, line by line: its reader, its version. */
  readonly notes?: readonly string[];
  readonly shapes: readonly DrawnShape[];
  /** White space around everything. */
  readonly margin: number;
}

export interface Box {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

export const polyline = (
  points: readonly Point[],
  layer: string,
  style: Style,
  options: Pick<PolylineShape, 'holes' | 'data'> & { closed?: boolean } = {},
): PolylineShape => ({
  kind: 'polyline',
  points,
  closed: options.closed ?? false,
  ...(options.holes?.length ? { holes: options.holes } : {}),
  layer,
  style,
  ...(options.data && { data: options.data }),
});

/** A closed area with optional openings. */
export const area = (
  points: readonly Point[],
  layer: string,
  style: Style,
  holes: readonly (readonly Point[])[] = [],
): PolylineShape => polyline(points, layer, style, { closed: true, holes });

export const circle = (center: Point, radius: number, layer: string, style: Style): CircleShape => ({
  kind: 'circle',
  center,
  radius,
  layer,
  style,
});

export const text = (
  content: string,
  at: Point,
  height: number,
  layer: string,
  options: { anchor?: TextShape['anchor']; rotation?: number; color?: string } = {},
): TextShape => ({
  kind: 'text',
  text: content,
  at,
  height,
  layer,
  anchor: options.anchor ?? 'start',
  rotation: options.rotation ?? 0,
  color: options.color ?? '#222222',
});

export const textsOf = (shapes: readonly DrawnShape[]): string[] =>
  shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));

/** The smallest box around the shapes (texts by an estimate of their width); [0, 0, 1, 1] without shapes. */
export function boundsOf(shapes: readonly DrawnShape[]): Box {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  const cover = (x: number, y: number, reach = 0): void => {
    minX = Math.min(minX, x - reach);
    minY = Math.min(minY, y - reach);
    maxX = Math.max(maxX, x + reach);
    maxY = Math.max(maxY, y + reach);
  };
  for (const shape of shapes) {
    if (shape.kind === 'polyline') for (const [x, y] of shape.points) cover(x, y);
    else if (shape.kind === 'circle') cover(...shape.center, shape.radius);
    else for (const [x, y] of textBox(shape)) cover(x, y);
  }
  return minX > maxX ? { minX: 0, minY: 0, maxX: 1, maxY: 1 } : { minX, minY, maxX, maxY };
}

/** The corners of the box of a text, taking an average letter to be 0.9 of its height wide. */
export function textBox(shape: TextShape): Point[] {
  const width = 0.9 * shape.height * letterCount(shape.text);
  const start = shape.anchor === 'start' ? 0 : shape.anchor === 'middle' ? -width / 2 : -width;
  const angle = (shape.rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corners: Point[] = [
    [start, -shape.height],
    [start + width, -shape.height],
    [start + width, 0.3 * shape.height],
    [start, 0.3 * shape.height],
  ];
  return corners.map(([x, y]) => [shape.at[0] + x * cos - y * sin, shape.at[1] + x * sin + y * cos]);
}

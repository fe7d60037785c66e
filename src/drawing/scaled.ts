/** The same drawing, smaller or larger: `1:5` on paper is the factor 0.2. */
import type { Point } from '../geometry/point.js';
import type { Drawing, DrawnShape, Style } from './drawing.js';

/** With `keepLines`, line widths stay: the thinnest line at 1:1 must still print at 1:10. */
export function scaled(drawing: Drawing, factor: number, { keepLines = false }: { keepLines?: boolean } = {}): Drawing {
  const place = ([x, y]: Point): Point => [x * factor, y * factor];
  const styled = (style: Style): Style =>
    keepLines || style.strokeWidth === undefined ? style : { ...style, strokeWidth: style.strokeWidth * factor };
  const resized = (shape: DrawnShape): DrawnShape => {
    if (shape.kind === 'text') return { ...shape, at: place(shape.at), height: shape.height * factor };
    const style = styled(shape.style);
    if (shape.kind === 'circle') return { ...shape, center: place(shape.center), radius: shape.radius * factor, style };
    const holes = shape.holes?.map((hole) => hole.map(place));
    return { ...shape, points: shape.points.map(place), ...(holes && { holes }), style };
  };
  return { ...drawing, shapes: drawing.shapes.map(resized), margin: Math.max(1, drawing.margin * factor) };
}

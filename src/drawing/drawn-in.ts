/** Whether a shape leaves ink in a box: by its lines and its fill, not by the box around it. */
import { arcCurve } from '../geometry/curve.js';
import type { Point } from '../geometry/point.js';
import { type Box, type DrawnShape, textBox } from './drawing.js';

/** mm; a circle's chords lie within it. */
const circleTolerance = 0.02;

/** A line counts without its width, a dashed one with its gaps, and a text by the box around its letters. */
export function isDrawnIn(shape: DrawnShape, box: Box): boolean {
  if (shape.kind === 'text') return shape.text.trim() !== '' && coversBox([textBox(shape)], box);
  const { stroke, fill } = shape.style;
  const rings = ringsOf(shape);
  const isClosed = shape.kind === 'circle' || shape.closed;
  if (fill !== undefined) return coversBox(rings, box);
  return stroke !== undefined && rings.some((ring) => crosses(ring, isClosed, box));
}

function ringsOf(shape: Exclude<DrawnShape, { kind: 'text' }>): readonly (readonly Point[])[] {
  if (shape.kind === 'polyline') return [shape.points, ...(shape.holes ?? [])];
  const { center, radius } = shape;
  return [arcCurve(center, [radius, radius], 0, 360).flatten(circleTolerance)];
}

/** Whether an area (even-odd) has a point in the box: one of its edges, or the whole box. */
const coversBox = (rings: readonly (readonly Point[])[], box: Box): boolean =>
  rings.some((ring) => crosses(ring, true, box)) || holds(rings, [box.minX, box.minY]);

function crosses(points: readonly Point[], isClosed: boolean, box: Box): boolean {
  const [first] = points;
  if (points.length === 1) return meets(first!, first!, box);
  return points.some((from, i) => {
    const to = points[i + 1] ?? (isClosed ? first : undefined);
    return to !== undefined && meets(from, to, box);
  });
}

/** Whether a segment has a point in the box or on its border: Liang and Barsky's clipping. */
function meets([x, y]: Point, [toX, toY]: Point, { minX, minY, maxX, maxY }: Box): boolean {
  let [enter, leave] = [0, 1];
  for (const [at, by, min, max] of [
    [x, toX - x, minX, maxX],
    [y, toY - y, minY, maxY],
  ] as const) {
    if (by === 0) {
      if (at < min || at > max) return false;
      continue;
    }
    const [one, other] = [(min - at) / by, (max - at) / by];
    enter = Math.max(enter, Math.min(one, other));
    leave = Math.min(leave, Math.max(one, other));
  }
  return enter <= leave;
}

/** Whether a point lies in an area (even-odd) whose edges are elsewhere. */
function holds(rings: readonly (readonly Point[])[], [x, y]: Point): boolean {
  let inside = false;
  for (const ring of rings) {
    ring.forEach(([ax, ay], i) => {
      const [bx, by] = ring[(i + 1) % ring.length]!;
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
    });
  }
  return inside;
}

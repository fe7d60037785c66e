/**
 * Named edges on the finished outline of a piece. Finishing drops the ways out and back of a drawn outline, and the parts
 * beyond its crossings; an edge that runs there is traced again without them. Both legs of a dart without width
 * lie on each other, off the outline, and stay.
 */
import type { Point } from '../../geometry/point.js';
import { Ring } from '../grading/ring.js';
import { EdgeError, lengthOf, type NamedEdge, onOutline, traceEdge } from './trace-edge.js';

/**
 * @param outline the finished one of the drawn half
 * @param isElsewhere whether a point has its place off the outline: on a dart, on a fold
 * @param leftOut gets the name and the reason of an edge whose points lie off the outline
 */
export function edgesOnOutline(
  edges: readonly NamedEdge[],
  outline: readonly Point[],
  isElsewhere: (point: Point) => boolean,
  leftOut: (name: string, reason: string) => void,
): NamedEdge[] {
  const ring = new Ring(outline);
  return edges.flatMap((edge) => {
    const { name, through } = edge;
    const off = pointsOf(edge).filter((point) => !isOn(ring, point) && !isElsewhere(point));
    if (!through || off.length === 0) return [edge];
    const isOffButForOneEnd = off.length >= pointsOf(edge).length - 1;
    if (isOffButForOneEnd && edges.some((other) => other !== edge && coincide(edge, other))) return [edge];
    try {
      return [traceEdge(name, outline, through)];
    } catch (error) {
      if (!(error instanceof EdgeError)) throw error;
      leftOut(name, error.message);
      return [];
    }
  });
}

const pointsOf = ({ lines }: NamedEdge): readonly Point[] => lines.flat();

const isOn = (ring: Ring, point: Point): boolean => lengthOf([ring.nearest(point).at, point]) <= onOutline;

function coincide(edge: NamedEdge, other: NamedEdge): boolean {
  const ring = new Ring(pointsOf(other));
  return pointsOf(edge).every((point) => isOn(ring, point));
}

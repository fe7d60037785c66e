/** From the traced edges of a definition to drawn lines in mm: darts closed on the cut line, allowances edge by edge. */

import type { Curve } from '../../geometry/curve.js';
import type { Point } from '../../geometry/point.js';
import { type CornerKind, turnedCorner } from '../allowance-corner.js';
import { cutLine } from '../cut-line.js';
import type { InternalLine } from '../draft.js';
import type { DrawnPiece } from '../finish-piece.js';
import { type Loop, loopArea } from '../region.js';
import type { SeamEdge } from '../seam-segments.js';
import type { Stretch } from '../sewing/declaration.js';
import { EdgeError, type NamedEdge, traceEdge } from '../sewing/trace-edge.js';
import { atPlace } from './computation-error.js';
import { GeometryError } from './operation.js';
import type { Edge, PieceProgram, TracedPiece } from './piece-program.js';

/** Flattened curves stray from the true ones by at most this, mm. */
export const curveTolerance = 0.1;

/** No cut piece is larger. */
const largestMm = 1e5;

/** The seam line of a piece as it is drawn, flattened, mm; it may cross itself. */
export const drawnSeam = (traced: TracedPiece, scale: number): Loop =>
  loopOf(closeDarts(traced.edges, flattener(scale)).edges.map(({ points }) => ({ points, allowance: 0 })));

/** Where a curve of the outline turns by more than a right angle between its ends, mm; null: nowhere. */
export function cuspOf(traced: TracedPiece, scale: number): Point | null {
  for (const { curve } of traced.edges) {
    const points = flattener(scale)(curve);
    for (let i = 1; i + 1 < points.length; i++) {
      const [[ax, ay], [bx, by], [cx, cy]] = [points[i - 1]!, points[i]!, points[i + 1]!];
      if ((bx - ax) * (cx - bx) + (by - ay) * (cy - by) < 0) return [bx, by];
    }
  }
  return null;
}

/** Curves in the unit of the definition as points in mm. */
const flattener =
  (scale: number, tolerance = curveTolerance) =>
  (curve: Curve): Point[] => {
    // comes before flattening, since the number of points grows with the size
    if (curve.cubics.some((cubic) => cubic.some((value) => !(Math.abs(value * scale) < largestMm)))) {
      throw new GeometryError('a curve reaches farther than 100 m');
    }
    return scaled(curve.flatten(tolerance / scale), scale);
  };

/** @param scale mm in one unit of the definition @param tolerance of curves, mm */
export function drawPiece(
  { piece, place }: PieceProgram,
  traced: TracedPiece,
  scale: number,
  tolerance = curveTolerance,
): DrawnPiece {
  const flatten = flattener(scale, tolerance);
  const { edges, darts } = closeDarts(traced.edges, flatten);
  const allowance = traced.allowance * scale;
  const drawn = edges.map((edge): SeamEdge => {
    const start = edge.fold ? 0 : edge.allowance === null ? allowance : edge.allowance * scale;
    return {
      points: edge.points,
      allowance: start,
      allowanceEnd: edge.fold || edge.allowanceEnd === null ? start : edge.allowanceEnd * scale,
      corner: edge.corner ?? piece.corner,
    };
  });
  const seamEdges = loopArea(loopOf(drawn)) < 0 ? turned(drawn) : drawn;
  const seam = loopOf(seamEdges);
  const fold = edges.find((edge) => edge.fold);
  const cutAsDrawn = seamEdges.every((edge) => edge.allowance === 0 && edge.allowanceEnd === 0);
  return {
    id: piece.id,
    name: piece.name,
    cut: cutLine(seamEdges),
    seam: cutAsDrawn ? null : seam,
    nodes: traced.edges.flatMap(({ curve }) => curve.cubics.map(([x, y]): Point => scaledPoint([x, y], scale))),
    edges: traced.named.map(({ name, stretches }) =>
      atPlace(`${place}.edges.${name}`, () => tracedEdge(traced, name, stretches, flatten, scale)),
    ),
    seamAllowance: cutAsDrawn ? 0 : allowance,
    holes: traced.holes.map((hole) => loopOf(hole.map((curve) => ({ points: flatten(curve), allowance: 0 })))),
    fold: fold ? [fold.points[0]!, fold.points.at(-1)!] : null,
    grainline: traced.grainline && [scaledPoint(traced.grainline[0], scale), scaledPoint(traced.grainline[1], scale)],
    notches: traced.notches.map(({ at, type }) => ({ at: scaledPoint(at, scale), type })),
    drillHoles: traced.drillHoles.map(({ at, diameter }) => ({
      at: scaledPoint(at, scale),
      diameter: diameter * scale,
    })),
    internalLines: [
      ...darts,
      ...traced.internalLines.map(({ kind, curves }): InternalLine => ({ kind, points: chained(curves.map(flatten)) })),
    ],
    texts: traced.texts.map(({ at, ...text }) => ({ ...text, at: scaledPoint(at, scale) })),
    fasteners: traced.fasteners.map(({ at, size, ...fastener }) => ({
      ...fastener,
      at: scaledPoint(at, scale),
      size: size * scale,
    })),
    quantity: traced.quantity,
    mirrored: piece.mirrored,
    material: piece.material,
  };
}

/** An edge runs along the outline as it is traced, legs of darts included. */
function tracedEdge(
  { edges }: TracedPiece,
  name: string,
  stretches: readonly Stretch<Point>[],
  flatten: (curve: Curve) => Point[],
  scale: number,
): NamedEdge {
  const outline = loopOf(edges.map(({ curve }) => ({ points: flatten(curve), allowance: 0 })));
  try {
    return traceEdge(
      name,
      outline,
      stretches.map((stretch) => scaled(stretch, scale)),
    );
  } catch (error) {
    if (error instanceof EdgeError) throw new GeometryError(`the edge "${name}": ${error.message}`);
    throw error;
  }
}

const scaledPoint = ([x, y]: Point, scale: number): Point => [x * scale, y * scale];
const scaled = (points: readonly Point[], scale: number): Point[] => points.map((point) => scaledPoint(point, scale));

const chained = (lines: readonly (readonly Point[])[]): Point[] =>
  lines.flatMap((line, i) => (i === 0 ? line : line.slice(1)));

/** The same loop in the other direction; each edge ends in the corner where it began. */
const turned = (edges: readonly SeamEdge[]): SeamEdge[] =>
  edges
    .map(({ points, allowance, allowanceEnd = allowance }, i): SeamEdge => {
      const corner = (edges[i - 1] ?? edges.at(-1)!).corner ?? null;
      return {
        points: [...points].reverse(),
        allowance: allowanceEnd,
        allowanceEnd: allowance,
        corner: corner && turnedCorner[corner],
      };
    })
    .reverse();

/** The corners of the loop that edges form, without the repeated start. */
const loopOf = (edges: readonly SeamEdge[]): Loop => edges.flatMap(({ points }) => points.slice(0, -1));

interface DrawnEdge {
  readonly points: readonly Point[];
  readonly allowance: number | null;
  readonly allowanceEnd: number | null;
  readonly corner: CornerKind | null;
  readonly fold: boolean;
}

/** Every run of dart legs becomes one straight edge from the first leg's start to the last one's end. */
function closeDarts(
  traced: readonly Edge[],
  flatten: (curve: Curve) => Point[],
): { edges: DrawnEdge[]; darts: InternalLine[] } {
  const edges: DrawnEdge[] = [];
  const darts: InternalLine[] = [];
  // start after a dart, so that none is split over the end of the list
  const start = Math.max(
    0,
    traced.findIndex((edge, i) => !edge.dart && (traced[i - 1] ?? traced.at(-1)!).dart),
  );
  const order = [...traced.slice(start), ...traced.slice(0, start)];
  for (let i = 0; i < order.length; ) {
    const edge = order[i]!;
    let next = i + 1;
    const { allowance, allowanceEnd, corner, fold } = edge;
    if (!edge.dart) edges.push({ points: flatten(edge.curve), allowance, allowanceEnd, corner, fold });
    else {
      while (next < order.length && order[next]!.dart) next++;
      const legs = chained(order.slice(i, next).map(({ curve }) => flatten(curve)));
      darts.push({ kind: 'dart', points: legs });
      const last = order[next - 1]!;
      edges.push({
        points: [legs[0]!, legs.at(-1)!],
        allowance,
        allowanceEnd,
        corner: last.corner,
        fold: false,
      });
    }
    i = next;
  }
  return { edges, darts };
}

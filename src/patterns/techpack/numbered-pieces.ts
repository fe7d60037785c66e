/** The pieces of a draft in a small picture, each with its number in the bill of pieces. */
import { area, boundsOf, type Drawing, type DrawnShape, polyline, text } from '../../drawing/drawing.js';
import { namePlace } from '../../drawing/name-place.js';
import type { Point } from '../../geometry/point.js';
import type { Draft, Piece } from '../draft.js';
import { arrangedPieces, materialColor } from '../draft-drawing.js';

const ink = '#1f2933';
/** The picture is about this wide on paper, mm; lines and numbers are as wide there as said below. */
const paperWidth = 180;
/** Capitals of a number on paper, mm. */
const numberHeight = 3;

export function numberedPieces(draft: Draft): Drawing {
  const arranged = arrangedPieces(draft.pieces);
  const box = boundsOf(
    arranged.map(({ piece, by }) =>
      polyline(
        piece.boundary.map(([x, y]): Point => [x + by[0], y + by[1]]),
        '',
        {},
      ),
    ),
  );
  const unit = Math.max(box.maxX - box.minX, box.maxY - box.minY) / paperWidth;
  const shapes = arranged.flatMap(({ piece, by }) =>
    pieceShapes(piece, by, `${draft.pieces.indexOf(piece) + 1}`, unit),
  );
  return { title: draft.name, description: draft.description, shapes, margin: 2 * unit };
}

/** @param unit mm of the pieces in one mm of paper */
function pieceShapes(piece: Piece, [dx, dy]: Point, number: string, unit: number): DrawnShape[] {
  const moved = ([x, y]: Point): Point => [x + dx, y + dy];
  const outline = piece.boundary.map(moved);
  const holes = piece.holes.map((hole) => hole.map(moved));
  const thin = { stroke: '#5a6b7b', strokeWidth: 0.12 * unit };
  const shapes: DrawnShape[] = [
    area(
      outline,
      'cut',
      { fill: materialColor(piece.material), fillOpacity: 0.35, stroke: ink, strokeWidth: 0.25 * unit },
      holes,
    ),
  ];
  if (piece.seamLine) {
    const style = { ...thin, dash: [1.2 * unit, 0.8 * unit] };
    shapes.push(polyline(piece.seamLine.map(moved), 'seam', style, { closed: true }));
  }
  for (const { points } of piece.internalLines) shapes.push(polyline(points.map(moved), 'inner', thin));
  if (piece.foldLine) {
    const style = { stroke: ink, strokeWidth: 0.25 * unit, dash: [0.25 * unit, 0.7 * unit] };
    shapes.push(polyline(piece.foldLine.map(moved), 'fold', style));
  }
  if (piece.grainline) shapes.push(...arrow(piece.grainline.map(moved) as [Point, Point], unit));
  const place = namePlace(number, [outline, ...holes], numberHeight * unit);
  const at = place ? ([place.center[0], place.center[1] + place.height / 2] as const) : middleOf(outline);
  const height = place?.height ?? numberHeight * unit;
  // beside a grain line that runs up the middle of the piece
  const aside = piece.grainline && isSteep(piece.grainline) ? 1.2 * height : 0;
  shapes.push(text(number, [at[0] + aside, at[1]], height, 'numbers', { anchor: 'middle', color: ink }));
  return shapes;
}

const isSteep = ([[ax, ay], [bx, by]]: readonly [Point, Point]): boolean => Math.abs(by - ay) > Math.abs(bx - ax);

function middleOf(outline: readonly Point[]): Point {
  const { minX, minY, maxX, maxY } = boundsOf([polyline(outline, '', {})]);
  return [(minX + maxX) / 2, (minY + maxY) / 2];
}

function arrow([from, to]: [Point, Point], unit: number): DrawnShape[] {
  const style = { stroke: '#047857', strokeWidth: 0.2 * unit };
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [ux, uy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const head = (tip: Point, way: number): Point[] =>
    [-1, 0, 1].map(
      (side): Point => [
        tip[0] + (side === 0 ? 0 : -way * ux * 1.6 * unit - side * uy * 0.7 * unit),
        tip[1] + (side === 0 ? 0 : -way * uy * 1.6 * unit + side * ux * 0.7 * unit),
      ],
    );
  return [
    polyline([from, to], 'grain', style),
    polyline(head(to, 1), 'grain', style),
    polyline(head(from, -1), 'grain', style),
  ];
}

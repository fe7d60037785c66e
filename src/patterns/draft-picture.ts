/** A small picture of a draft, for lists: the shapes of its pieces side by side, without words. */

import { area, type DrawnShape, polyline } from '../drawing/drawing.js';
import { writeSvg } from '../drawing/svg.js';
import type { Point } from '../geometry/point.js';
import type { Draft } from './draft.js';
import { arrangedPieces, materialColor } from './draft-drawing.js';
import { simplified } from './region.js';

/** Longer side of the picture, mm. */
const size = 120;
/** Corners may move by this much, mm of the picture. */
const tolerance = 0.15;
const ink = '#1f2933';

/** The text of an SVG of a few kB. */
export function draftPicture(draft: Draft): string {
  const arranged = arrangedPieces(draft.pieces);
  const reach = Math.max(
    1,
    ...arranged.flatMap(({ piece, by }) => piece.boundary.map(([x, y]) => Math.max(x + by[0], y + by[1]))),
  );
  const scale = size / reach;
  const shapes = arranged.flatMap(({ piece, by }): DrawnShape[] => {
    const small = ([x, y]: Point): Point => [(x + by[0]) * scale, (y + by[1]) * scale];
    const loop = (points: readonly Point[]): Point[] => simplified(points.map(small), tolerance);
    const style = { fill: materialColor(piece.material), fillOpacity: 0.6, stroke: ink, strokeWidth: 0.4 };
    const outline = area(loop(piece.boundary), 'pieces', style, piece.holes.map(loop));
    if (!piece.foldLine) return [outline];
    const fold = { stroke: '#2563eb', strokeWidth: 0.3, dash: [2, 0.7, 0.5, 0.7] };
    return [outline, polyline(piece.foldLine.map(small), 'folds', fold)];
  });
  return writeSvg({ title: draft.name, description: '', shapes, margin: 2 });
}

/** A draft as a picture: pieces side by side, cut and seam lines, grain, notches, names. */

import { area, type Box, boundsOf, circle, type Drawing, type DrawnShape, polyline, text } from '../drawing/drawing.js';
import { scaleBar } from '../drawing/scale-bar.js';
import { type PageSize, printedWidth, tilesOf } from '../drawing/tiles.js';
import { wrapped } from '../drawing/wrapped.js';
import type { Point } from '../geometry/point.js';
import type { Draft, Notch, Outline, Piece } from './draft.js';
import { fastenerShapes } from './fastener-drawing.js';
import { Effort } from './free-place.js';
import { wordShapes } from './piece-words.js';
import { partnersOf } from './sewing/edge-names.js';
import { type Sheet, sheetLines } from './sheet.js';

const ink = '#1f2933';
const gap = 30;

/** A piece and its shift, mm. */
export interface ArrangedPiece {
  readonly piece: Piece;
  readonly by: Point;
}

/**
 * The pieces in rows from the origin to the right and down.
 *
 * @param rowWidth mm; by default such that all rows together are about as wide as high
 */
export function arrangedPieces(pieces: readonly Piece[], rowWidth?: number): ArrangedPiece[] {
  const boxed = pieces.map((piece) => ({ piece, box: boundsOf([outlineShape(piece.boundary)]) }));
  const total = boxed.reduce((sum, { box }) => sum + (widthOf(box) + gap) * (heightOf(box) + gap), 0);
  const width = rowWidth ?? Math.sqrt(total * 1.6);
  let [x, y, rowHeight] = [0, 0, 0];
  // tall pieces first, so that one row has pieces of about one height
  const byHeight = [...boxed].sort((a, b) => heightOf(b.box) - heightOf(a.box));
  return byHeight.map(({ piece, box }) => {
    if (x > 0 && x + widthOf(box) > width) [x, y, rowHeight] = [0, y + rowHeight + gap, 0];
    const by: Point = [x - box.minX, y - box.minY];
    x += widthOf(box) + gap;
    rowHeight = Math.max(rowHeight, heightOf(box));
    return { piece, by };
  });
}

/** All pieces, with a title, the purpose of the sheet, and a ruler. */
export function draftDrawing(draft: Draft, sheet: Sheet): Drawing {
  const effort = new Effort();
  const shapes = arrangedPieces(draft.pieces).flatMap(({ piece, by }) => [
    ...pieceShapes(piece, sheet.halves, by, effort),
    ...edgeShapes(piece, draft.seams, by, 'edges'),
  ]);
  const bounds = boundsOf(shapes);
  const width = bounds.maxX - bounds.minX;
  const height = Math.max(8, Math.min(25, width / 50));
  shapes.unshift(...headline(draft, sheet, [bounds.minX, bounds.minY - 1.5 * height], height, width));
  shapes.push(...scaleBar([bounds.minX, bounds.maxY + gap], width, sheet.lengths));
  return { ...namedSheet(draft, sheet), shapes };
}

/** Name and lines of a sheet, the last one at `at`. */
function headline(draft: Draft, sheet: Sheet, at: Point, height: number, width: number): DrawnShape[] {
  const small = Math.max(4, 0.4 * height);
  const letters = Math.max(40, width / (0.75 * small));
  const lines = sheetLines(draft, sheet).flatMap((line) => wrapped(line, ({ length }) => length <= letters));
  const over = (count: number): Point => [at[0], at[1] - count * 1.7 * small];
  return [
    text(draft.name, [at[0], over(lines.length)[1] - 0.3 * height], height, 'title', { color: ink }),
    ...lines.map((line, i) => text(line, over(lines.length - 1 - i), small, 'title', { color: ink })),
  ];
}

const namedSheet = (draft: Draft, sheet: Sheet): Omit<Drawing, 'shapes'> => ({
  title: draft.name,
  description: draft.description,
  notes: sheetLines(draft, sheet),
  margin: gap,
});

/** All pieces and nothing else, in the arrangement that takes the fewest pages. */
export function tiledDrawing(draft: Draft, page: PageSize, sheet: Sheet): Drawing {
  const arrangements = [1, 2, 3, 4, 5, 6, 7, 8].map((columns) => {
    const arranged = arrangedPieces(draft.pieces, columns * printedWidth(page));
    const outlines = arranged.map(({ piece, by }) =>
      outlineShape(piece.boundary.map(([x, y]) => [x + by[0], y + by[1]])),
    );
    return { arranged, pages: tilesOf(outlines, page).length };
  });
  const fewest = arrangements.reduce((best, next) => (next.pages < best.pages ? next : best));
  const effort = new Effort();
  const shapes = fewest.arranged.flatMap(({ piece, by }) => pieceShapes(piece, sheet.halves, by, effort));
  return { ...namedSheet(draft, sheet), shapes };
}

/** The named edges of a piece as hidden lines, with their names and partners as data. */
export const edgeShapes = ({ id, edges }: Piece, seams: Draft['seams'], [dx, dy]: Point, layer: string): DrawnShape[] =>
  edges.flatMap(({ name, lines }) => {
    const partners = partnersOf(seams, id, name);
    const data = { edge: `${id}.${name}`, ...(partners.length > 0 && { 'sewn-to': partners.join(' ') }) };
    return lines.map((line) => {
      const moved = line.map(([x, y]): Point => [x + dx, y + dy]);
      return polyline(moved, layer, { stroke: ink, strokeWidth: 0.6 }, { data });
    });
  });

const widthOf = (box: Box): number => box.maxX - box.minX;
const heightOf = (box: Box): number => box.maxY - box.minY;

const outlineShape = (points: Outline): DrawnShape => area(points, 'cut', { fill: ink });

/** One piece, moved by `by`. */
function pieceShapes(piece: Piece, halves: boolean, by: Point, effort: Effort): DrawnShape[] {
  const moved = ([px, py]: Point): Point => [px + by[0], py + by[1]];
  const shapes: DrawnShape[] = [
    area(
      piece.boundary.map(moved),
      'cut',
      { fill: materialColor(piece.material), fillOpacity: 0.35, stroke: ink, strokeWidth: 1 },
      piece.holes.map((hole) => hole.map(moved)),
    ),
  ];
  if (piece.seamLine) {
    const style = { stroke: '#5a6b7b', strokeWidth: 0.6, dash: [6, 3] };
    shapes.push(polyline(piece.seamLine.map(moved), 'seam', style, { closed: true }));
  }
  if (piece.foldLine) {
    const style = { stroke: '#2563eb', strokeWidth: 0.8, dash: [14, 4, 3, 4] };
    shapes.push(polyline(piece.foldLine.map(moved), 'fold', style));
  }
  for (const line of piece.internalLines) {
    shapes.push(polyline(line.points.map(moved), 'internal', { stroke: '#8a97a5', strokeWidth: 0.6 }));
  }
  for (const notch of piece.notches) shapes.push(...notchShapes(notch, moved(notch.at)));
  for (const { at, diameter } of piece.drillHoles) {
    shapes.push(circle(moved(at), Math.max(1, diameter / 2), 'drill', { stroke: '#b91c1c', strokeWidth: 0.6 }));
  }
  if (piece.grainline) shapes.push(...grainShapes(moved(piece.grainline[0]), moved(piece.grainline[1])));
  for (const fastener of piece.fasteners) shapes.push(...fastenerShapes(fastener, moved(fastener.at)));
  shapes.push(...wordShapes(piece, halves, moved, effort));
  return shapes;
}

/** Pale colours for the materials of pieces. */
export function materialColor(material: string): string {
  const known: Record<string, string> = {
    fabric: '#c9d8ea',
    lining: '#e6d3e8',
    interfacing: '#e8e2c8',
    canvas: '#dccbb4',
    ribbing: '#cbe5d5',
  };
  return Object.hasOwn(known, material) ? known[material]! : '#d9dee3';
}

function notchShapes({ type, angle, depth }: Notch, at: Point): DrawnShape[] {
  const radians = (angle * Math.PI) / 180;
  const [ux, uy] = [Math.cos(radians), Math.sin(radians)];
  const style = { stroke: '#b91c1c', strokeWidth: 0.9 };
  const tip: Point = [at[0] + ux * depth, at[1] + uy * depth];
  const beside = (point: Point, way: number): Point => [point[0] - uy * way, point[1] + ux * way];
  if (type === 'v') return [polyline([beside(at, 2), tip, beside(at, -2)], 'notches', style)];
  if (type === 'slit') return [polyline([at, tip], 'notches', style)];
  return [-1.5, 1.5].map((way) => polyline([beside(at, way), beside(tip, way)], 'notches', style));
}

/** The grain as an arrow with two heads. */
export function grainShapes(from: Point, to: Point): DrawnShape[] {
  const style = { stroke: '#047857', strokeWidth: 0.8 };
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (length === 0) return [];
  const [ux, uy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const head = (tip: Point, way: number): DrawnShape => {
    const back: Point = [tip[0] - ux * 9 * way, tip[1] - uy * 9 * way];
    return polyline([[back[0] - uy * 3, back[1] + ux * 3], tip, [back[0] + uy * 3, back[1] - ux * 3]], 'grain', style);
  };
  return [polyline([from, to], 'grain', style), head(to, 1), head(from, -1)];
}

/** A draft as a picture: pieces side by side, cut and seam lines, grain, notches, names. */
import { area, type Box, boundsOf, circle, type Drawing, polyline, type Shape, text } from '../drawing/drawing.js';
import { scaleBar } from '../drawing/scale-bar.js';
import type { Draft, Notch, Outline, Piece, Point } from './draft.js';

const ink = '#1f2933';
const gap = 30;

/** A piece and how far it is moved, mm. */
export interface ArrangedPiece {
  readonly piece: Piece;
  readonly by: Point;
}

/** The pieces in rows about as wide as they are high together, from the origin to the right and down. */
export function arrangedPieces(pieces: readonly Piece[]): ArrangedPiece[] {
  const boxed = pieces.map((piece) => ({ piece, box: boundsOf([outlineShape(piece.boundary)]) }));
  const total = boxed.reduce((sum, { box }) => sum + (widthOf(box) + gap) * (heightOf(box) + gap), 0);
  const widest = Math.max(...boxed.map(({ box }) => widthOf(box)), 0);
  const rowWidth = Math.max(widest, Math.sqrt(total * 1.6));
  let [x, y, rowHeight] = [0, 0, 0];
  // tall pieces first, so that those of one row are about as tall
  const byHeight = [...boxed].sort((a, b) => heightOf(b.box) - heightOf(a.box));
  return byHeight.map(({ piece, box }) => {
    if (x > 0 && x + widthOf(box) > rowWidth) [x, y, rowHeight] = [0, y + rowHeight + gap, 0];
    const by: Point = [x - box.minX, y - box.minY];
    x += widthOf(box) + gap;
    rowHeight = Math.max(rowHeight, heightOf(box));
    return { piece, by };
  });
}

/** All pieces, with a title and a ruler. */
export function draftDrawing(draft: Draft): Drawing {
  const shapes = arrangedPieces(draft.pieces).flatMap(({ piece, by }) => pieceShapes(piece, by));
  const bounds = boundsOf(shapes);
  const width = bounds.maxX - bounds.minX;
  const height = Math.max(8, Math.min(25, width / 50));
  shapes.unshift(text(draft.name, [bounds.minX, bounds.minY - 1.5 * height], height, 'title', { color: ink }));
  shapes.push(...scaleBar([bounds.minX, bounds.maxY + gap], width));
  return { title: draft.name, description: draft.description, shapes, margin: gap };
}

const widthOf = (box: Box): number => box.maxX - box.minX;
const heightOf = (box: Box): number => box.maxY - box.minY;

const outlineShape = (points: Outline): Shape => polyline(points, 'cut', {}, { closed: true });

/** One piece, moved by `by`. */
export function pieceShapes(piece: Piece, by: Point): Shape[] {
  const moved = ([px, py]: Point): Point => [px + by[0], py + by[1]];
  const shapes: Shape[] = [
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
  if (piece.grainline) shapes.push(...arrow(moved(piece.grainline[0]), moved(piece.grainline[1])));
  shapes.push(...label(piece, moved));
  return shapes;
}

/** Pale colours for what a piece is cut from. */
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

function notchShapes({ type, angle, depth }: Notch, at: Point): Shape[] {
  const radians = (angle * Math.PI) / 180;
  const [ux, uy] = [Math.cos(radians), Math.sin(radians)];
  const style = { stroke: '#b91c1c', strokeWidth: 0.9 };
  const tip: Point = [at[0] + ux * depth, at[1] + uy * depth];
  const beside = (point: Point, way: number): Point => [point[0] - uy * way, point[1] + ux * way];
  if (type === 'v') return [polyline([beside(at, 2), tip, beside(at, -2)], 'notches', style)];
  if (type === 'slit') return [polyline([at, tip], 'notches', style)];
  return [-1.5, 1.5].map((way) => polyline([beside(at, way), beside(tip, way)], 'notches', style));
}

function arrow(from: Point, to: Point): Shape[] {
  const style = { stroke: '#047857', strokeWidth: 0.8 };
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (length === 0) return [];
  const [ux, uy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const head = (tip: Point, way: number): Shape => {
    const back: Point = [tip[0] - ux * 9 * way, tip[1] - uy * 9 * way];
    return polyline([[back[0] - uy * 3, back[1] + ux * 3], tip, [back[0] + uy * 3, back[1] - ux * 3]], 'grain', style);
  };
  return [polyline([from, to], 'grain', style), head(to, 1), head(from, -1)];
}

/** Name and cutting instruction in the middle, as large as the piece allows, along its longer side. */
function label(piece: Piece, moved: (point: Point) => Point): Shape[] {
  const { minX, minY, maxX, maxY } = boundsOf([outlineShape(piece.boundary)]);
  const [width, height] = [maxX - minX, maxY - minY];
  const upright = height > 2.5 * width;
  const [along, across] = upright ? [height, width] : [width, height];
  const instruction = cuttingInstruction(piece);
  const letters = Math.max(piece.name.length, instruction.length);
  const size = Math.min(12, (0.7 * along) / (0.9 * letters), across / 5);
  if (size < 1) return [];
  const [x, y] = moved([(minX + maxX) / 2, (minY + maxY) / 2]);
  const options = { anchor: 'middle' as const, color: ink, rotation: upright ? -90 : 0 };
  const second: Point = upright ? [x + 1.6 * size, y] : [x, y + 1.6 * size];
  return [text(piece.name, [x, y], size, 'labels', options), text(instruction, second, size * 0.75, 'labels', options)];
}

/** `2 x fabric, mirrored`. */
export function cuttingInstruction({ quantity, mirrored, material }: Piece): string {
  return `${quantity} × ${material}${mirrored ? ', mirrored' : ''}`;
}

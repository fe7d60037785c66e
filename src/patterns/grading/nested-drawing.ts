/** The sizes of each piece drawn on each other, a layer a size, in lines that also a copy in black and white tells apart. */
import {
  type Box,
  boundsOf,
  circle,
  type Drawing,
  type DrawnShape,
  polyline,
  type Style,
  text,
} from '../../drawing/drawing.js';
import type { PageSize } from '../../drawing/tiles.js';
import type { Point } from '../../geometry/point.js';
import type { Draft, Piece } from '../draft.js';
import { edgeShapes, grainShapes } from '../draft-drawing.js';
import { Effort } from '../free-place.js';
import { marksOf, outlinesOf } from '../label-place.js';
import { labelShapes } from '../piece-words.js';
import { makingLines, type Sheet, wearerLines } from '../sheet.js';
import { cutBySize } from './cut-by-size.js';
import type { GradedSizes } from './grade.js';
import { dashesOf, roundOf } from './size-lines.js';

const gap = 30;
const ink = '#1f2933';

const colors = ['#1d4ed8', '#b91c1c', '#047857', '#7c3aed', '#b45309', '#0e7490', '#be185d', '#4d7c0f'];

/** The layer of a size in a drawing. */
export const layerOf = (size: string): string => `size-${size}`;

/** The base size is one solid line; no two of the other sizes have the same strokes and width. */
function styleOf(place: number, isBase: boolean): Style {
  if (isBase) return { stroke: ink, strokeWidth: 1 };
  const width = 0.5 + 0.35 * roundOf(place);
  return { stroke: colors[place % colors.length]!, strokeWidth: width, dash: dashesOf(place) };
}

/** One piece in one size. */
interface SizedPiece {
  readonly name: string;
  readonly piece: Piece;
  /** Of the name of the size beside the line, as a share of the boundary. */
  readonly place: number;
}

/** Rows of pieces on pages of paper are about as wide as a roll of cloth, mm. */
const rollWidth = 1800;

/** @param page the printed part of each page that the drawing is divided into; without it, the drawing is one sheet about as wide as high */
export function nestedDrawing(graded: GradedSizes, draft: Draft, sheet: Sheet, page?: PageSize): Drawing {
  const others = graded.sizes.filter(({ name }) => name !== graded.base);
  const baseSize = graded.sizes.find(({ name }) => name === graded.base)!;
  const ids = [...new Set([...baseSize.pieces, ...others.flatMap(({ pieces }) => pieces)].map(({ id }) => id))];
  const styles = new Map(others.map(({ name }, i) => [name, styleOf(i, false)]));
  styles.set(graded.base, styleOf(0, true));
  const nests = ids.map((id) =>
    graded.sizes.flatMap(({ name, pieces }, i): SizedPiece[] => {
      const piece = pieces.find((one) => one.id === id);
      return piece ? [{ name, piece, place: (i + 0.5) / graded.sizes.length }] : [];
    }),
  );
  const sizesOf = (id: string): { name: string; piece: Piece | null }[] =>
    graded.sizes.map(({ name, pieces }) => ({ name, piece: pieces.find((one) => one.id === id) ?? null }));
  const boxes = nests.map((nest) => boundsOf(nest.map(({ piece }) => polyline(piece.boundary, '', {}))));
  const width = page
    ? Math.max(1, Math.floor(rollWidth / page.width)) * page.width
    : Math.sqrt(1.6 * boxes.reduce((sum, box) => sum + (wide(box) + gap) * (high(box) + gap), 0));
  const shapes: DrawnShape[] = [];
  const effort = new Effort();
  let [x, y, rowHeight] = [0, 0, 0];
  const rooms: Box[] = [];
  const endRow = (): void => {
    rooms.push({ minX: x, minY: y, maxX: width, maxY: y + rowHeight });
  };
  const order = nests.map((_, i) => i).sort((a, b) => high(boxes[b]!) - high(boxes[a]!));
  for (const i of order) {
    const box = boxes[i]!;
    if (x > 0 && x + wide(box) > width) {
      endRow();
      [x, y, rowHeight] = [0, y + rowHeight + gap, 0];
    }
    const by: Point = [x - box.minX, y - box.minY];
    for (const { name, piece, place } of nests[i]!) {
      shapes.push(...sizeShapes(piece, name, place, by, styles.get(name)!));
      shapes.push(...edgeShapes(piece, draft.seams, by, layerOf(name)));
    }
    const { piece } = nests[i]!.find(({ name }) => name === graded.base) ?? nests[i]![0]!;
    shapes.push(...commonShapes(piece, nests[i]!, cutBySize(piece, sizesOf(piece.id)), by, effort));
    x += wide(box) + gap;
    rowHeight = Math.max(rowHeight, high(box));
  }
  endRow();
  shapes.push(...legend(graded, styles, placeOfLegend(graded.sizes.length, rooms, boundsOf(shapes), page)));
  return {
    title: draft.name,
    description: draft.description,
    notes: notesOf(graded, draft, sheet),
    shapes,
    margin: gap,
  };
}

const notesOf = ({ sizes, base, warnings, problems, hints }: GradedSizes, draft: Draft, sheet: Sheet): string[] => [
  `Sizes ${sizes.map(({ name }) => name).join(', ')}; base size ${base}`,
  ...makingLines({ ...draft, errors: [], hints: [] }, sheet),
  ...wearerLines(sheet),
  ...[...problems, ...warnings.map(({ message }) => message)].map((message) => `Warning: ${message}`),
  ...hints,
];

const wide = (box: Box): number => box.maxX - box.minX;
const high = (box: Box): number => box.maxY - box.minY;

/** Cut line, seam line, inner lines and marks of one size, its name beside the line, at a place of its own among the sizes. */
function sizeShapes(piece: Piece, name: string, place: number, [dx, dy]: Point, style: Style): DrawnShape[] {
  const moved = ([x, y]: Point): Point => [x + dx, y + dy];
  const layer = layerOf(name);
  const shapes: DrawnShape[] = [polyline(piece.boundary.map(moved), layer, style, { closed: true })];
  if (piece.seamLine) {
    const thin = { ...style, strokeWidth: 0.25 };
    shapes.push(polyline(piece.seamLine.map(moved), layer, thin, { closed: true }));
  }
  for (const hole of piece.holes) shapes.push(polyline(hole.map(moved), layer, style, { closed: true }));
  const inner = [...piece.internalLines.map(({ points }) => points), ...(piece.foldLine ? [piece.foldLine] : [])];
  for (const line of inner) shapes.push(polyline(line.map(moved), layer, { ...style, strokeWidth: 0.25 }));
  for (const { at, diameter } of piece.drillHoles) {
    shapes.push(circle(moved(at), Math.max(1, diameter / 2), layer, { stroke: style.stroke ?? ink, strokeWidth: 0.5 }));
  }
  for (const { at, angle, depth } of piece.notches) {
    const radians = (angle * Math.PI) / 180;
    const tip: Point = [at[0] + depth * Math.cos(radians), at[1] + depth * Math.sin(radians)];
    shapes.push(polyline([moved(at), moved(tip)], layer, { stroke: style.stroke ?? ink, strokeWidth: 0.5 }));
  }
  const at = moved(piece.boundary[Math.floor(place * piece.boundary.length)]!);
  shapes.push(text(name, at, 3, layer, { color: style.stroke ?? ink }));
  return shapes;
}

/** What all sizes share: the grain of the base size, the name of the piece, and how it is cut, clear of the lines. */
function commonShapes(
  piece: Piece,
  nest: readonly SizedPiece[],
  instructions: readonly string[],
  [dx, dy]: Point,
  effort: Effort,
): DrawnShape[] {
  const moved = ([x, y]: Point): Point => [x + dx, y + dy];
  // the outlines of the other sizes lie between those of the first and the last
  const ends = [nest[0]!, nest.at(-1)!].filter((each) => each.piece !== piece);
  const taken = [
    ...ends.flatMap((each) => outlinesOf(each.piece)),
    // only the grain of the base size is drawn
    ...nest.flatMap((each) => marksOf({ ...each.piece, grainline: null })),
  ];
  const shapes = labelShapes(piece, instructions, taken, moved, effort);
  if (piece.grainline) shapes.push(...grainShapes(moved(piece.grainline[0]), moved(piece.grainline[1])));
  return shapes;
}

/** mm of the legend: its columns, each with at most ten rows. */
const [column, row, mostRows] = [110, 8, 10];

/** Beside the pieces of a row, so that no page has the legend alone, and on one page; else below all pieces. */
function placeOfLegend(count: number, rooms: readonly Box[], drawn: Box, page: PageSize | undefined): Point {
  const [width, height] = [column * Math.ceil(count / mostRows), row * Math.min(count, mostRows)];
  const onOnePage = (from: number, start: number, length: number, ofPage: number | undefined): number => {
    if (ofPage === undefined || length > ofPage) return from;
    const next = start + ofPage * Math.ceil((from - start) / ofPage);
    return next > from && next < from + length ? next : from;
  };
  // a line is drawn on both sides of its place
  for (const { minX, minY, maxX, maxY } of rooms) {
    const x = onOnePage(minX, drawn.minX, width, page?.width);
    const y = onOnePage(minY + row, drawn.minY, height, page?.height);
    // pages are there anyway, but a single sheet must not grow wider
    if (x + width <= (page ? maxX : drawn.maxX) && y + height <= maxY) return [x, y];
  }
  return [drawn.minX, onOnePage(drawn.maxY + gap, drawn.minY, height, page?.height)];
}

/** One line for each size, as it is drawn. */
function legend({ sizes, base }: GradedSizes, styles: ReadonlyMap<string, Style>, [x, y]: Point): DrawnShape[] {
  return sizes.flatMap(({ name }, i): DrawnShape[] => {
    const at: Point = [x + column * Math.floor(i / mostRows), y + row * (i % mostRows)];
    const line: Point[] = [at, [at[0] + 50, at[1]]];
    const label = name === base ? `${name} (base size)` : name;
    return [
      polyline(line, layerOf(name), styles.get(name)!),
      text(label, [at[0] + 55, at[1] + 1.5], 3.5, layerOf(name), { color: ink }),
    ];
  });
}

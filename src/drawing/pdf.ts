/** Writes a drawing as PDF in real size: on one sheet, or tiled over A4 or Letter pages to glue together. */

import {
  clip,
  closePath,
  concatTransformationMatrix,
  endPath,
  lineTo,
  moveTo,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFOperator,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
} from 'pdf-lib';
import type { Point } from '../geometry/point.js';
import { type Box, boundsOf, type Drawing, type DrawnShape, type PolylineShape, textsOf } from './drawing.js';
import type { Lengths } from './lengths.js';
import { lineShape, testSquareOf, testSquareShapes, textShape } from './page-marks.js';
import { PdfFonts } from './pdf-fonts/pdf-fonts.js';
import { PdfLayers } from './pdf-layers.js';
import { newPdf } from './pdf-pages.js';
import { Pen, window } from './pdf-pen.js';
import { mmToPoints, overlaps, type PageSize, pageSizes, type Tile, tilesOf } from './tiles.js';
import { shortened, wrapped } from './wrapped.js';

export interface PdfOptions {
  /** One sheet of the drawing's own size, or pages of paper. */
  readonly page: 'full' | 'projector' | keyof typeof pageSizes;
  /** ISO 8601; the date in the file, so that equal drawings give equal bytes. */
  readonly createdAt: string;
  /** Layers of the drawing that a reader can show and hide, with their names for people. Default: none. */
  readonly layers?: ReadonlyMap<string, string>;
  /** Units of the square to measure on paper; default metric. */
  readonly lengths?: Lengths | undefined;
}

/** Points; readers refuse or cut longer pages. */
const longestPage = 14_400;
/** How much wider lines are on a page for a projector, since its dots are wide. */
const projectorWidth = 2.5;
/** Capitals of the notes on the first page, mm, and how many lines of them it takes. */
const noteHeight = 2.6;
const mostNotes = 16;
const ink = '#222222';
const faint = '#9aa5b1';

export async function writePdf(drawing: Drawing, options: PdfOptions): Promise<Uint8Array> {
  const subject = [drawing.description, ...(drawing.notes ?? [])].filter((line) => line !== '').join('\n');
  const document = await newPdf({ title: drawing.title, subject, createdAt: options.createdAt });
  const fonts = await PdfFonts.of(document);
  const pen = new Pen(fonts, new PdfLayers(document, options.layers ?? new Map()));
  const shown = { ...drawing, shapes: drawing.shapes.filter((shape) => !('data' in shape)) };
  await fonts.widenFor([drawing.title, ...(drawing.notes ?? []), ...textsOf(shown.shapes)]);
  const { page, lengths = 'metric' } = options;
  if (page === 'full') wholeSheet(document, shown, pen, testSquareOf[lengths], lengths);
  else if (page === 'projector') wholeSheet(document, boldened(shown), pen, 2 * testSquareOf[lengths], lengths);
  else tiledPages(document, shown, pen, pageSizes[page], lengths);
  return document.save();
}

const boldened = (drawing: Drawing): Drawing => ({
  ...drawing,
  shapes: drawing.shapes.map((shape) => {
    if (shape.kind === 'text') return shape;
    const strokeWidth = projectorWidth * (shape.style.strokeWidth ?? 0.5);
    return { ...shape, style: { ...shape.style, strokeWidth } };
  }),
});

function wholeSheet(document: PDFDocument, drawing: Drawing, pen: Pen, square: number, lengths: Lengths): void {
  const box = grown(boundsOf(drawing.shapes), drawing.margin);
  const sheet = { ...box, maxX: Math.max(box.maxX, box.minX + 130), maxY: box.maxY + square + 2 * drawing.margin };
  const [width, height] = [sheet.maxX - sheet.minX, sheet.maxY - sheet.minY];
  // a longer page, as for a marker of over 5 m, has larger units; up to this length PDF's own are points
  const unit = Math.max(1, Math.ceil((Math.max(width, height) * mmToPoints) / longestPage));
  const page = addPage(document, width / unit, height / unit);
  if (unit > 1) page.node.set(PDFName.of('UserUnit'), PDFNumber.of(unit));
  page.pushOperators(pushGraphicsState(), concatTransformationMatrix(1 / unit, 0, 0, 1 / unit, 0, 0));
  page.pushOperators(...window(sheet, [0, 0]));
  pen.draw(page, drawing.shapes);
  pen.draw(page, testSquareShapes([sheet.minX + drawing.margin, box.maxY + drawing.margin / 2], square, lengths));
  page.pushOperators(popGraphicsState(), popGraphicsState());
}

function tiledPages(document: PDFDocument, drawing: Drawing, pen: Pen, size: PageSize, lengths: Lengths): void {
  const tiles = tilesOf(drawing.shapes, size);
  const boxes = drawing.shapes.map((shape) => grown(boundsOf([shape]), 1));
  overviewPage(document, drawing, pen, size, tiles, lengths);
  for (const tile of tiles) {
    const page = addPage(document, size.width, size.height);
    page.pushOperators(...window(tile.box, [tile.margin, tile.margin], size.height));
    page.pushOperators(...rectanglePath(tile.box), clip(), endPath());
    pen.draw(
      page,
      drawing.shapes.filter((_, i) => overlaps(boxes[i]!, tile.box)),
    );
    page.pushOperators(popGraphicsState());
    page.pushOperators(...window({ minX: 0, minY: 0, maxX: size.width, maxY: size.height }, [0, 0]));
    pen.draw(page, tileMarks(tile, tiles.length, drawing, size, pen));
    page.pushOperators(popGraphicsState());
  }
}

/** The first page: the place of each tile, and the square that shows whether the printer kept the size. */
function overviewPage(
  document: PDFDocument,
  drawing: Drawing,
  pen: Pen,
  size: PageSize,
  tiles: readonly Tile[],
  lengths: Lengths,
): void {
  const testSquare = testSquareOf[lengths];
  const page = addPage(document, size.width, size.height);
  const margin = 15;
  const fits = (line: string): boolean => pen.widthOf(line, noteHeight) <= size.width - 2 * margin;
  const join = `${tiles.length} ${tiles.length === 1 ? 'page' : 'pages'}: print at 100 %, cut along the frames, join by letter (row) and number (column)`;
  const notes = (drawing.notes ?? []).flatMap((note) => wrapped(note, fits));
  const shown = notes.length <= mostNotes ? notes : [...notes.slice(0, mostNotes - 1), '...'];
  const lines = [...shown, ...wrapped(join, fits)];
  const lineHeight = 1.7 * noteHeight;
  const top = 26 + lines.length * lineHeight;
  const all = tiles.reduce<Box>((box, tile) => united(box, tile.box), tiles[0]!.box);
  const room = { width: size.width - 2 * margin, height: size.height - top - testSquare - 45 };
  const scale = Math.min(room.width / (all.maxX - all.minX), room.height / (all.maxY - all.minY), 1);
  const place = ([x, y]: Point): Point => [margin + (x - all.minX) * scale, top + (y - all.minY) * scale];
  const small = drawing.shapes
    .filter((shape): shape is PolylineShape => shape.kind === 'polyline' && shape.closed)
    .map(
      (shape): DrawnShape => ({
        ...shape,
        points: shape.points.map(place),
        holes: (shape.holes ?? []).map((hole) => hole.map(place)),
        // Zones and rests are no parts.
        style: { stroke: ink, strokeWidth: 0.2, ...(shape.style.dash && { dash: [0.8, 0.6] }) },
      }),
    );
  const grid = tiles.flatMap(({ box, label }): DrawnShape[] => {
    const [left, upper] = place([box.minX, box.minY]);
    const [right, lower] = place([box.maxX, box.maxY]);
    const height = Math.min(5, (lower - upper) / 3);
    return [
      lineShape(
        [
          [left, upper],
          [right, upper],
          [right, lower],
          [left, lower],
        ],
        { stroke: faint, strokeWidth: 0.2 },
        true,
      ),
      textShape(label, [(left + right) / 2, (upper + lower) / 2 + height / 2], height, 'middle', faint),
    ];
  });
  const titleHeight = Math.min(6, (6 * (size.width - 2 * margin)) / pen.widthOf(drawing.title, 6));
  page.pushOperators(...window({ minX: 0, minY: 0, maxX: size.width, maxY: size.height }, [0, 0]));
  pen.draw(page, [
    textShape(drawing.title, [margin, 20], titleHeight, 'start', ink),
    ...lines.map((line, i) => textShape(line, [margin, 26 + i * lineHeight], noteHeight, 'start', ink)),
    ...grid,
    ...small,
    ...testSquareShapes([margin, size.height - testSquare - 15], testSquare, lengths),
  ]);
  page.pushOperators(popGraphicsState());
}

/** Frame, corner crosses, the labels of the tile and its neighbours, and the title of the drawing. */
function tileMarks(
  tile: Tile,
  count: number,
  { title, notes = [] }: Drawing,
  size: { width: number; height: number },
  pen: Pen,
): DrawnShape[] {
  const [left, upper] = [tile.margin, tile.margin];
  const [right, lower] = [size.width - tile.margin, size.height - tile.margin];
  const cross = ([x, y]: Point): DrawnShape[] => [
    lineShape(
      [
        [x - 4, y],
        [x + 4, y],
      ],
      { stroke: ink, strokeWidth: 0.25 },
      false,
    ),
    lineShape(
      [
        [x, y - 4],
        [x, y + 4],
      ],
      { stroke: ink, strokeWidth: 0.25 },
      false,
    ),
  ];
  const { above, below, before, after } = tile.neighbours;
  const [middleX, middleY] = [(left + right) / 2, (upper + lower) / 2];
  // in the corners, beside the labels of the neighbours in the middle
  const fits = (line: string): boolean => pen.widthOf(line, 2.2) <= middleX - left - 15;
  const corner = (line = ''): string => shortened(line, fits);
  const place = ` - page ${tile.label}, ${tile.number} of ${count}`;
  return [
    lineShape(
      [
        [left, upper],
        [right, upper],
        [right, lower],
        [left, lower],
      ],
      { stroke: faint, strokeWidth: 0.2 },
      true,
    ),
    ...[
      [left, upper],
      [right, upper],
      [right, lower],
      [left, lower],
    ].flatMap(([x, y]) => cross([x!, y!])),
    textShape(tile.label, [left + 4, upper + 10], 6, 'start', faint),
    textShape(
      `${shortened(title, (begin) => fits(begin + place))}${place}`,
      [right - 6, lower + 4.5],
      2.2,
      'end',
      faint,
    ),
    textShape(corner(notes[0]), [left + 6, lower + 4.5], 2.2, 'start', faint),
    textShape(corner(notes[1]), [left + 6, upper - 2], 2.2, 'start', faint),
    ...(above ? [textShape(`to ${above}`, [middleX, upper - 2], 2.2, 'middle', faint)] : []),
    ...(below ? [textShape(`to ${below}`, [middleX, lower + 4.5], 2.2, 'middle', faint)] : []),
    ...(before ? [textShape(`to ${before}`, [left - 2, middleY], 2.2, 'middle', faint, -90)] : []),
    ...(after ? [textShape(`to ${after}`, [right + 4, middleY], 2.2, 'middle', faint, -90)] : []),
  ];
}

const grown = ({ minX, minY, maxX, maxY }: Box, by: number): Box => ({
  minX: minX - by,
  minY: minY - by,
  maxX: maxX + by,
  maxY: maxY + by,
});

const united = (a: Box, b: Box): Box => ({
  minX: Math.min(a.minX, b.minX),
  minY: Math.min(a.minY, b.minY),
  maxX: Math.max(a.maxX, b.maxX),
  maxY: Math.max(a.maxY, b.maxY),
});

const addPage = (document: PDFDocument, width: number, height: number): PDFPage =>
  document.addPage([width * mmToPoints, height * mmToPoints]);

const rectanglePath = ({ minX, minY, maxX, maxY }: Box): PDFOperator[] => [
  moveTo(minX, minY),
  lineTo(maxX, minY),
  lineTo(maxX, maxY),
  lineTo(minX, maxY),
  closePath(),
];

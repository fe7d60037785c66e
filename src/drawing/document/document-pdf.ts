/** A document as PDF on pages of A4 or Letter: text flows down the pages, tables break between rows and repeat their heads. */
import type { Point } from '../../geometry/point.js';
import { boundsOf, type DrawnShape, polyline, text } from '../drawing.js';
import type { WidthOf } from '../pdf-pages.js';
import { scaled } from '../scaled.js';
import { type PageSize, pageSizes } from '../tiles.js';
import { shortened, wrapped } from '../wrapped.js';
import type { Block, Column, PagedDocument, Picture, Table } from './paged-document.js';

const top = 16;
/** Of texts and tables, on each paper. */
const width = pageSizes.a4.width - 28;

const ink = '#1c1b19';
const faint = '#6b655b';
const rule = '#cfc8ba';

/** Capitals, mm. */
const height = { title: 5, heading: 3.6, text: 2.2, cell: 1.9, foot: 1.7 };
/** From one line to the next, in capitals. */
const leading = 1.9;
/** Room around the words of a cell, mm. */
const padding = 1.2;

/** The writer of PDF takes a quarter of a second to load, so each of its users loads it with its first file. */
export async function documentToPdf(document: PagedDocument): Promise<Uint8Array> {
  const { writePdfPages } = await import('../pdf-pages.js');
  const { title, facts, createdAt, paper = 'a4' } = document;
  const size = pageSizes[paper];
  return writePdfPages({ title, subject: facts.join('\n'), createdAt, size }, (widthOf) => {
    const flow = new Flow(widthOf, size);
    flow.lines([title], height.title, ink);
    flow.space(1);
    flow.lines(facts, height.text, faint);
    for (const block of document.blocks) blockOnto(flow, block);
    return flow.pages.map((shapes, i) => [...shapes, ...footOf(title, i + 1, flow)]);
  });
}

function footOf(title: string, number: number, { pages, margin, bottom, widthOf }: Flow): DrawnShape[] {
  const y = bottom + 8;
  const name = shortened(title, (line) => widthOf(line, height.foot) < width - 30);
  return [
    text(name, [margin, y], height.foot, 'page', { color: faint }),
    text(`${number} of ${pages.length}`, [margin + width, y], height.foot, 'page', { anchor: 'end', color: faint }),
  ];
}

/** Pages, and the place on the last one where the next thing goes. */
class Flow {
  readonly pages: DrawnShape[][] = [[]];
  readonly widthOf: WidthOf;
  /** At the left and at the right, mm. */
  readonly margin: number;
  /** Of the texts, mm from the upper edge of the page. */
  readonly bottom: number;
  y = top;

  constructor(widthOf: WidthOf, page: PageSize) {
    this.widthOf = widthOf;
    this.margin = (page.width - width) / 2;
    this.bottom = page.height - 16;
  }

  get isAtTop(): boolean {
    return this.y === top;
  }

  /** Begins a page unless so many mm are left on this one. */
  need(mm: number): boolean {
    if (this.y + mm <= this.bottom || this.isAtTop) return false;
    this.newPage();
    return true;
  }

  newPage(): void {
    this.pages.push([]);
    this.y = top;
  }

  space(mm: number): void {
    if (!this.isAtTop) this.y += mm;
  }

  put(...shapes: readonly DrawnShape[]): void {
    this.pages.at(-1)!.push(...shapes);
  }

  lines(lines: readonly string[], capitals: number, color: string): void {
    for (const line of lines.flatMap((one) => wrapped(one, (part) => this.widthOf(part, capitals) <= width))) {
      this.need(leading * capitals);
      this.y += leading * capitals;
      this.put(text(line, [this.margin, this.y - 0.4 * capitals], capitals, 'page', { color }));
    }
  }
}

function blockOnto(flow: Flow, block: Block): void {
  switch (block.kind) {
    case 'heading':
      if (block.onNewPage && !flow.isAtTop) flow.newPage();
      flow.space(7);
      // a heading stays with the beginning of its block
      flow.need(40);
      flow.lines([block.text], height.heading, ink);
      break;
    case 'paragraph':
      flow.space(1.5);
      flow.lines([block.text], height.text, ink);
      break;
    case 'table':
      tableOnto(flow, block);
      break;
    case 'picture':
      pictureOnto(flow, block);
  }
}

function pictureOnto(flow: Flow, { drawing, caption, height: most }: Picture): void {
  const box = boundsOf(drawing.shapes);
  const factor = Math.min(width / (box.maxX - box.minX), most / (box.maxY - box.minY));
  const high = factor * (box.maxY - box.minY);
  flow.space(4);
  flow.need(high + 3 * leading * height.text);
  const [left, upper] = [flow.margin + (width - factor * (box.maxX - box.minX)) / 2, flow.y];
  const moved = ([x, y]: Point): Point => [x + left - factor * box.minX, y + upper - factor * box.minY];
  flow.put(...scaled(drawing, factor).shapes.map((shape) => movedShape(shape, moved)));
  flow.y += high + 2;
  flow.lines([caption], height.text, faint);
}

function movedShape(shape: DrawnShape, moved: (point: Point) => Point): DrawnShape {
  if (shape.kind === 'text') return { ...shape, at: moved(shape.at) };
  if (shape.kind === 'circle') return { ...shape, center: moved(shape.center) };
  const holes = shape.holes?.map((hole) => hole.map(moved));
  return { ...shape, points: shape.points.map(moved), ...(holes && { holes }) };
}

/** A table wider than the page comes in several, each with the columns of words. */
function tableOnto(flow: Flow, table: Table): void {
  for (const part of fittingTables(flow.widthOf, table)) onePart(flow, part);
}

interface SizedTable extends Table {
  /** mm, of each column. */
  readonly widths: readonly number[];
}

function fittingTables(widthOf: WidthOf, { caption, columns, rows }: Table): SizedTable[] {
  const wide = columns.map(({ title }, i) =>
    Math.max(...[title, ...rows.map((row) => row[i] ?? '')].map((cell) => widthOf(cell, height.cell) + 2 * padding)),
  );
  const words = columns.flatMap(({ isNumber }, i) => (isNumber ? [] : [i]));
  const numbers = columns.flatMap(({ isNumber }, i) => (isNumber ? [i] : []));
  const ofWords = shrunk(
    words.map((i) => wide[i]!),
    numbers.length === 0 ? width : 0.6 * width,
  );
  const room = width - ofWords.reduce((sum, one) => sum + one, 0);
  const groups: number[][] = [[]];
  let used = 0;
  for (const i of numbers) {
    if (used + wide[i]! > room && groups.at(-1)!.length > 0) {
      groups.push([]);
      used = 0;
    }
    groups.at(-1)!.push(i);
    used += wide[i]!;
  }
  return groups.map((group, k) => {
    const order = [...words, ...group];
    return {
      kind: 'table',
      caption: k === 0 ? caption : `${caption} (continued)`,
      columns: order.map((i) => columns[i]!),
      rows: rows.map((row) => order.map((i) => row[i] ?? '')),
      widths: spread([...ofWords, ...group.map((i) => wide[i]!)]),
    };
  });
}

/** Wide columns give way first, down to what all of them have room for. */
function shrunk(wanted: readonly number[], room: number): number[] {
  let over = wanted.reduce((sum, one) => sum + one, 0) - room;
  const widths = [...wanted];
  while (over > 0.01) {
    const widest = Math.max(...widths);
    const next = Math.max(8, ...widths.filter((one) => one < widest));
    const many = widths.filter((one) => one === widest).length;
    const by = Math.min(over / many, widest - next);
    if (by <= 0) break;
    widths.forEach((one, i) => {
      if (one === widest) widths[i] = one - by;
    });
    over -= by * many;
  }
  return widths;
}

/** The rest of the page's width goes to all columns alike. */
function spread(widths: readonly number[]): number[] {
  const rest = Math.max(0, width - widths.reduce((sum, one) => sum + one, 0));
  return widths.map((one) => one + rest / widths.length);
}

function onePart(flow: Flow, { caption, columns, rows, widths }: SizedTable): void {
  const lineHigh = leading * height.cell;
  const cells = (row: readonly string[]): string[][] =>
    row.map((cell, i) => wrapped(cell, (line) => flow.widthOf(line, height.cell) <= widths[i]! - 2 * padding));
  const high = (lines: readonly string[][]): number => Math.max(...lines.map(({ length }) => length)) * lineHigh + 0.8;
  const head = cells(columns.map(({ title }) => title));
  flow.space(4);
  flow.need(high(head) + 3 * lineHigh + leading * height.text);
  flow.lines([caption], height.text, ink);
  rowOnto(flow, head, columns, widths, high(head), faint);
  for (const row of rows) {
    const lines = cells(row);
    if (flow.need(high(lines))) rowOnto(flow, head, columns, widths, high(head), faint);
    rowOnto(flow, lines, columns, widths, high(lines), ink);
  }
}

function rowOnto(
  flow: Flow,
  cells: readonly (readonly string[])[],
  columns: readonly Column[],
  widths: readonly number[],
  high: number,
  color: string,
): void {
  let x = flow.margin;
  cells.forEach((lines, i) => {
    const isNumber = columns[i]!.isNumber ?? false;
    lines.forEach((line, k) => {
      const at: Point = [
        isNumber ? x + widths[i]! - padding : x + padding,
        flow.y + 0.4 + (k + 0.7) * leading * height.cell,
      ];
      flow.put(text(line, at, height.cell, 'page', { anchor: isNumber ? 'end' : 'start', color }));
    });
    x += widths[i]!;
  });
  const line: Point[] = [
    [flow.margin, flow.y],
    [flow.margin + width, flow.y],
  ];
  flow.put(polyline(line, 'page', { stroke: rule, strokeWidth: 0.15 }));
  flow.y += high;
}

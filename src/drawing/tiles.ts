/** Divides a drawing into pages of paper: rows A, B, ..., columns 1, 2, ...; pages without ink are left out. */
import { type Box, boundsOf, type DrawnShape } from './drawing.js';
import { isDrawnIn } from './drawn-in.js';

export const mmToPoints = 72 / 25.4;

/** mm. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export const pageSizes = {
  a4: { width: 210, height: 297 },
  letter: { width: 215.9, height: 279.4 },
  a0: { width: 841, height: 1189 },
} as const;

/** White border of a page, mm: wider than the strip that printers cannot reach. */
const border = 10;

/** mm; far less than a printer shows, and far more than the rounding of coordinates. */
const hair = 1e-6;

export interface Tile {
  /** `B3`: second row, third column. */
  readonly label: string;
  /** 1, 2, ... in printing order. */
  readonly number: number;
  /** The drawing's part on the page, mm. */
  readonly box: Box;
  readonly margin: number;
  /** Labels of the pages next to it that exist. */
  readonly neighbours: {
    readonly above?: string;
    readonly below?: string;
    readonly before?: string;
    readonly after?: string;
  };
}

/** The printed part of a page's width, mm. */
export const printedWidth = (page: PageSize): number => printedPart(page).width;

/** The printed part of a page, mm. */
export const printedPart = ({ width, height }: PageSize): PageSize => ({
  width: width - 2 * border,
  height: height - 2 * border,
});

export function tilesOf(shapes: readonly DrawnShape[], page: PageSize): Tile[] {
  const { width, height } = printedPart(page);
  const all = boundsOf(shapes);
  const columns = Math.max(1, Math.ceil((all.maxX - all.minX) / width));
  const rows = Math.max(1, Math.ceil((all.maxY - all.minY) / height));
  const boxes = shapes.map((shape) => boundsOf([shape]));
  const at = (row: number, column: number): Box => {
    const [minX, minY] = [all.minX + column * width, all.minY + row * height];
    return { minX, minY, maxX: minX + width, maxY: minY + height };
  };
  /** A border belongs to the page after it, so that a line on it asks for one page; the last page has its own border. */
  const own = (row: number, column: number): Box => {
    const { minX, minY, maxX, maxY } = at(row, column);
    const [right, lower] = [column === columns - 1 ? 0 : hair, row === rows - 1 ? 0 : hair];
    return { minX, minY, maxX: maxX - right, maxY: maxY - lower };
  };
  const used = new Set<string>();
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const box = own(row, column);
      if (shapes.some((shape, i) => touches(box, boxes[i]!) && isDrawnIn(shape, box))) used.add(labelOf(row, column));
    }
  }
  if (used.size === 0) used.add(labelOf(0, 0));
  const neighbour = (row: number, column: number): string | undefined => {
    const label = row < 0 || column < 0 ? '' : labelOf(row, column);
    return used.has(label) ? label : undefined;
  };
  const tiles: Tile[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const label = labelOf(row, column);
      if (!used.has(label)) continue;
      const around = {
        above: neighbour(row - 1, column),
        below: neighbour(row + 1, column),
        before: neighbour(row, column - 1),
        after: neighbour(row, column + 1),
      };
      const neighbours = Object.fromEntries(Object.entries(around).filter(([, name]) => name !== undefined));
      tiles.push({ label, number: tiles.length + 1, box: at(row, column), margin: border, neighbours });
    }
  }
  return tiles;
}

export const overlaps = (a: Box, b: Box): boolean =>
  a.minX < b.maxX && b.minX < a.maxX && a.minY < b.maxY && b.minY < a.maxY;

const touches = (a: Box, b: Box): boolean =>
  a.minX <= b.maxX && b.minX <= a.maxX && a.minY <= b.maxY && b.minY <= a.maxY;

/** 0, 0 -> `A1`; after row Z come AA, AB, ... */
function labelOf(row: number, column: number): string {
  let letters = '';
  for (let rest = row; rest >= 0; rest = Math.floor(rest / 26) - 1)
    letters = String.fromCharCode(65 + (rest % 26)) + letters;
  return `${letters}${column + 1}`;
}

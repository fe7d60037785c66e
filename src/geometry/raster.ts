/** Outlines on a grid of cells with sides of 1, whose corner is the origin. */

import type { Ring } from './ring.js';

/** Three numbers a span: row, first column, column after the last. */
export type Spans = readonly number[];

/** The cells around some outlines, by rows. */
export interface Raster {
  /** The first column and row. */
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  readonly rows: number;
  /** 1: an edge passes the cell. */
  readonly isEdge: Uint8Array;
  /** How often the outlines wind around a cell that no edge passes. */
  readonly winding: Int32Array;
}

/** Edges reach this much further, in cells. */
const margin = 1e-6;

export function rasterOf(rings: readonly Ring[]): Raster {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      minX = Math.min(minX, ring[i]!);
      maxX = Math.max(maxX, ring[i]!);
      minY = Math.min(minY, ring[i + 1]!);
      maxY = Math.max(maxY, ring[i + 1]!);
    }
  }
  const left = Math.floor(minX) - 1;
  const top = Math.floor(minY) - 1;
  const columns = Math.floor(maxX) + 2 - left;
  const rows = Math.floor(maxY) + 2 - top;
  const isEdge = new Uint8Array(columns * rows);
  const winding = new Int32Array(columns * rows);
  for (const ring of rings) {
    const n = ring.length;
    for (let i = 0, j = n - 2; i < n; j = i, i += 2) {
      const isUp = ring[i + 1]! > ring[j + 1]!;
      const [x1, y1, x2, y2] = isUp
        ? [ring[j]! - left, ring[j + 1]! - top, ring[i]! - left, ring[i + 1]! - top]
        : [ring[i]! - left, ring[i + 1]! - top, ring[j]! - left, ring[j + 1]! - top];
      const slope = y2 > y1 ? (x2 - x1) / (y2 - y1) : 0;
      for (let row = Math.floor(y1); row <= y2; row++) {
        const enters = y1 >= row ? x1 : x1 + (row - y1) * slope;
        const leaves = y2 <= row + 1 ? x2 : x1 + (row + 1 - y1) * slope;
        const last = Math.floor(Math.max(enters, leaves) + margin);
        for (let column = Math.floor(Math.min(enters, leaves) - margin); column <= last; column++) {
          isEdge[row * columns + column] = 1;
        }
        // All cells right of the edge, by their middle; those that it meets do not count.
        const middle = row + 0.5;
        if (y1 <= middle && y2 > middle) winding[row * columns + last + 1]! += isUp ? -1 : 1;
      }
    }
  }
  for (let row = 0; row < rows; row++) {
    for (let at = row * columns + 1; at < (row + 1) * columns; at++) winding[at]! += winding[at - 1]!;
  }
  return { left, top, columns, rows, isEdge, winding };
}

/** The cells of which any point lies in the outlines or on them; negative outlines are openings. */
export function touchedCells(rings: readonly Ring[]): Spans {
  const raster = rasterOf(rings);
  return spansWhere(raster, (at) => raster.isEdge[at] !== 0 || raster.winding[at]! > 0);
}

/** The cells around some outlines that do not lie wholly inside. */
export function cellsOutside(raster: Raster): Spans {
  return spansWhere(raster, (at) => raster.isEdge[at] !== 0 || raster.winding[at]! <= 0);
}

/** The spans of the cells of a kind, given by their index. */
function spansWhere({ left, top, columns, rows }: Raster, isOfKind: (at: number) => boolean): Spans {
  const spans: number[] = [];
  for (let row = 0; row < rows; row++) {
    let first = -1;
    for (let column = 0; column <= columns; column++) {
      const isOne = column < columns && isOfKind(row * columns + column);
      if (isOne && first < 0) first = column;
      if (!isOne && first >= 0) {
        spans.push(row + top, first + left, column + left);
        first = -1;
      }
    }
  }
  return spans;
}

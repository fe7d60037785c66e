/**
 * Cells of a grid over the sum of two outlines that surely lie inside: those within a copy of one outline, moved by a
 * corner of the other. Such copies cover most of a sum, and nothing in them can be on its boundary.
 */

import { rasterOf, type Spans } from './raster.js';
import type { Ring } from './ring.js';

/** Cells are squares of a side; the first one begins at (minX, minY). */
export interface CellFrame {
  readonly columns: number;
  readonly rows: number;
  readonly minX: number;
  readonly minY: number;
  readonly perUnit: number;
}

/** One number a cell, by rows: positive where a copy covers the whole cell. */
export function coveredCells(a: Ring, b: Ring, frame: CellFrame): Int32Array {
  const changes = new Int32Array((frame.columns + 1) * frame.rows);
  addCopies(changes, spansOf(a, frame.perUnit), b, frame);
  addCopies(changes, spansOf(b, frame.perUnit), a, frame);
  const covered = new Int32Array(frame.columns * frame.rows);
  for (let row = 0; row < frame.rows; row++) {
    let copies = 0;
    for (let column = 0; column < frame.columns; column++) {
      copies += changes[row * (frame.columns + 1) + column]!;
      covered[row * frame.columns + column] = copies;
    }
  }
  return covered;
}

/**
 * The places of a cell, to the whole cell and rounded down, at which it lies inside an outline: two by two cells of the
 * outline's own grid are then free of edges and inside.
 */
function spansOf(ring: Ring, perUnit: number): Spans {
  const { left, top, columns, rows, isEdge, winding } = rasterOf([ring.map((v) => v * perUnit)]);
  const isFree = (at: number): boolean => !isEdge[at] && winding[at]! > 0;
  const spans: number[] = [];
  for (let row = 1; row < rows; row++) {
    let first = -1;
    for (let column = 1; column <= columns; column++) {
      const at = row * columns + column;
      const isInside =
        column < columns && isFree(at) && isFree(at - 1) && isFree(at - columns) && isFree(at - columns - 1);
      if (isInside && first < 0) first = column;
      if (!isInside && first >= 0) {
        spans.push(row + top, first + left, column + left);
        first = -1;
      }
    }
  }
  return spans;
}

function addCopies(changes: Int32Array, spans: Spans, corners: Ring, frame: CellFrame): void {
  const { columns, rows, minX, minY, perUnit } = frame;
  for (let i = 0; i < corners.length; i += 2) {
    const byX = Math.floor((corners[i]! - minX) * perUnit);
    const byY = Math.floor((corners[i + 1]! - minY) * perUnit);
    for (let k = 0; k < spans.length; k += 3) {
      // A copy moved by a part of a cell covers what it covers moved by whole cells, one cell further.
      const row = spans[k]! + byY;
      const from = spans[k + 1]! + byX;
      const to = spans[k + 2]! + byX;
      if (row < 0 || row >= rows) continue;
      changes[row * (columns + 1) + Math.max(0, from)]!++;
      changes[row * (columns + 1) + Math.min(columns, to)]!--;
    }
  }
}

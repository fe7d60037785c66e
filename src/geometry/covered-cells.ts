/**
 * Cells of a grid over the sum of two outlines that surely lie inside: those within a copy of one outline, moved by a
 * corner of the other. Such copies cover most of a sum, and nothing in them can be on its boundary.
 */

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

/** Three numbers a span: row, first column, column after the last; in cells from the outline's own origin. */
type Spans = readonly number[];

/**
 * The places of a cell, to the whole cell and rounded down, at which it lies inside an outline: two by two cells of the
 * outline's own grid are then free of edges and inside.
 */
function spansOf(ring: Ring, perUnit: number): Spans {
  const n = ring.length;
  const scaled = ring.map((v) => v * perUnit);
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let i = 0; i < n; i += 2) {
    minX = Math.min(minX, scaled[i]!);
    maxX = Math.max(maxX, scaled[i]!);
    minY = Math.min(minY, scaled[i + 1]!);
    maxY = Math.max(maxY, scaled[i + 1]!);
  }
  const left = Math.floor(minX) - 1;
  const top = Math.floor(minY) - 1;
  const columns = Math.floor(maxX) + 2 - left;
  const rows = Math.floor(maxY) + 2 - top;
  const isEdge = new Uint8Array(columns * rows);
  const winding = new Int32Array(columns * rows);
  for (let i = 0, j = n - 2; i < n; j = i, i += 2) {
    const isUp = scaled[i + 1]! > scaled[j + 1]!;
    const [x1, y1, x2, y2] = isUp
      ? [scaled[j]! - left, scaled[j + 1]! - top, scaled[i]! - left, scaled[i + 1]! - top]
      : [scaled[i]! - left, scaled[i + 1]! - top, scaled[j]! - left, scaled[j + 1]! - top];
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
  const isFree = (at: number): boolean => !isEdge[at] && winding[at]! > 0;
  for (let row = 0; row < rows; row++) {
    for (let at = row * columns + 1; at < (row + 1) * columns; at++) winding[at]! += winding[at - 1]!;
  }
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

/** Edges reach this much further, in cells. */
const margin = 1e-6;

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

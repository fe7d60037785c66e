/** A grid over the segments of a convolution, to find the pieces with winding zero on their right. */

import type { Segments } from './convolution-segments.js';
import { coveredCells } from './covered-cells.js';
import type { Ring } from './ring.js';

/** Pieces of segments that bound the sum. */
export interface Pieces {
  /** Two keys a piece: the points where it begins and ends. */
  readonly keys: readonly number[];
  /** Where each piece begins: x, y. */
  readonly starts: readonly number[];
}

/** Segments a cell, about. */
const density = 0.7;
const mostCells = 192;
/** With fewer segments it takes longer to find the covered cells than to follow the segments in them. */
const manySegments = 1500;
/** Shares of a cell outside of the box, such that no middle of a cell lies on the lines of usual outlines. */
const edgeShare = { x: 0.38196601125, y: 0.41421356237 };
/** Cells reach this much further, as a share of their side, than the segments listed for them. */
const margin = 1e-6;

export class SegmentGrid {
  readonly #columns: number;
  readonly #rows: number;
  readonly #minX: number;
  readonly #minY: number;
  readonly #perUnit: number;
  /** The cells of segment s are `#cellsOf[#firstCell[s]]` to before `#firstCell[s + 1]`, and the other way round. */
  readonly #firstCell: Int32Array;
  readonly #cellsOf: Int32Array;
  readonly #firstSegment: Int32Array;
  readonly #segmentsIn: Int32Array;
  /** Winding at the middle of each cell. */
  readonly #winding: Int32Array;
  readonly #segments: Segments;

  /** Cells that are surely inside have a positive number; null where that was not asked for. */
  readonly #covered: Int32Array | null;

  /** The segments of the convolution of two outlines. */
  constructor(segments: Segments, a: Ring, b: Ring) {
    this.#segments = segments;
    const { ends, count } = segments;
    let minX = Infinity;
    let minY = Infinity;
    let maxX = -Infinity;
    let maxY = -Infinity;
    for (let at = 0; at < 4 * count; at += 2) {
      minX = Math.min(minX, ends[at]!);
      maxX = Math.max(maxX, ends[at]!);
      minY = Math.min(minY, ends[at + 1]!);
      maxY = Math.max(maxY, ends[at + 1]!);
    }
    const side = Math.max(maxX - minX, maxY - minY) / Math.min(mostCells, Math.ceil(Math.sqrt(count / density)));
    this.#perUnit = 1 / side;
    this.#minX = minX - edgeShare.x * side;
    this.#minY = minY - edgeShare.y * side;
    this.#columns = Math.ceil((maxX - minX) / side) + 1;
    this.#rows = Math.ceil((maxY - minY) / side) + 1;
    this.#winding = new Int32Array(this.#columns * this.#rows);
    this.#firstCell = new Int32Array(count + 1);
    this.#cellsOf = this.#listCells();
    this.#firstSegment = new Int32Array(this.#winding.length + 1);
    this.#segmentsIn = this.#listSegments();
    const [columns, rows, perUnit] = [this.#columns, this.#rows, this.#perUnit];
    this.#covered =
      count > manySegments ? coveredCells(a, b, { columns, rows, minX: this.#minX, minY: this.#minY, perUnit }) : null;
  }

  /** Lists the cells of each segment, and sums up the winding. */
  #listCells(): Int32Array {
    const { ends, count } = this.#segments;
    const columns = this.#columns;
    const rows = this.#rows;
    const winding = this.#winding;
    let cells = new Int32Array(4 * count);
    let used = 0;
    for (let s = 0; s < count; s++) {
      let x1 = (ends[4 * s]! - this.#minX) * this.#perUnit;
      let y1 = (ends[4 * s + 1]! - this.#minY) * this.#perUnit;
      let x2 = (ends[4 * s + 2]! - this.#minX) * this.#perUnit;
      let y2 = (ends[4 * s + 3]! - this.#minY) * this.#perUnit;
      const sign = y2 > y1 ? -1 : 1;
      if (y1 > y2) [x1, y1, x2, y2] = [x2, y2, x1, y1];
      const slope = y2 > y1 ? (x2 - x1) / (y2 - y1) : 0;
      const top = Math.max(0, Math.floor(y1 - margin));
      const bottom = Math.min(rows - 1, Math.floor(y2 + margin));
      this.#firstCell[s] = used;
      for (let row = top; row <= bottom; row++) {
        const middle = row + 0.5;
        if (y1 <= middle && y2 > middle) {
          // The segment changes the winding of all cells whose middle lies right of it.
          const column = Math.ceil(x1 + (middle - y1) * slope - 0.5);
          if (column < columns) winding[row * columns + Math.max(0, column)]! += sign;
        }
        const enters = y1 >= row ? x1 : x1 + (row - y1) * slope;
        const leaves = y2 <= row + 1 ? x2 : x1 + (row + 1 - y1) * slope;
        const first = Math.max(0, Math.floor(Math.min(enters, leaves) - margin));
        const last = Math.min(columns - 1, Math.floor(Math.max(enters, leaves) + margin));
        if (used + last - first + 1 > cells.length) {
          const grown = new Int32Array(2 * cells.length + last - first);
          grown.set(cells);
          cells = grown;
        }
        for (let column = first; column <= last; column++) cells[used++] = row * columns + column;
      }
    }
    this.#firstCell[count] = used;
    for (let row = 0; row < rows; row++) {
      for (let at = row * columns + 1; at < (row + 1) * columns; at++) winding[at]! += winding[at - 1]!;
    }
    return cells;
  }

  #listSegments(): Int32Array {
    const { count } = this.#segments;
    const first = this.#firstSegment;
    const cells = this.#cellsOf;
    const used = this.#firstCell[count]!;
    for (let k = 0; k < used; k++) first[cells[k]! + 1]!++;
    for (let cell = 1; cell < first.length; cell++) first[cell]! += first[cell - 1]!;
    const next = first.slice();
    const segments = new Int32Array(used);
    for (let s = 0; s < count; s++) {
      for (let k = this.#firstCell[s]!; k < this.#firstCell[s + 1]!; k++) segments[next[cells[k]!]!++] = s;
    }
    return segments;
  }

  /** Null where rounding contradicts itself. */
  freePieces(): Pieces | null {
    const { count, isConvex } = this.#segments;
    const pieces = { keys: [], starts: [] };
    const walk = new Walk(this.#segments);
    for (let s = 0; s < count; s++) {
      if (!isConvex[s] || this.#isCovered(s)) continue;
      this.#cross(walk, s);
      const { place, x, y } = walk.widestGap();
      const winding = this.#windingRightOf(s, x, y);
      if (!walk.collect(winding, place, pieces)) return null;
    }
    return pieces;
  }

  /** Whether the segment's cells are surely inside: each of the other segments could take one from the winding. */
  #isCovered(s: number): boolean {
    const first = this.#firstSegment;
    for (let k = this.#firstCell[s]!; k < this.#firstCell[s + 1]!; k++) {
      const cell = this.#cellsOf[k]!;
      if (this.#covered && this.#covered[cell]! > 0) continue;
      if (this.#winding[cell]! <= first[cell + 1]! - first[cell]!) return false;
    }
    return true;
  }

  #cross(walk: Walk, s: number): void {
    walk.begin(s);
    const first = this.#firstSegment;
    for (let k = this.#firstCell[s]!; k < this.#firstCell[s + 1]!; k++) {
      const cell = this.#cellsOf[k]!;
      for (let p = first[cell]!; p < first[cell + 1]!; p++) walk.meet(this.#segmentsIn[p]!);
    }
    walk.sort();
  }

  /** The winding right of (x, y), a point on segment s between two crossings. */
  #windingRightOf(s: number, x: number, y: number): number {
    const { ends } = this.#segments;
    const column = Math.floor((x - this.#minX) * this.#perUnit);
    const row = Math.floor((y - this.#minY) * this.#perUnit);
    const cell = row * this.#columns + column;
    const cx = this.#minX + (column + 0.5) / this.#perUnit;
    const cy = this.#minY + (row + 0.5) / this.#perUnit;
    let winding = this.#winding[cell]!;
    const first = this.#firstSegment;
    for (let p = first[cell]!; p < first[cell + 1]!; p++) {
      const t = this.#segmentsIn[p]!;
      if (t === s) continue;
      const x1 = ends[4 * t]!;
      const y1 = ends[4 * t + 1]!;
      const x2 = ends[4 * t + 2]!;
      const y2 = ends[4 * t + 3]!;
      const isLeft = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) > 0;
      if (isLeft === (x2 - x1) * (cy - y1) - (y2 - y1) * (cx - x1) > 0) continue;
      if ((x - cx) * (y1 - cy) - (y - cy) * (x1 - cx) > 0 === (x - cx) * (y2 - cy) - (y - cy) * (x2 - cx) > 0) continue;
      winding += isLeft ? 1 : -1;
    }
    const at = 4 * s;
    const isMiddleLeft =
      (ends[at + 2]! - ends[at]!) * (cy - ends[at + 1]!) - (ends[at + 3]! - ends[at + 1]!) * (cx - ends[at]!) > 0;
    return isMiddleLeft ? winding - 1 : winding;
  }
}

/** The crossings along one segment. */
class Walk {
  readonly #segments: Segments;
  readonly #seen: Int32Array;
  #segment = 0;
  #count = 0;
  #shares = new Float64Array(64);
  #others = new Int32Array(64);
  #changes = new Int8Array(64);
  #order = new Int32Array(64);

  constructor(segments: Segments) {
    this.#segments = segments;
    this.#seen = new Int32Array(segments.count).fill(-1);
  }

  begin(segment: number): void {
    this.#segment = segment;
    this.#count = 0;
    this.#seen[segment] = segment;
  }

  /** Notes where the segment crosses another one, if it does. Segments with a node in common do not cross. */
  meet(t: number): void {
    const s = this.#segment;
    if (this.#seen[t] === s) return;
    this.#seen[t] = s;
    const { ends, nodes } = this.#segments;
    const px = ends[4 * s]!;
    const py = ends[4 * s + 1]!;
    const ux = ends[4 * s + 2]! - px;
    const uy = ends[4 * s + 3]! - py;
    const qx = ends[4 * t]!;
    const qy = ends[4 * t + 1]!;
    const rx = ends[4 * t + 2]!;
    const ry = ends[4 * t + 3]!;
    if (ux * (qy - py) - uy * (qx - px) > 0 === ux * (ry - py) - uy * (rx - px) > 0) return;
    const vx = rx - qx;
    const vy = ry - qy;
    const before = vx * (py - qy) - vy * (px - qx);
    const after = vx * (ends[4 * s + 3]! - qy) - vy * (ends[4 * s + 2]! - qx);
    if (before > 0 === after > 0) return;
    const [a, b, c, d] = [nodes[2 * s]!, nodes[2 * s + 1]!, nodes[2 * t]!, nodes[2 * t + 1]!];
    if (a === c || a === d || b === c || b === d) return;
    if (this.#count === this.#shares.length) this.#grow();
    const k = this.#count++;
    this.#shares[k] = before / (before - after);
    this.#others[k] = t;
    this.#changes[k] = after > 0 ? 1 : -1;
  }

  /** Insertion: crossings are few. */
  sort(): void {
    const order = this.#order;
    const shares = this.#shares;
    for (let k = 0; k < this.#count; k++) {
      let at = k;
      while (at > 0 && shares[order[at - 1]!]! > shares[k]!) {
        order[at] = order[at - 1]!;
        at--;
      }
      order[at] = k;
    }
  }

  /** The middle of the widest gap between crossings, and the number of crossings before it. */
  widestGap(): { place: number; x: number; y: number } {
    let place = 0;
    let widest = -1;
    let share = 0.5;
    let before = 0;
    for (let k = 0; k <= this.#count; k++) {
      const after = k < this.#count ? this.#shares[this.#order[k]!]! : 1;
      if (after - before > widest) {
        widest = after - before;
        place = k;
        share = (before + after) / 2;
      }
      before = after;
    }
    return { place, ...this.#at(share) };
  }

  #at(share: number): { x: number; y: number } {
    const { ends } = this.#segments;
    const at = 4 * this.#segment;
    return {
      x: ends[at]! + share * (ends[at + 2]! - ends[at]!),
      y: ends[at + 1]! + share * (ends[at + 3]! - ends[at + 1]!),
    };
  }

  /** Adds the pieces with winding zero; the winding is known after `place` crossings. */
  collect(known: number, place: number, pieces: { keys: number[]; starts: number[] }): boolean {
    const { nodes } = this.#segments;
    const order = this.#order;
    const s = this.#segment;
    let winding = known;
    for (let k = 0; k < place; k++) winding -= this.#changes[order[k]!]!;
    for (let k = 0; k <= this.#count; k++) {
      if (winding < 0) return false;
      if (winding === 0) {
        const start = k === 0 ? nodes[2 * s]! : this.#keyOf(order[k - 1]!);
        const end = k === this.#count ? nodes[2 * s + 1]! : this.#keyOf(order[k]!);
        const { x, y } = this.#at(k === 0 ? 0 : this.#shares[order[k - 1]!]!);
        pieces.keys.push(start, end);
        pieces.starts.push(x, y);
      }
      if (k < this.#count) winding += this.#changes[order[k]!]!;
    }
    return true;
  }

  /** Of a crossing: below zero, unlike nodes. */
  #keyOf(k: number): number {
    const s = this.#segment;
    const t = this.#others[k]!;
    return -1 - Math.min(s, t) * this.#segments.count - Math.max(s, t);
  }

  #grow(): void {
    const size = 2 * this.#shares.length;
    const grown = <T extends Float64Array | Int32Array | Int8Array>(into: T, from: T): T => {
      into.set(from);
      return into;
    };
    this.#shares = grown(new Float64Array(size), this.#shares);
    this.#others = grown(new Int32Array(size), this.#others);
    this.#changes = grown(new Int8Array(size), this.#changes);
    this.#order = new Int32Array(size);
  }
}

/** A grid over the segments of a convolution, to find the pieces with winding zero on their right. */

import type { Segments } from './convolution-segments.js';
import { coveredCells } from './covered-cells.js';
import { reusedFloats, reusedIntegers } from './reused-array.js';
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

const kept = {
  winding: reusedIntegers(),
  firstCell: reusedIntegers(),
  cells: reusedIntegers(),
  firstSegment: reusedIntegers(),
  next: reusedIntegers(),
  segments: reusedIntegers(),
  seen: reusedIntegers(),
  shares: reusedFloats(),
  others: reusedIntegers(),
  changes: reusedIntegers(),
  order: reusedIntegers(),
};

/** Lasts until the next grid is made. */
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
      const x = ends[at]!;
      const y = ends[at + 1]!;
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
    }
    const side = Math.max(maxX - minX, maxY - minY) / Math.min(mostCells, Math.ceil(Math.sqrt(count / density)));
    this.#perUnit = 1 / side;
    this.#minX = minX - edgeShare.x * side;
    this.#minY = minY - edgeShare.y * side;
    this.#columns = Math.ceil((maxX - minX) / side) + 1;
    this.#rows = Math.ceil((maxY - minY) / side) + 1;
    this.#winding = kept.winding.zeroed(this.#columns * this.#rows);
    this.#firstCell = kept.firstCell.unset(count + 1);
    this.#cellsOf = this.#listCells();
    this.#firstSegment = kept.firstSegment.zeroed(this.#columns * this.#rows + 1);
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
    const firstCell = this.#firstCell;
    const perUnit = this.#perUnit;
    const minX = this.#minX;
    const minY = this.#minY;
    let cells = kept.cells.unset(4 * count);
    let used = 0;
    for (let s = 0; s < count; s++) {
      const isDown = ends[4 * s + 1]! > ends[4 * s + 3]!;
      const low = isDown ? 4 * s + 2 : 4 * s;
      const high = isDown ? 4 * s : 4 * s + 2;
      const x1 = (ends[low]! - minX) * perUnit;
      const y1 = (ends[low + 1]! - minY) * perUnit;
      const x2 = (ends[high]! - minX) * perUnit;
      const y2 = (ends[high + 1]! - minY) * perUnit;
      const sign = !isDown && y2 > y1 ? -1 : 1;
      const slope = y2 > y1 ? (x2 - x1) / (y2 - y1) : 0;
      const top = Math.max(0, Math.floor(y1 - margin));
      const bottom = Math.min(rows - 1, Math.floor(y2 + margin));
      firstCell[s] = used;
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
        if (used + last - first + 1 > cells.length) cells = kept.cells.grown(cells, used, used + last - first + 1);
        for (let column = first; column <= last; column++) cells[used++] = row * columns + column;
      }
    }
    firstCell[count] = used;
    for (let row = 0; row < rows; row++) {
      for (let at = row * columns + 1; at < (row + 1) * columns; at++) winding[at]! += winding[at - 1]!;
    }
    return cells;
  }

  #listSegments(): Int32Array {
    const { count } = this.#segments;
    const first = this.#firstSegment;
    const firstCell = this.#firstCell;
    const cells = this.#cellsOf;
    const cellCount = this.#columns * this.#rows;
    const used = firstCell[count]!;
    for (let k = 0; k < used; k++) first[cells[k]! + 1]!++;
    for (let cell = 1; cell <= cellCount; cell++) first[cell]! += first[cell - 1]!;
    const next = kept.next.unset(cellCount);
    next.set(first.subarray(0, cellCount));
    const segments = kept.segments.unset(used);
    for (let s = 0; s < count; s++) {
      const end = firstCell[s + 1]!;
      for (let k = firstCell[s]!; k < end; k++) segments[next[cells[k]!]!++] = s;
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
    const end = this.#firstCell[s + 1]!;
    for (let k = this.#firstCell[s]!; k < end; k++) {
      const cell = this.#cellsOf[k]!;
      walk.meet(this.#segmentsIn, first[cell]!, first[cell + 1]!);
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
  #room = 64;
  #shares = kept.shares.unset(this.#room);
  #others = kept.others.unset(this.#room);
  #changes = kept.changes.unset(this.#room);
  #order = kept.order.unset(this.#room);

  constructor(segments: Segments) {
    this.#segments = segments;
    this.#seen = kept.seen.unset(segments.count).fill(-1, 0, segments.count);
  }

  begin(segment: number): void {
    this.#segment = segment;
    this.#count = 0;
    this.#seen[segment] = segment;
  }

  /** Notes where the segment crosses others, `list[from]` to before `list[to]`. Those with a node in common do not. */
  meet(list: Int32Array, from: number, to: number): void {
    const s = this.#segment;
    const seen = this.#seen;
    const { ends, nodes } = this.#segments;
    const px = ends[4 * s]!;
    const py = ends[4 * s + 1]!;
    const ex = ends[4 * s + 2]!;
    const ey = ends[4 * s + 3]!;
    const ux = ex - px;
    const uy = ey - py;
    for (let p = from; p < to; p++) {
      const t = list[p]!;
      if (seen[t] === s) continue;
      seen[t] = s;
      const qx = ends[4 * t]!;
      const qy = ends[4 * t + 1]!;
      const rx = ends[4 * t + 2]!;
      const ry = ends[4 * t + 3]!;
      if (ux * (qy - py) - uy * (qx - px) > 0 === ux * (ry - py) - uy * (rx - px) > 0) continue;
      const vx = rx - qx;
      const vy = ry - qy;
      const before = vx * (py - qy) - vy * (px - qx);
      const after = vx * (ey - qy) - vy * (ex - qx);
      if (before > 0 === after > 0) continue;
      const a = nodes[2 * s]!;
      const b = nodes[2 * s + 1]!;
      const c = nodes[2 * t]!;
      const d = nodes[2 * t + 1]!;
      if (a === c || a === d || b === c || b === d) continue;
      if (this.#count === this.#room) this.#grow();
      const k = this.#count++;
      this.#shares[k] = before / (before - after);
      this.#others[k] = t;
      this.#changes[k] = after > 0 ? 1 : -1;
    }
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
    const room = 2 * this.#room;
    this.#shares = kept.shares.grown(this.#shares, this.#count, room);
    this.#others = kept.others.grown(this.#others, this.#count, room);
    this.#changes = kept.changes.grown(this.#changes, this.#count, room);
    this.#order = kept.order.grown(this.#order, this.#count, room);
    this.#room = room;
  }
}

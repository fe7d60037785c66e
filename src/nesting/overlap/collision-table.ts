/**
 * Collision tables: the penetration depth of a no-fit polygon as a grid of cells, looked up in constant time.
 *
 * Every cell tells exactly whether the depth is zero. A cell crossed by one edge holds the plane of that edge. A cell
 * crossed by two edges holds both planes and how to join them, and a more complicated cell holds a list of edges. Only
 * the depth inside is approximate (two linearised distances). It never falls to zero there, since the search would find
 * every false zero.
 */
import type { NoFitPolygon } from './no-fit-polygons.js';

/** How a record joins its planes; the kernel reads the same numbers. */
export const join = { min: 0, max: 1, edges: 2 } as const;

/** Cells overlap by this much, so that a rounded position may fall into either neighbour. */
const margin = 2e-3;
/** Cells are made in blocks of this side, so that each cell looks at few edges. */
const block = 4;
/** A free wedge sharper than this (sine of half the angle) would look free beyond its tip, so it gets an edge list. */
const sharpWedge = 0.3;

export interface CollisionTable {
  readonly minX: number;
  readonly minY: number;
  readonly cellsPerUnit: number;
  readonly columns: number;
  readonly rows: number;
  /** Record of each cell; 0 is outside. */
  readonly cells: Uint16Array;
  /**
   * Eight numbers a record: a1, b1, c1, a2, b2, c2, least depth, join. With a list of edges: its place in `edgeLists`,
   * its length there, the parity of the edges left of it that it omits, -, -, -, 0, join.
   */
  readonly records: Float64Array;
  /** Numbers of fours of edges: number n has the edges from 4 n on. */
  readonly edgeLists: Uint32Array;
  /** The edges of the polygon, four numbers each: x1, y1, x2, y2. */
  readonly ends: Float64Array;
}

export function collisionTable(polygon: NoFitPolygon, resolution: number): CollisionTable {
  return new TableBuilder(polygon, resolution).build();
}

class TableBuilder {
  readonly #cell: number;
  #records = new Float64Array(8 * 64);
  /** The first record is that of the outside. */
  #recordCount = 1;
  readonly #edgeLists: number[] = [];
  readonly #known = new Map<number, number>();
  /**
   * For the current cell: squared distance of each edge from its centre, and whether the edge's nearest point is a
   * vertex.
   */
  readonly #squares: Float64Array;
  readonly #atVertex: Uint8Array;
  /** The edges that matter to the current block of cells come first; the others count as infinitely far. */
  readonly #near: Int32Array;
  #nearCount: number;
  /** A plane that `#linearise` has made. */
  #a = 0;
  #b = 0;
  #c = 0;

  readonly #polygon: NoFitPolygon;

  constructor(polygon: NoFitPolygon, resolution: number) {
    this.#polygon = polygon;
    this.#cell = Math.max(polygon.maxX - polygon.minX, polygon.maxY - polygon.minY) / resolution;
    this.#squares = new Float64Array(polygon.edges);
    this.#atVertex = new Uint8Array(polygon.edges);
    this.#near = new Int32Array(polygon.edges);
    this.#nearCount = 0;
  }

  build(): CollisionTable {
    const cell = this.#cell;
    const polygon = this.#polygon;
    const columns = Math.max(1, Math.ceil((polygon.maxX - polygon.minX) / cell - 1e-9));
    const rows = Math.max(1, Math.ceil((polygon.maxY - polygon.minY) / cell - 1e-9));
    const cells = new Uint16Array(columns * rows);
    for (let top = 0; top < rows; top += block) {
      const crossings = Array.from({ length: Math.min(block, rows - top) }, (_, r) =>
        this.#crossingsAt(polygon.minY + (top + r + 0.5) * cell),
      );
      for (let left = 0; left < columns; left += block) {
        const isFar = this.#select(polygon.minX + (left + block / 2) * cell, polygon.minY + (top + block / 2) * cell);
        if (isFar && !isOddBefore(crossings[0]!, polygon.minX + (left + 0.5) * cell)) continue;
        for (let row = top; row < Math.min(rows, top + block); row++) {
          for (let column = left; column < Math.min(columns, left + block); column++) {
            const x = polygon.minX + (column + 0.5) * cell;
            const y = polygon.minY + (row + 0.5) * cell;
            cells[row * columns + column] = this.#record(x, y, isOddBefore(crossings[row - top]!, x));
          }
        }
      }
    }
    return {
      minX: polygon.minX,
      minY: polygon.minY,
      cellsPerUnit: 1 / cell,
      columns,
      rows,
      cells,
      records: this.#records.subarray(0, 8 * this.#recordCount),
      edgeLists: Uint32Array.from(this.#edgeLists),
      ends: polygon.ends,
    };
  }

  /** The x of each crossing of an edge with the horizontal line at y, in order. */
  #crossingsAt(y: number): number[] {
    const { ends, edges } = this.#polygon;
    const crossings: number[] = [];
    for (let at = 0; at < 4 * edges; at += 4) {
      const y1 = ends[at + 1]!;
      const y2 = ends[at + 3]!;
      if (y1 > y !== y2 > y) crossings.push(ends[at]! + ((y - y1) * (ends[at + 2]! - ends[at]!)) / (y2 - y1));
    }
    return crossings.sort((a, b) => a - b);
  }

  /**
   * Selects the edges that may be nearest to a cell of the block about (x, y), or cross it. Returns whether all edges
   * are too far to meet the block.
   */
  #select(x: number, y: number): boolean {
    const { edges } = this.#polygon;
    const near = this.#near;
    for (let e = 0; e < edges; e++) near[e] = e;
    this.#nearCount = edges;
    const squares = this.#squares;
    const nearest = Math.sqrt(squares[this.#measure(x, y)]!);
    const reach = ((block * this.#cell) / 2 + margin) * Math.SQRT2;
    const furthest = (nearest + 2 * reach) ** 2;
    let count = 0;
    for (let e = 0; e < edges; e++) {
      if (squares[e]! <= furthest) near[count++] = e;
      else squares[e] = Infinity;
    }
    this.#nearCount = count;
    return nearest > reach;
  }

  /** The record of the cell about (x, y); `isInside` tells of its centre. */
  #record(x: number, y: number, isInside: boolean): number {
    const half = this.#cell / 2 + margin;
    const reach = half * Math.SQRT2;
    const nearest = this.#measure(x, y);
    const squares = this.#squares;
    const depth = Math.sqrt(squares[nearest]!);
    if (depth > reach) return isInside ? this.#inside(x, y, nearest, 0.9 * (depth - reach)) : 0;
    let first = -1;
    let second = -1;
    let crossings = 0;
    for (let k = 0; k < this.#nearCount && crossings <= 2; k++) {
      const e = this.#near[k]!;
      if (squares[e]! > reach * reach || !this.#crosses(e, x, y, half)) continue;
      if (crossings === 0) first = e;
      else second = e;
      crossings++;
    }
    if (crossings === 0) return isInside ? this.#inside(x, y, nearest, margin) : 0;
    if (crossings === 1) return this.#planes(first, first, join.min);
    if (crossings === 2) {
      const how = this.#joinOf(first, second, x, y, half);
      if (how !== join.edges) return this.#planes(first, second, how);
    }
    return this.#list(x, y, half, depth + 2 * reach);
  }

  /** Fills the squared distances of the selected edges from (x, y); returns the nearest edge. */
  #measure(x: number, y: number): number {
    const { ends } = this.#polygon;
    const near = this.#near;
    const squares = this.#squares;
    let nearest = near[0]!;
    let least = Infinity;
    for (let k = 0; k < this.#nearCount; k++) {
      const e = near[k]!;
      const at = 4 * e;
      const x1 = ends[at]!;
      const y1 = ends[at + 1]!;
      const ux = ends[at + 2]! - x1;
      const uy = ends[at + 3]! - y1;
      const along = (x - x1) * ux + (y - y1) * uy;
      const squared = ux * ux + uy * uy;
      const isBefore = along < 0;
      const isVertex = isBefore || along > squared;
      const t = isVertex ? (isBefore ? 0 : 1) : along / squared;
      const dx = x - x1 - t * ux;
      const dy = y - y1 - t * uy;
      const square = dx * dx + dy * dy;
      this.#atVertex[e] = isVertex ? 1 : 0;
      squares[e] = square;
      if (square < least) {
        least = square;
        nearest = e;
      }
    }
    return nearest;
  }

  /** Does edge e meet the square of half side `half` about (x, y)? */
  #crosses(e: number, x: number, y: number, half: number): boolean {
    const { ends } = this.#polygon;
    const x1 = ends[4 * e]! - x;
    const y1 = ends[4 * e + 1]! - y;
    const x2 = ends[4 * e + 2]! - x;
    const y2 = ends[4 * e + 3]! - y;
    if (Math.min(x1, x2) > half || Math.max(x1, x2) < -half) return false;
    if (Math.min(y1, y2) > half || Math.max(y1, y2) < -half) return false;
    const a = this.#polygon.planes[3 * e]!;
    const b = this.#polygon.planes[3 * e + 1]!;
    return Math.abs(a * x1 + b * y1) <= half * (Math.abs(a) + Math.abs(b));
  }

  /** How the planes of two edges that cross a cell join in it. */
  #joinOf(e: number, f: number, x: number, y: number, half: number): number {
    const { next, convexEnd, planes } = this.#polygon;
    if (next[e] === f || next[f] === e) {
      if (convexEnd[next[e] === f ? e : f]) return join.min;
      const cosine = planes[3 * e]! * planes[3 * f]! + planes[3 * e + 1]! * planes[3 * f + 1]!;
      return Math.sqrt(Math.max(0, (1 + cosine) / 2)) < sharpWedge ? join.edges : join.max;
    }
    // Two separate edges pass through: each lies wholly to one side of the other.
    const ef = this.#sideOf(f, e, x, y, half);
    const fe = this.#sideOf(e, f, x, y, half);
    if (ef > 0 && fe > 0) return join.min;
    if (ef < 0 && fe < 0) return join.max;
    return join.edges;
  }

  /**
   * The side of edge f on which the part of edge e within the cell lies: its greatest signed distance, or 0 on both
   * sides.
   */
  #sideOf(e: number, f: number, x: number, y: number, half: number): number {
    const { ends, planes } = this.#polygon;
    const x1 = ends[4 * e]!;
    const y1 = ends[4 * e + 1]!;
    const ux = ends[4 * e + 2]! - x1;
    const uy = ends[4 * e + 3]! - y1;
    let low = 0;
    let high = 1;
    for (const [u, from, to] of [
      [ux, x - half - x1, x + half - x1],
      [uy, y - half - y1, y + half - y1],
    ] as const) {
      if (u === 0) continue;
      low = Math.max(low, Math.min(from / u, to / u));
      high = Math.min(high, Math.max(from / u, to / u));
    }
    const at = (t: number): number =>
      planes[3 * f]! * (x1 + t * ux) + planes[3 * f + 1]! * (y1 + t * uy) + planes[3 * f + 2]!;
    const first = at(low);
    const last = at(high);
    if (Math.min(first, last) < -1e-6 && Math.max(first, last) > 1e-6) return 0;
    return Math.abs(first) > Math.abs(last) ? first : last;
  }

  #planes(e: number, f: number, how: number): number {
    const key = (e * this.#polygon.edges + f) * 3 + how;
    let index = this.#known.get(key);
    if (index === undefined) {
      const { planes } = this.#polygon;
      const at = this.#add(0, how);
      this.#records.set(planes.subarray(3 * e, 3 * e + 3), at);
      this.#records.set(planes.subarray(3 * f, 3 * f + 3), at + 3);
      index = at / 8;
      this.#known.set(key, index);
    }
    return index;
  }

  /** A cell inside: distances to the two nearest features, linearised at its centre. */
  #inside(x: number, y: number, nearest: number, least: number): number {
    this.#linearise(nearest, x, y);
    const a = this.#a;
    const b = this.#b;
    const c = this.#c;
    let [secondA, secondB, secondC] = [a, b, c];
    let second = nearest;
    let best = Infinity;
    for (let k = 0; k < this.#nearCount; k++) {
      const e = this.#near[k]!;
      if (e === nearest || this.#squares[e]! >= best) continue;
      this.#linearise(e, x, y);
      if (this.#a * a + this.#b * b > 0.999) continue;
      best = this.#squares[e]!;
      [secondA, secondB, secondC] = [this.#a, this.#b, this.#c];
      second = e;
    }
    // The same two planes serve many cells. The second may be the line of an edge even if the edge's end is nearest.
    if (!this.#atVertex[nearest] && this.#isDeep(nearest, x, y, least) && this.#isDeep(second, x, y, least)) {
      return this.#planes(Math.min(nearest, second), Math.max(nearest, second), join.min);
    }
    const at = this.#add(least, join.min);
    this.#records[at] = a;
    this.#records[at + 1] = b;
    this.#records[at + 2] = c;
    this.#records[at + 3] = secondA;
    this.#records[at + 4] = secondB;
    this.#records[at + 5] = secondC;
    return at / 8;
  }

  /** Whether the plane of an edge is at least `least` everywhere in the cell about (x, y). */
  #isDeep(e: number, x: number, y: number, least: number): boolean {
    const a = this.#polygon.planes[3 * e]!;
    const b = this.#polygon.planes[3 * e + 1]!;
    const c = this.#polygon.planes[3 * e + 2]!;
    return a * x + b * y + c - (this.#cell / 2 + margin) * (Math.abs(a) + Math.abs(b)) >= least;
  }

  /** Sets the plane of the distance of (x, y) from edge e. */
  #linearise(e: number, x: number, y: number): void {
    const { planes, ends } = this.#polygon;
    if (!this.#atVertex[e]) {
      this.#a = planes[3 * e]!;
      this.#b = planes[3 * e + 1]!;
      this.#c = planes[3 * e + 2]!;
      return;
    }
    const at = 4 * e;
    const startX = x - ends[at]!;
    const startY = y - ends[at + 1]!;
    const endX = x - ends[at + 2]!;
    const endY = y - ends[at + 3]!;
    const isStart = startX * startX + startY * startY < endX * endX + endY * endY;
    const awayX = isStart ? startX : endX;
    const awayY = isStart ? startY : endY;
    const distance = Math.max(1e-9, Math.sqrt(awayX * awayX + awayY * awayY));
    this.#a = awayX / distance;
    this.#b = awayY / distance;
    this.#c = distance - this.#a * x - this.#b * y;
  }

  /** A cell with its own list: every four with an edge that may be nearest or decide the parity of a point. */
  #list(x: number, y: number, half: number, reach: number): number {
    const { ends, edges } = this.#polygon;
    const first = this.#edgeLists.length;
    let parity = 0;
    for (let four = 0; 4 * four < edges; four++) {
      let left = 0;
      let isListed = false;
      for (let e = 4 * four; e < Math.min(4 * four + 4, edges); e++) {
        const x1 = ends[4 * e]!;
        const y1 = ends[4 * e + 1]!;
        const x2 = ends[4 * e + 2]!;
        const y2 = ends[4 * e + 3]!;
        const low = Math.min(y1, y2);
        const high = Math.max(y1, y2);
        const beside = high >= y - half && low <= y + half && Math.min(x1, x2) <= x + half;
        if (beside && low < y - half && high > y + half && Math.max(x1, x2) < x - half) left ^= 1;
        else if (beside) isListed = true;
        if (this.#squares[e]! <= reach * reach) isListed = true;
      }
      if (isListed) this.#edgeLists.push(four);
      else parity ^= left;
    }
    const at = this.#add(0, join.edges);
    this.#records[at] = first;
    this.#records[at + 1] = this.#edgeLists.length - first;
    this.#records[at + 2] = parity;
    return at / 8;
  }

  /** Adds a record without planes; returns its place. */
  #add(least: number, how: number): number {
    const at = 8 * this.#recordCount++;
    if (at === this.#records.length) {
      const grown = new Float64Array(2 * at);
      grown.set(this.#records);
      this.#records = grown;
    }
    this.#records[at + 6] = least;
    this.#records[at + 7] = how;
    return at;
  }
}

/** Whether an odd number of crossings lies before x. */
function isOddBefore(crossings: readonly number[], x: number): boolean {
  let odd = false;
  for (const crossing of crossings) {
    if (crossing >= x) break;
    odd = !odd;
  }
  return odd;
}

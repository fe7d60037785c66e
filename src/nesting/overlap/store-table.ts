/** Collision tables in the kernel's memory. */
import type { Kernel } from '../kernel/kernel.js';
import { type CollisionTable, join } from './collision-table.js';

/** A stored table; the kernel can release it by its address. */
export interface StoredTable {
  readonly address: number;
  readonly bytes: number;
}

/**
 * Copies a table into the kernel's memory, in units of cells, with a border of cells outside.
 * `kernel/assembly/collision-table.ts` documents the memory layout.
 */
export function storeTable(kernel: Kernel, table: CollisionTable): StoredTable {
  const cell = 1 / table.cellsPerUnit;
  // The middle of the border's first cell.
  const originX = table.minX - cell / 2;
  const originY = table.minY - cell / 2;
  const columns = table.columns + 2;
  const rows = table.rows + 2;
  const records = table.records.length / 8;
  const edges = new EdgeList(table.ends);
  const lists: number[] = [];
  const listOf = new Map<number, number>();
  for (let at = 0; at < table.records.length; at += 8) {
    if (table.records[at + 7] !== join.edges) continue;
    listOf.set(at, lists.length);
    const first = table.records[at]!;
    const count = table.records[at + 1]!;
    for (let k = first; k < first + count; k++) lists.push(edges.numberOf(table.edgeLists[k]!));
    if (count % 2) lists.push(edges.numberOf(EdgeList.farAway));
  }
  const recordsAt = 32;
  const frameAt = recordsAt + 32 * records;
  const edgesAt = frameAt + 32;
  const listsAt = edgesAt + 8 * edges.values.length;
  const cellsAt = listsAt + 4 * lists.length;
  const bytes = cellsAt + 2 * columns * rows;
  const address = kernel.allocate(bytes);
  kernel.f32(address, 4).set([originX, originY, table.cellsPerUnit, cell]);
  kernel.i32(address + 16, 4).set([columns, rows, address + cellsAt, address + recordsAt]);
  const floats = kernel.f32(address + recordsAt, 8 * records);
  const words = kernel.i32(address + recordsAt, 8 * records);
  const from = table.records;
  for (let at = 0; at < 8 * records; at += 8) {
    const how = from[at + 7]!;
    if (how === join.edges) {
      words[at] = address + frameAt;
      words[at + 1] = address + listsAt + 4 * listOf.get(at)!;
      words[at + 2] = Math.ceil(from[at + 1]! / 2);
      words[at + 3] = from[at + 2]!;
      for (let k = 4; k < 8; k++) words[at + k] = 0;
      continue;
    }
    const sign = how === join.max ? -1 : 1;
    const step = sign * cell;
    const [a1, b1, c1] = [from[at]!, from[at + 1]!, from[at + 2]!];
    const [a2, b2, c2] = [from[at + 3]!, from[at + 4]!, from[at + 5]!];
    floats[at] = step * a1;
    floats[at + 1] = step * a2;
    floats[at + 2] = step * b1;
    floats[at + 3] = step * b2;
    floats[at + 4] = sign * (a1 * originX + b1 * originY + c1);
    floats[at + 5] = sign * (a2 * originX + b2 * originY + c2);
    floats[at + 6] = from[at + 6]!;
    floats[at + 7] = sign;
  }
  kernel.f64(address + frameAt, 3).set([cell, originX, originY]);
  kernel.f64(address + edgesAt, edges.values.length).set(edges.values);
  kernel.i32(address + listsAt, lists.length).set(lists);
  const cells = kernel.u16(address + cellsAt, columns * rows);
  for (let row = 0; row < table.rows; row++) {
    cells.set(table.cells.subarray(row * table.columns, (row + 1) * table.columns), (row + 1) * columns + 1);
  }
  return { address, bytes };
}

/** Beyond every point of a table, in its units. */
const beyond = 1e9;

/** The edges of a table's lists, each once, with the fields that the kernel needs. */
class EdgeList {
  static readonly farAway = -1;
  readonly values: number[] = [];
  /** The number of each edge among those with fields, from one on; the last entry is for `farAway`. */
  readonly #numbers: Int32Array;
  #count = 0;

  readonly #ends: Float64Array;

  constructor(ends: Float64Array) {
    this.#ends = ends;
    this.#numbers = new Int32Array(ends.length / 4 + 1);
  }

  numberOf(edge: number): number {
    const at = edge === EdgeList.farAway ? this.#numbers.length - 1 : edge;
    if (this.#numbers[at] === 0) {
      this.#numbers[at] = ++this.#count;
      this.#addFields(edge);
    }
    return this.#numbers[at]! - 1;
  }

  #addFields(edge: number): void {
    if (edge === EdgeList.farAway) {
      this.values.push(beyond, beyond, beyond, 0, 0, 0, 0);
      return;
    }
    const at = 4 * edge;
    const x1 = this.#ends[at]!;
    const y1 = this.#ends[at + 1]!;
    const ux = this.#ends[at + 2]! - x1;
    const uy = this.#ends[at + 3]! - y1;
    this.values.push(x1, y1, this.#ends[at + 3]!, ux, uy, 1 / (ux * ux + uy * uy), uy === 0 ? 0 : ux / uy);
  }
}

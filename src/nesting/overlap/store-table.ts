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
    const [first, count] = [table.records[at]!, table.records[at + 1]!];
    for (const edge of table.edgeLists.subarray(first, first + count)) lists.push(edges.numberOf(edge));
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
  for (let at = 0; at < 8 * records; at += 8) {
    const [a1, b1, c1, a2, b2, c2, least, how] = table.records.subarray(at, at + 8) as unknown as number[];
    if (how === join.edges) {
      const list = address + listsAt + 4 * listOf.get(at)!;
      words.set([address + frameAt, list, Math.ceil(b1! / 2), c1!, 0, 0, 0, 0], at);
      continue;
    }
    const sign = how === join.max ? -1 : 1;
    const offset = (a: number, b: number, c: number): number => sign * (a * originX + b * originY + c);
    const steps = [a1!, a2!, b1!, b2!].map((n) => sign * cell * n);
    floats.set([...steps, offset(a1!, b1!, c1!), offset(a2!, b2!, c2!), least!, sign], at);
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
  readonly #numbers = new Map<number, number>();

  readonly #ends: Float64Array;

  constructor(ends: Float64Array) {
    this.#ends = ends;
  }

  numberOf(edge: number): number {
    let number = this.#numbers.get(edge);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(edge, number);
      this.values.push(...this.#fields(edge));
    }
    return number;
  }

  #fields(edge: number): number[] {
    if (edge === EdgeList.farAway) return [beyond, beyond, beyond, 0, 0, 0, 0];
    const [x1, y1, x2, y2] = this.#ends.subarray(4 * edge, 4 * edge + 4) as unknown as [number, number, number, number];
    const [ux, uy] = [x2 - x1, y2 - y1];
    return [x1, y1, y2, ux, uy, 1 / (ux * ux + uy * uy), uy === 0 ? 0 : ux / uy];
  }
}

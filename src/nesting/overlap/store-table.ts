/** Collision tables as the kernel has them. */
import type { Kernel } from '../kernel/kernel.js';
import { type CollisionTable, join } from './collision-table.js';

/**
 * Copies a table into the kernel's memory in the kernel's units, cells, with a border of cells outside; returns its
 * address, which the kernel can release. The layout is told in kernel/assembly/collision-table.ts.
 */
export function storeTable(kernel: Kernel, table: CollisionTable): number {
  const cell = 1 / table.cellsPerUnit;
  // The middle of the border's first cell.
  const originX = table.minX - cell / 2;
  const originY = table.minY - cell / 2;
  const columns = table.columns + 2;
  const rows = table.rows + 2;
  const records = table.records.length / 8;
  const recordsAt = 32;
  const headAt = recordsAt + 32 * records;
  const listsAt = headAt + 32;
  const couples: number[] = [];
  const coupled = new Map<number, number>();
  for (let at = 0; at < table.records.length; at += 8) {
    if (table.records[at + 7] !== join.edges) continue;
    coupled.set(at, couples.length);
    couples.push(...inCouples(table.edgeLists, table.records[at]!, table.records[at + 1]!));
  }
  const cellsAt = listsAt + 8 * couples.length;
  const address = kernel.allocate(cellsAt + 2 * columns * rows);
  kernel.f32(address, 4).set([originX, originY, table.cellsPerUnit, cell]);
  kernel.i32(address + 16, 4).set([columns, rows, address + cellsAt, address + recordsAt]);
  const floats = kernel.f32(address + recordsAt, 8 * records);
  const words = kernel.i32(address + recordsAt, 8 * records);
  for (let at = 0; at < 8 * records; at += 8) {
    const [a1, b1, c1, a2, b2, c2, least, how] = table.records.subarray(at, at + 8) as unknown as number[];
    if (how === join.edges) {
      const list = address + listsAt + 8 * coupled.get(at)!;
      words.set([address + headAt, list, Math.ceil(b1! / 2), c1!, 0, 0, 0, 0], at);
      continue;
    }
    const sign = how === join.max ? -1 : 1;
    const offset = (a: number, b: number, c: number): number => sign * (a * originX + b * originY + c);
    const steps = [a1!, a2!, b1!, b2!].map((n) => sign * cell * n);
    floats.set([...steps, offset(a1!, b1!, c1!), offset(a2!, b2!, c2!), least!, sign], at);
  }
  kernel.f64(address + headAt, 3).set([cell, originX, originY]);
  kernel.f64(address + listsAt, couples.length).set(couples);
  const cells = kernel.u16(address + cellsAt, columns * rows);
  for (let row = 0; row < table.rows; row++) {
    cells.set(table.cells.subarray(row * table.columns, (row + 1) * table.columns), (row + 1) * columns + 1);
  }
  return address;
}

/** Beyond every point of a table, in its units. */
const farAway = 1e9;

/** `count` edges from `first` on, two by two, with what the kernel needs of them; an odd one with an edge far away. */
function inCouples(edges: Float64Array, first: number, count: number): number[] {
  const fields = (e: number): number[] => {
    if (e === first + count) return [farAway, farAway, farAway, 0, 0, 0, 0];
    const [x1, y1, x2, y2] = edges.subarray(4 * e, 4 * e + 4) as unknown as [number, number, number, number];
    const [ux, uy] = [x2 - x1, y2 - y1];
    return [x1, y1, y2, ux, uy, 1 / (ux * ux + uy * uy), uy === 0 ? 0 : ux / uy];
  };
  const couples: number[] = [];
  for (let e = first; e < first + count; e += 2) {
    const second = fields(e + 1);
    fields(e).forEach((value, k) => {
      couples.push(value, second[k]!);
    });
  }
  return couples;
}

/** Collision tables in the kernel's memory. */
import type { Kernel } from '../kernel/kernel.js';
import { type CollisionTable, join } from './collision-table.js';

/** A stored table; the kernel can release it by its address. */
export interface StoredTable {
  readonly address: number;
  readonly bytes: number;
}

/** Words before those of the table: the first one of its lists, and their number. */
const imageHeader = 2;

/** Makes a table and stores it in the kernel's memory. */
export function storeTable(kernel: Kernel, table: CollisionTable): StoredTable {
  return storeImage(kernel, imageOf(table));
}

/** Copies the image of a table into the kernel's memory. */
export function storeImage(kernel: Kernel, image: Int32Array): StoredTable {
  const bytes = 4 * (image.length - imageHeader);
  const address = kernel.allocate(bytes);
  const words = kernel.i32(address, bytes / 4);
  words.set(image.subarray(imageHeader));
  // these are addresses: the header's last two words, and the lists
  words[6]! += address;
  words[7]! += address;
  const [first, count] = [image[0]!, image[1]!];
  for (let k = first; k < first + count; k++) words[k]! += address;
  return { address, bytes };
}

/**
 * A table in units of cells, with a border of cells outside, as if it were stored at address 0.
 * `kernel/assembly/collision-table.ts` documents the memory layout.
 */
export function imageOf(table: CollisionTable): Int32Array {
  const cell = 1 / table.cellsPerUnit;
  // The middle of the border's first cell.
  const originX = table.minX - cell / 2;
  const originY = table.minY - cell / 2;
  const columns = table.columns + 2;
  const rows = table.rows + 2;
  const records = table.records.length / 8;
  const fours = new FourEdges(table, originX, originY);
  const recordsAt = 8;
  const listsAt = recordsAt + 8 * records;
  const edgesAt = inFours(listsAt + table.edgeLists.length);
  const cellsAt = edgesAt + fours.fields.length;
  const image = new Int32Array(imageHeader + cellsAt + Math.ceil((columns * rows) / 2));
  image.set([listsAt, table.edgeLists.length]);
  const words = image.subarray(imageHeader);
  words.set([columns, rows, 4 * cellsAt, 4 * recordsAt], 4);
  const floats = new Float32Array(words.buffer, words.byteOffset, words.length);
  floats.set([originX, originY, table.cellsPerUnit, cell]);
  const from = table.records;
  for (let at = 0; at < 8 * records; at += 8) {
    const to = recordsAt + at;
    const how = from[at + 7]!;
    if (how === join.edges) {
      floats.set([cell, 4 * (listsAt + from[at]! - to), 4 * from[at + 1]!, from[at + 2]!], to);
      continue;
    }
    const sign = how === join.max ? -1 : 1;
    const step = sign * cell;
    const [a1, b1, c1] = [from[at]!, from[at + 1]!, from[at + 2]!];
    const [a2, b2, c2] = [from[at + 3]!, from[at + 4]!, from[at + 5]!];
    floats[to] = step * a1;
    floats[to + 1] = step * a2;
    floats[to + 2] = step * b1;
    floats[to + 3] = step * b2;
    floats[to + 4] = sign * (a1 * originX + b1 * originY + c1);
    floats[to + 5] = sign * (a2 * originX + b2 * originY + c2);
    floats[to + 6] = from[at + 6]!;
    floats[to + 7] = sign;
  }
  table.edgeLists.forEach((four, k) => {
    words[listsAt + k] = 4 * (edgesAt + fours.placeOf(four));
  });
  floats.set(fours.fields, edgesAt);
  const cells = new Uint16Array(words.buffer, words.byteOffset + 4 * cellsAt, columns * rows);
  for (let row = 0; row < table.rows; row++) {
    cells.set(table.cells.subarray(row * table.columns, (row + 1) * table.columns), (row + 1) * columns + 1);
  }
  return image;
}

/** The kernel takes edges four at a time. */
const inFours = (words: number): number => Math.ceil(words / 4) * 4;

/** Beyond every point of a table, in cells. */
const beyond = 1e9;
const fieldsOfFour = 28;

/** The edges of a table's lists, each once, in cells and with the fields that the kernel needs. */
class FourEdges {
  readonly fields: Float32Array;
  /** The place of each four in `fields`, or -1. */
  readonly #places: Int32Array;

  constructor(table: CollisionTable, originX: number, originY: number) {
    const { ends, edgeLists, cellsPerUnit } = table;
    const edges = ends.length / 4;
    const places = new Int32Array(Math.ceil(edges / 4)).fill(-1);
    this.#places = places;
    let end = 0;
    for (const four of edgeLists) {
      if (places[four]! >= 0) continue;
      places[four] = end;
      end += fieldsOfFour;
    }
    const fields = new Float32Array(end);
    this.fields = fields;
    places.forEach((place, four) => {
      if (place < 0) return;
      for (let lane = 0; lane < 4; lane++) {
        const at = 4 * (4 * four + lane);
        const isEdge = at < ends.length;
        // rounded first: edges that share an end must still share it
        const x1 = isEdge ? Math.fround((ends[at]! - originX) * cellsPerUnit) : beyond;
        const y1 = isEdge ? Math.fround((ends[at + 1]! - originY) * cellsPerUnit) : beyond;
        const x2 = isEdge ? Math.fround((ends[at + 2]! - originX) * cellsPerUnit) : beyond;
        const y2 = isEdge ? Math.fround((ends[at + 3]! - originY) * cellsPerUnit) : beyond;
        const ux = x2 - x1;
        const uy = y2 - y1;
        const square = ux * ux + uy * uy;
        const slope = uy === 0 ? 0 : ux / uy;
        const values = [x1, y1, y2, ux, uy, square === 0 ? 0 : 1 / square, slope];
        values.forEach((value, row) => {
          fields[place + 4 * row + lane] = value;
        });
      }
    });
  }

  placeOf(four: number): number {
    return this.#places[four]!;
  }
}

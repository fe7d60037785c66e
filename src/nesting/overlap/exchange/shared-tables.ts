/** Collision tables that the two threads of a search share: one thread makes a table, and the other copies it. */
import type { ShapeSet } from '../shapes.js';

/** With fewer possible tables, or with a directory of more, nothing is shared. The former are made within 0.2 s. */
const fewestTables = 400;
const mostKeys = 4e6;
/** Memory that a table usually takes, and the most for all; pages that hold nothing take no memory. */
const bytesOfTable = 4096;
const mostBytes = 128e6;

/** The number of tables that a search of these shapes may need. */
export function possibleTables({ types, differences }: ShapeSet): number {
  return ((types.length * (types.length + 1)) / 2) * differences.length;
}

/**
 * The memory is of 32-bit words: the number of used words, a place for each key (0: no table), then the tables, each behind its
 * length. A place is written last.
 */
export class SharedTables {
  readonly #words: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.#words = new Int32Array(memory);
  }

  /** Memory for two searches of these shapes; null where sharing does not pay. */
  static memoryFor(shapes: ShapeSet): SharedArrayBuffer | null {
    const tables = possibleTables(shapes);
    const keys = shapes.types.length ** 2 * shapes.differences.length;
    if (tables < fewestTables || keys > mostKeys) return null;
    const memory = new SharedArrayBuffer(4 * (1 + keys) + Math.min(mostBytes, tables * bytesOfTable));
    Atomics.store(new Int32Array(memory), 0, 1 + keys);
    return memory;
  }

  /** A table, in the memory that no thread changes again; null: neither thread has made it. */
  get(key: number): Int32Array | null {
    const at = Atomics.load(this.#words, 1 + key);
    return at === 0 ? null : this.#words.subarray(at + 1, at + 1 + this.#words[at]!);
  }

  /** Keeps a table for the other thread, if there is room. */
  put(key: number, table: Int32Array): void {
    const words = this.#words;
    if (Atomics.load(words, 0) + table.length + 1 > words.length) return;
    const at = Atomics.add(words, 0, table.length + 1);
    // the other thread may have taken the last room meanwhile
    if (at + table.length + 1 > words.length) return;
    words[at] = table.length;
    words.set(table, at + 1);
    Atomics.store(words, 1 + key, at);
  }
}

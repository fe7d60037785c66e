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

/** Words of the memory: the end of its used part, and the shapes that it is for; then places of tables. */
const word = { end: 0, shapes: 1, places: 2 } as const;

/**
 * The memory is of 32-bit words, with a place for each key of a pair (0: no table), then the tables, each behind its length. A
 * place is written last.
 */
export class SharedTables {
  readonly #words: Int32Array;

  private constructor(words: Int32Array) {
    this.#words = words;
  }

  /** Null for memory of other shapes, whose tables would be wrong. */
  static of(memory: SharedArrayBuffer, shapes: ShapeSet): SharedTables | null {
    const words = new Int32Array(memory);
    return words[word.shapes] === fingerprintOf(shapes) ? new SharedTables(words) : null;
  }

  /** Memory for two searches of these shapes; null where sharing does not pay. */
  static memoryFor(shapes: ShapeSet): SharedArrayBuffer | null {
    const tables = possibleTables(shapes);
    const keys = shapes.types.length ** 2 * shapes.differences.length;
    if (tables < fewestTables || keys > mostKeys) return null;
    const memory = new SharedArrayBuffer(4 * (word.places + keys) + Math.min(mostBytes, tables * bytesOfTable));
    const words = new Int32Array(memory);
    words[word.end] = word.places + keys;
    words[word.shapes] = fingerprintOf(shapes);
    return memory;
  }

  /** A table, in the memory that no thread changes again; null: neither thread has made it. */
  get(key: number): Int32Array | null {
    const at = Atomics.load(this.#words, word.places + key);
    return at === 0 ? null : this.#words.subarray(at + 1, at + 1 + this.#words[at]!);
  }

  /** Keeps a table for the other thread, if there is room. */
  put(key: number, table: Int32Array): void {
    const words = this.#words;
    if (Atomics.load(words, word.end) + table.length + 1 > words.length) return;
    const at = Atomics.add(words, word.end, table.length + 1);
    // the other thread may have taken the last room meanwhile
    if (at + table.length + 1 > words.length) return;
    words[at] = table.length;
    words.set(table, at + 1);
    Atomics.store(words, word.places + key, at);
  }
}

/** A hash of the outlines and of the angles between them (FNV-1a, over the words of their numbers). */
function fingerprintOf({ types, differences }: ShapeSet): number {
  let hash = 0x811c9dc5 | 0;
  const add = (numbers: ArrayLike<number>): void => {
    for (const word of new Int32Array(Float64Array.from([numbers.length, ...Array.from(numbers)]).buffer))
      hash = Math.imul(hash ^ word, 0x01000193);
  };
  add(differences);
  for (const { plain, spacing } of types) {
    add(plain);
    add([spacing]);
  }
  return hash;
}

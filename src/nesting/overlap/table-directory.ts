/**
 * The kernel's directory of tables, by the places of the bound types and the angle between them. A pair without a table
 * has the number of its weighings there, which outlives the binding.
 */
import { weighingsBeforeTable } from '../kernel/blocks.js';
import type { Kernel } from '../kernel/kernel.js';
import type { ShapeSet } from './shapes.js';
import type { StoredTable } from './store-table.js';

/** The key of a pair of types and the angle between them. */
type KeyOf = (typeA: number, typeB: number, difference: number) => number;
/** Whether the kernel can weigh a pair of types without a table. */
type MayWait = (typeA: number, typeB: number) => boolean;

export class TableDirectory {
  readonly #kernel: Kernel;
  readonly #shapes: ShapeSet;
  readonly #keyOf: KeyOf;
  readonly #mayWait: MayWait;
  readonly #stored: ReadonlyMap<number, StoredTable>;
  /** How often the kernel weighed pairs without a table, by their keys; a pair whose table was dropped gets it back at once. */
  readonly #weighings = new Map<number, number>();
  #types: readonly number[] = [];
  #address = 0;

  constructor(
    kernel: Kernel,
    shapes: ShapeSet,
    keyOf: KeyOf,
    stored: ReadonlyMap<number, StoredTable>,
    mayWait: MayWait,
  ) {
    this.#kernel = kernel;
    this.#shapes = shapes;
    this.#keyOf = keyOf;
    this.#stored = stored;
    this.#mayWait = mayWait;
  }

  /** The number of words for so many types. */
  wordsFor(types: number): number {
    return types * types * this.#shapes.differences.length;
  }

  /** Moves to other memory, for other types (ascending indices into the shape set). */
  bind(types: readonly number[], address: number): void {
    this.#types = types;
    this.#address = address;
    this.fill();
  }

  /** Enters all stored tables. */
  fill(): void {
    const words = this.#words();
    words.fill(0);
    this.#forEach((slot, key, mayWait) => {
      const weighings = mayWait ? (this.#weighings.get(key) ?? 0) : weighingsBeforeTable;
      words[slot] = this.#stored.get(key)?.address ?? weighings;
    });
  }

  /** Keeps the numbers of weighings, before the directory is filled or moved. */
  keepWeighings(): void {
    const words = this.#words();
    this.#forEach((slot, key) => {
      const word = words[slot]!;
      if (word > 0 && word <= weighingsBeforeTable) this.#weighings.set(key, word);
    });
  }

  dropped(key: number): void {
    this.#weighings.set(key, weighingsBeforeTable);
  }

  /** Enters a table for two places (a <= b) among the bound types. */
  enter(a: number, b: number, difference: number, table: number): void {
    this.#words()[this.#slot(a, b, difference)] = table;
  }

  /** Address of the table of two bound types (indices into the shape set, a <= b); 0: none. */
  tableOf(typeA: number, typeB: number, difference: number): number {
    const word = this.#words()[this.#slot(this.#types.indexOf(typeA), this.#types.indexOf(typeB), difference)]!;
    return word > weighingsBeforeTable ? word : 0;
  }

  #words(): Int32Array {
    return this.#kernel.i32(this.#address, this.wordsFor(this.#types.length));
  }

  #slot(a: number, b: number, difference: number): number {
    return (a * this.#types.length + b) * this.#shapes.differences.length + difference;
  }

  #forEach(visit: (slot: number, key: number, mayWait: boolean) => void): void {
    for (const [a, typeA] of this.#types.entries()) {
      for (let b = a; b < this.#types.length; b++) {
        const mayWait = this.#mayWait(typeA, this.#types[b]!);
        for (let d = 0; d < this.#shapes.differences.length; d++) {
          visit(this.#slot(a, b, d), this.#keyOf(typeA, this.#types[b]!, d), mayWait);
        }
      }
    }
  }
}

/**
 * The kernel's directory of tables, by the places of the bound types and the angle between them. A pair without a table
 * has the number of its weighings there, which outlives the binding.
 */
import { weighingsBeforeTable } from '../kernel/blocks.js';
import type { Kernel } from '../kernel/kernel.js';
import { type NoFitPolygons, remembered } from './no-fit-polygons.js';
import type { ShapeSet } from './shapes.js';
import type { StoredTable } from './store-table.js';

/** The most words of memory that it may take. */
const mostWords = 64e6;
/** The pairs of more types than this take most of a second to visit. */
const mostTypes = 2000;

/** The most types that can be bound together, with so many differences of orientations. */
export const mostTypesFor = (differences: number): number =>
  Math.min(mostTypes, Math.floor(Math.sqrt(mostWords / differences)));

export class TableDirectory {
  readonly #kernel: Kernel;
  readonly #shapes: ShapeSet;
  readonly #polygons: NoFitPolygons;
  readonly #stored: ReadonlyMap<number, StoredTable>;
  /**
   * How often the kernel weighed two types without a table, at each angle, by the key of the first; after a table was
   * dropped, as often as it takes to get it back at once.
   */
  readonly #weighings = new Map<number, Uint8Array>();
  #types: readonly number[] = [];
  #address = 0;

  /** `polygons`: those by which the kernel weighs. */
  constructor(kernel: Kernel, polygons: NoFitPolygons, stored: ReadonlyMap<number, StoredTable>) {
    this.#kernel = kernel;
    this.#shapes = polygons.shapes;
    this.#polygons = polygons;
    this.#stored = stored;
  }

  /** The number of words for so many types. */
  wordsFor(types: number): number {
    return types * types * this.#differences;
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
    this.#forEach((at, key, mayWait) => {
      const known = mayWait && this.#weighings.get(key);
      if (known) words.set(known, at);
      else words.fill(mayWait ? 0 : weighingsBeforeTable, at, at + this.#differences);
    });
    const placeOf = new Map(this.#types.map((type, place) => [type, place]));
    for (const [key, { address }] of this.#stored) {
      const { typeA, typeB, difference } = this.#polygons.pairOf(key);
      const [a, b] = [placeOf.get(typeA), placeOf.get(typeB)];
      if (a !== undefined && b !== undefined) words[this.#slot(a, b, difference)] = address;
    }
  }

  /** Keeps the numbers of weighings, before the directory is filled or moved. */
  keepWeighings(): void {
    const words = this.#words();
    this.#forEach((at, key, mayWait) => {
      if (!mayWait) return;
      for (let d = 0; d < this.#differences; d++) {
        const word = words[at + d]!;
        if (word > 0 && word <= weighingsBeforeTable) this.#weighingsOf(key)[d] = word;
      }
    });
  }

  dropped(key: number): void {
    const { typeA, typeB, difference } = this.#polygons.pairOf(key);
    this.#weighingsOf(this.#polygons.key(typeA, typeB, 0))[difference] = weighingsBeforeTable;
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
    return (a * this.#types.length + b) * this.#differences + difference;
  }

  get #differences(): number {
    return this.#shapes.differences.length;
  }

  #weighingsOf(key: number): Uint8Array {
    return remembered(this.#weighings, key, () => new Uint8Array(this.#differences));
  }

  /** Visits each pair of bound types: its first slot, its key at the first angle, and whether it can wait for a table. */
  #forEach(visit: (slot: number, key: number, mayWait: boolean) => void): void {
    for (const [a, typeA] of this.#types.entries()) {
      for (let b = a; b < this.#types.length; b++) {
        const typeB = this.#types[b]!;
        const mayWait = this.#polygons.meetByOutlines(typeA, typeB);
        visit(this.#slot(a, b, 0), this.#polygons.key(typeA, typeB, 0), mayWait);
      }
    }
  }
}

/** Finds the placed parts near a box: a grid of cells with linked lists, to which parts are only added. */

export class Neighbourhood {
  readonly #cell: number;
  readonly #columns: number;
  readonly #rows: number;
  readonly #first: Int32Array;
  #next = new Int32Array(256);
  #item = new Int32Array(256);
  #links = 0;
  #stamp = new Int32Array(64);
  #time = 0;

  /** `width` x `height`: the covered area. Items outside are kept in the cells of the rim. */
  constructor(width: number, height: number, cell: number) {
    const limit = 20_000;
    this.#cell = Math.max(cell, Math.sqrt((width * height) / limit), width / limit, height / limit, 1);
    this.#columns = Math.floor(width / this.#cell) + 1;
    this.#rows = Math.floor(height / this.#cell) + 1;
    this.#first = new Int32Array(this.#columns * this.#rows).fill(-1);
  }

  add(item: number, minX: number, minY: number, maxX: number, maxY: number): void {
    if (item >= this.#stamp.length) this.#stamp = doubled(this.#stamp, item);
    const x0 = this.#column(minX);
    const x1 = this.#column(maxX);
    const y1 = this.#row(maxY);
    for (let y = this.#row(minY); y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        if (this.#links === this.#item.length) {
          this.#item = doubled(this.#item, this.#links);
          this.#next = doubled(this.#next, this.#links);
        }
        const at = y * this.#columns + x;
        this.#item[this.#links] = item;
        this.#next[this.#links] = this.#first[at]!;
        this.#first[at] = this.#links++;
      }
    }
  }

  /** Calls `test` once with every item near the box until it returns true; returns whether it did. */
  some(minX: number, minY: number, maxX: number, maxY: number, test: (item: number) => boolean): boolean {
    const time = ++this.#time;
    const x0 = this.#column(minX);
    const x1 = this.#column(maxX);
    const y1 = this.#row(maxY);
    for (let y = this.#row(minY); y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        for (let link = this.#first[y * this.#columns + x]!; link !== -1; link = this.#next[link]!) {
          const item = this.#item[link]!;
          if (this.#stamp[item] === time) continue;
          this.#stamp[item] = time;
          if (test(item)) return true;
        }
      }
    }
    return false;
  }

  #column(x: number): number {
    return Math.min(this.#columns - 1, Math.max(0, Math.floor(x / this.#cell)));
  }

  #row(y: number): number {
    return Math.min(this.#rows - 1, Math.max(0, Math.floor(y / this.#cell)));
  }
}

function doubled(array: Int32Array, index: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(2 * array.length, index + 1));
  larger.set(array);
  return larger;
}

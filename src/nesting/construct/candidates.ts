/** Candidate positions of one variant in one sheet, the best key first: a binary heap in one typed array. */

const width = 3;

export class Candidates {
  #data = new Float64Array(64 * width);
  #count = 0;
  /** Number of placed parts whose candidates are in the heap. */
  seen = 0;
  /** Number of placed parts whose crossings with others are in the heap as well. */
  withCrossings = 0;
  /** The same for crossings with the lines of the grid; -1 before the first. */
  withGridLines = -1;
  /** Nothing fits any more. This stays so, since parts are only ever added. */
  exhausted = false;

  get size(): number {
    return this.#count;
  }

  push(key: number, along: number, across: number): void {
    if ((this.#count + 1) * width > this.#data.length) {
      const larger = new Float64Array(this.#data.length * 2);
      larger.set(this.#data);
      this.#data = larger;
    }
    const data = this.#data;
    let i = this.#count++;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (data[parent * width]! <= key) break;
      data.copyWithin(i * width, parent * width, parent * width + width);
      i = parent;
    }
    data[i * width] = key;
    data[i * width + 1] = along;
    data[i * width + 2] = across;
  }

  /** Of the best candidate; the heap must not be empty. */
  get key(): number {
    return this.#data[0]!;
  }
  get along(): number {
    return this.#data[1]!;
  }
  get across(): number {
    return this.#data[2]!;
  }

  drop(): void {
    const data = this.#data;
    const last = --this.#count;
    if (last === 0) return;
    const key = data[last * width]!;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= last) break;
      if (child + 1 < last && data[(child + 1) * width]! < data[child * width]!) child++;
      if (data[child * width]! >= key) break;
      data.copyWithin(i * width, child * width, child * width + width);
      i = child;
    }
    data.copyWithin(i * width, last * width, last * width + width);
  }
}

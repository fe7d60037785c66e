/** Candidate positions of one variant in one sheet, the best key first: a binary heap in one typed array. */

import type { MetPoints } from './met-points.js';

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
  /** The points of a coarse grid that were in the heap; null without such a grid. */
  met: MetPoints | null = null;

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
    let i = width * this.#count++;
    while (i > 0) {
      const parent = width * ((i / width - 1) >> 1);
      if (data[parent]! <= key) break;
      move(data, parent, i);
      i = parent;
    }
    data[i] = key;
    data[i + 1] = along;
    data[i + 2] = across;
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
    const last = width * --this.#count;
    if (last === 0) return;
    const key = data[last]!;
    let i = 0;
    for (;;) {
      let child = 2 * i + width;
      if (child >= last) break;
      if (child + width < last && data[child + width]! < data[child]!) child += width;
      if (data[child]! >= key) break;
      move(data, child, i);
      i = child;
    }
    move(data, last, i);
  }
}

/** One candidate; three assignments take a fraction of the time of a `copyWithin`. */
function move(data: Float64Array, from: number, to: number): void {
  data[to] = data[from]!;
  data[to + 1] = data[from + 1]!;
  data[to + 2] = data[from + 2]!;
}

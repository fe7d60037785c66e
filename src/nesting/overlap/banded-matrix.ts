/**
 * Symmetric matrices, each row stored from its first entry to its diagonal. Cholesky's triangle keeps to this envelope
 * (George and Liu, 1981). The envelope is a narrow band where only near rows are coupled.
 */
export class BandedMatrix {
  /** The index in `#cells` that column 0 of a row would have. */
  readonly #origins: Int32Array;
  readonly #cells: Float64Array;

  readonly #first: Int32Array;

  /** `first`: the column of each row's first entry. */
  constructor(first: Int32Array) {
    this.#first = first;
    this.#origins = new Int32Array(first.length);
    let size = 0;
    for (let i = 0; i < first.length; i++) {
      this.#origins[i] = size - first[i]!;
      size += i - first[i]! + 1;
    }
    this.#cells = new Float64Array(size);
  }

  clear(): void {
    this.#cells.fill(0);
  }

  /** Adds to an entry; `column` is at most `row`. */
  add(row: number, column: number, value: number): void {
    this.#cells[this.#origins[row]! + column]! += value;
  }

  /** Replaces the matrix by its triangle; false where it is not positive definite. Calls `poll` now and then. */
  factorise(poll: () => void): boolean {
    const origins = this.#origins;
    const cells = this.#cells;
    const first = this.#first;
    let work = 0;
    for (let i = 0; i < first.length; i++) {
      const rowI = origins[i]!;
      const width = i - first[i]!;
      work += width * width;
      if (work > 1e7) {
        poll();
        work = 0;
      }
      for (let j = first[i]!; j <= i; j++) {
        const rowJ = origins[j]!;
        let sum = cells[rowI + j]!;
        for (let k = Math.max(first[i]!, first[j]!); k < j; k++) sum -= cells[rowI + k]! * cells[rowJ + k]!;
        if (j < i) cells[rowI + j] = sum / cells[rowJ + j]!;
        else if (sum > 0) cells[rowI + i] = Math.sqrt(sum);
        else return false;
      }
    }
    return true;
  }

  /** After `factorise`: replaces a right side by the solution. */
  solve(b: Float64Array): void {
    const origins = this.#origins;
    const cells = this.#cells;
    const first = this.#first;
    for (let i = 0; i < b.length; i++) {
      const row = origins[i]!;
      let sum = b[i]!;
      for (let k = first[i]!; k < i; k++) sum -= cells[row + k]! * b[k]!;
      b[i] = sum / cells[row + i]!;
    }
    for (let i = b.length - 1; i >= 0; i--) {
      const row = origins[i]!;
      b[i]! /= cells[row + i]!;
      for (let k = first[i]!; k < i; k++) b[k]! -= cells[row + k]! * b[i]!;
    }
  }
}

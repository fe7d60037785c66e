/** Arrays for the work of one call, kept for the next call: making them anew costs more than the work in short ones. */

type Numbers = Float64Array | Int32Array | Int8Array | Uint8Array;

/** Longer arrays are not kept. */
const longestKept = 1 << 20;

/** A user must be done with the array before it asks again. */
export class ReusedArray<T extends Numbers> {
  #kept: T;
  readonly #make: (length: number) => T;

  constructor(make: (length: number) => T) {
    this.#make = make;
    this.#kept = make(256);
  }

  /** An array of at least `length` numbers of any value. */
  unset(length: number): T {
    if (this.#kept.length >= length) return this.#kept;
    const made = this.#make(length + (length >> 1));
    if (made.length <= longestKept) this.#kept = made;
    return made;
  }

  /** An array whose first `length` numbers are zero. */
  zeroed(length: number): T {
    const array = this.unset(length);
    array.fill(0, 0, length);
    return array;
  }

  /** `array` if it has room for `length` numbers; else a longer one with its first `used` numbers. */
  grown(array: T, used: number, length: number): T {
    if (array.length >= length) return array;
    const made = this.#make(Math.max(length, 2 * array.length));
    made.set(array.subarray(0, used) as never);
    if (made.length <= longestKept) this.#kept = made;
    return made;
  }
}

export const reusedFloats = (): ReusedArray<Float64Array> => new ReusedArray((length) => new Float64Array(length));
export const reusedIntegers = (): ReusedArray<Int32Array> => new ReusedArray((length) => new Int32Array(length));
export const reusedBytes = (): ReusedArray<Uint8Array> => new ReusedArray((length) => new Uint8Array(length));

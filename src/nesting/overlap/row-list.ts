/** The rows of a linear programme, one after the other. */

import type { Rows } from './linear-programme.js';

export class RowList {
  readonly #starts: number[] = [0];
  readonly #variables: number[] = [];
  readonly #values: number[] = [];
  readonly #bounds: number[] = [];

  add(bound: number, ...entries: readonly (readonly [variable: number, value: number])[]): void {
    for (const [variable, value] of entries) {
      this.#variables.push(variable);
      this.#values.push(value);
    }
    this.#starts.push(this.#variables.length);
    this.#bounds.push(bound);
  }

  rows(): Rows {
    return {
      starts: Int32Array.from(this.#starts),
      variables: Int32Array.from(this.#variables),
      values: Float64Array.from(this.#values),
      bounds: Float64Array.from(this.#bounds),
    };
  }
}

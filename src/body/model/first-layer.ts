/**
 * The first layer of the residual network takes most of the network's input, but hardly any of it varies by person. The
 * mask, the spreads and the gender are the same for all people with the same known fields. The Gaussian's expectation
 * is linear in their known values. So for a set of known fields the layer folds into a constant and a row of weights
 * for each field.
 */
import type { Gender } from '../request.js';
import type { Tensor } from './artifact.js';
import { N, type Plan } from './conditional.js';
import { clamped, fillInput, inputCount, isClamped } from './residual.js';

/** The first layer's weights, for any known fields. */
export class FirstLayer {
  /** Number of its outputs. */
  readonly width: number;
  /** [INPUTS, width] */
  readonly kernel: Float32Array;
  /** [width] */
  readonly bias: Float32Array;

  constructor(kernel: Tensor, bias: Tensor) {
    this.width = kernel.shape[1]!;
    this.kernel = kernel.values;
    this.bias = bias.values;
  }
}

/** Adds `factor` times row `from` of `rows` to row `to` of `sums`, both of `width` columns. */
function addRow(
  sums: Float64Array,
  to: number,
  factor: number,
  rows: Float32Array | Float64Array,
  from: number,
  width: number,
): void {
  const [a, b] = [to * width, from * width];
  for (let h = 0; h < width; h++) sums[a + h]! += factor * rows[b + h]!;
}

/** The first layer for all people with the same known fields. */
export class PlannedFirstLayer {
  readonly #layer: FirstLayer;
  readonly #plan: Plan;
  /** Known fields but the weight, which the network never sees. */
  readonly #seen: Int32Array;
  /** The part that does not depend on the values, [width]. */
  readonly #constant: Float64Array;
  /** Effect of the z of each seen field, [seen, width]. */
  #folded: Float64Array | undefined;
  #isAskedAgain = false;
  readonly #sums: Float64Array;

  constructor(layer: FirstLayer, gender: Gender, plan: Plan) {
    this.#layer = layer;
    this.#plan = plan;
    this.#seen = plan.weightKnown ? plan.known.subarray(0, -1) : plan.known;
    this.#sums = new Float64Array(layer.width);
    const none = new Float64Array(N);
    const input = new Float64Array(inputCount);
    fillInput(input, 0, gender, plan, none, none);
    this.#constant = Float64Array.from(layer.bias);
    input.forEach((value, i) => {
      if (value !== 0) addRow(this.#constant, 0, value, layer.kernel, i, layer.width);
    });
  }

  /**
   * Writes the layer's outputs, [width], at `offset` of `out`.
   *
   * @param z known values, standardised, [N]
   * @param expected z of every field from all known fields but the weight, [N] from `first` on
   */
  write(
    z: Float64Array,
    expected: Float64Array,
    first: number,
    out: Float32Array | Float64Array,
    offset: number,
  ): void {
    this.#sums.set(this.#constant);
    if (this.#isAskedAgain && !this.#anyClamped(z, expected, first)) this.#addFolded(z);
    else this.#addInputs(z, expected, first);
    this.#isAskedAgain = true;
    for (let h = 0; h < this.#layer.width; h++) out[offset + h] = Math.max(0, this.#sums[h]!);
    // The plan stays, but no data of the person does.
    this.#sums.fill(0);
  }

  /** Clamped scores are not linear in the known values. */
  #anyClamped(z: Float64Array, expected: Float64Array, first: number): boolean {
    for (let i = 0; i < this.#seen.length; i++) if (isClamped(z[this.#seen[i]!]!)) return true;
    for (let u = 0; u < N; u++) if (isClamped(expected[first + u]!)) return true;
    return false;
  }

  #addFolded(z: Float64Array): void {
    this.#folded ??= this.#fold();
    for (let i = 0; i < this.#seen.length; i++) {
      addRow(this.#sums, 0, z[this.#seen[i]!]!, this.#folded, i, this.#layer.width);
    }
  }

  #addInputs(z: Float64Array, expected: Float64Array, first: number): void {
    const { kernel, width } = this.#layer;
    for (const field of this.#seen) addRow(this.#sums, 0, clamped(z[field]!), kernel, field, width);
    for (let u = 0; u < N; u++) addRow(this.#sums, 0, clamped(expected[first + u]!), kernel, 2 * N + u, width);
  }

  /** Pays off from the second person on. */
  #fold(): Float64Array {
    const { kernel, width } = this.#layer;
    const { whiten, gain, known } = this.#plan;
    const rows = this.#seen.length;
    const byWhite = new Float64Array(rows * width);
    for (let r = 0; r < rows; r++) {
      for (let u = 0; u < N; u++) addRow(byWhite, r, gain[r * N + u]!, kernel, 2 * N + u, width);
    }
    const folded = new Float64Array(rows * width);
    for (let i = 0; i < rows; i++) {
      addRow(folded, i, 1, kernel, this.#seen[i]!, width);
      for (let r = i; r < rows; r++) addRow(folded, i, whiten[r * known.length + i]!, byWhite, r, width);
    }
    return folded;
  }
}

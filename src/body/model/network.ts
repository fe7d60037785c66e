/** The residual network as tensors: three dense layers. */
import type { Tensor } from './artifact.js';
import { INPUTS, OUTPUTS } from './residual.js';
import { tf } from './tensorflow.js';

/** The network's tensors under their names in the artifact. */
export function layerTensors(values: readonly { kernel: Tensor; bias: Tensor }[]): [string, Tensor][] {
  return values.flatMap(({ kernel, bias }, layer): [string, Tensor][] => [
    [`network/${layer}/kernel`, kernel],
    [`network/${layer}/bias`, bias],
  ]);
}

/** A kernel as the backends take it: products of stacks of matrices, here of one each. */
interface Layer {
  /** [1, from, to] */
  readonly kernel: tf.Tensor3D;
  /** [to] */
  readonly bias: tf.Tensor1D;
  readonly attributes: tf.NamedAttrMap;
}

/**
 * A trained network, ready to run on the backend that is set when it is made. Calls the backend's fused layers
 * themselves: the checks, shapes and gradient tape of `tf.fused.matMul` take longer than the sums of one person.
 */
export class Network {
  readonly #layers: readonly Layer[];

  /** Throws when the tensors do not chain from INPUTS to OUTPUTS. */
  constructor(tensors: ReadonlyMap<string, Tensor>) {
    const layers: { kernel: Tensor; bias: Tensor }[] = [];
    for (let layer = 0; tensors.has(`network/${layer}/kernel`); layer++) {
      layers.push({ kernel: tensors.get(`network/${layer}/kernel`)!, bias: tensors.get(`network/${layer}/bias`)! });
    }
    if (layers[0]?.kernel.shape[0] !== INPUTS || layers.at(-1)!.kernel.shape[1] !== OUTPUTS) {
      throw new Error(`the body model's network does not lead from ${INPUTS} inputs to ${OUTPUTS} outputs`);
    }
    this.#layers = layers.map(({ kernel, bias }, i) => ({
      kernel: tf.tensor3d(kernel.values, [1, kernel.shape[0]!, kernel.shape[1]!]),
      bias: tf.tensor1d(bias.values),
      attributes: { transposeA: false, transposeB: false, activation: i === layers.length - 1 ? 'linear' : 'relu' },
    }));
  }

  /** Raw outputs, [rows * OUTPUTS], of inputs [rows * INPUTS]. Leaves no tensor behind. */
  run(inputs: Float32Array, rows: number): Float32Array {
    const engine = tf.engine();
    let a: tf.Tensor = tf.tensor3d(inputs, [1, rows, INPUTS]);
    for (const { kernel, bias, attributes } of this.#layers) {
      const next: tf.Tensor = engine.runKernel(tf._FusedMatMul, { a, b: kernel, bias }, attributes);
      a.dispose();
      a = next;
    }
    const values = a.dataSync() as Float32Array;
    a.dispose();
    return values;
  }

  dispose(): void {
    for (const { kernel, bias } of this.#layers) tf.dispose([kernel, bias]);
  }
}

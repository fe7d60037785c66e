/** The residual network: a first layer that its plans fold, and behind it two dense layers as tensors. */
import type { Tensor } from './artifact.js';
import { FirstLayer } from './first-layer.js';
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
  readonly firstLayer: FirstLayer;
  /** Those behind the first. */
  readonly #layers: readonly Layer[];

  /** Throws when the tensors do not chain from INPUTS to OUTPUTS. */
  constructor(tensors: ReadonlyMap<string, Tensor>) {
    const layers: { kernel: Tensor; bias: Tensor }[] = [];
    for (let layer = 0; tensors.has(`network/${layer}/kernel`); layer++) {
      layers.push({ kernel: tensors.get(`network/${layer}/kernel`)!, bias: tensors.get(`network/${layer}/bias`)! });
    }
    if (layers.length < 2 || layers[0]!.kernel.shape[0] !== INPUTS || layers.at(-1)!.kernel.shape[1] !== OUTPUTS) {
      throw new Error(`the body model's network does not lead from ${INPUTS} inputs to ${OUTPUTS} outputs`);
    }
    const [first, ...others] = layers;
    this.firstLayer = new FirstLayer(first!.kernel, first!.bias);
    this.#layers = others.map(({ kernel, bias }, i) => ({
      kernel: tf.tensor3d(kernel.values, [1, kernel.shape[0]!, kernel.shape[1]!]),
      bias: tf.tensor1d(bias.values),
      attributes: { transposeA: false, transposeB: false, activation: i === others.length - 1 ? 'linear' : 'relu' },
    }));
  }

  /**
   * Raw outputs, [rows * OUTPUTS], of what the first layer gave, [rows * firstLayer.width]. Leaves no tensor behind.
   */
  run(hidden: Float32Array, rows: number): Float32Array {
    const engine = tf.engine();
    let a: tf.Tensor = tf.tensor3d(hidden, [1, rows, this.firstLayer.width]);
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

/** The residual network as tensors: three dense layers, shared by training (variables) and inference (constants). */
import type { Tensor } from './artifact.js';
import { INPUTS, OUTPUTS } from './residual.js';
import { tf } from './tensorflow.js';

export interface Layers {
  /** One matrix a layer: [INPUTS, h], [h, h], [h, OUTPUTS]. */
  readonly kernels: readonly tf.Tensor2D[];
  /** One vector a layer. */
  readonly biases: readonly tf.Tensor1D[];
}

/** Raw outputs [rows, OUTPUTS] of inputs [rows, INPUTS]. */
export function forward({ kernels, biases }: Layers, x: tf.Tensor2D): tf.Tensor2D {
  return kernels.reduce<tf.Tensor2D>((a, b, layer) => {
    const last = layer === kernels.length - 1;
    return tf.fused.matMul({ a, b, bias: biases[layer]!, activation: last ? 'linear' : 'relu' }) as tf.Tensor2D;
  }, x);
}

/** The network's tensors under their names in the artifact. */
export function layerTensors(values: readonly { kernel: Tensor; bias: Tensor }[]): [string, Tensor][] {
  return values.flatMap(({ kernel, bias }, layer): [string, Tensor][] => [
    [`network/${layer}/kernel`, kernel],
    [`network/${layer}/bias`, bias],
  ]);
}

/** A trained network, ready to run on the current backend. */
export class Network {
  readonly #layers: Layers;

  /** Throws when the tensors do not chain from INPUTS to OUTPUTS. */
  constructor(tensors: ReadonlyMap<string, Tensor>) {
    const kernels: tf.Tensor2D[] = [];
    const biases: tf.Tensor1D[] = [];
    for (let layer = 0; tensors.has(`network/${layer}/kernel`); layer++) {
      const kernel = tensors.get(`network/${layer}/kernel`)!;
      const bias = tensors.get(`network/${layer}/bias`)!;
      kernels.push(tf.tensor2d(kernel.values, kernel.shape as [number, number]));
      biases.push(tf.tensor1d(bias.values));
    }
    if (kernels[0]?.shape[0] !== INPUTS || kernels.at(-1)?.shape[1] !== OUTPUTS) {
      throw new Error(`the body model's network does not lead from ${INPUTS} inputs to ${OUTPUTS} outputs`);
    }
    this.#layers = { kernels, biases };
  }

  /** Raw outputs, [rows * OUTPUTS], of inputs [rows * INPUTS]. Leaves no tensor behind. */
  run(inputs: Float32Array, rows: number): Float32Array {
    const output = tf.tidy(() => forward(this.#layers, tf.tensor2d(inputs, [rows, INPUTS])));
    const values = output.dataSync() as Float32Array;
    output.dispose();
    return values;
  }

  dispose(): void {
    tf.dispose([...this.#layers.kernels, ...this.#layers.biases]);
  }
}

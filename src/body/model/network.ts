/** The residual network: a first layer folded by its plans, and behind it two dense layers as tensors. */
import type { Tensor } from './artifact.js';
import { N } from './conditional.js';
import { FirstLayer } from './first-layer.js';
import { inputCount, outputCount, type PieceRange, pieceCount } from './residual.js';
import { tf } from './tensorflow.js';

/** The network's tensors under their names in the artifact. */
export function layerTensors(values: readonly { kernel: Tensor; bias: Tensor }[]): [string, Tensor][] {
  return values.flatMap(({ kernel, bias }, layer): [string, Tensor][] => [
    [`network/${layer}/kernel`, kernel],
    [`network/${layer}/bias`, bias],
  ]);
}

/** A kernel in the form of the backends: products of stacks of matrices, here of one each. */
interface Layer {
  /** [1, from, to] */
  readonly kernel: tf.Tensor3D;
  /** [to] */
  readonly bias: tf.Tensor1D;
  readonly attributes: tf.NamedAttrMap;
}

/**
 * A trained network, ready to run on the backend that is set at its making. It calls the backend's fused layers itself:
 * the checks, shapes and gradient tape of `tf.fused.matMul` take longer than the sums of one person.
 */
export class Network {
  readonly firstLayer: FirstLayer;
  /** The layers between the first and the last. */
  readonly #middle: readonly Layer[];
  /** The last layer's columns for each range of pieces, by its beginning and its end. */
  readonly #ends: readonly (readonly Layer[])[];

  /** Throws when the tensors do not chain from INPUTS to OUTPUTS. */
  constructor(tensors: ReadonlyMap<string, Tensor>) {
    const layers: { kernel: Tensor; bias: Tensor }[] = [];
    for (let layer = 0; tensors.has(`network/${layer}/kernel`); layer++) {
      layers.push({ kernel: tensors.get(`network/${layer}/kernel`)!, bias: tensors.get(`network/${layer}/bias`)! });
    }
    const last = layers.at(-1);
    if (layers.length < 2 || layers[0]!.kernel.shape[0] !== inputCount || last?.kernel.shape[1] !== outputCount) {
      throw new Error(`the body model's network does not lead from ${inputCount} inputs to ${outputCount} outputs`);
    }
    this.firstLayer = new FirstLayer(layers[0]!.kernel, layers[0]!.bias);
    this.#middle = layers.slice(1, -1).map(({ kernel, bias }) => layerOf(kernel.values, bias.values, 'relu'));
    const { kernel, bias } = last;
    this.#ends = Array.from({ length: pieceCount }, (_, from) =>
      Array.from({ length: pieceCount + 1 }, (_, to) => {
        const pieces = { from, to: Math.max(from, to) };
        return layerOf(columnsOf(kernel.values, pieces), columnsOf(bias.values, pieces), 'linear');
      }),
    );
  }

  /**
   * Raw outputs, [rows, (2 + pieces) * N], for outputs of the first layer, [rows * firstLayer.width]: the shift, the
   * spread, and the slopes of the requested pieces. The slopes are most of the sums. Leaves no tensor behind.
   */
  run(hidden: Float32Array, rows: number, pieces: PieceRange): Float32Array {
    const engine = tf.engine();
    let a: tf.Tensor = tf.tensor3d(hidden, [1, rows, this.firstLayer.width]);
    const pass = ({ kernel, bias, attributes }: Layer): void => {
      const next: tf.Tensor = engine.runKernel(tf._FusedMatMul, { a, b: kernel, bias }, attributes);
      a.dispose();
      a = next;
    };
    for (const layer of this.#middle) pass(layer);
    pass(this.#ends[pieces.from]![pieces.to]!);
    const values = a.dataSync() as Float32Array;
    a.dispose();
    return values;
  }

  dispose(): void {
    for (const { kernel, bias } of [...this.#middle, ...this.#ends.flat()]) tf.dispose([kernel, bias]);
  }
}

/** A layer on the current backend, from a kernel [from, to] and its bias [to]. */
function layerOf(kernel: Float32Array, bias: Float32Array, activation: 'relu' | 'linear'): Layer {
  return {
    kernel: tf.tensor3d(kernel, [1, kernel.length / bias.length, bias.length]),
    bias: tf.tensor1d(bias),
    attributes: { transposeA: false, transposeB: false, activation },
  };
}

/** The columns of the shift, the spread and the pieces, in this order, from rows of outputs. */
function columnsOf(values: Float32Array, { from, to }: PieceRange): Float32Array {
  const blocks = [0, 1 + pieceCount, ...Array.from({ length: to - from }, (_, i) => 1 + from + i)];
  const columns = new Float32Array((values.length / outputCount) * blocks.length * N);
  for (let row = 0, at = 0; row < values.length; row += outputCount) {
    for (const block of blocks) {
      columns.set(values.subarray(row + block * N, row + (block + 1) * N), at);
      at += N;
    }
  }
  return columns;
}

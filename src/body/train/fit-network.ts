/** Trains the residual network: random questions, Huber loss on standardised residuals, early stopping. */
import { setImmediate } from 'node:timers/promises';
import { Random } from '../../random.js';
import type { Tensor } from '../model/artifact.js';
import { N } from '../model/conditional.js';
import { inputCount, outputCount, pieceCount, slopeOne } from '../model/residual.js';
import { tf } from '../model/tensorflow.js';
import { type Batch, Examples } from './batches.js';
import { dense } from './dense.js';
import type { Gaussians } from './gaussian.js';
import { registerGradients } from './gradients.js';
import type { Person } from './people.js';

export interface TrainOptions {
  readonly seed: number;
  readonly steps?: number;
  readonly hidden?: number;
  readonly learningRate?: number;
  readonly onProgress?: (step: number, steps: number, trainLoss: number, validationLoss: number) => void;
}

export interface TrainedNetwork {
  readonly layers: readonly { readonly kernel: Tensor; readonly bias: Tensor }[];
  /** Losses at each look: step, on training batches, on people kept out. */
  readonly history: readonly { readonly step: number; readonly train: number; readonly validation: number }[];
}

const chunks = 8;
/** Steps between two looks at the people kept out for early stopping. */
const lookEvery = 100;
/** Looks without improvement after which training stops. */
const patience = 30;
const validationShare = 0.05;
const validationBatches = 16;
/**
 * Where the Huber loss turns from square to straight, in standard deviations: near the absolute error of the final
 * judgement.
 */
const huberLimit = 0.5;
const weightDecay = 1e-5;

export async function trainNetwork(
  people: readonly Person[],
  base: Gaussians,
  soldiers: Gaussians,
  { seed, steps = 5000, hidden = 128, learningRate = 2e-3, onProgress }: TrainOptions,
): Promise<TrainedNetwork> {
  const random = new Random(seed);
  const order = random.shuffle([...people]);
  const kept = Math.round(order.length * validationShare);
  const examples = new Examples(order.slice(kept), base, soldiers, random);
  const judges = new Examples(order.slice(0, kept), base, soldiers, new Random(seed + 1));
  const validation = Array.from({ length: validationBatches }, () => judges.next(chunks));

  const layers = initialLayers(hidden, random);
  const variables: tf.Variable[] = [...layers.kernels, ...layers.biases];
  registerGradients();
  const optimizer = tf.train.adam(learningRate);
  const history: { step: number; train: number; validation: number }[] = [];
  let best = { validation: Number.POSITIVE_INFINITY, weights: variables.map((v) => v.dataSync().slice()) };
  let trainLoss = 0;
  let sinceBest = 0;
  for (let step = 1; step <= steps && sinceBest < patience; step++) {
    setLearningRate(optimizer, (learningRate * (1 + Math.cos((Math.PI * step) / steps))) / 2 + 1e-5);
    const batch = examples.next(chunks);
    const loss = optimizer.minimize(() => withDecay(batchLoss(layers, batch), layers), true, variables) as tf.Scalar;
    trainLoss += loss.dataSync()[0]! / lookEvery;
    loss.dispose();
    if (step % lookEvery !== 0 && step !== steps) continue;
    const validationLoss = meanLoss(layers, validation);
    history.push({ step, train: trainLoss, validation: validationLoss });
    onProgress?.(step, steps, trainLoss, validationLoss);
    // Lets a progress bar draw and an interrupt arrive.
    await setImmediate();
    sinceBest++;
    if (validationLoss < best.validation) {
      best = { validation: validationLoss, weights: variables.map((v) => v.dataSync().slice()) };
      sinceBest = 0;
    }
    trainLoss = 0;
  }
  const shapes = variables.map(({ shape }) => shape);
  tf.dispose(variables);
  optimizer.dispose();
  const tensors = best.weights.map((values, i): Tensor => ({ shape: shapes[i]!, values: values as Float32Array }));
  const depth = layers.kernels.length;
  return {
    layers: Array.from({ length: depth }, (_, i) => ({ kernel: tensors[i]!, bias: tensors[depth + i]! })),
    history,
  };
}

interface Layers {
  /** One matrix a layer: [INPUTS, h], [h, h], [h, OUTPUTS]. */
  readonly kernels: readonly tf.Variable<tf.Rank.R2>[];
  /** One vector a layer. */
  readonly biases: readonly tf.Variable<tf.Rank.R1>[];
}

function initialLayers(hidden: number, random: Random): Layers {
  const widths = [inputCount, hidden, hidden, outputCount];
  const kernels = widths.slice(1).map((width, layer) => {
    const from = widths[layer]!;
    // The last layer starts at zero: the untrained network leaves the Gaussian unchanged.
    const size = layer === 2 ? 0 : Math.sqrt(2 / from);
    const values = Float32Array.from({ length: from * width }, () => size * random.normal());
    return tf.variable(tf.tensor2d(values, [from, width]));
  });
  const biases = widths.slice(1).map((width) => tf.variable(tf.zeros<tf.Rank.R1>([width])));
  return { kernels, biases };
}

/** Raw outputs [rows, OUTPUTS] of inputs [rows, INPUTS], with gradients. */
function forward({ kernels, biases }: Layers, x: tf.Tensor2D): tf.Tensor2D {
  return kernels.reduce<tf.Tensor2D>((a, kernel, layer) => {
    const sums = dense(a, kernel, biases[layer]!);
    return layer === kernels.length - 1 ? sums : tf.relu(sums);
  }, x);
}

/** Loss of one batch: Huber on the remaining residual, and Laplace's likelihood of its size for the spread. */
function batchLoss(layers: Layers, batch: Batch): tf.Scalar {
  return tf.tidy(() => {
    const matrix = (values: Float32Array, columns: number): tf.Tensor2D => tf.tensor2d(values, [batch.rows, columns]);
    const raw = forward(layers, matrix(batch.x, inputCount));
    const part = (i: number): tf.Tensor2D => tf.slice2d(raw, [0, i * N], [-1, N]);
    const gain = matrix(batch.gain, N);
    const surprise = matrix(batch.pieces, pieceCount);
    let left: tf.Tensor = tf.sub(matrix(batch.residual, N), tf.mul(part(0), matrix(batch.gate, 1)));
    for (let piece = 0; piece < pieceCount; piece++) {
      const slope = tf.softplus(tf.add(part(1 + piece), slopeOne));
      left = tf.sub(left, tf.mul(tf.mul(slope, tf.slice2d(surprise, [0, piece], [-1, 1])), gain));
    }
    const size = tf.abs(left);
    const inner = tf.minimum(size, huberLimit);
    const huber = tf.mul(inner, tf.sub(size, tf.mul(inner, 0.5)));
    const spread = part(1 + pieceCount);
    const frozen = tf.tensor2d(size.dataSync(), [batch.rows, N]);
    const likelihood = tf.add(tf.mul(tf.mul(frozen, tf.exp(tf.neg(spread))), 1.25), spread);
    const importance = matrix(batch.importance, N);
    const weighed = tf.mul(tf.add(huber, tf.mul(likelihood, 0.1)), importance);
    return tf.div(tf.sum(weighed), tf.sum(importance)) as tf.Scalar;
  });
}

function withDecay(loss: tf.Scalar, { kernels }: Layers): tf.Scalar {
  return kernels.reduce<tf.Scalar>((sum, kernel) => tf.add(sum, tf.mul(tf.sum(tf.square(kernel)), weightDecay)), loss);
}

function meanLoss(layers: Layers, batches: readonly Batch[]): number {
  let sum = 0;
  for (const batch of batches) {
    const loss = batchLoss(layers, batch);
    sum += loss.dataSync()[0]! / batches.length;
    loss.dispose();
  }
  return sum;
}

/** The optimizer has no public way to change its rate while it runs. */
function setLearningRate(optimizer: tf.AdamOptimizer, rate: number): void {
  Object.assign(optimizer, { learningRate: rate });
}

/**
 * The gradients of the few operations that the loss of training uses. `@tensorflow/tfjs-core` has them too, but no entry for
 * Node that registers them; the umbrella package, which does so, is 225 MB larger.
 */
import { tf } from '../model/tensorflow.js';

type Saved = readonly [tf.Tensor, tf.Tensor];

/** The sum of a gradient over the axes along which an operand of this shape was repeated. */
function toShape(gradient: tf.Tensor, shape: readonly number[]): tf.Tensor {
  const axes = tf.broadcast_util.getReductionAxes([...shape], gradient.shape);
  return axes.length === 0 ? gradient : tf.reshape(tf.sum(gradient, axes), [...shape]);
}

/** Registers an operation of two operands: `of` gives the slope for each, before the sum over repeated axes. */
function ofTwo(kernelName: string, of: (dy: tf.Tensor, a: tf.Tensor, b: tf.Tensor) => [tf.Tensor, tf.Tensor]): void {
  tf.registerGradient({
    kernelName,
    inputsToSave: ['a', 'b'],
    gradFunc: (dy, saved) => {
      const [a, b] = saved as unknown as Saved;
      const gradient = (operand: 0 | 1) => () => toShape(of(dy as tf.Tensor, a, b)[operand], saved[operand]!.shape);
      return { a: gradient(0), b: gradient(1) };
    },
  });
}

/** Registers an operation of one operand: `of` gives the gradient from the operand and from the operation's result. */
function ofOne(kernelName: string, of: (dy: tf.Tensor, x: tf.Tensor, y: tf.Tensor) => tf.Tensor): void {
  tf.registerGradient({
    kernelName,
    inputsToSave: ['x'],
    outputsToSave: [true],
    gradFunc: (dy, saved) => ({ x: () => of(dy as tf.Tensor, saved[0]!, saved[1]!) }),
  });
}

/** Makes training possible; the calls after the first do nothing. */
export function registerGradients(): void {
  if (tf.getGradient(tf.Softplus)) return;
  const asNumbers = (condition: tf.Tensor): tf.Tensor => tf.cast(condition, 'float32');
  ofTwo(tf.Add, (dy) => [dy, dy]);
  ofTwo(tf.Sub, (dy) => [dy, tf.neg(dy)]);
  ofTwo(tf.Multiply, (dy, a, b) => [tf.mul(dy, b), tf.mul(dy, a)]);
  ofTwo(tf.RealDiv, (dy, a, b) => [tf.div(dy, b), tf.neg(tf.div(tf.mul(dy, a), tf.square(b)))]);
  ofTwo(tf.Minimum, (dy, a, b) => [tf.mul(dy, asNumbers(tf.lessEqual(a, b))), tf.mul(dy, asNumbers(tf.greater(a, b)))]);
  ofOne(tf.Abs, (dy, x) => tf.mul(dy, tf.sign(x)));
  ofOne(tf.Exp, (dy, _, y) => tf.mul(dy, y));
  ofOne(tf.Neg, (dy) => tf.neg(dy));
  ofOne(tf.Relu, (dy, x) => tf.mul(dy, tf.step(x)));
  ofOne(tf.Softplus, (dy, x) => tf.mul(dy, tf.sigmoid(x)));
  ofOne(tf.Square, (dy, x) => tf.mul(dy, tf.mul(x, 2)));
  // the loss sums whole tensors only
  ofOne(tf.Sum, (dy, x) => tf.mul(dy, tf.onesLike(x)));
  tf.registerGradient({
    kernelName: tf.Slice,
    inputsToSave: ['x'],
    gradFunc: (dy, saved, attributes) => {
      const { begin } = attributes as unknown as { readonly begin: readonly number[] };
      const { shape } = saved[0]!;
      const around = begin.map((first, axis): [number, number] => {
        return [first, shape[axis]! - first - (dy as tf.Tensor).shape[axis]!];
      });
      return { x: () => tf.pad(dy as tf.Tensor, around) };
    },
  });
}

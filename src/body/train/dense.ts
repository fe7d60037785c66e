/**
 * A dense layer with a cheap gradient. On WebAssembly a product with a transposed operand runs six times as long as a
 * transposition and a product. TensorFlow.js's own gradient has two such products a layer.
 */
import { tf } from '../model/tensorflow.js';

/** a * kernel + bias, of [rows, from], [from, to] and [to]. */
export function dense(a: tf.Tensor2D, kernel: tf.Tensor2D, bias: tf.Tensor1D): tf.Tensor2D {
  const product = tf.customGrad((...args) => {
    const [x, w, b, save] = args as unknown as [tf.Tensor2D, tf.Tensor2D, tf.Tensor1D, tf.GradSaveFunc];
    save([x, w]);
    return {
      value: tf.fused.matMul({ a: x, b: w, bias: b }),
      gradFunc: (dy: tf.Tensor, saved: tf.Tensor[]) => {
        const [input, weights] = saved as [tf.Tensor2D, tf.Tensor2D];
        return [
          tf.matMul(dy as tf.Tensor2D, tf.transpose(weights)),
          tf.matMul(tf.transpose(input), dy as tf.Tensor2D),
          tf.sum(dy, 0),
        ];
      },
    };
  });
  return product(a, kernel, bias) as tf.Tensor2D;
}

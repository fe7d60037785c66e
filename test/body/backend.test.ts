/** The TensorFlow.js backend of the model: the fastest that loads here, by timing the real ones. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadBodyModel } from '../../src/body/complete.js';
import { chooseBackend, tf, useTrainingBackend } from '../../src/body/model/tensorflow.js';

await useTrainingBackend();

/** A task that takes `extra` milliseconds more on one of the backends. */
const slowOn = (slow: string, extra: number) => () => {
  const a = tf.ones([4, 4]);
  return {
    run(): void {
      const start = performance.now();
      tf.tidy(() => tf.matMul(a as tf.Tensor2D, a as tf.Tensor2D).dataSync());
      while (tf.getBackend() === slow && performance.now() - start < extra);
    },
    dispose: () => a.dispose(),
  };
};

test('every backend that loads is timed, and the fastest is set', async () => {
  const before = tf.memory().numTensors;
  for (const slow of ['wasm', 'cpu']) {
    const { name, microseconds } = await chooseBackend(slowOn(slow, 5));
    assert.ok(name !== slow && name === tf.getBackend(), name);
    assert.is(microseconds[name], Math.min(...Object.values(microseconds)));
    assert.ok(microseconds[slow]! >= 5000);
  }
  assert.is(tf.memory().numTensors, before);
});

test('the native backend is among them where it is installed and loads, and only there', async () => {
  const native = '@tensorflow/tfjs-node';
  const loads = await import(native).then(
    () => true,
    () => false,
  );
  const { microseconds } = await chooseBackend(slowOn('wasm', 0));
  assert.is('tensorflow' in microseconds, loads);
});

test('a backend that loads and then fails is passed over; without any backend the failure is reported', async () => {
  const { name, microseconds } = await chooseBackend(() => {
    if (tf.getBackend() === 'wasm') throw new Error('no such kernel');
    return { run: () => {}, dispose: () => {} };
  });
  assert.is.not(name, 'wasm');
  assert.not('wasm' in microseconds);
  try {
    await chooseBackend(() => {
      throw new Error('no such kernel');
    });
    assert.unreachable();
  } catch (error) {
    assert.match((error as Error).message, /no TensorFlow\.js backend works/);
    assert.match(String((error as Error).cause), /no such kernel/);
  }
});

test('every backend completes the same body, and none leaves process-wide handlers', async () => {
  const listeners = () => ['uncaughtException', 'unhandledRejection'].map((event) => process.listenerCount(event));
  const before = listeners();
  const waists: number[] = [];
  for (const slow of ['wasm', 'cpu']) {
    const model = await loadBodyModel(undefined, () => chooseBackend(slowOn(slow, 5)));
    assert.is(tf.getBackend(), model.backend.name);
    assert.is.not(model.backend.name, slow);
    const request = { gender: 'female', unit: 'metric', measurements: { height: 168, weight: 62, age: 40 } } as const;
    waists.push(model.complete(request).fields.waistGirth!.value!);
  }
  assert.ok(Math.abs(waists[0]! - waists[1]!) <= 0.1 + 1e-9, waists.join());
  assert.equal(listeners(), before);
});

test.run();

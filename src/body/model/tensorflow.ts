/**
 * TensorFlow.js with the fastest backend of this machine. The native one (`@tensorflow/tfjs-node`) serves where it is
 * installed and loads; else WebAssembly with SIMD; else plain JavaScript.
 */
import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import '@tensorflow/tfjs-backend-cpu';
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import * as tf from '@tensorflow/tfjs-core';

export { tf };

const require = createRequire(import.meta.url);

/** Every backend that may load, the natively compiled one first. */
const backends = ['tensorflow', 'wasm', 'cpu'] as const;

/** Makes a backend the current one; false when it does not load here. */
async function setBackend(name: (typeof backends)[number]): Promise<boolean> {
  // Production mode: no banner on standard error in praise of the native backend, and no argument checks.
  tf.env().set('PROD', true);
  try {
    if (name === 'tensorflow') {
      const native = '@tensorflow/tfjs-node';
      await import(native);
    }
    if (name === 'wasm') {
      setThreadsCount(1);
      setWasmPaths(join(dirname(require.resolve('@tensorflow/tfjs-backend-wasm')), '/'));
    }
    return await withoutNewProcessHandlers(() => tf.setBackend(name));
  } catch {
    return false;
  }
}

/** The compiled WebAssembly module adds handlers that end the process on any stray rejection: takes them off. */
async function withoutNewProcessHandlers<T>(load: () => Promise<T>): Promise<T> {
  const emitter: EventEmitter = process;
  const events = ['uncaughtException', 'unhandledRejection'];
  const before = new Map(events.map((event) => [event, emitter.listeners(event)]));
  try {
    return await load();
  } finally {
    for (const event of events) {
      for (const listener of emitter.listeners(event)) {
        const isNew = !before.get(event)!.includes(listener);
        if (isNew) emitter.off(event, listener as (...args: unknown[]) => void);
      }
    }
  }
}

const warmUp = 30;
const timed = 60;
/** Calls after which a backend is timed no longer if another is faster by more than the compiler's warming could gain. */
const fewest = 3;
const hopeless = 30;

/**
 * Microseconds of the fastest of several calls, after a warm-up: other work held up the slower calls.
 *
 * @param best those of the fastest backend so far
 */
function microsecondsOf(run: () => void, best: number): number {
  let fastest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < warmUp + timed; i++) {
    if (i === fewest && fastest > hopeless * best) break;
    const start = performance.now();
    run();
    fastest = Math.min(fastest, (performance.now() - start) * 1000);
  }
  return fastest;
}

export interface ChosenBackend {
  readonly name: string;
  /** Microseconds of one undisturbed run on each backend that loads here. */
  readonly microseconds: Readonly<Record<string, number>>;
}

/**
 * Times the task on every backend that loads and works here, and leaves the fastest one set. `prepare` makes the task's
 * tensors on the current backend; they are disposed of before the next backend runs.
 */
export async function chooseBackend(prepare: () => { run(): void; dispose(): void }): Promise<ChosenBackend> {
  const microseconds: Record<string, number> = {};
  let failure: unknown;
  for (const name of backends) {
    if (!(await setBackend(name))) continue;
    try {
      const task = prepare();
      microseconds[name] = microsecondsOf(() => task.run(), Math.min(...Object.values(microseconds)));
      task.dispose();
    } catch (error) {
      failure = error;
    }
  }
  const [fastest] = Object.entries(microseconds).sort((a, b) => a[1] - b[1]);
  if (!fastest) throw new Error('no TensorFlow.js backend works here', { cause: failure });
  await tf.setBackend(fastest[0]);
  return { name: fastest[0], microseconds };
}

/** Sets the first backend that loads, for training: on large matrices the list's order is the order of speed. */
export async function useTrainingBackend(): Promise<string> {
  for (const name of backends) if (await setBackend(name)) return name;
  throw new Error('no TensorFlow.js backend loads here');
}

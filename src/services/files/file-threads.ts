/**
 * Works on files in threads of their own, two at a time: a drawing may be large or hostile, and the other requests must
 * not wait for it. A thread has limited time and memory.
 */
import { Worker } from 'node:worker_threads';
import type { MarkerInput } from '../../drawing/marker/marker.js';
import type { MarkerFileOptions, MarkerFormat } from '../../drawing/marker/marker-file.js';
import { type FieldProblem, ServiceError } from '../../errors.js';
import type { DrawnParts, ReadPartsOptions } from './read-parts.js';

export interface ReadTask {
  readonly kind: 'read';
  readonly source: string;
  readonly options: ReadPartsOptions;
}

export interface WriteTask {
  readonly kind: 'write';
  readonly input: MarkerInput;
  readonly format: MarkerFormat;
  readonly options: MarkerFileOptions;
}

/** What a thread posts: a result, or the problems that make a request invalid. */
export type Posted = { readonly result: DrawnParts | Uint8Array } | { readonly problems: readonly FieldProblem[] };

const mostThreads = 2;
const mostWaiting = 16;
const timeLimitMs = 10_000;
const memoryLimitMb = 512;

let running = 0;
const waiting: (() => void)[] = [];

export function inFileThread(task: ReadTask): Promise<DrawnParts>;
export function inFileThread(task: WriteTask): Promise<Uint8Array>;
export async function inFileThread(task: ReadTask | WriteTask): Promise<DrawnParts | Uint8Array> {
  if (running >= mostThreads) {
    if (waiting.length >= mostWaiting) {
      throw new ServiceError('unavailable', 'Too many files are being worked on', { retryAfterSeconds: 2 });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running += 1;
  try {
    const posted = await answerOf(task);
    if ('problems' in posted) throw ServiceError.ofProblems('invalid', posted.problems);
    return posted.result;
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

function answerOf(task: ReadTask | WriteTask): Promise<Posted> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./file-thread.js', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb },
    });
    const fail = (reason: string): void => {
      const code = 'not_convertible';
      resolve({ problems: [{ path: 'file', code, message: `file: it ${reason}` }] });
      void worker.terminate();
    };
    const timer = setTimeout(() => fail(`takes more than ${timeLimitMs / 1000} s`), timeLimitMs);
    worker.on('message', (posted: Posted) => resolve(posted));
    worker.on('error', () => fail('takes more memory than it may, or cannot be worked out'));
    worker.on('exit', () => clearTimeout(timer));
  });
}

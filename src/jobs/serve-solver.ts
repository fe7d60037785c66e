/**
 * The solver's side of a worker thread. It waits for tasks, runs one at a time, and posts their reports. `SolverThread` is the
 * other side. `solver-thread.ts` serves the real solver; another entry may serve any function of the same shape.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { ServiceError } from '../errors.js';
import type { Exchange, NestRequest, Solution, SolveEnd, SolveOptions, SolverEvent } from '../nesting/request.js';
import type { WarmUp } from '../nesting/warm-up.js';

/** Before each further warm-up: a service that has just started may have its first request. */
const restMs = 1_000;

export type Solve = (request: NestRequest, options: SolveOptions) => SolveEnd | Promise<SolveEnd>;

/** A task as posted to the thread. The fields are texts, so that the main thread never parses a large request. */
export interface ThreadTask {
  /** JSON of a `NestRequest`. */
  readonly request: string;
  readonly seed: number;
  /** JSON of a `Solution`. */
  readonly startFrom: string | null;
  readonly elapsedBefore: number;
  /** Brings JSON of events with layouts of the job's other instances; null: the solver goes its own way. */
  readonly inbox: MessagePort | null;
}

/** A message from the thread. After `ready`, `end` or `failed` it waits for the next task. */
export type ThreadMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'event'; readonly event: SolverEvent }
  | { readonly type: 'end'; readonly reason: SolveEnd }
  | {
      readonly type: 'failed';
      readonly code: string;
      readonly message: string;
      readonly problems: ServiceError['problems'];
    };

/** Given to the thread at its start. */
export interface ThreadData {
  /** Int32s, by the indices of `signal`. */
  readonly signals: SharedArrayBuffer;
}

/**
 * `stop` is 1 while the present task should stop; `wanted` becomes 1 with the first task. `shown` is 1 while the inbox
 * holds a layout, and `cores` is the number of processor cores for an instance of many.
 */
export const signal = { stop: 0, wanted: 1, shown: 2, cores: 3, count: 4 } as const;

/**
 * An unforeseen error ends the thread, which never becomes idle again, and its host starts a new one. `warmUps` run once the
 * thread is ready and unused, with a rest between them. Each must end soon after its argument returns true.
 */
export function serveSolver(solve: Solve, warmUps: readonly WarmUp[] = []): void {
  const port = parentPort;
  if (port === null) throw new Error('serveSolver runs in a worker thread only');
  const signals = new Int32Array((workerData as ThreadData).signals);
  const post = (message: ThreadMessage) => port.postMessage(message);

  port.on('message', async (task: ThreadTask) => {
    try {
      const reason = await solve(JSON.parse(task.request) as NestRequest, {
        seed: task.seed,
        shouldStop: () => Atomics.load(signals, signal.stop) === 1,
        emit: (event) => post({ type: 'event', event }),
        ...(task.startFrom === null ? {} : { startFrom: JSON.parse(task.startFrom) as Solution }),
        elapsedBefore: task.elapsedBefore,
        ...(task.inbox === null
          ? {}
          : { exchange: exchangeOver(task.inbox, signals), cores: () => Atomics.load(signals, signal.cores) }),
      });
      post({ type: 'end', reason });
    } catch (error) {
      // An unhandled rejection ends the thread. Its host reads the error from the thread's end.
      if (!(error instanceof ServiceError)) throw error;
      post({ type: 'failed', code: error.code, message: error.message, problems: error.problems });
    }
  });
  post({ type: 'ready' });
  void warm(warmUps, () => Atomics.load(signals, signal.wanted) === 1);
}

async function warm(warmUps: readonly WarmUp[], isWanted: () => boolean): Promise<void> {
  for (const [i, warmUp] of warmUps.entries()) {
    if (i > 0) await delay(restMs, undefined, { ref: false });
    if (i > 0 && isWanted()) return;
    warmUp(isWanted);
  }
}

/** A search never returns to the event loop, so it takes messages from the inbox itself. */
function exchangeOver(inbox: MessagePort, signals: Int32Array): Exchange {
  return {
    take() {
      if (Atomics.load(signals, signal.shown) === 0) return null;
      const received = receiveMessageOnPort(inbox);
      Atomics.store(signals, signal.shown, 0);
      if (!received) return null;
      const event = JSON.parse(received.message as string) as Extract<SolverEvent, { type: 'solution' }>;
      return event.solution;
    },
  };
}

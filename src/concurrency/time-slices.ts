/** Fair use of the one thread: heavy work is done in slices, one piece of work at a time, with the loop free between them. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work that yields wherever others may be served first, and returns its result. */
export type Steps<Result> = Generator<void, Result, void>;

/** Of a slice; a single step that takes longer is not cut. */
const sliceMs = 5;

let last: Promise<unknown> = Promise.resolve();

/**
 * Does the first slice at once and each other one in a turn of the event loop of its own. Works queue up behind each
 * other, so that many large requests hold the thread, and memory for what they are read into, no longer than one.
 */
export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  const first = slice(steps);
  if (first.done) return first.value;
  const before = last;
  const work = (async () => {
    await before;
    for (;;) {
      await nextTurn();
      const next = slice(steps);
      if (next.done) return next.value;
    }
  })();
  // Without its result, which may be all of a large request.
  last = work.then(ended, ended);
  return work;
}

const ended = (): void => {};

function slice<Result>(steps: Steps<Result>): IteratorResult<void, Result> {
  const until = performance.now() + sliceMs;
  for (;;) {
    const step = steps.next();
    if (step.done || performance.now() >= until) return step;
  }
}

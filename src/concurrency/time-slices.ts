/**
 * Fair use of one thread: heavy work runs in slices, one piece of work at a time, and the event loop is free between
 * them.
 */
import { setImmediate as nextTick } from 'node:timers/promises';

/** Work that yields wherever other work may run first, and returns its result. */
export type Sliced<Result> = Generator<void, Result, void>;

/** Length of a slice; work that runs longer without a yield is not cut. */
const sliceMs = 5;

/**
 * Does the first slice of a work at once and each later slice in a tick of its own. Works queue behind each other. So
 * many large requests hold the thread, and the memory for their contents, no longer than one does.
 */
export class TimeSlices {
  #last: Promise<unknown> = Promise.resolve();

  async run<Result>(work: Sliced<Result>): Promise<Result> {
    const first = slice(work);
    if (first.done) return first.value;
    const before = this.#last;
    const running = (async () => {
      await before;
      for (;;) {
        await nextTick();
        const next = slice(work);
        if (next.done) return next.value;
      }
    })();
    // Drops the result, which may be all of a large request.
    this.#last = running.then(ended, ended);
    return running;
  }
}

const ended = (): void => {};

function slice<Result>(work: Sliced<Result>): IteratorResult<void, Result> {
  const until = performance.now() + sliceMs;
  for (;;) {
    const step = work.next();
    if (step.done || performance.now() >= until) return step;
  }
}

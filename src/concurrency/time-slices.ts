/** Fair use of one thread: heavy work is done in slices, one piece of work at a time, with the loop free between them. */
import { setImmediate as nextTick } from 'node:timers/promises';

/** Work that yields wherever others may be served first, and returns its result. */
export type Sliced<Result> = Generator<void, Result, void>;

/** Of a slice; what goes on longer without a yield is not cut. */
const sliceMs = 5;

/**
 * Does the first slice of a work at once and each other one in a tick of its own. Works queue up behind each other, so that
 * many large requests hold the thread, and memory for what they are read into, no longer than one.
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
    // Without its result, which may be all of a large request.
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

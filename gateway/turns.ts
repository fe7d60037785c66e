/** Fair use of the one thread: heavy work is done in slices, one piece of work at a time, with the loop free between them. */
import { setImmediate as nextTurn } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/**
 * Calls `slice` until it returns true, with a turn of the event loop between the calls. Works queue up behind each
 * other, so that many large bodies hold the thread, and memory for what they are read into, no longer than one.
 */
export function inTurns(slice: () => boolean): Promise<void> {
  const before = last;
  const work = (async () => {
    await before;
    while (!slice()) await nextTurn();
  })();
  last = work.catch(() => {});
  return work;
}

/**
 * The place of a solver thread behind the others of its process: it may have every core that is idle, but who answers a
 * request does not wait for it. The threads that it starts inherit that.
 */
import { constants, getPriority, setPriority } from 'node:os';

/** Steps of a nice value, each a fifth less of a core for which two threads compete: here to a tenth. */
const steps = 10;

/**
 * To be called in the thread, before that starts others.
 *
 * On Linux a priority belongs to a thread, and 0 stands for the calling one (setpriority(2)). Elsewhere it belongs to the
 * process, whose answers would then wait as well: nothing is done.
 */
export function yieldToOtherThreads(platform: NodeJS.Platform = process.platform): void {
  if (platform !== 'linux') return;
  try {
    setPriority(0, Math.min(getPriority(0) + steps, constants.priority.PRIORITY_LOW));
  } catch {
    // A sandbox may forbid the call; a search works with any priority.
  }
}

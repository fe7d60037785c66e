/**
 * Places a solver thread behind the others of its process. It may use every idle core, but no answer to a request waits for it.
 * Threads that it starts inherit the priority.
 */
import { constants, getPriority, setPriority } from 'node:os';

/** Steps of the nice value. Each step gives a fifth less of a contended core: here a tenth remains. */
const steps = 10;

/**
 * Call this in the thread, before the thread starts others.
 *
 * On Linux a priority belongs to a thread, and 0 means the calling one (setpriority(2)). Elsewhere it belongs to the process,
 * whose answers would then wait as well, so nothing is done there.
 */
export function yieldToOtherThreads(platform: NodeJS.Platform = process.platform): void {
  if (platform !== 'linux') return;
  try {
    setPriority(0, Math.min(getPriority(0) + steps, constants.priority.PRIORITY_LOW));
  } catch {
    // A sandbox may forbid the call; a search works with any priority.
  }
}

/** The cancellation of a job over an outage of the service. */
import type { Signal } from '@preact/signals';
import { isAway, there } from './away.js';
import { type Trouble, toldTrouble, troubleOf } from './trouble.js';

/**
 * Repeats a call that cancels a job until the service hears it. Meanwhile, the trouble tells that it waits.
 * @param ended whether the job has ended by itself
 */
export async function cancelling(
  call: () => Promise<unknown>,
  trouble: Signal<Trouble | null>,
  ended: () => boolean,
): Promise<void> {
  while (!ended()) {
    try {
      await call();
      return;
    } catch (error) {
      if (!isAway.peek()) {
        trouble.value = troubleOf(error);
        return;
      }
    }
    const waits = toldTrouble('This ends as soon as the service answers.');
    trouble.value = waits;
    await there();
    if (trouble.peek() === waits) trouble.value = null;
  }
}

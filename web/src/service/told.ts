/** Actions of one part of the page, which share the place where their trouble is shown. */
import type { Signal } from '@preact/signals';
import { type Trouble, troubleOf } from './trouble.js';

/**
 * Runs an action; its trouble is shown in place of an answer, until the next action begins. A list that was asked for before
 * and comes after it takes no trouble away.
 */
export const telling =
  (trouble: Signal<Trouble | null>) =>
  async <T>(action: () => Promise<T>): Promise<T | undefined> => {
    trouble.value = null;
    try {
      return await action();
    } catch (error) {
      trouble.value = troubleOf(error);
      return undefined;
    }
  };

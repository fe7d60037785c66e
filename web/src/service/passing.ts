/** Troubles that go with their cause. */
import { effect, type Signal } from '@preact/signals';
import { returns } from './away.js';
import { key, organization } from './key.js';
import type { Trouble } from './trouble.js';

/**
 * Takes a trouble away when its input or the key changes; one of an outage when the service is back.
 * @param input reads all signals of the input
 */
export function passing(trouble: Signal<Trouble | null>, input: () => unknown): void {
  effect(() => {
    void [input(), key.value, organization.value];
    trouble.value = null;
  });
  effect(() => {
    void returns.value;
    if (trouble.peek()?.isOutage) trouble.value = null;
  });
}

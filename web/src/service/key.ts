/** The API key of this session: from the address (`#key=...`), or typed; gone when the tab is closed. */
import { effect, signal } from '@preact/signals';

const stored = (name: string): string => sessionStorage.getItem(`selvage.${name}`) ?? '';

export const key = signal(stored('key'));
/** Id of an organisation, `personal`, or empty for the user's active one. */
export const organization = signal(stored('organization'));
/** Why the service did not take the key; empty while it does. */
export const keyProblem = signal('');

effect(() => sessionStorage.setItem('selvage.key', key.value));
effect(() => sessionStorage.setItem('selvage.organization', organization.value));

/** Takes the key out of the address, where it would stay in the history and in what is copied from there. */
export function takeKeyFromAddress(): void {
  const given = new URLSearchParams(location.hash.slice(1)).get('key');
  if (given === null) return;
  key.value = given;
  keyProblem.value = '';
  history.replaceState(null, '', location.pathname + location.search);
}

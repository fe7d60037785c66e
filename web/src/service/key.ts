/** The API key of this session, from the address (`#key=...`) or typed. It is gone when the tab closes. */
import { effect, signal } from '@preact/signals';

const stored = (name: string): string => sessionStorage.getItem(`selvage.${name}`) ?? '';

export const key = signal(stored('key'));
/** Id of an organisation, `personal`, or empty for the user's active one. */
export const organization = signal(stored('organization'));
/** The reason why the service refused the key; empty otherwise. */
export const keyProblem = signal('');

effect(() => sessionStorage.setItem('selvage.key', key.value));
effect(() => sessionStorage.setItem('selvage.organization', organization.value));

/** Takes the key out of the address, so that it stays neither in the history nor in copied links. */
export function takeKeyFromAddress(): void {
  const given = new URLSearchParams(location.hash.slice(1)).get('key');
  if (given === null) return;
  key.value = given;
  keyProblem.value = '';
  history.replaceState(null, '', location.pathname + location.search);
}

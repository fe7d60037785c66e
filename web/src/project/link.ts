/** Links to a project under the account, for the members of its organisation: `#project=ID`, with `&organization=ID`. */
import { effect, signal } from '@preact/signals';
import { isAway } from '../service/away.js';
import { key, keyProblem, organization } from '../service/key.js';
import { latest } from '../service/latest.js';
import type { Trouble } from '../service/trouble.js';

const idOfTab = 'selvage.wanted-project';

/** The project that an address asked for, until it is open. It waits for a key. */
export const wanted = signal(sessionStorage.getItem(idOfTab) ?? '');

effect(() => sessionStorage.setItem(idOfTab, wanted.value));

export function takeProjectFromAddress(): void {
  const given = new URLSearchParams(location.hash.slice(1));
  const id = given.get('project');
  if (id === null) return;
  wanted.value = id;
  const of = given.get('organization');
  if (of !== null) organization.value = of;
  // a key in the same address is taken next
  if (!given.has('key')) history.replaceState(null, '', location.pathname + location.search);
}

/** The reason why a link opened nothing; the menu of the project shows it. */
export const linkTrouble = signal<Trouble | null>(null);

/** Opens the wanted project as soon as there is a key that the service knows. */
export function openWanted(): void {
  effect(() => {
    const id = wanted.value;
    void organization.value;
    if (id !== '' && key.value !== '') openProject(id);
  });
}

/** A key is known only when its last letter is typed. */
const typingPauseMs = 150;

const openProject = latest(typingPauseMs, async (id: string, signal) => {
  const { accountTrouble, openFromAccount } = await import('./account-copy.js');
  await openFromAccount(id);
  if (signal.aborted) return;
  const trouble = accountTrouble.value;
  accountTrouble.value = null;
  // Another key, or the service when it is back, may open it.
  if (keyProblem.peek() !== '' || isAway.peek()) return;
  wanted.value = '';
  linkTrouble.value = trouble;
});

export function linkTo(projectId: string, organizationId: string | undefined): string {
  const fragment = new URLSearchParams({ project: projectId, organization: organizationId ?? 'personal' });
  return `${location.origin}/#${fragment}`;
}

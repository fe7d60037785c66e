/** Links to a project under the account, for the members of its organisation: `#project=ID`, with `&organization=ID`. */
import { effect, signal } from '@preact/signals';
import { key, organization } from '../service/key.js';
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

/** Opens the wanted project as soon as there is a key. */
export function openWanted(): void {
  effect(() => {
    const id = wanted.value;
    if (id === '' || key.value === '') return;
    wanted.value = '';
    void openProject(id);
  });
}

async function openProject(id: string): Promise<void> {
  const { accountTrouble, openFromAccount } = await import('./account-copy.js');
  await openFromAccount(id);
  linkTrouble.value = accountTrouble.value;
  accountTrouble.value = null;
}

export function linkTo(projectId: string, organizationId: string | undefined): string {
  const fragment = new URLSearchParams({ project: projectId, organization: organizationId ?? 'personal' });
  return `${location.origin}/#${fragment}`;
}

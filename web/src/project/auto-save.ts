/** Saves the open project to the account after its changes, where the user has chosen so. */
import { effect, signal } from '@preact/signals';
import { isAway, noteAway, returns } from '../service/away.js';
import { key } from '../service/key.js';
import { project } from './project.js';

/** A project is saved when it has rested so long, ... */
const restMs = 4000;
/** ... or, while it changes all the time, so long after the last save. */
const mostMs = 30_000;

/** Whether the last save by itself failed, so that the user must look into the menu. */
export const autoSaveFailed = signal(false);

let timer = 0;
let waitingSince = 0;
/** The last save has found no service, and is repeated when it is back. */
let foundNone = false;

export function startAutoSave(): void {
  returns.subscribe(() => {
    if (foundNone) autoSaveFailed.value = false;
    foundNone = false;
  });
  effect(() => {
    const { copy, changedAt } = project.value;
    clearTimeout(timer);
    const waits = copy?.auto === true && changedAt > copy.changedAt && key.value !== '' && !autoSaveFailed.value;
    if (!waits) {
      waitingSince = 0;
      return;
    }
    waitingSince ||= Date.now();
    timer = window.setTimeout(() => void save(), Math.min(restMs, Math.max(0, waitingSince + mostMs - Date.now())));
  });
}

async function save(): Promise<void> {
  const { copy } = project.peek();
  if (!copy) return;
  try {
    const { accountTrouble, refusal, saveToAccount } = await import('./account-copy.js');
    await saveToAccount(copy.keepPeople, copy.versionNumber);
    autoSaveFailed.value = accountTrouble.value !== null || refusal.value !== null;
  } catch {
    // The service has to send the code of a save, too.
    noteAway();
    autoSaveFailed.value = true;
  }
  foundNone = autoSaveFailed.value && isAway.peek();
  waitingSince = 0;
}

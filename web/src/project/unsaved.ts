/**
 * Changes that the store has not taken yet when their tab closes. The tab then leaves them in the local storage, which takes
 * them at once, and the next page of this browser stores them.
 */
import type { ProjectRow, ProjectStore } from './store.js';

const slot = 'selvage.unsaved.';

interface Unsaved {
  readonly row: ProjectRow;
  /** The row that it replaces. */
  readonly onto: ProjectRow;
  /** Marks of the changes between the two, any of which the store may have taken. */
  readonly between?: readonly (string | undefined)[];
  /** The changed sections; null removes one. */
  readonly texts: readonly (readonly [string, string | null])[];
  /** All sections, for a copy. */
  readonly sections: readonly (readonly [string, string])[];
}

const waiting: Unsaved[] = [];

/** Notes a change while the store takes it. */
export async function noted<T>(change: Unsaved, taking: Promise<T>): Promise<T> {
  waiting.push(change);
  try {
    return await taking;
  } finally {
    waiting.splice(waiting.indexOf(change), 1);
  }
}

addEventListener('pagehide', () => {
  const last = waiting.at(-1);
  if (!last) return;
  const changes = waiting.filter(({ row }) => row.id === last.row.id);
  const { onto } = changes[0]!;
  const between = changes.slice(0, -1).map(({ row }) => row.mark);
  const texts = [...new Map(changes.flatMap((change) => change.texts))];
  try {
    localStorage.setItem(`${slot}${last.row.mark}`, JSON.stringify({ ...last, onto, between, texts }));
  } catch {
    // Nothing else takes a change while a page closes.
  }
});

/**
 * Stores the changes that closed tabs have left.
 *
 * @param copyOf the row of a copy, for a change of a project that another tab has changed in the meantime
 */
export async function storeUnsaved(store: ProjectStore, copyOf: (row: ProjectRow) => ProjectRow): Promise<void> {
  for (const name of Object.keys(localStorage).filter((each) => each.startsWith(slot))) {
    const text = localStorage.getItem(name);
    // before anything else, so that a second tab leaves it alone
    localStorage.removeItem(name);
    if (text === null) continue;
    const { row, onto, between = [], texts, sections } = JSON.parse(text) as Unsaved;
    const mark = (await store.list()).find(({ id }) => id === row.id)?.mark;
    // News of a job leave the mark as it is.
    const isNews = row.mark === onto.mark;
    if (mark === row.mark && !isNews) continue;
    if (mark === onto.mark || between.includes(mark)) await store.put(row, new Map(texts));
    else if (!isNews) await store.put(copyOf(row), new Map(sections));
  }
}

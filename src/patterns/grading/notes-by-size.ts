/** Notes of the drafts of many sizes, each said once, with the sizes that it holds for. */
import type { Draft } from '../draft.js';

/** A note that holds for all sizes stands alone; before any other stand the names of its sizes: `36, 38: ...`. */
export function notesBySize(
  drafted: readonly { readonly name: string; readonly draft: Draft }[],
  notesOf: (draft: Draft) => readonly string[],
): string[] {
  const sizes = new Map<string, Set<string>>();
  for (const { name, draft } of drafted) {
    for (const note of notesOf(draft)) sizes.set(note, (sizes.get(note) ?? new Set()).add(name));
  }
  return [...sizes].map(([note, names]) =>
    names.size === drafted.length ? note : `${[...names].join(', ')}: ${note}`,
  );
}

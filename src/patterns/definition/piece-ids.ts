/** Ids of pieces from their names, for pieces without one of their own. */

const longest = 64;

/** `Front skirt` -> `front-skirt`; `piece` for a name without Latin letters and digits. */
export const idOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, longest) || 'piece';

/** The first of `pocket`, `pocket-2`, `pocket-3`, ... that is free. */
export function freeId(name: string, isTaken: (id: string) => boolean): string {
  const id = idOf(name);
  if (!isTaken(id)) return id;
  for (let count = 2; ; count++) {
    const numbered = `${id.slice(0, longest - 1 - `${count}`.length)}-${count}`;
    if (!isTaken(numbered)) return numbered;
  }
}

/** Pieces keep the ids of the document. Each other one gets a free id, in the order of the document. */
export function withIds<T extends { readonly id: string | null; readonly name: string }>(
  pieces: readonly T[],
): (T & { readonly id: string })[] {
  const taken = new Set(pieces.flatMap(({ id }) => id ?? []));
  return pieces.map((piece) => {
    const id = piece.id ?? freeId(piece.name, (one) => taken.has(one));
    taken.add(id);
    return { ...piece, id };
  });
}

/** The words on a nested piece: how often its sizes are cut, where they differ. */
import type { Piece } from '../draft.js';
import { cuttingInstruction } from '../piece-words.js';

/**
 * The instruction of the piece that gives its name to the others, and a second line for the sizes that differ from it:
 * `cut 4 of fabric`, and `XS to M: cut 2; 5XL: none`.
 *
 * @param sizes every size, in the order of the table; null: the size lacks the piece
 */
export function cutBySize(
  named: Piece,
  sizes: readonly { readonly name: string; readonly piece: Piece | null }[],
): string[] {
  const common = cuttingInstruction(named, false);
  const others = new Map<string, number[]>();
  for (const [i, { piece }] of sizes.entries()) {
    const own = piece === null ? 'none' : differenceOf(piece, named);
    if (own !== null) others.set(own, [...(others.get(own) ?? []), i]);
  }
  const names = sizes.map(({ name }) => name);
  const told = [...others].map(([own, places]) => `${runsOf(places, names).join(', ')}: ${own}`);
  return told.length === 0 ? [common] : [common, told.join('; ')];
}

/** Null where a size is cut as the piece with the name. */
function differenceOf(piece: Piece, named: Piece): string | null {
  const own = cuttingInstruction(piece, false);
  if (own === cuttingInstruction(named, false)) return null;
  return own === cuttingInstruction({ ...named, quantity: piece.quantity }, false) ? `cut ${piece.quantity}` : own;
}

/** Three or more sizes in a row as one run, since a table has up to sixty. */
function runsOf(places: readonly number[], names: readonly string[]): string[] {
  const runs: number[][] = [];
  for (const place of places) {
    const last = runs.at(-1);
    if (last?.at(-1) === place - 1) last.push(place);
    else runs.push([place]);
  }
  return runs.flatMap((run) => {
    const [first, last] = [names[run[0]!]!, names[run.at(-1)!]!];
    return run.length > 2 ? [`${first} to ${last}`] : run.map((place) => names[place]!);
  });
}

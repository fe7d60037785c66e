import type { LeftOut } from '../../drawing/left-out.js';

/** A note that the import left something out or assumed something. */
export interface ImportNote {
  readonly code: string;
  readonly message: string;
}

/** @param guessed the number of splines that the file gives only by the points they pass through */
export function leftOutNotes(leftOut: LeftOut, guessed: number): ImportNote[] {
  const notes: ImportNote[] = [];
  if (!leftOut.isEmpty) notes.push({ code: 'entity_skipped', message: leftOut.sentence });
  if (guessed > 0) notes.push({ code: 'curve_assumed', message: guessedSentence(guessed) });
  return notes;
}

export const guessedSentence = (count: number): string =>
  `${count} SPLINE ${count === 1 ? 'has' : 'have'} fit points but no control points; a cubic spline through them is assumed`;

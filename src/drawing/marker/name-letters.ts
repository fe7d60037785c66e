/** The letters of part names in files that must not depend on fonts. */
import { letterOutlines, missingLetters } from '../letter-outlines.js';
import type { LetterOutline } from '../stroke-font.js';
import type { Marker } from './marker.js';

/** Letters that a note names; it counts the others. */
const mostNamed = 20;

const namesOf = function* ({ sheets }: Pick<Marker, 'sheets'>): Generator<string> {
  for (const { parts } of sheets) for (const { id } of parts) yield id;
};

export const nameOutlines = (marker: Pick<Marker, 'sheets'>): Promise<ReadonlyMap<string, LetterOutline>> =>
  letterOutlines(namesOf(marker));

/** Names the letters that a PDF, a PNG or a plot cannot draw; empty where there are none. */
export async function letterNotes(marker: Pick<Marker, 'sheets'>): Promise<string[]> {
  const missing = await missingLetters(namesOf(marker));
  if (missing.length === 0) return [];
  const more = missing.length > mostNamed ? ` and ${missing.length - mostNamed} more` : '';
  return [`letters of names that PDF, PNG and PLT cannot draw: ${missing.slice(0, mostNamed).join(' ')}${more}`];
}

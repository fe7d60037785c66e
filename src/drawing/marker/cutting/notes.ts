/** Sentences about the lines that a file for a cutter leaves out, and about those that cut into parts. */
import type { Marker } from '../marker.js';
import type { CuttingSettings } from './cut-line.js';
import { cutLoops } from './cut-loops.js';
import { nearerAcrossFold, nearerThanKerf } from './nearer-than-kerf.js';

/** Parts that a note names; it counts the others. */
const mostNamed = 10;

/** Names the parts with openings that the kerf fills, and those that the kerf of a neighbour reaches, or of their other piece. */
export function cuttingNotes({ sheets }: Marker, { kerf = 0 }: CuttingSettings = {}): string[] {
  if (kerf === 0) return [];
  const called = (id: string): string => id || 'without an id';
  const filled = sheets.flatMap(({ parts }) => cutLoops(parts, kerf).closedOpenings).map(called);
  const near = sheets.flatMap(({ parts }) =>
    nearerThanKerf(parts, kerf).map((pair) => pair.map((i) => called(parts[i]!.id)).join(' and ')),
  );
  const twins = sheets.flatMap((sheet) => nearerAcrossFold(sheet, kerf).map((i) => called(sheet.parts[i]!.id)));
  return [
    ...note(`not cut, because the kerf of ${kerf} mm fills them: openings of`, filled),
    ...note(`cut into, because they lie nearer to each other than the kerf of ${kerf} mm:`, near),
    ...note(
      `cut into, because their two pieces lie nearer to each other across a fold than the kerf of ${kerf} mm:`,
      twins,
    ),
  ];
}

function note(begin: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
  return [`${begin} ${names.slice(0, mostNamed).join(', ')}${more}`];
}

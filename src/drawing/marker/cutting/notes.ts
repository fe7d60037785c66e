/** Sentences about the lines that a file for a cutter leaves out. */
import type { Marker } from '../marker.js';
import type { CuttingSettings } from './cut-line.js';
import { cutLoops } from './cut-loops.js';

/** Parts that a note names; it counts the others. */
const mostNamed = 10;

/** Names the parts with openings that the kerf fills: they are not cut. */
export function cuttingNotes({ sheets }: Marker, { kerf = 0 }: CuttingSettings = {}): string[] {
  if (kerf === 0) return [];
  const names = sheets.flatMap(({ parts }) => cutLoops(parts, kerf).closedOpenings).map((id) => id || 'without an id');
  if (names.length === 0) return [];
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
  return [
    `not cut, because the kerf of ${kerf} mm fills them: openings of ${names.slice(0, mostNamed).join(', ')}${more}`,
  ];
}

/** The pieces found in a file, and what was left behind. */
import type { StaticPiece } from '../static/content.js';
import type { ImportNote } from './note.js';

export interface FoundPieces {
  readonly pieces: StaticPiece[];
  readonly notes: readonly ImportNote[];
}

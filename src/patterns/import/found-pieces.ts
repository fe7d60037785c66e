/** The pieces found in a file, and what was left behind. */
import type { StaticPiece } from '../static/content.js';
import type { ImportNote } from './note.js';
import type { Sizes } from './sizes.js';

export interface FoundPieces {
  readonly pieces: StaticPiece[];
  readonly notes: readonly ImportNote[];
  /** Of a file with several; absent: it has no choice. */
  readonly sizes?: Sizes | undefined;
}

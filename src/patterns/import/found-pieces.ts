/** The pieces found in a file, and notes on anything left out. */
import type { StaticPiece } from '../static/content.js';
import type { ImportNote } from './note.js';
import type { Sizes } from './sizes.js';

export interface FoundPieces {
  readonly pieces: StaticPiece[];
  readonly notes: readonly ImportNote[];
  /** Present if the file has several sizes. */
  readonly sizes?: Sizes | undefined;
}

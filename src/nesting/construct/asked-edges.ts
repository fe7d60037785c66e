/** Edges of a region that are kept by bands, too, once they are asked about often: the bands take as long as some questions. */
import { type EdgeBands, edgeBands } from '../../geometry/edge-bands.js';

/** Bands reach so far beyond their edges (grid units): more than any rounding of a place. */
const beyond = 1e-3;
/** With fewer edges a question looks at all of them, as do the first questions about more. */
const fewEdges = 48;
const firstQuestions = 8;

export class AskedEdges {
  #questions = 0;
  #bands: EdgeBands | null = null;

  /** Whether they may get bands. */
  readonly areMany: boolean;

  /** @param ends four numbers an edge: x1, y1, x2, y2 */
  constructor(readonly ends: Float64Array) {
    this.areMany = ends.length >= 4 * fewEdges;
  }

  /** The bands for a question; null: it looks at all edges. */
  asked(): EdgeBands | null {
    if (this.#bands !== null || !this.areMany) return this.#bands;
    return ++this.#questions > firstQuestions ? this.bands() : null;
  }

  /** The bands for many questions. */
  bands(): EdgeBands {
    this.#bands ??= edgeBands(this.ends, beyond);
    return this.#bands;
  }
}

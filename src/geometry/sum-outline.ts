/** An outline as a summand of Minkowski sums, with what each sum needs of it; made once for many sums. */

import { isConvex } from './convex-ring.js';
import type { DirectedRing } from './convolution-segments.js';
import type { Ring } from './ring.js';
import { summand } from './sum-boundary.js';

export class SumOutline {
  readonly isConvex: boolean;
  #summand: DirectedRing | null = null;

  /** `ring` is simple, positive and without redundant points; `place` is its place in the sums. */
  constructor(
    readonly ring: Ring,
    readonly place: 1 | 2,
  ) {
    this.isConvex = isConvex(ring);
  }

  get summand(): DirectedRing {
    this.#summand ??= summand(this.ring, this.place);
    return this.#summand;
  }
}

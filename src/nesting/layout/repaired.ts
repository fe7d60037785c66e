/** A layout without the placements that are at fault in the exact check. */

import type { Placement } from '../request.js';
import type { ExactCheck, PlacedOutline } from './exact-check.js';
import { type Layout, placementsOf } from './layout.js';
import type { Problem } from './problem.js';

export interface Repaired {
  readonly layout: Layout;
  readonly placements: readonly Placement[];
  readonly outlines: readonly PlacedOutline[];
}

/** The parts of the placements at fault become unplaced. */
export function repaired(problem: Problem, check: ExactCheck, layout: Layout): Repaired {
  let sound = layout;
  for (;;) {
    const placements = placementsOf(problem, sound);
    const outlines = check.outlines(placements);
    const faults = new Set(check.faults(placements, outlines).map((i) => placements[i]!.index));
    if (faults.size === 0) return { layout: sound, placements, outlines };
    const stays = sound.placed.filter(({ part }) => !faults.has(part.index));
    const goes = sound.placed.filter(({ part }) => faults.has(part.index)).map(({ part }) => part);
    sound = { placed: stays, unplaced: [...sound.unplaced, ...goes] };
  }
}

/**
 * Separation: on a strip of fixed length, passes of guided local search until no items overlap. A pair that stays in
 * overlap weighs more and more until one of the two gives way (Umetani et al. 2009,
 * doi:10.1111/j.1475-3995.2009.00707.x).
 */

import type { Arrangement } from './arrangement.js';
import type { Budget } from './budget.js';
import type { CollisionField } from './collision-field.js';
import { copyOf, reachOf, takenApart } from './compact.js';
import type { SeparatingPlanes } from './separating-planes.js';

export interface Patience {
  /** Passes in a row without a gain of 2 % that make a strike. */
  readonly passes: number;
  readonly strikes: number;
}

export interface Separation {
  readonly outcome: 'separated' | 'failed' | 'stopped';
  /** An exact layout without overlap when separated; else the layout with the least overlap. */
  readonly at: Arrangement;
  /** The final length of the strip: the requested one, up to 1e-4 more, or up to `limit`. */
  readonly length: number;
  readonly loss: number;
  readonly passes: number;
}

const gain = 0.98;
/** The depth up to which an exact clean-up is worth a try, and the fall of the loss before the next try. */
const repairDepth = 8;
const repairGain = 0.7;
/** A layout that is free in single precision may need a hair more length to be exact. */
const stretches = [0, 1e-6, 1e-5, 1e-4];

/**
 * Gardeyn, Vanden Berghe and Wauters 2025, algorithm 9, doi:10.48550/arXiv.2509.13329; the clean-ups by planes are
 * ours. The field holds the first arrangement. `limit`: the length up to which taking shallow overlaps apart may
 * stretch the strip; null where it may not stretch.
 */
export function separate(
  field: CollisionField,
  planes: SeparatingPlanes,
  length: number,
  patience: Patience,
  budget: Budget,
  limit: number | null = null,
): Separation {
  const { call } = field.kernel;
  field.setLength(length, planes.closed);
  let count = call.sweep();
  let best = field.arrangement();
  let least = call.getTotalLoss();
  let triedAt = Infinity;
  let passes = 0;

  const tryRepair = (loss: number): Separation | null => {
    if (count > 0 && (loss > triedAt * repairGain || call.getGreatestDepth() > repairDepth)) return null;
    triedAt = loss;
    const at = field.arrangement();
    if (field.lines) {
      const onto = field.lines.onto(at, length);
      if (!planes.moves.along && !planes.moves.across) return count === 0 ? asItIs(onto) : null;
      const apart = takenApart(planes, { at: onto, length }, limit ?? length, budget.poll);
      return apart && { outcome: 'separated', ...apart, loss: 0, passes };
    }
    if (count > 0 && limit !== null) {
      const apart = takenApart(planes, { at, length }, limit, budget.poll);
      return apart && { outcome: 'separated', ...apart, loss: 0, passes };
    }
    for (const stretch of count > 0 ? [0] : stretches) {
      const trial = copyOf(at);
      if (stretch) for (let i = 0; i < trial.x.length; i++) trial.x[i]! *= 1 + stretch;
      if (!planes.repair(trial, length * (1 + stretch))) continue;
      return { outcome: 'separated', at: trial, length: length * (1 + stretch), loss: 0, passes };
    }
    return null;
  };

  // Items on lines both ways cannot move by less than a step: the layout holds as it is or not at all.
  const asItIs = (at: Arrangement): Separation | null => {
    const reached = reachOf(planes.shapes, planes.itemTypes, at, planes.free);
    if (reached > length * (1 + 1e-9) || !planes.isExact(at, length)) return null;
    return { outcome: 'separated', at, length: reached, loss: 0, passes };
  };

  const done = tryRepair(least);
  if (done) return done;
  for (let strikes = 0; strikes < patience.strikes; ) {
    const before = least;
    for (let idle = 0; idle < patience.passes; ) {
      if (budget.stopped()) return { outcome: 'stopped', at: best, length, loss: least, passes };
      count = field.pass();
      passes++;
      budget.passed();
      const loss = call.getTotalLoss();
      if (loss < least || count === 0) {
        const repaired = tryRepair(loss);
        if (repaired) return repaired;
        best = field.arrangement();
        idle = loss < gain * least ? 0 : idle + 1;
        least = loss;
        // Without overlap in single precision but beyond exact repair: new weights would change nothing.
        if (count === 0) return { outcome: 'failed', at: best, length, loss: 0, passes };
      } else idle++;
      call.reweight();
    }
    strikes = least < gain * before ? 0 : strikes + 1;
    field.put(best);
    call.sweep();
  }
  return { outcome: 'failed', at: best, length, loss: least, passes };
}

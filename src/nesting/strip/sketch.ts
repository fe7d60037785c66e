/**
 * A layout drawn by hand, or taken over from parts of other sizes: its items may overlap a little, or leave gaps. Most of the
 * work of a dense layout is in the neighbours that its parts have found. They still fit after a small change of the parts.
 */
import type { Arrangement } from '../overlap/arrangement.js';
import type { Budget } from '../overlap/budget.js';
import type { CollisionField } from '../overlap/collision-field.js';
import { compact, type Feasible, reachOf } from '../overlap/compact.js';
import { type Patience, separate } from '../overlap/separate.js';
import type { SeparatingPlanes } from '../overlap/separating-planes.js';
import { type ShapeSet, searchHeight } from '../overlap/shapes.js';

/** The sketch is stretched by these shares in turn. One that comes apart at all does so within some passes, mostly about 20. */
const stretches = [0.02, 0.05, 0.1, 0.2];
const mostPasses = 80;
const patience: Patience = { passes: 40, strikes: 1 };

/** Takes the items apart, on a strip as long as that takes. Null: not on one shorter than `longest`. */
export function takenFromSketch(
  field: CollisionField,
  planes: SeparatingPlanes,
  sketch: Arrangement,
  longest: number,
  budget: Budget,
): Feasible | null {
  const { shapes, itemTypes } = planes;
  const reached = reachOf(shapes, itemTypes, sketch);
  for (const stretch of stretches) {
    const length = reached * (1 + stretch);
    if (length >= longest) return null;
    field.put(stretched(shapes, itemTypes, sketch, length / reached));
    field.kernel.call.resetWeights();
    const { outcome, at, length: separated } = separate(field, planes, length, patience, few(budget), longest);
    if (outcome === 'separated') return compact(planes, at, separated, 'rough', budget.poll);
    if (budget.stopped()) return null;
  }
  return null;
}

/** The same budget, which stops after `mostPasses`. */
function few(budget: Budget): Budget {
  let passes = 0;
  return {
    used: () => budget.used(),
    stopped: () => passes >= mostPasses || budget.stopped(),
    poll: () => budget.poll(),
    attempted: () => budget.attempted(),
    passed: () => {
      passes++;
      budget.passed();
    },
  };
}

/** Spreads the items along the strip, and moves those that reach beyond its edges inside. */
function stretched(
  { types }: ShapeSet,
  itemTypes: ArrayLike<number>,
  { x, y, orientation }: Arrangement,
  factor: number,
): Arrangement {
  const at = { x: x.slice(), y: y.slice(), orientation: orientation.slice() };
  for (let i = 0; i < x.length; i++) {
    const box = types[itemTypes[i]!]!.extents[orientation[i]!]!;
    at.x[i] = Math.max(-box.minX, x[i]! * factor);
    at.y[i] = Math.max(-box.minY, Math.min(y[i]!, searchHeight - box.maxY));
  }
  return at;
}

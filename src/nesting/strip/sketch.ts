/**
 * A layout drawn by hand, or taken over from parts of other sizes: its items may overlap a little, or leave gaps. Most of the
 * work of a dense layout is in the neighbours that its parts have found, and these hold for parts of nearly the same shape.
 */
import type { Arrangement } from '../overlap/arrangement.js';
import type { Budget } from '../overlap/budget.js';
import type { CollisionField } from '../overlap/collision-field.js';
import { compact, type Feasible, reachOf } from '../overlap/compact.js';
import { type Patience, separate } from '../overlap/separate.js';
import type { SeparatingPlanes } from '../overlap/separating-planes.js';
import { type ShapeSet, searchHeight } from '../overlap/shapes.js';

/** The sketch is stretched by these shares in turn. One that comes apart at all does so within a few passes. */
const stretches = [0.01, 0.02, 0.04, 0.08, 0.16];
const patience: Patience = { passes: 30, strikes: 1 };

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
    const { outcome, at, length: separated } = separate(field, planes, length, patience, budget, longest);
    if (outcome === 'stopped') return null;
    if (outcome === 'separated') return compact(planes, at, separated, 'rough', budget.poll);
  }
  return null;
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

/** A random start for a search. */
import type { Random } from '../../random.js';
import type { Arrangement } from './arrangement.js';
import type { CollisionField } from './collision-field.js';
import { searchHeight } from './shapes.js';

/** Puts all items anywhere on a strip, in any of their orientations. */
export function scattered({ shapes, itemTypes }: CollisionField, length: number, random: Random): Arrangement {
  const n = itemTypes.length;
  const at = { x: new Float64Array(n), y: new Float64Array(n), orientation: new Int32Array(n) };
  for (let i = 0; i < n; i++) {
    const { orientations, extents } = shapes.types[itemTypes[i]!]!;
    at.orientation[i] = orientations[random.below(orientations.length)]!;
    const box = extents[at.orientation[i]!]!;
    at.x[i] = -box.minX + random.next() * Math.max(0, length - box.maxX + box.minX);
    at.y[i] = -box.minY + random.next() * (searchHeight - box.maxY + box.minY);
  }
  return at;
}

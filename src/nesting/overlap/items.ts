/** The items of an overlap search as its problem states them, in any unit. */
import type { Ring } from '../../geometry/ring.js';

/** One outline in any place; a minimum distance is already part of it (grown by half of it). */
export interface ItemType {
  readonly outline: Ring;
  /** Degrees about the coordinates' origin; at least one. */
  readonly rotations: readonly number[];
}

export interface Items {
  readonly types: readonly ItemType[];
  /** The type of each item. */
  readonly items: ArrayLike<number>;
  /** The height that the items have to fit. */
  readonly height: number;
}

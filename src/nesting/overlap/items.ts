/** The items of an overlap search as its problem gives them, in any unit. */
import type { Ring } from '../../geometry/ring.js';

/** One outline in any place, already grown by half of the minimum distance. */
export interface ItemType {
  readonly outline: Ring;
  /** Openings in which other items may lie (positive rings), shrunk by half of the minimum distance. Default: none. */
  readonly openings?: readonly Ring[];
  /** Degrees about the coordinates' origin; at least one. */
  readonly rotations: readonly number[];
  /** Whether each of these turns the outline over (x to -x) before it rotates it. Default: none does. */
  readonly flipped?: readonly boolean[];
  /** Distance to every other item, beyond the minimum distance; the larger one of a pair holds. Default: 0. */
  readonly spacing?: number;
  /** How far it keeps off the lower and the upper end of the height. Default: 0. */
  readonly gaps?: EndGaps;
}

/** How far an item keeps off both ends of the height that it must fit. */
export interface EndGaps {
  readonly low: number;
  readonly high: number;
}

export interface Items {
  readonly types: readonly ItemType[];
  /** The type of each item. */
  readonly items: ArrayLike<number>;
  /** The height that the items must fit. */
  readonly height: number;
}

/** Where the overlap search lays its items: a strip, or sheets in a row. */
import type { Arrangement } from './arrangement.js';
import type { CollisionField } from './collision-field.js';
import type { Feasible } from './compact.js';
import type { SeparatingPlanes } from './separating-planes.js';

/** An arrangement, with or without overlap, and its limits. */
export interface Bounded<L> {
  readonly at: Arrangement;
  readonly limits: L;
}

/** L: the limits up to which a region may be used. All lengths are in search units. */
export interface Region<L> {
  /** Bound to the items of the region. */
  readonly field: CollisionField;
  readonly planes: SeparatingPlanes;
  /** The best layout, and the limits that it reaches. */
  best(): Bounded<L>;
  /** Whether the region cannot be used any less. */
  readonly isEmpty: boolean;
  /** Limits that use the region less than the best layout does, by a share of that. */
  less(share: number): L;
  /** The length of the search's strip within some limits. */
  lengthOf(limits: L): number;
  /** The length up to which taking shallow overlaps apart may stretch the strip; null: the strip's limits. */
  readonly longest: number | null;
  /**
   * A copy within other limits. All items beyond a cut move by the change of length; the cut lies at `share` of the
   * used part.
   */
  cut(from: Bounded<L>, limits: L, share: number): Arrangement;
  /** Whether a layout that is bad within some limits is about as bad within others. */
  isComparable(before: L, now: L): boolean;
  /** Puts fixed items into their places, and all others within the limits and onto their lines; may change `at`. */
  settle(at: Arrangement, limits: L): Arrangement;
  /** Makes a separated layout exact; null where that fails. */
  repair(separated: Feasible, limits: L): Feasible | null;
  /** Compacts a layout without overlap, and keeps it if it is better than the best. */
  accept(layout: Feasible, limits: L, until: 'rough' | 'fine'): void;
  /** Takes over a better layout found elsewhere, if there is one. */
  adopt(): boolean;
}

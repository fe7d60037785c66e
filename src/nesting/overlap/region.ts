/** Where the overlap search lays its items: a strip, or sheets in a row. */
import type { Arrangement } from './arrangement.js';
import type { CollisionField } from './collision-field.js';
import type { Feasible } from './compact.js';
import type { SeparatingPlanes } from './separating-planes.js';

/** An arrangement, with or without overlap, and the limits to which it keeps or shall keep. */
export interface Bounded<L> {
  readonly at: Arrangement;
  readonly limits: L;
}

/** L: how far a region may be used. All in search units. */
export interface Region<L> {
  /** Bound to the items of the region. */
  readonly field: CollisionField;
  readonly planes: SeparatingPlanes;
  /** The best layout, and how far it uses the region. */
  best(): Bounded<L>;
  /** Whether nothing is left that could be used less. */
  readonly isEmpty: boolean;
  /** Limits within which the region is used less than by the best layout, by a share of that. */
  less(share: number): L;
  /** Where the strip of the search ends within some limits. */
  lengthOf(limits: L): number;
  /** Up to this length the strip may get where shallow overlaps are taken apart; null: no longer than its limits. */
  readonly longest: number | null;
  /** A copy on other limits: everything beyond a cut, at a share of what is used, moves by what is lost or gained. */
  cut(from: Bounded<L>, limits: L, share: number): Arrangement;
  /** Whether a layout that was bad within some limits is about as bad within others. */
  isComparable(before: L, now: L): boolean;
  /** Puts what does not move into its place, and everything else within the limits and onto its lines; may change `at`. */
  settle(at: Arrangement, limits: L): Arrangement;
  /** The exact layout of a separated one; null where there is none. */
  repair(separated: Feasible, limits: L): Feasible | null;
  /** Takes a layout without overlap, compacted, if it is better than the best. */
  accept(layout: Feasible, limits: L, until: 'rough' | 'fine'): void;
  /** Goes on from a better layout found elsewhere, if there is one. */
  adopt(): boolean;
}

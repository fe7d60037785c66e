/** A strip as the overlap search shrinks it: its limits are its length. */
import type { Random } from '../../random.js';
import type { Arrangement } from '../overlap/arrangement.js';
import type { CollisionField } from '../overlap/collision-field.js';
import { compact, copyOf, type Feasible } from '../overlap/compact.js';
import type { Bounded, Region } from '../overlap/region.js';
import type { SeparatingPlanes } from '../overlap/separating-planes.js';
import { isWithin, leastLength, orientationsWithin, searchHeight } from '../overlap/shapes.js';
import { smallestStep } from '../overlap/steps.js';

/** A smaller saving, as a share, is no gain. */
const leastGain = 1e-6;

export interface StripRegionOptions {
  readonly random: Random;
  /** A layout of the pool has to prove itself again on a strip longer by more than this share. */
  readonly outgrown: number;
  /** Called every few milliseconds of a compaction; may throw. */
  readonly poll: () => void;
  /** Called with each layout shorter than the region's best. */
  readonly improved: (best: Feasible) => void;
  /** The best layout of all searches of the strip, if it is shorter than `length`. */
  readonly shorterThan: (length: number) => Feasible | null;
}

export class StripRegion implements Region<number> {
  readonly isEmpty = false;
  readonly #leastLength: number;

  readonly #options: StripRegionOptions;

  constructor(
    readonly field: CollisionField,
    readonly planes: SeparatingPlanes,
    /** The shortest layout so far. */
    public layout: Feasible,
    options: StripRegionOptions,
  ) {
    this.#options = options;
    this.#leastLength = leastLength(field.shapes, field.itemTypes, planes.closed);
  }

  best(): Bounded<number> {
    return { at: this.layout.at, limits: this.layout.length };
  }

  /** On a mapped lattice the strip shortens further, to end on a line. */
  less(share: number): number {
    const length = this.layout.length * (1 - share);
    const { lines } = this.field;
    const less = lines?.isMapped ? Math.floor(length / lines.stepX + leastGain) * lines.stepX : length;
    // This holds for a closed strip as well: an item longer than its period would overlap itself, unchecked.
    return Math.max(less, this.#leastLength);
  }

  lengthOf(length: number): number {
    return length;
  }

  get longest(): number {
    return this.layout.length * (1 - leastGain);
  }

  cut(from: Bounded<number>, length: number, share: number): Arrangement {
    const at = copyOf(from.at);
    const cut = share * from.limits;
    const { shapes, itemTypes, lines } = this.field;
    const way = lines?.upToLine(from.limits - length) ?? from.limits - length;
    for (let i = 0; i < at.x.length; i++) {
      const box = shapes.types[itemTypes[i]!]!.extents[at.orientation[i]!]!;
      if (at.x[i]! > cut) at.x[i]! -= way;
      if (this.planes.closed) at.x[i]! -= Math.floor(at.x[i]! / length) * length;
      else at.x[i] = Math.max(-box.minX, Math.min(at.x[i]!, length - box.maxX));
    }
    return at;
  }

  isComparable(before: number, now: number): boolean {
    return before * (1 - smallestStep) <= now && before * (1 + this.#options.outgrown) >= now;
  }

  settle(at: Arrangement, length: number): Arrangement {
    this.#turnLongItems(at, length);
    return this.field.lines?.onto(at, length) ?? at;
  }

  repair(separated: Feasible): Feasible {
    return separated;
  }

  accept({ at, length }: Feasible, _limits: number, until: 'rough' | 'fine'): void {
    const isFixed = !this.planes.moves.along;
    const compacted = isFixed ? { at, length } : compact(this.planes, at, length, until, this.#options.poll);
    if (compacted.length >= this.layout.length) return;
    this.layout = compacted;
    this.#options.improved(compacted);
  }

  adopt(): boolean {
    const better = this.#options.shorterThan(this.layout.length);
    if (better) this.layout = better;
    return better !== null;
  }

  /** Gives items longer than the strip an orientation that fits. */
  #turnLongItems(at: Arrangement, length: number): void {
    const { shapes, itemTypes } = this.field;
    for (let i = 0; i < at.x.length; i++) {
      const type = shapes.types[itemTypes[i]!]!;
      if (isWithin(type, at.orientation[i]!, length)) continue;
      const within = orientationsWithin(type, length);
      if (within.length === 0) continue;
      at.orientation[i] = within[this.#options.random.below(within.length)]!;
      const box = type.extents[at.orientation[i]!]!;
      at.x[i] = Math.max(-box.minX, Math.min(at.x[i]!, length - box.maxX));
      at.y[i] = Math.max(-box.minY, Math.min(at.y[i]!, searchHeight - box.maxY));
    }
  }
}

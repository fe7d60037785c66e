/**
 * The outlines by which the kernel weighs pairs that have no table yet, each stored when it is first needed. With many
 * types the search would else begin with thousands of tables, most of them for a few dozens of positions.
 */
import { flippedRing } from '../../geometry/orientation.js';
import { positive, type Ring } from '../../geometry/ring.js';
import { cosSin, rotated } from '../../geometry/rotation.js';
import type { Kernel } from '../kernel/kernel.js';
import { type Disc, innerDiscs } from './inner-discs.js';
import { type NoFitPolygons, remembered } from './no-fit-polygons.js';
import { gridToSearch } from './shapes.js';
import { storeOutline } from './store-outline.js';

interface Outline {
  readonly ring: Ring;
  readonly discs: readonly Disc[];
}

export class KernelOutlines {
  readonly #kernel: Kernel;
  readonly #polygons: NoFitPolygons;
  /** By type and side, not rotated, in search units. */
  readonly #outlines = new Map<string, Outline>();
  /** Addresses by type and orientation. */
  readonly #stored = new Map<number, number>();

  constructor(kernel: Kernel, polygons: NoFitPolygons) {
    this.#kernel = kernel;
    this.#polygons = polygons;
  }

  /** The address of the outline of a type (an index into the shape set) at an orientation; 0 until it is stored. */
  knownAt(type: number, orientation: number): number {
    return this.#stored.get(this.#key(type, orientation)) ?? 0;
  }

  /** The same, stored if it is missing. */
  addressOf(type: number, orientation: number): number {
    const known = this.knownAt(type, orientation);
    if (known) return known;
    const degrees = this.#polygons.shapes.angles[orientation]!;
    const { ring, discs } = this.#outlineOf(type, this.#polygons.isFlipped(orientation));
    const [c, s] = cosSin(degrees);
    const turned = discs.map(({ x, y, radius }) => ({ x: c * x - s * y, y: s * x + c * y, radius }));
    const address = storeOutline(this.#kernel, rotated(ring, degrees), turned);
    this.#stored.set(this.#key(type, orientation), address);
    return address;
  }

  #outlineOf(type: number, isFlipped: boolean): Outline {
    return remembered(this.#outlines, `${type} ${isFlipped}`, () => {
      const side = this.#polygons.outline(type);
      const ring = positive(isFlipped ? flippedRing(side) : side).map((value) => value * gridToSearch);
      return { ring, discs: innerDiscs(ring) };
    });
  }

  #key(type: number, orientation: number): number {
    return type * this.#polygons.shapes.angles.length + orientation;
  }
}

/**
 * Sections of a long strip of different parts: each is packed as a strip of its own, and all lie one behind the other. So
 * small parts come between large ones everywhere, and no separation has to move hundreds of parts at once.
 */

import type { Arrangement } from '../overlap/arrangement.js';
import { byArea } from '../overlap/bottom-left.js';
import { type Feasible, reachOf } from '../overlap/compact.js';
import { greatestMargin, type ShapeSet } from '../overlap/shapes.js';

/** Items of a section at most. */
const mostItems = 160;
/** More than any strip is long. */
const endless = 1e9;

/** A section: its items, and the shape set of these alone. */
export interface Section {
  readonly items: Int32Array;
  readonly shapes: ShapeSet;
}

/** An even number of sections, with large and small parts in the same shares. */
export function planSections(shapes: ShapeSet): readonly Section[] {
  const count = 2 * Math.ceil(shapes.itemTypes.length / (2 * mostItems));
  const sections = Array.from({ length: count }, (): number[] => []);
  // every other round goes back, so that no section gets the larger part each time
  byArea(shapes).forEach((item, k) => {
    const at = k % (2 * count);
    sections[at < count ? at : 2 * count - 1 - at]!.push(item);
  });
  return sections.map((items) => ({ items: Int32Array.from(items), shapes: shapesOf(shapes, items) }));
}

function shapesOf(shapes: ShapeSet, items: readonly number[]): ShapeSet {
  const used = [...new Set(items.map((item) => shapes.itemTypes[item]!))].sort((a, b) => a - b);
  const placeOf = new Map(used.map((type, place) => [type, place]));
  const itemTypes = Int32Array.from(items, (item) => placeOf.get(shapes.itemTypes[item]!)!);
  return { ...shapes, types: used.map((type) => shapes.types[type]!), itemTypes };
}

/** The best layouts of sections so far. */
export class SectionLayouts {
  readonly #sections: readonly Section[];
  readonly #margin: number;
  readonly #layouts: (Feasible | null)[];

  constructor(sections: readonly Section[]) {
    this.#sections = sections;
    this.#margin = Math.max(...sections.map(({ shapes }) => greatestMargin(shapes)));
    this.#layouts = sections.map(() => null);
  }

  /** Whether the layout is the best one of its section. */
  put(section: number, layout: Feasible): boolean {
    const before = this.#layouts[section];
    if (before && before.length <= layout.length) return false;
    this.#layouts[section] = layout;
    return true;
  }

  /** Whether each section has a layout. */
  get areComplete(): boolean {
    return this.#layouts.every((layout) => layout !== null);
  }

  /** The smaller, the better: first as few sections as possible without a layout, then the shortest ones. */
  rankOf(sections: readonly number[]): number {
    return sections.reduce((sum, section) => sum + (this.#layouts[section]?.length ?? endless), 0);
  }

  /** Some sections one behind the other. Items of other sections, and of those without a layout, lie nowhere (NaN). */
  joined(sections: readonly number[]): Feasible {
    const n = this.#sections.reduce((sum, { items }) => sum + items.length, 0);
    const at: Arrangement = {
      x: new Float64Array(n).fill(NaN),
      y: new Float64Array(n),
      orientation: new Int32Array(n),
    };
    let start = 0;
    let length = 0;
    for (const section of sections) {
      const layout = this.#layouts[section];
      if (!layout) continue;
      this.#sections[section]!.items.forEach((item, k) => {
        at.x[item] = start + layout.at.x[k]!;
        at.y[item] = layout.at.y[k]!;
        at.orientation[item] = layout.at.orientation[k]!;
      });
      length = start + layout.length;
      start = length + this.#margin;
    }
    return { at, length };
  }

  /** Takes the layouts of sections that were joined. */
  take(sections: readonly number[], at: Arrangement): void {
    for (const section of sections) {
      const { items, shapes } = this.#sections[section]!;
      if (Number.isNaN(at.x[items[0]!])) continue;
      const orientation = Int32Array.from(items, (item) => at.orientation[item]!);
      const begin = Math.min(
        ...Array.from(
          items,
          (item, k) => at.x[item]! + shapes.types[shapes.itemTypes[k]!]!.extents[orientation[k]!]!.minX,
        ),
      );
      const own: Arrangement = {
        x: Float64Array.from(items, (item) => at.x[item]! - begin),
        y: Float64Array.from(items, (item) => at.y[item]!),
        orientation,
      };
      this.put(section, { at: own, length: reachOf(shapes, shapes.itemTypes, own) });
    }
  }
}

/**
 * The first layouts of all sections, one behind the other; null where one has none. Touching items may overlap by a rounding
 * error.
 */
export function rowOfSections(
  sections: readonly Section[],
  constructed: (items: Iterable<number>) => Arrangement | null,
): Arrangement | null {
  const layouts = new SectionLayouts(sections);
  for (const [k, { items }] of sections.entries()) {
    const at = constructed(items);
    if (at === null) return null;
    layouts.take([k], at);
  }
  return layouts.joined([...sections.keys()]).at;
}

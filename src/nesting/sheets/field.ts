/** The shapes, and the known facts about their pairs, which searches over different rows of sheets share. */
import type { Breadth } from '../overlap/breadth.js';
import { CollisionField } from '../overlap/collision-field.js';
import { Costs } from '../overlap/costs.js';
import type { Extent } from '../overlap/shapes.js';
import { mostTypesFor } from '../overlap/table-directory.js';
import type { SheetArrangement } from './arrangement.js';
import { intoSearch } from './convert.js';
import type { SheetLayout, SheetProblem } from './problem.js';
import { RegionPolygons } from './region-polygons.js';
import { prepareSheets, type SheetShapes } from './shapes.js';

export class SheetField {
  readonly shapes: SheetShapes;
  readonly field: CollisionField;
  /** The first layout, in search units: locked items keep their places in it. */
  readonly start: SheetArrangement;

  constructor(
    readonly problem: SheetProblem,
    start: SheetLayout,
    seed: number,
    readonly breadth: Breadth,
    poll: () => void,
    costs = new Costs(),
  ) {
    this.shapes = prepareSheets(problem, poll);
    this.start = intoSearch(problem, this.shapes, start);
    this.field = new CollisionField(
      this.shapes,
      seed,
      poll,
      costs,
      (which) => new RegionPolygons(this.shapes, poll, costs, which),
    );
  }

  /** How many items, at most `most`, can surely move at a time, whatever their types. */
  mostTogether(most: number): number {
    const { types, differences } = this.shapes;
    const bound = mostTypesFor(differences.length);
    return types.length <= bound ? most : Math.min(most, bound);
  }

  /** In search units. */
  sizeOf(sheet: number): { readonly length: number; readonly height: number } {
    const { length, height } = this.problem.kinds[this.problem.sheets[sheet]!]!;
    return { length: length * this.shapes.scale, height: height * this.shapes.scale };
  }

  /** The extent of an item about its reference point; null in a forbidden orientation. */
  extent(item: number, orientation: number): Extent | null {
    return this.shapes.types[this.shapes.itemTypes[item]!]!.extents[orientation] ?? null;
  }
}

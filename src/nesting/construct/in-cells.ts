/**
 * A layout on a grid of square cells: each part goes where all cells that it touches are free and it reaches least far along.
 * It needs no no-fit polygons, of which hundreds of different outlines would need tens of thousands. Parts keep up to a
 * cell more than their distance.
 */

import { grownRound, shrunkMitred } from '../../geometry/offset.js';
import { cellsOutside, rasterOf, type Spans, touchedCells } from '../../geometry/raster.js';
import { type Ring, reversed } from '../../geometry/ring.js';
import type { Layout } from '../layout/layout.js';
import type { Placed } from '../layout/placed.js';
import { type Part, type Problem, roomSlack, type Variant } from '../layout/problem.js';
import type { Sheet, SheetShape } from '../layout/sheet.js';
import { CellGrid } from './cell-grid.js';
import type { Groundwork } from './groundwork.js';
import type { Plan } from './plan.js';

/** With more looks at spans than this, the other parts stay unplaced: a second or two. */
const mostLooks = 3e8;

/** A grid has no more cells than this; what lies behind them along stays free. */
const mostCells = 2 ** 23;

/** The place across counts little beside the reach along, so that parts gather in the corner. */
const acrossWeight = 0.02;

/** Whether parts may lie anywhere on their sheets: on no grid and no fold. */
export function isForCells({ shapes, snaps }: Problem): boolean {
  return !snaps && !shapes.some(({ isOnFold }) => isOnFold);
}

interface Spot {
  readonly key: number;
  readonly column: number;
  readonly row: number;
}

/**
 * Calls `poll` at least every few milliseconds; an error from it ends the construction.
 * @param cellsOfPart cells of the mean part
 */
export function inCells({ problem, choices }: Groundwork, plan: Plan, cellsOfPart: number, poll: () => void): Layout {
  const masks = new Masks(problem, cellsOfPart);
  const fills: (CellFill | undefined)[] = [];
  const fillOf = ({ index, shape }: Sheet): CellFill => {
    fills[index] ??= new CellFill(shape, masks, plan.width);
    return fills[index];
  };
  const placed: Placed[] = [...plan.standing];
  const unplaced: Part[] = [];
  for (const { sheet, variant, along, across } of placed) {
    const fill = fillOf(problem.sheets[sheet]!);
    fill.put(masks.grownAt(variant, along - fill.shape.room.minX, across - fill.shape.room.minY), 0, 0);
  }
  /** Sheets before this index take a variant no more. */
  const firstOpen = new Map<Variant, number>();
  let looks = 0;
  const tryOn = (part: Part, sheet: Sheet, variants: readonly Variant[]): boolean => {
    const fill = fillOf(sheet);
    let best: (Spot & { readonly variant: Variant }) | null = null;
    for (const variant of variants) {
      poll();
      if ((firstOpen.get(variant) ?? 0) > sheet.index) continue;
      const before = fill.looks;
      const spot = fill.best(variant, best?.key ?? Infinity);
      looks += fill.looks - before;
      if (spot) best = { ...spot, variant };
      else if (!best && firstOpen.get(variant) === sheet.index) firstOpen.set(variant, sheet.index + 1);
    }
    if (!best) return false;
    const { variant, column, row } = best;
    const { minX, minY } = sheet.shape.room;
    fill.put(masks.grown(variant), column, row);
    placed.push({
      part,
      variant,
      sheet: sheet.index,
      along: minX + column * masks.cell - variant.box.minX,
      across: minY + row * masks.cell - variant.box.minY,
    });
    return true;
  };
  const stands = new Set(placed.map(({ part }) => part));
  for (const part of plan.order) {
    if (stands.has(part)) continue;
    const wish = plan.orientations[part.index]!;
    const variants = wish >= 0 ? [problem.variant(part.shape, wish)] : choices.of(part.shape);
    for (const variant of variants) if (!firstOpen.has(variant)) firstOpen.set(variant, 0);
    let isPlaced = false;
    const start = Math.min(...variants.map((variant) => firstOpen.get(variant)!));
    for (let index = start; index < problem.sheets.length && looks < mostLooks && !isPlaced; index++) {
      isPlaced = tryOn(part, problem.sheets[index]!, variants);
      // no sheet of its shape takes the part if an empty one does not
      const { shape, isEmpty } = fillOf(problem.sheets[index]!);
      while (!isPlaced && isEmpty && problem.sheets[index + 1]?.shape === shape) index++;
    }
    if (!isPlaced) unplaced.push(part);
  }
  return { placed, unplaced };
}

/** The cells that variants touch. */
class Masks {
  /** The side of a cell, in grid units. */
  readonly cell: number;
  readonly #own = new Map<Variant, Spans>();
  readonly #grown = new Map<Variant, Spans>();
  /** The number of parts of each shape. */
  readonly #copies: Int32Array;

  constructor(
    readonly problem: Problem,
    cellsOfPart: number,
  ) {
    const { parts, shapes } = problem;
    this.#copies = new Int32Array(shapes.length);
    for (const { shape } of parts) this.#copies[shape.index]!++;
    const area = parts.reduce((sum, { shape }) => sum + shape.area, 0) * problem.frame.scale ** 2;
    this.cell = Math.max(1, Math.round(Math.sqrt(area / parts.length / cellsOfPart)));
  }

  hasCopies({ shape }: Variant): boolean {
    return this.#copies[shape.index]! > 1;
  }

  /** From the corner of its box. */
  own(variant: Variant): Spans {
    let own = this.#own.get(variant);
    if (!own) {
      const { box } = variant;
      const touched = touchedCells(moved(this.#outlines(variant), -box.minX, -box.minY), 1 / this.cell);
      // edges reach a hair beyond the box
      own = touched.map((v) => Math.max(0, v));
      this.#own.set(variant, own);
    }
    return own;
  }

  /** The same with the distance to others. */
  grown(variant: Variant): Spans {
    let cells = this.#grown.get(variant);
    if (!cells) {
      cells = this.grownAt(variant, -variant.box.minX, -variant.box.minY);
      this.#grown.set(variant, cells);
    }
    return cells;
  }

  #outlines(variant: Variant): readonly Ring[] {
    return [this.problem.simplified(variant), ...variant.openings];
  }

  /** The same where its reference point lies at a place. */
  grownAt(variant: Variant, along: number, across: number): Spans {
    return touchedCells(
      moved(grown(this.#outlines(variant), this.problem.greatestClearance), along, across),
      1 / this.cell,
    );
  }
}

class CellFill {
  /** By the qualities whose zones are taken in it. */
  readonly #grids = new Map<string, CellGrid>();
  readonly #taken: (readonly [Spans, number, number])[] = [];
  isEmpty = true;
  /** By row: no column before this one takes the variant, since parts are only ever added. */
  readonly #known = new Map<Variant, Int32Array>();
  readonly #columns: number;
  readonly #rows: number;
  readonly #across: number;

  constructor(
    readonly shape: SheetShape,
    readonly masks: Masks,
    width: number,
  ) {
    const { room, outline, holes } = shape;
    const { cell } = masks;
    this.#across = width * (room.maxY - room.minY);
    this.#rows = Math.max(0, Math.ceil(this.#across / cell)) + 1;
    const columns = Math.max(0, Math.ceil((room.maxX - room.minX) / cell)) + 1;
    this.#columns = Math.min(columns, Math.ceil(mostCells / this.#rows));
    if (outline && outline.length > 0) {
      this.#take(cellsOutside(rasterOf(moved(outline, -room.minX, -room.minY), 1 / cell)), 0, 0);
    }
    for (const hole of holes) if (hole.length > 0) this.#take(this.#cellsOf(hole), 0, 0);
  }

  get looks(): number {
    let sum = 0;
    for (const { looks } of this.#grids.values()) sum += looks;
    return sum;
  }

  /** A place at which a variant reaches less far than `least`, and least far; null: there is none. */
  best(variant: Variant, least: number): Spot | null {
    const { cell } = this.masks;
    const { box } = variant;
    const { room } = this.shape;
    const own = this.masks.own(variant);
    const length = box.maxX - box.minX;
    const width = box.maxY - box.minY;
    const grid = this.#gridFor(variant);
    const reach = Math.floor((room.maxX - room.minX - length + roomSlack) / cell);
    const columns = Math.min(reach, this.#columns - 1 - Math.ceil(length / cell)) + 1;
    const rows = Math.floor((this.#across - width + roomSlack) / cell) + 1;
    if (columns <= 0 || rows <= 0) return null;
    let known = this.#known.get(variant);
    if (!known) {
      known = new Int32Array(rows);
      if (this.masks.hasCopies(variant)) this.#known.set(variant, known);
    }
    let best: Spot | null = null;
    let key = least;
    for (let row = 0; row < rows; row++) {
      const beside = length + acrossWeight * (row * cell + width / 2);
      const before = Math.min(columns, Math.ceil((key - beside) / cell));
      if (known[row]! >= before) continue;
      const column = grid.firstFree(own, row, known[row]!, before);
      known[row] = column;
      if (column >= before) continue;
      key = column * cell + beside;
      best = { key, column, row };
    }
    return best;
  }

  put(spans: Spans, column: number, row: number): void {
    this.isEmpty = false;
    this.#take(spans, column, row);
  }

  #take(spans: Spans, column: number, row: number): void {
    this.#taken.push([spans, column, row]);
    for (const grid of this.#grids.values()) grid.put(spans, column, row);
  }

  /** The grid without the zones on which a variant must not lie. */
  #gridFor(variant: Variant): CellGrid {
    const zones = this.shape.zones.filter(({ quality }) => this.masks.problem.sensitive(variant, quality).length > 0);
    const key = zones.map(({ quality }) => quality).join();
    let grid = this.#grids.get(key);
    if (!grid) {
      grid = new CellGrid(this.#columns, this.#rows);
      for (const [spans, column, row] of this.#taken) grid.put(spans, column, row);
      for (const { regions } of zones) for (const region of regions) grid.put(this.#cellsOf(region), 0, 0);
      this.#grids.set(key, grid);
    }
    return grid;
  }

  #cellsOf(rings: readonly Ring[]): Spans {
    const { room } = this.shape;
    return touchedCells(moved(rings, -room.minX, -room.minY), 1 / this.masks.cell);
  }
}

const moved = (rings: readonly Ring[], along: number, across: number): readonly Ring[] =>
  rings.map((ring) => ring.map((v, i) => v + (i % 2 === 0 ? along : across)));

/** Outlines with a distance to others, of which openings are so much smaller. */
function grown([outline, ...openings]: readonly Ring[], distance: number): readonly Ring[] {
  if (distance <= 0) return [outline!, ...openings];
  const smaller = openings.flatMap((opening) => shrunkMitred(reversed(opening), distance).map(reversed));
  return [...grownRound(outline!, distance), ...smaller];
}

/**
 * A layout on cells: each part goes where all cells that it touches are free and it reaches least far along.
 * It needs no no-fit polygons, of which hundreds of different outlines would need tens of thousands. Parts keep up to a
 * cell more than their distance.
 */

import { cellsOutside, rasterOf, type Spans } from '../../geometry/raster.js';
import type { Ring } from '../../geometry/ring.js';
import type { Layout } from '../layout/layout.js';
import type { Placed } from '../layout/placed.js';
import { type Part, type Problem, roomSlack, type Variant } from '../layout/problem.js';
import type { Sheet, SheetShape } from '../layout/sheet.js';
import { CellGrid } from './cell-grid.js';
import { type Mask, Masks, stepsOf } from './cell-masks.js';
import type { Groundwork } from './groundwork.js';
import type { Plan } from './plan.js';

/** With more looks at spans than this, the other parts stay unplaced: a second or two. */
const mostLooks = 3e8;

/** A grid has no more cells than this; what lies behind them along stays free. */
const mostCells = 2 ** 23;

/** The place across counts little beside the reach along, so that parts gather in the corner. */
const acrossWeight = 0.02;

/** Whether no grid keeps half parts off their folds, and a grid has the same steps on all sheets. */
export function isForCells(problem: Problem): boolean {
  if (problem.snaps && problem.shapes.some(({ isOnFold }) => isOnFold)) return false;
  return stepsOf(problem, 'along').size <= 1 && stepsOf(problem, 'across').size <= 1;
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
    fillOf(problem.sheets[sheet]!).stand(variant, along, across);
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
    placed.push({ part, variant: best.variant, sheet: sheet.index, ...fill.put(best.variant, best) });
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

class CellFill {
  /** By the qualities whose zones are taken in it. */
  readonly #grids = new Map<string, CellGrid>();
  readonly #taken: (readonly [Spans, number, number])[] = [];
  readonly #masks = new Map<Variant, Mask>();
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
    this.#across = width * (room.maxY - room.minY);
    this.#rows = Math.max(0, Math.ceil(this.#across / masks.cellAcross)) + 1;
    const columns = Math.max(0, Math.ceil((room.maxX - room.minX) / masks.cellAlong)) + 1;
    this.#columns = Math.min(columns, Math.ceil(mostCells / this.#rows));
    if (outline && outline.length > 0) {
      this.#take(cellsOutside(rasterOf(masks.inCells(outline, -room.minX, -room.minY))), 0, 0);
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
    const { box } = variant;
    const { room } = this.shape;
    const { along, across, cells } = this.#maskOf(variant);
    const length = along.offset + box.maxX - box.minX;
    const width = across.offset + box.maxY - box.minY;
    const grid = this.#gridFor(variant);
    const reach = Math.floor((room.maxX - room.minX - length + roomSlack) / along.cell);
    const columns = Math.min(reach, this.#columns - 1 - Math.ceil(length / along.cell)) + 1;
    const rows = Math.floor((this.#across - width + roomSlack) / across.cell) + 1;
    if (columns <= 0 || rows <= 0 || !hasFold(this.shape, variant)) return null;
    let known = this.#known.get(variant);
    if (!known) {
      known = new Int32Array(rows).fill(along.first);
      if (this.masks.hasCopies(variant)) this.#known.set(variant, known);
    }
    let best: Spot | null = null;
    let key = least;
    for (let row = across.first; row < rows; row += across.period) {
      const beside = length + acrossWeight * (row * across.cell + width / 2);
      const before = Math.min(columns, Math.ceil((key - beside) / along.cell));
      let column = known[row]!;
      while (column < before) {
        const free = grid.firstFree(cells.own, row, column, before);
        column = along.next(free);
        if (column === free) break;
      }
      known[row] = column;
      if (column >= before) continue;
      key = column * along.cell + beside;
      best = { key, column, row };
    }
    return best;
  }

  /** Takes the cells of a variant. Returns the place of its reference point. */
  put(variant: Variant, { column, row }: Spot): Pick<Placed, 'along' | 'across'> {
    const { along, across, cells } = this.#maskOf(variant);
    this.isEmpty = false;
    this.#take(cells.grown(), column, row);
    return { along: along.at(column), across: across.at(row) };
  }

  /** Takes the cells of a part that lies at any place. */
  stand(variant: Variant, along: number, across: number): void {
    const { room } = this.shape;
    this.isEmpty = false;
    this.#take(this.masks.grownAt(variant, along - room.minX, across - room.minY), 0, 0);
  }

  #maskOf(variant: Variant): Mask {
    let mask = this.#masks.get(variant);
    if (!mask) {
      mask = this.masks.of(variant, this.shape);
      this.#masks.set(variant, mask);
    }
    return mask;
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
    return this.masks.cellsAt(rings, -room.minX, -room.minY);
  }
}

/** Whether a sheet has the fold on which a half part lies. */
function hasFold({ folds }: SheetShape, { shape, fold }: Variant): boolean {
  return !shape.isOnFold || (fold !== null && folds[fold]);
}

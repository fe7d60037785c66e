/** The places of a variant on the cells of a sheet, on one axis: on a grid only those of the grid, on a fold only one. */

import type { GridAxis } from '../../geometry/grid-axis.js';

/** A variant may lie so far before the edge of its sheet, by rounding (grid units). */
const slack = 0.25;

/** The side of a cell near `side` of which the step of a grid is a multiple, or a fraction. A step of 0 is no grid. */
export function commensurate(side: number, step: number): number {
  if (step <= 0) return side;
  return step >= side ? step / Math.round(step / side) : step * Math.round(side / step);
}

export class CellAxis {
  /** From the corner of a cell to that of the box. */
  readonly offset: number;
  readonly first: number;

  private constructor(
    readonly cell: number,
    least: number,
    readonly start: number,
    /** From one place to the next. */
    readonly period: number,
  ) {
    const distance = Math.max(0, start - least);
    this.first = Math.floor(distance / cell);
    this.offset = distance - this.first * cell;
  }

  /**
   * All places on a grid.
   * @param cell commensurate with the step of the grid
   * @param least of the reference point on the sheet
   * @param anchor the point that lies on the grid, relative to the reference point
   */
  static onGrid(cell: number, least: number, grid: GridAxis | null, anchor: number): CellAxis {
    if (!grid) return new CellAxis(cell, least, least, 1);
    return new CellAxis(cell, least, firstOn(grid, least, anchor), Math.max(1, Math.round(grid.step / cell)));
  }

  /** One place only. */
  static at(cell: number, least: number, place: number): CellAxis {
    return new CellAxis(cell, least, place, Infinity);
  }

  /** The first place from a column on, where there are many. */
  next(column: number): number {
    const over = column - this.first;
    return over <= 0 ? this.first : this.first + Math.ceil(over / this.period) * this.period;
  }

  /** The reference point at a place. */
  at(column: number): number {
    return this.start + (column - this.first) * this.cell;
  }
}

/** The first position of the reference point at which the anchor is on the grid. */
function firstOn({ origin, step }: GridAxis, least: number, anchor: number): number {
  return origin + Math.ceil((least - slack + anchor - origin) / step) * step - anchor;
}

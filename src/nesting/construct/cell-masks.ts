/** The cells that variants touch, at the places that they may have on a sheet. */

import { grownRound, shrunkMitred } from '../../geometry/offset.js';
import { type Spans, touchedCells } from '../../geometry/raster.js';
import { type Ring, reversed } from '../../geometry/ring.js';
import type { Problem, Variant } from '../layout/problem.js';
import type { SheetShape } from '../layout/sheet.js';
import { CellAxis, commensurate } from './cell-axis.js';

/** The different steps of the sheets on an axis; 0: no grid. */
export function stepsOf({ sheets, snaps }: Problem, axis: 'along' | 'across'): ReadonlySet<number> {
  return new Set(snaps ? sheets.map(({ shape }) => shape[axis]?.step ?? 0) : []);
}

/** A variant on the cells of a sheet. */
export interface Mask {
  readonly along: CellAxis;
  readonly across: CellAxis;
  readonly cells: MaskCells;
}

/** The cells that a variant touches, from that of the corner of its box. */
export interface MaskCells {
  readonly own: Spans;
  /** With the distance to others. */
  readonly grown: () => Spans;
}

export class Masks {
  /** The sides of a cell, in grid units. */
  readonly cellAlong: number;
  readonly cellAcross: number;
  readonly #known = new Map<Variant, Map<string, MaskCells>>();
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
    const side = Math.max(1, Math.round(Math.sqrt(area / parts.length / cellsOfPart)));
    const cellOn = (axis: 'along' | 'across'): number => commensurate(side, [...stepsOf(problem, axis)][0] ?? 0);
    this.cellAlong = cellOn('along');
    this.cellAcross = cellOn('across');
  }

  hasCopies({ shape }: Variant): boolean {
    return this.#copies[shape.index]! > 1;
  }

  /** On a sheet. */
  of(variant: Variant, { room, along, across }: SheetShape): Mask {
    const { box, anchor, held, fold } = variant;
    const least = room.minY - box.minY;
    const places = {
      along: CellAxis.onGrid(this.cellAlong, room.minX - box.minX, held[0] ? along : null, anchor[0]),
      across: fold
        ? CellAxis.at(this.cellAcross, least, fold === 'low' ? least : room.maxY - box.maxY)
        : CellAxis.onGrid(this.cellAcross, least, held[1] ? across : null, anchor[1]),
    };
    const [x, y] = [places.along.offset - box.minX, places.across.offset - box.minY];
    const key = `${places.along.offset},${places.across.offset}`;
    const known = this.#known.get(variant) ?? new Map<string, MaskCells>();
    this.#known.set(variant, known);
    let cells = known.get(key);
    if (!cells) {
      let grown: Spans | null = null;
      cells = {
        // edges reach a hair beyond the box
        own: this.cellsAt(this.#outlines(variant), x, y).map((v) => Math.max(0, v)),
        grown: () => {
          grown ??= this.grownAt(variant, x, y);
          return grown;
        },
      };
      known.set(key, cells);
    }
    return { ...places, cells };
  }

  #outlines(variant: Variant): readonly Ring[] {
    return [this.problem.simplified(variant), ...variant.openings];
  }

  /** A variant with the distance to others, where its reference point lies at a place. */
  grownAt(variant: Variant, along: number, across: number): Spans {
    return this.cellsAt(grown(this.#outlines(variant), this.problem.greatestClearance), along, across);
  }

  /** The cells that outlines touch, moved by so much. */
  cellsAt(rings: readonly Ring[], along: number, across: number): Spans {
    return touchedCells(this.inCells(rings, along, across));
  }

  /** Outlines in units of cells, moved by so much. */
  inCells(rings: readonly Ring[], along: number, across: number): readonly Ring[] {
    return rings.map((ring) =>
      ring.map((v, i) => (i % 2 === 0 ? (v + along) / this.cellAlong : (v + across) / this.cellAcross)),
    );
  }
}

/** Outlines with a distance to others, of which openings are so much smaller. */
function grown([outline, ...openings]: readonly Ring[], distance: number): readonly Ring[] {
  if (distance <= 0) return [outline!, ...openings];
  const smaller = openings.flatMap((opening) => shrunkMitred(reversed(opening), distance).map(reversed));
  return [...grownRound(outline!, distance), ...smaller];
}

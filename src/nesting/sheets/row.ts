/**
 * Sheets in a row with walls between them: one strip for the kernel, on which the overlap search moves parts between
 * sheets. Obstacles, locked parts, walls and ceilings are fixed items. Walls and ceilings close off the unusable part
 * of a sheet. The strip ends with the last sheet.
 */
import type { Arrangement } from '../overlap/arrangement.js';
import { reachOf } from '../overlap/compact.js';
import type { Lines } from '../overlap/lines.js';
import { SeparatingPlanes } from '../overlap/separating-planes.js';
import { searchHeight } from '../overlap/shapes.js';
import type { SheetArrangement } from './arrangement.js';
import type { SheetField } from './field.js';
import { linesOfRow, offersOfRow, startOnLines } from './lines.js';

/** The usable part of a sheet, from its corner, in search units. */
export interface Limit {
  readonly length: number;
  readonly height: number;
}

/** The x of unneeded walls. */
const away = -1e6;

/** The start of a sheet in the row, and the fixed items that close it off. */
interface Place {
  readonly start: number;
  /** The way from its end to the next sheet; walls close it. */
  readonly gap: number;
  readonly ceiling: number;
  readonly ceilingHalf: number;
  readonly walls: readonly number[];
  readonly wallWidth: number;
  readonly whole: Limit;
}

export class Row {
  readonly planes: SeparatingPlanes;
  readonly #places: readonly Place[];
  readonly #types: Int32Array;
  readonly #lines: Lines | null;
  readonly #fixed: { readonly x: number; readonly y: number; readonly orientation: number }[] = [];

  /** Binds the field to the items of `members` and to the obstacles of `sheets`. */
  constructor(
    readonly base: SheetField,
    readonly sheets: readonly number[],
    readonly members: readonly number[],
  ) {
    const { shapes, problem, field } = base;
    const fixedTypes: number[] = [];
    const fix = (type: number, x: number, y: number, orientation = 0): number => {
      fixedTypes.push(type);
      return members.length + this.#fixed.push({ x, y, orientation }) - 1;
    };
    const locked = problem.items.map((_, item) => item).filter((item) => problem.locked[item]);
    let start = 0;
    this.#places = sheets.map((sheet, k): Place => {
      const whole = base.sizeOf(sheet);
      const kind = problem.sheets[sheet]!;
      for (const { type, x, y } of shapes.obstacles[kind]!) fix(type, start + x, y);
      for (const item of locked) {
        if (base.start.sheet[item] !== sheet) continue;
        fix(shapes.itemTypes[item]!, start + base.start.x[item]!, base.start.y[item]!, base.start.orientation[item]!);
      }
      const { wall, width, ceiling } = shapes.closures[kind]!;
      const next = sheets[k + 1];
      const end = start + whole.length;
      const gap = next === undefined ? 0 : startOnLines(base, sheets[0]!, next, end + width) - end;
      const place = {
        start,
        gap,
        whole,
        ceiling: fix(ceiling, start + whole.length / 2, 0),
        ceilingHalf: shapes.types[ceiling]!.extents[0]!.maxY,
        walls:
          gap === 0 ? [] : Array.from({ length: Math.ceil((whole.length + gap) / width) }, () => fix(wall, away, 0)),
        wallWidth: width,
      };
      start = end + gap;
      return place;
    });
    this.#types = Int32Array.from([...members.map((item) => shapes.itemTypes[item]!), ...fixedTypes]);
    field.bind(this.#types, members.length);
    this.planes = new SeparatingPlanes(shapes, base.field.polygons, this.#types, members.length);
    this.#lines = linesOfRow(base, sheets[0]!, this.#types, members);
    field.keepTo(this.#lines);
    this.planes.keepTo(this.#lines);
    const offers = offersOfRow(base, members);
    if (!offers) return;
    const stretches = this.#places.map((place, k) => offers.stretch(place.start, problem.sheets[sheets[k]!]!));
    field.offer(offers.anchors, stretches);
  }

  /** Index of the last sheet of the row. */
  get last(): number {
    return this.sheets.length - 1;
  }

  get whole(): readonly Limit[] {
    return this.#places.map(({ whole }) => whole);
  }

  start(k: number): number {
    return this.#places[k]!.start;
  }

  /** The length of the strip up to the limit of the last sheet. */
  lengthTo(limits: readonly Limit[]): number {
    return this.start(this.last) + limits[this.last]!.length;
  }

  /** The members in their places of a layout; `random` scatters members on none of the row's sheets. */
  arrangement(layout: SheetArrangement, limits: readonly Limit[], random: () => number): Arrangement {
    const n = this.#types.length;
    const at = { x: new Float64Array(n), y: new Float64Array(n), orientation: new Int32Array(n) };
    this.members.forEach((item, i) => {
      const k = this.sheets.indexOf(layout.sheet[item]!);
      at.orientation[i] = layout.orientation[item]!;
      if (k >= 0) {
        at.x[i] = this.start(k) + layout.x[item]!;
        at.y[i] = layout.y[item]!;
      } else {
        const orientations = this.base.shapes.types[this.#types[i]!]!.orientations;
        if (!this.base.extent(item, at.orientation[i]!)) at.orientation[i] = orientations[0]!;
        at.x[i] = random() * this.lengthTo(limits);
        at.y[i] = random() * searchHeight;
      }
    });
    this.settle(at, limits);
    return at;
  }

  /** Puts fixed items into their places, and every member within the strip, on its lines if it has any. */
  settle(at: Arrangement, limits: readonly Limit[]): void {
    const free = this.members.length;
    this.#fixed.forEach(({ x, y, orientation }, i) => {
      at.x[free + i] = x;
      at.y[free + i] = y;
      at.orientation[free + i] = orientation;
    });
    this.#places.forEach(({ start, gap, ceiling, ceilingHalf, walls, wallWidth, whole }, k) => {
      const { length, height } = limits[k]!;
      at.y[ceiling] = height + ceilingHalf;
      const closed = whole.length + gap - length;
      const needed = Math.ceil(closed / wallWidth - 1e-9);
      walls.forEach((wall, w) => {
        at.y[wall] = searchHeight / 2;
        if (w >= needed) at.x[wall] = away;
        // The last wall ends with the gap to the next sheet.
        else at.x[wall] = start + length + wallWidth / 2 + Math.min(w * wallWidth, closed - wallWidth);
      });
    });
    const length = this.lengthTo(limits);
    for (let i = 0; i < free; i++) {
      const box = this.base.shapes.types[this.#types[i]!]!.extents[at.orientation[i]!]!;
      at.x[i] = within(at.x[i]!, -box.minX, length - box.maxX);
      at.y[i] = within(at.y[i]!, -box.minY, searchHeight - box.maxY);
    }
    if (!this.#lines) return;
    const onto = this.#lines.onto(at, length);
    at.x.set(onto.x);
    at.y.set(onto.y);
  }

  /** Moves members, unless they lie on lines, until none overlap within the limits; false when that fails. */
  repair(at: Arrangement, limits: readonly Limit[]): boolean {
    this.settle(at, limits);
    const length = this.lengthTo(limits);
    // A part longer than a lone sheet would stick out at both ends.
    const isTooLong = this.members.some((item, i) => {
      const box = this.base.extent(item, at.orientation[i]!)!;
      return box.maxX - box.minX > length * (1 + 1e-7);
    });
    if (isTooLong) return false;
    return this.#lines ? this.#liesWithin(at, length) : this.planes.repair(at, length);
  }

  #liesWithin(at: Arrangement, length: number): boolean {
    const reach = reachOf(this.base.shapes, this.#types, at, this.members.length);
    return reach <= length * (1 + 1e-9) && this.planes.isExact(at, length);
  }

  /** Index into `sheets` of the sheet on which member i lies. */
  sheetOf(at: Arrangement, i: number): number {
    let k = this.last;
    while (k > 0 && at.x[i]! < this.start(k)) k--;
    return k;
  }

  /** Writes the members' places into a layout. */
  write(at: Arrangement, layout: SheetArrangement): void {
    this.members.forEach((item, i) => {
      const k = this.sheetOf(at, i);
      layout.sheet[item] = this.sheets[k]!;
      layout.x[item] = at.x[i]! - this.start(k);
      layout.y[item] = at.y[i]!;
      layout.orientation[item] = at.orientation[i]!;
    });
  }
}

function within(value: number, low: number, high: number): number {
  return low > high ? (low + high) / 2 : Math.min(high, Math.max(low, value));
}

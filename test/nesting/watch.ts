/** Watches a collision field. Every pass and every sweep must keep its promises, whatever moves the items. */

import * as assert from 'uvu/assert';
import { cosSin } from '../../src/geometry/rotation.js';
import { Kernel } from '../../src/nesting/kernel/kernel.js';
import type { Arrangement } from '../../src/nesting/overlap/arrangement.js';
import type { CollisionField } from '../../src/nesting/overlap/collision-field.js';
import { collisionTable } from '../../src/nesting/overlap/collision-table.js';
import type { Lines } from '../../src/nesting/overlap/lines.js';
import { type ShapeSet, searchHeight } from '../../src/nesting/overlap/shapes.js';
import { storeTable } from '../../src/nesting/overlap/store-table.js';
import { type OverlappingPair, overlappingPairs } from './overlapping-pairs.js';

/** The rounding error of single precision, up to the length of these strips. */
const rounding = 2e-3;
/** The kernel's own limits. */
const touching = Math.fround(1e-3);
const overlapFloor = Math.fround(0.01);
const greatestWeight = 1e6;
const f = Math.fround;

export interface Strip {
  readonly length: number;
  readonly closed: boolean;
  /** An item without room between two lines sticks out. */
  readonly lines?: Lines | null;
  /** The share of the length by which items may stick out. */
  readonly overhang?: number;
}

/** Asserts that all items up to `count` lie in a strip, in allowed orientations. */
export function assertInside(
  shapes: ShapeSet,
  itemTypes: Int32Array,
  at: Arrangement,
  { length, closed, lines = null, overhang = 0 }: Strip,
  count = itemTypes.length,
): void {
  for (let i = 0; i < count; i++) {
    const type = shapes.types[itemTypes[i]!]!;
    assert.ok(type.orientations.includes(at.orientation[i]!), `item ${i} has an orientation that its type lacks`);
    const extent = type.extents[at.orientation[i]!]!;
    const { minX, minY, maxX, maxY } = extent;
    const where = `item ${i} (${JSON.stringify(extent)}) at ${at.x[i]}, ${at.y[i]} on a strip of ${length}`;
    // An item higher than the strip lies in its middle.
    const over = Math.max(0, maxY - minY - searchHeight);
    assert.ok(at.y[i]! + minY >= -rounding - over && at.y[i]! + maxY <= searchHeight + rounding + over, where);
    const hasLine = !lines?.stepX || length - maxX + minX >= lines.stepX;
    const tooLong = hasLine ? Math.max(0, maxX - minX - length) + overhang * length : Infinity;
    if (closed) assert.ok(at.x[i]! >= -rounding && at.x[i]! <= length + rounding, where);
    else assert.ok(at.x[i]! + minX >= -rounding - tooLong && at.x[i]! + maxX <= length + rounding + tooLong, where);
  }
}

/** Asserts that the first `count` items lie on their lines. */
export function assertOnLines(shapes: ShapeSet, lines: Lines, at: Arrangement, count: number): void {
  for (let i = 0; i < count; i++) {
    const crossing = 2 * (i * shapes.angles.length + at.orientation[i]!);
    for (const [value, step, line] of [
      [at.x[i]!, lines.stepX, lines.crossings[crossing]!],
      [at.y[i]!, lines.stepY, lines.crossings[crossing + 1]!],
    ] as const) {
      if (step === 0) continue;
      const off = Math.abs(value - line - Math.round((value - line) / step) * step);
      assert.ok(off < rounding, `item ${i} at ${value} is off its lines (from ${line} in steps of ${step}) by ${off}`);
    }
  }
}

/** Asserts that items from `first` on keep their places to the last bit. */
export function assertUnmoved(before: Arrangement, after: Arrangement, first: number): void {
  const those = ({ x, y, orientation }: Arrangement) => [
    Array.from(x.slice(first), f),
    Array.from(y.slice(first), f),
    Array.from(orientation.slice(first)),
  ];
  assert.equal(those(after), those(before));
}

/** Overlaps of items, from fresh tables. */
class Overlaps {
  readonly #kernel = new Kernel(
    () => assert.unreachable('the kernel asks for a table'),
    () => assert.unreachable('the kernel asks for an outline'),
    () => assert.unreachable('the kernel weighs outlines'),
  );
  readonly #tables = new Map<number, number>();

  readonly #field: CollisionField;

  constructor(field: CollisionField) {
    this.#field = field;
  }

  /** Calculates like the kernel, in single precision, so that both agree to the last bit. */
  loss(at: Arrangement, { length, closed }: Strip, i: number, k: number): number {
    const { shapes, itemTypes } = this.#field;
    const [first, second] = itemTypes[i]! <= itemTypes[k]! ? [i, k] : [k, i];
    const from = at.orientation[first]!;
    const difference = shapes.differenceOf[from * shapes.angles.length + at.orientation[second]!]!;
    const [c, s] = cosSin(shapes.angles[from]!).map(f) as [number, number];
    let dx = f(f(at.x[k]!) - f(at.x[i]!));
    if (closed) dx = f(dx - f(nearest(f(dx * f(1 / f(length)))) * f(length)));
    const dy = f(f(at.y[k]!) - f(at.y[i]!));
    const [x, y] = first === i ? [dx, dy] : [-dx, -dy];
    const table = this.#table(itemTypes[first]!, itemTypes[second]!, difference);
    const depth = this.#kernel.call.depthOf(table, f(f(x * c) + f(y * s)), f(f(y * c) - f(x * s)));
    if (depth <= touching) return 0;
    const types = [first, second].map((item) => shapes.types[itemTypes[item]!]!);
    const diameter = Math.max(...types.map((type) => f(type.diameter)));
    const width = Math.min(...types.map((type) => f(Math.sqrt(type.hullArea))));
    return f(f(depth + f(overlapFloor * diameter)) * width);
  }

  #table(typeA: number, typeB: number, difference: number): number {
    const { plainPolygons, resolution } = this.#field;
    const key = plainPolygons.key(typeA, typeB, difference);
    let table = this.#tables.get(key);
    if (table === undefined) {
      table = storeTable(this.#kernel, collisionTable(plainPolygons.get(typeA, typeB, difference), resolution)).address;
      this.#tables.set(key, table);
    }
    return table;
  }
}

/** Rounds to the nearest whole number, halves to the even one. */
function nearest(value: number): number {
  const rounded = Math.round(value);
  return Math.abs(value % 1) === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded;
}

export class Watch {
  /** The share of the length by which items may stick out. An item from a longer strip sticks out until it moves. */
  overhang = 0;
  /** The number of looks so far. */
  looks = 0;
  #strip: Strip = { length: 0, closed: false };
  #put: Arrangement | null = null;
  readonly #overlaps: Overlaps;

  readonly #field: CollisionField;
  readonly #listed: (count: number) => OverlappingPair[];

  /** Looks at the field after each pass from now on. */
  constructor(field: CollisionField) {
    this.#field = field;
    this.#overlaps = new Overlaps(field);
    this.#listed = overlappingPairs(field);
    const { put, pass, setLength, bind } = field;
    field.setLength = (length, closed) => {
      this.#strip = { length, closed };
      setLength.call(field, length, closed);
    };
    field.put = (at) => {
      this.#put = { x: at.x.slice(), y: at.y.slice(), orientation: at.orientation.slice() };
      put.call(field, at);
    };
    field.bind = (itemTypes, free) => {
      bind.call(field, itemTypes, free);
      this.#put = null;
      for (let i = 0; i < field.items; i++) assert.is(field.weightOf(i, (i + 1) % field.items), 1);
    };
    field.pass = () => {
      const count = pass.call(field);
      this.look(count);
      return count;
    };
  }

  /** Looks at the field after a pass or a sweep that found `count` overlapping pairs. */
  look(count: number): void {
    this.looks++;
    const field = this.#field;
    const at = field.arrangement();
    const { overhang } = this;
    assertInside(field.shapes, field.itemTypes, at, { ...this.#strip, lines: field.lines, overhang }, field.freeItems);
    if (field.lines) assertOnLines(field.shapes, field.lines, at, field.freeItems);
    if (this.#put) assertUnmoved(this.#put, at, field.freeItems);
    this.#assertWeights();
    this.#assertTables();
    this.#assertLosses(at, count);
  }

  #assertWeights(): void {
    const field = this.#field;
    for (let i = 0; i < field.items; i++) {
      for (let k = 0; k <= i; k++) {
        const weight = field.weightOf(i, k);
        assert.ok(weight >= 1 && weight <= greatestWeight, `${i} and ${k} weigh ${weight}`);
        assert.is(field.weightOf(k, i), weight);
      }
    }
  }

  /** The directory has all existing tables of the bound types, and no others. */
  #assertTables(): void {
    const field = this.#field;
    const { shapes, tables, polygons } = field;
    const stored = [...tables.values()];
    assert.is(new Set(stored.map(({ address }) => address)).size, stored.length);
    assert.is(
      stored.reduce((sum, { bytes }) => sum + bytes, 0),
      field.bytesOfTables,
    );
    assert.is(field.costs.tablesMade - field.costs.tablesDropped, stored.length);
    const bound = [...new Set(field.itemTypes)];
    for (const a of bound) {
      for (const b of bound.filter((type) => type >= a)) {
        for (const d of shapes.differences.keys()) {
          assert.is(field.tableFor(a, b, d), tables.get(polygons.key(a, b, d))?.address ?? 0);
        }
      }
    }
  }

  #assertLosses(at: Arrangement, count: number): void {
    const field = this.#field;
    let total = 0;
    const pairs: OverlappingPair[] = [];
    for (let first = 0; first < field.freeItems; first++) {
      for (let second = first + 1; second < field.items; second++) {
        if (this.#isNear(at, first, second)) this.#assertTableOf(at, first, second);
        const loss = this.#overlaps.loss(at, this.#strip, first, second);
        if (loss === 0) continue;
        pairs.push({ first, second, loss });
        total = f(total + loss);
      }
    }
    assert.equal(this.#listed(count), pairs.slice(0, count));
    assert.is(count, Math.min(pairs.length, 16 * Math.max(4, Math.ceil(field.items / 4) * 4)));
    assert.is(field.kernel.call.getTotalLoss(), total);
  }

  /** Whether a sweep looks at a pair: boxes about the reference points meet, by more than rounding. */
  #isNear(at: Arrangement, i: number, k: number): boolean {
    const { shapes, itemTypes } = this.#field;
    const { length, closed } = this.#strip;
    const half = (item: number) => {
      const { extents, margin } = shapes.types[itemTypes[item]!]!;
      const { minX, minY, maxX, maxY } = extents[at.orientation[item]!]!;
      return { x: Math.max(-minX, maxX) + margin, y: Math.max(-minY, maxY) + margin };
    };
    const apart = Math.abs(at.x[k]! - at.x[i]!);
    const dx = closed ? Math.min(apart, Math.abs(length - apart)) : apart;
    const dy = Math.abs(at.y[k]! - at.y[i]!);
    return dx < half(i).x + half(k).x - rounding && dy < half(i).y + half(k).y - rounding;
  }

  /** Asserts that the pair has a table, by which the sweep looked at it. */
  #assertTableOf(at: Arrangement, i: number, k: number): void {
    const { shapes, itemTypes } = this.#field;
    const [first, second] = itemTypes[i]! <= itemTypes[k]! ? [i, k] : [k, i];
    const from = at.orientation[first]! * shapes.angles.length;
    const difference = shapes.differenceOf[from + at.orientation[second]!]!;
    assert.ok(this.#field.tableFor(itemTypes[first]!, itemTypes[second]!, difference) !== 0);
  }
}

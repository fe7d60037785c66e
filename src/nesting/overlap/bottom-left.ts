/**
 * The start of the search: bottom-left fill on touching positions. Each shape has one heap of candidate positions,
 * ordered by the x they reach. A taken candidate is dropped for good, since parts are only added. (The rule of touching
 * positions: Burke, Hellier, Kendall and Whitwell 2006, doi:10.1287/opre.1060.0293.)
 */

import { cosSin } from '../../geometry/rotation.js';
import type { Arrangement } from './arrangement.js';
import { isInside, isTouching, type NoFitPolygons } from './no-fit-polygons.js';
import { greatestMargin, lengthAt, type ShapeSet, searchHeight } from './shapes.js';

interface Candidates {
  readonly type: number;
  readonly orientation: number;
  /** A binary heap of (key, x, y) by key. */
  readonly heap: number[];
}

/** Places the items of `order`, beside the items of `standing`, which have their places already. */
export function bottomLeft(
  shapes: ShapeSet,
  polygons: NoFitPolygons,
  order: readonly number[],
  poll: () => void,
  standing: { readonly at: Arrangement; readonly items: readonly number[] } | null = null,
): Arrangement {
  const n = shapes.itemTypes.length;
  const result = standing?.at ?? { x: new Float64Array(n), y: new Float64Array(n), orientation: new Int32Array(n) };
  const left = new Map<number, number>();
  for (const item of order) left.set(shapes.itemTypes[item]!, (left.get(shapes.itemTypes[item]!) ?? 0) + 1);
  const byType = new Map<number, Candidates[]>();
  for (const type of left.keys()) {
    byType.set(
      type,
      shapes.types[type]!.orientations.map((orientation) => ({ type, orientation, heap: [] })),
    );
  }
  const placed = new PlacedItems(shapes, polygons, result);
  for (const lists of byType.values()) for (const list of lists) pushCorners(shapes, list, 0);
  let reach = 0;
  for (const item of standing?.items ?? []) {
    placed.add(item);
    reach = Math.max(reach, result.x[item]! + placed.extent(item).maxX);
  }
  // Among the standing items, only the end of the strip has room.
  const margin = greatestMargin(shapes);
  const widest = Math.max(...shapes.types.map(({ diameter }) => diameter)) + margin;
  for (const item of standing?.items ?? []) {
    if (result.x[item]! < reach - 2 * widest) continue;
    const type = shapes.itemTypes[item]!;
    for (const lists of byType.values()) {
      for (const list of lists)
        pushAround(shapes, polygons, list, type, result.orientation[item]!, result.x[item]!, result.y[item]!);
    }
  }
  for (const item of order) {
    poll();
    const type = shapes.itemTypes[item]!;
    let best: Candidates | null = null;
    for (const list of byType.get(type)!) {
      while (list.heap.length && placed.taken(list.type, list.orientation, list.heap[1]!, list.heap[2]!))
        pop(list.heap);
      if (list.heap.length && (!best || list.heap[0]! < best.heap[0]!)) best = list;
    }
    if (!best) {
      // No candidate is left: begin a new column behind everything.
      const list = byType.get(type)![0]!;
      pushCorners(shapes, list, reach + margin);
      best = list;
    }
    const extent = shapes.types[type]!.extents[best.orientation]!;
    const x = best.heap[1]!;
    const y = best.heap[2]!;
    result.x[item] = x;
    result.y[item] = y;
    result.orientation[item] = best.orientation;
    reach = Math.max(reach, x + extent.maxX);
    placed.add(item);
    const remaining = left.get(type)! - 1;
    left.set(type, remaining);
    if (remaining === 0) byType.delete(type);
    for (const lists of byType.values())
      for (const list of lists) pushAround(shapes, polygons, list, type, best.orientation, x, y);
  }
  return result;
}

/** Items, largest first: large ones find no room later. */
export function byArea(shapes: ShapeSet): number[] {
  return Array.from(shapes.itemTypes.keys()).sort((i, k) => {
    const a = shapes.types[shapes.itemTypes[i]!]!;
    const b = shapes.types[shapes.itemTypes[k]!]!;
    return b.hullArea * b.diameter - a.hullArea * a.diameter || i - k;
  });
}

function pushCorners(shapes: ShapeSet, list: Candidates, from: number): void {
  const extent = shapes.types[list.type]!.extents[list.orientation]!;
  const low = -extent.minY;
  const high = searchHeight - extent.maxY;
  push(shapes, list, from - extent.minX, low > high ? (low + high) / 2 : low);
  if (high > low) push(shapes, list, from - extent.minX, high);
}

/** Candidates of one shape around a placed one: vertices of the no-fit polygon and where it leaves the strip. */
function pushAround(
  shapes: ShapeSet,
  polygons: NoFitPolygons,
  list: Candidates,
  type: number,
  orientation: number,
  x: number,
  y: number,
): void {
  const extent = shapes.types[list.type]!.extents[list.orientation]!;
  const lowX = -extent.minX;
  const lowY = -extent.minY;
  const highY = Math.max(lowY, searchHeight - extent.maxY);
  const flipped = type > list.type;
  const from = flipped ? list.orientation : orientation;
  const to = flipped ? orientation : list.orientation;
  const difference = shapes.differenceOf[from * shapes.angles.length + to]!;
  const polygon = polygons.get(Math.min(type, list.type), Math.max(type, list.type), difference);
  const [c, s] = cosSin(shapes.angles[from]!);
  const sign = flipped ? -1 : 1;
  const { ends, edges } = polygon;
  for (let e = 0; e < edges; e++) {
    const x1 = x + sign * (ends[4 * e]! * c - ends[4 * e + 1]! * s);
    const y1 = y + sign * (ends[4 * e]! * s + ends[4 * e + 1]! * c);
    const x2 = x + sign * (ends[4 * e + 2]! * c - ends[4 * e + 3]! * s);
    const y2 = y + sign * (ends[4 * e + 2]! * s + ends[4 * e + 3]! * c);
    if (x1 >= lowX && y1 >= lowY && y1 <= highY) push(shapes, list, x1, y1);
    for (const border of [lowY, highY]) {
      if (y1 > border !== y2 > border) {
        const at = x1 + ((border - y1) * (x2 - x1)) / (y2 - y1);
        if (at >= lowX) push(shapes, list, at, border);
      }
    }
    if (x1 > lowX !== x2 > lowX) {
      const at = y1 + ((lowX - x1) * (y2 - y1)) / (x2 - x1);
      if (at >= lowY && at <= highY) push(shapes, list, lowX, at);
    }
  }
}

function push(shapes: ShapeSet, { type, orientation, heap }: Candidates, x: number, y: number): void {
  // The x that it reaches decides; among equals the lower y.
  const key = x + shapes.types[type]!.extents[orientation]!.maxX + y * 1e-6;
  let at = heap.length / 3;
  heap.push(key, x, y);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (heap[3 * parent]! <= key) break;
    for (let k = 0; k < 3; k++) heap[3 * at + k] = heap[3 * parent + k]!;
    at = parent;
  }
  heap[3 * at] = key;
  heap[3 * at + 1] = x;
  heap[3 * at + 2] = y;
}

function pop(heap: number[]): void {
  const y = heap.pop()!;
  const x = heap.pop()!;
  const key = heap.pop()!;
  const n = heap.length / 3;
  if (n === 0) return;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= n) break;
    if (child + 1 < n && heap[3 * child + 3]! < heap[3 * child]!) child++;
    if (heap[3 * child]! >= key) break;
    for (let k = 0; k < 3; k++) heap[3 * at + k] = heap[3 * child + k]!;
    at = child;
  }
  heap[3 * at] = key;
  heap[3 * at + 1] = x;
  heap[3 * at + 2] = y;
}

/** The placed items by columns of x, for "is this position taken". */
class PlacedItems {
  readonly #columns: number[][] = [];
  readonly #width: number;
  readonly #cosSins: readonly (readonly [number, number])[];
  /** The greatest margin of any item. */
  readonly #margin: number;

  readonly #shapes: ShapeSet;
  readonly #polygons: NoFitPolygons;
  readonly #at: Arrangement;

  constructor(shapes: ShapeSet, polygons: NoFitPolygons, at: Arrangement) {
    this.#shapes = shapes;
    this.#polygons = polygons;
    this.#at = at;
    const lengths = shapes.types.map((type) => lengthAt(type, type.orientations[0]!));
    this.#width = Math.max(1, lengths.reduce((sum, length) => sum + length, 0) / lengths.length);
    this.#cosSins = shapes.angles.map(cosSin);
    this.#margin = greatestMargin(shapes);
  }

  extent(item: number) {
    return this.#shapes.types[this.#shapes.itemTypes[item]!]!.extents[this.#at.orientation[item]!]!;
  }

  #column(x: number): number {
    return Math.max(0, Math.floor(x / this.#width));
  }

  add(item: number): void {
    const extent = this.extent(item);
    const last = this.#column(this.#at.x[item]! + extent.maxX + this.#margin);
    for (let c = this.#column(this.#at.x[item]! + extent.minX - this.#margin); c <= last; c++) {
      this.#columns[c] ??= [];
      this.#columns[c]!.push(item);
    }
  }

  taken(type: number, orientation: number, x: number, y: number): boolean {
    const shapes = this.#shapes;
    const at = this.#at;
    const extent = shapes.types[type]!.extents[orientation]!;
    const last = this.#column(x + extent.maxX);
    for (let c = this.#column(x + extent.minX); c <= last; c++) {
      const items = this.#columns[c];
      if (!items) continue;
      for (let p = items.length - 1; p >= 0; p--) {
        const item = items[p]!;
        const other = this.extent(item);
        if (
          at.x[item]! + other.minX >= x + extent.maxX + this.#margin ||
          at.x[item]! + other.maxX <= x + extent.minX - this.#margin ||
          at.y[item]! + other.minY >= y + extent.maxY + this.#margin ||
          at.y[item]! + other.maxY <= y + extent.minY - this.#margin
        )
          continue;
        const otherType = shapes.itemTypes[item]!;
        const flipped = otherType > type;
        const from = flipped ? orientation : at.orientation[item]!;
        const to = flipped ? at.orientation[item]! : orientation;
        const difference = shapes.differenceOf[from * shapes.angles.length + to]!;
        const polygon = this.#polygons.get(Math.min(type, otherType), Math.max(type, otherType), difference);
        const [cosine, sine] = this.#cosSins[from]!;
        const dx = flipped ? at.x[item]! - x : x - at.x[item]!;
        const dy = flipped ? at.y[item]! - y : y - at.y[item]!;
        const px = dx * cosine + dy * sine;
        const py = dy * cosine - dx * sine;
        if (isInside(polygon, px, py) && !isTouching(polygon, px, py)) return true;
      }
    }
    return false;
  }
}

/**
 * A set of items in the kernel: their shapes, positions, pair weights and collision tables. A table is made when its
 * two types first meet. One field serves many problems over the same shapes, such as the whole strip and a window of
 * it.
 */

import { cosSin } from '../../geometry/rotation.js';
import { Random } from '../../random.js';
import type { ItemWord } from '../kernel/blocks.js';
import { Kernel } from '../kernel/kernel.js';
import type { Arrangement } from './arrangement.js';
import { collisionTable } from './collision-table.js';
import { Costs } from './costs.js';
import { evicted, keptShare } from './eviction.js';
import { possibleTables, SharedTables } from './exchange/shared-tables.js';
import { KernelOutlines } from './kernel-outlines.js';
import type { Lines } from './lines.js';
import { type Detail, NoFitPolygons } from './no-fit-polygons.js';
import type { Stretch } from './offers.js';
import { lengthAt, orientationsWithin, type ShapeSet, searchHeight } from './shapes.js';
import { imageOf, type StoredTable, storeImage } from './store-table.js';
import { TableDirectory } from './table-directory.js';

/** Addresses of the kernel's data of each item, and of its list of overlapping pairs. */
type ItemMemory = Readonly<Record<Exclude<keyof typeof ItemWord, 'all' | 'free' | 'pairCapacity'>, number>>;

const usualTableBytes = 256e6;
const polygonByteLimit = 96e6;
/**
 * Cells along the longer side of a table, by the number of tables. Fine tables are of no use once they no longer fit in
 * the processor's cache.
 */
const resolutions = [
  { upTo: 400, cells: 32 },
  { upTo: 1000, cells: 24 },
  { upTo: 40_000, cells: 16 },
  { upTo: Infinity, cells: 10 },
];
/** The kernel takes items four at a time. */
const inFours = (items: number): number => Math.max(4, Math.ceil(items / 4) * 4);
/** Making more tables than this takes seconds, even coarse ones. So a pair then gets one only after some use. */
const manyTables = 4000;

export class CollisionField {
  readonly kernel: Kernel;
  /** Of the exact outlines. */
  readonly polygons: NoFitPolygons;
  /** Of the plain outlines, by which the kernel searches. */
  readonly plainPolygons: NoFitPolygons;
  /** Types of the bound items, by local index: their indices in the shape set. */
  #localTypes: readonly number[] = [];
  readonly #stored = new Map<number, StoredTable>();
  /** Keys of tables that had to go. */
  readonly #dropped = new Set<number>();
  /** Null where every pair gets a table at once. */
  readonly #outlines: KernelOutlines | null;
  #outlineMemory = 0;
  #tableBytes = 0;
  readonly #directory: TableDirectory;
  #typeMemory: number[] = [];
  #allowedOrientations = 0;
  #allowedCounts = 0;
  /**
   * The greatest length of a bound type in any orientation, and the length up to which orientations are allowed now.
   */
  #longest = 0;
  #allowsUpTo = 0;
  #itemMemory: ItemMemory | null = null;
  /** Cells along the longer side of a table. */
  readonly resolution: number;
  readonly hasManyTables: boolean;

  /** The lines that positions have to lie on; null where positions are free. */
  lines: Lines | null = null;

  items = 0;
  /** Types of the bound items, indices into the shape set. */
  itemTypes: Int32Array = new Int32Array(0);
  freeItems = 0;
  #shared: SharedTables | null = null;
  #crossings = 0;
  #offerMemory: number[] = [];

  readonly #random = new Random(1);

  /** Called before a table or a polygon is made. */
  readonly #poll: () => void;
  /**
   * Memory that all tables together may take. A table that does not fit is made again when the kernel next asks for it.
   */
  readonly #tableByteLimit: number;

  constructor(
    readonly shapes: ShapeSet,
    seed: number,
    poll: () => void,
    readonly costs = new Costs(),
    polygonsOf = (which: Detail) => new NoFitPolygons(shapes, polygonByteLimit, poll, costs, which),
    tableByteLimit = usualTableBytes,
  ) {
    this.#poll = poll;
    this.#tableByteLimit = tableByteLimit;
    const polygons = polygonsOf('outline');
    this.polygons = polygons;
    const arePlain = shapes.types.every(({ outline, plain }) => plain === outline);
    this.plainPolygons = arePlain ? polygons : polygonsOf('plain');
    this.kernel = new Kernel(
      (a, b, difference) => this.#provideTable(a, b, difference),
      (type, orientation) => this.#provideOutline(type, orientation),
      poll,
    );
    this.kernel.call.seed(seed);
    this.#directory = new TableDirectory(this.kernel, this.plainPolygons, this.#stored);
    const tables = possibleTables(shapes);
    this.hasManyTables = tables > manyTables;
    this.#outlines = this.hasManyTables ? new KernelOutlines(this.kernel, this.plainPolygons) : null;
    this.resolution = resolutions.find(({ upTo }) => tables <= upTo)!.cells;
  }

  /**
   * Binds items of the given types (indices into the shape set). Items from `free` on stay in their places. Weights
   * start at one.
   */
  bind(itemTypes: Int32Array, free: number): void {
    const { kernel, shapes } = this;
    this.#withdraw();
    const local = [...new Set(itemTypes)].sort((a, b) => a - b);
    if (local.join() !== this.#localTypes.join()) this.#bindTypes(local);
    const localOf = new Map(local.map((type, index) => [type, index]));
    for (const address of Object.values(this.#itemMemory ?? {})) kernel.call.release(address);
    const n = itemTypes.length;
    const padded = inFours(n);
    const capacity = 16 * padded;
    const take = (bytes: number): number => kernel.allocate(bytes);
    const perItem = (): number => take(4 * padded);
    const memory = {
      x: perItem(),
      y: perItem(),
      halfX: perItem(),
      halfY: perItem(),
      type: perItem(),
      orientation: perItem(),
      losses: perItem(),
      order: perItem(),
      weights: take(4 * padded * padded),
      pairs: take(16 * capacity),
    };
    this.#itemMemory = memory;
    this.items = n;
    this.itemTypes = itemTypes;
    this.freeItems = free;
    kernel.f32(memory.x, padded).fill(1e9);
    kernel.f32(memory.y, padded).fill(1e9);
    const types = kernel.i32(memory.type, padded);
    for (let i = 0; i < n; i++) types[i] = localOf.get(itemTypes[i]!)!;
    kernel.bindItems({ all: padded, free, ...memory, pairCapacity: capacity });
    for (let i = 0; i < n; i++) kernel.call.place(i, 0, 0, shapes.types[itemTypes[i]!]!.orientations[0]!);
    kernel.call.resetWeights();
  }

  /** From now on the bound items move from line to line, or anywhere with null. The caller puts them onto the lines. */
  keepTo(lines: Lines | null): void {
    if (lines === this.lines) return;
    this.lines = lines;
    if (this.#crossings) this.kernel.call.release(this.#crossings);
    this.#crossings = lines ? this.kernel.allocate(4 * lines.crossings.length) : 0;
    if (lines) this.kernel.f32(this.#crossings, lines.crossings.length).set(lines.crossings);
    this.kernel.call.bindLines(lines?.stepX ?? 0, lines?.stepY ?? 0, this.#crossings, lines?.isMapped ?? false);
  }

  /** From now on tables come from, and go to, memory that another search of the same shapes sees as well. */
  shareTables(memory: SharedArrayBuffer): void {
    this.#shared = SharedTables.of(memory, this.shapes);
  }

  /** Offers the bound items the points of these stretches' grids, until other items are bound. */
  offer(anchors: ArrayLike<number>, stretches: readonly Stretch[]): void {
    this.#withdraw();
    const grids = stretches.flatMap(({ start, grid: { x, y } }) => [
      start,
      start + (x?.origin ?? 0),
      x?.step ?? 0,
      y?.origin ?? 0,
      y?.step ?? 0,
      0,
      0,
      0,
    ]);
    const gridMemory = this.kernel.allocate(4 * grids.length);
    const anchorMemory = this.kernel.allocate(4 * anchors.length);
    this.kernel.f32(gridMemory, grids.length).set(grids);
    this.kernel.f32(anchorMemory, anchors.length).set(anchors);
    this.#offerMemory = [gridMemory, anchorMemory];
    this.kernel.call.bindOffers(stretches.length, gridMemory, anchorMemory);
  }

  #withdraw(): void {
    this.kernel.call.bindOffers(0, 0, 0);
    for (const address of this.#offerMemory) this.kernel.call.release(address);
    this.#offerMemory = [];
  }

  setLength(length: number, closed: boolean): void {
    this.kernel.call.setStrip(length, searchHeight, closed);
    this.#allowOrientations(length);
  }

  /**
   * From now on items take only orientations no longer than `length`. A type without such an orientation may take any.
   */
  #allowOrientations(length: number): void {
    const allows = Math.min(length, this.#longest);
    if (allows === this.#allowsUpTo) return;
    this.#allowsUpTo = allows;
    const { kernel, shapes } = this;
    const localTypes = this.#localTypes;
    const orientations = shapes.angles.length;
    const counts = kernel.i32(this.#allowedCounts, localTypes.length);
    localTypes.forEach((id, t) => {
      const type = shapes.types[id]!;
      const within = orientationsWithin(type, length);
      const allowed = within.length ? within : type.orientations;
      kernel.i32(this.#allowedOrientations + 4 * t * orientations, allowed.length).set(allowed);
      counts[t] = allowed.length;
    });
  }

  put(arrangement: Arrangement): void {
    for (let i = 0; i < this.items; i++) {
      this.kernel.call.place(i, arrangement.x[i]!, arrangement.y[i]!, arrangement.orientation[i]!);
    }
  }

  arrangement(): Arrangement {
    return {
      x: Float64Array.from(this.kernel.f32(this.#itemMemory!.x, this.items)),
      y: Float64Array.from(this.kernel.f32(this.#itemMemory!.y, this.items)),
      orientation: Int32Array.from(this.kernel.i32(this.#itemMemory!.orientation, this.items)),
    };
  }

  #bindTypes(local: readonly number[]): void {
    const { kernel, shapes } = this;
    if (this.#localTypes.length > 0) this.#directory.keepWeighings();
    for (const address of this.#typeMemory) kernel.call.release(address);
    this.#localTypes = local;
    const orientations = shapes.angles.length;
    const differences = shapes.differences.length;
    const count = local.length;
    const take = (bytes: number): number => kernel.allocate(bytes);
    const perType = (): number => take(4 * count);
    const perOrientation = (): number => take(4 * orientations);
    const memory = {
      boxes: take(16 * count * orientations),
      allowed: take(4 * count * orientations),
      allowedCount: perType(),
      width: perType(),
      diameter: perType(),
      smallSide: perType(),
      margin: perType(),
      reach: perType(),
      cosine: perOrientation(),
      sine: perOrientation(),
      difference: take(4 * orientations * orientations),
      directory: take(4 * this.#directory.wordsFor(count)),
      outlines: this.#outlines ? take(4 * count * orientations) : 0,
    };
    const { boxes, width, diameter, smallSide, margin, reach, cosine, sine } = memory;
    this.#outlineMemory = memory.outlines;
    this.#typeMemory = Object.values(memory).filter((address) => address > 0);
    local.forEach((id, t) => {
      const type = shapes.types[id]!;
      type.extents.forEach((extent, k) => {
        if (extent)
          kernel.f32(boxes + 16 * (t * orientations + k), 4).set([extent.minX, extent.minY, extent.maxX, extent.maxY]);
      });
      kernel.f32(width, count)[t] = Math.sqrt(type.hullArea);
      kernel.f32(diameter, count)[t] = type.diameter;
      kernel.f32(smallSide, count)[t] = type.smallSide;
      kernel.f32(margin, count)[t] = type.margin;
      const ends = type.extents.flatMap((extent) =>
        extent ? [-extent.minX, extent.maxX, -extent.minY, extent.maxY] : [],
      );
      kernel.f32(reach, count)[t] = Math.max(...ends) + type.margin;
    });
    shapes.angles.forEach((degrees, k) => {
      const [c, s] = cosSin(degrees);
      kernel.f32(cosine, orientations)[k] = c;
      kernel.f32(sine, orientations)[k] = s;
    });
    kernel.i32(memory.difference, orientations * orientations).set(shapes.differenceOf);
    this.#directory.bind(local, memory.directory);
    if (this.#outlines) this.#fillOutlines(this.#outlines);
    this.#allowedOrientations = memory.allowed;
    this.#allowedCounts = memory.allowedCount;
    const bound = local.map((id) => shapes.types[id]!);
    this.#longest = Math.max(
      ...bound.flatMap((type) => type.orientations.map((orientation) => lengthAt(type, orientation))),
    );
    this.#allowsUpTo = 0;
    this.#allowOrientations(Infinity);
    kernel.bindTypes({ types: count, orientations, differences, ...memory });
  }

  #fillOutlines(outlines: KernelOutlines): void {
    const orientations = this.shapes.angles.length;
    const places = this.kernel.i32(this.#outlineMemory, this.#localTypes.length * orientations);
    places.forEach((_, at) => {
      places[at] = outlines.knownAt(this.#localTypes[Math.floor(at / orientations)]!, at % orientations);
    });
  }

  /** The kernel calls this, with a local type. */
  #provideOutline(type: number, orientation: number): void {
    const address = this.#outlines!.addressOf(this.#localTypes[type]!, orientation);
    const place = type * this.shapes.angles.length + orientation;
    this.kernel.i32(this.#outlineMemory + 4 * place, 1)[0] = address;
  }

  /** The kernel calls this, with local types. */
  #provideTable(a: number, b: number, difference: number): void {
    this.#poll();
    const typeA = this.#localTypes[a]!;
    const typeB = this.#localTypes[b]!;
    const key = this.polygons.key(typeA, typeB, difference);
    const stored = storeImage(this.kernel, this.#shared?.get(key) ?? this.#imageOf(typeA, typeB, difference));
    this.#tableBytes += stored.bytes;
    this.costs.tableMade(this.#dropped.has(key), this.#tableBytes);
    const { address } = stored;
    this.#stored.set(key, stored);
    this.#directory.enter(a, b, difference, address);
  }

  /** The same for types of the shape set, in the form that two threads can share. */
  #imageOf(typeA: number, typeB: number, difference: number): Int32Array {
    const image = imageOf(collisionTable(this.plainPolygons.get(typeA, typeB, difference), this.resolution));
    this.#shared?.put(this.polygons.key(typeA, typeB, difference), image);
    return image;
  }

  /** The tables in memory, by the keys of their no-fit polygons. */
  get tables(): ReadonlyMap<number, StoredTable> {
    return this.#stored;
  }

  /** Address of the kernel's table for two bound types (indices into the shape set, a <= b); 0: none. */
  tableFor(typeA: number, typeB: number, difference: number): number {
    return this.#directory.tableOf(typeA, typeB, difference);
  }

  /** The factor by which an overlap of two items counts. */
  weightOf(first: number, second: number): number {
    return this.kernel.f32(this.#itemMemory!.weights + 4 * (first * inFours(this.items) + second), 1)[0]!;
  }

  get bytesOfTables(): number {
    return this.#tableBytes;
  }

  /** Moves every overlapping item once; returns the number of overlapping pairs left. */
  pass(): number {
    // Only between passes: a move in progress holds addresses of tables.
    if (this.#tableBytes > this.#tableByteLimit) this.#dropTables();
    const { kernel, costs } = this;
    costs.passing();
    const { getEvaluations, getWeighingsByOutlines } = kernel.call;
    const [positions, byOutlines] = [getEvaluations(), getWeighingsByOutlines()];
    const count = kernel.call.pass();
    costs.passed(getEvaluations() - positions, getWeighingsByOutlines() - byOutlines);
    return count;
  }

  /** Frees some of the tables; each comes back when the kernel next asks for it. */
  #dropTables(): void {
    this.#directory.keepWeighings();
    for (const key of evicted(this.#stored.keys(), this.#random)) {
      if (this.#tableBytes <= keptShare * this.#tableByteLimit) break;
      const { address, bytes } = this.#stored.get(key)!;
      this.kernel.call.release(address);
      this.#stored.delete(key);
      this.#directory.dropped(key);
      this.#tableBytes -= bytes;
      this.#dropped.add(key);
      this.costs.tablesDropped++;
    }
    this.#directory.fill();
    this.kernel.call.forgetMeetings();
  }
}

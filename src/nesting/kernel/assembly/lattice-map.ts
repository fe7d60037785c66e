/**
 * Maps: the overlap of an item at every place of a coarse lattice. Each type has one map at each orientation, with all
 * weights one. Each pair of types has a raster, which is added to the maps at an item's new place and subtracted at its old
 * one. A move adds the few heavier pairs of its item to a copy. So it finds the best place of all in the time of some
 * dozens of samples.
 */
import { bindings, changedAt, changes, items, itemOrientation, itemType, itemX, itemY, place, weights } from "./items";
import { lineBindings, lineStepX, lineStepY, lineX, lineY } from "./lines";
import { pairDepth, pairLoss } from "./pair-overlap";
import { TOUCHING } from "./touching";
import { below } from "./random";
import { highX, highY, lowX, lowY, setRange } from "./strip-range";
import { length } from "./strip";
import { allowedCount, allowedOrientations, boxOf, halfHeight, halfWidth, orientations, marginOf, types } from "./types";

/** Error of a position in single precision, in search units. */
const SLACK: f32 = 1e-2;
/** Columns of a map before the first and after the last: rasters are added four columns at a time. */
const MARGIN: i32 = 4;
/** Only the items that fill up the list lie farther off. */
const NOWHERE: f32 = 1e8;

// A raster, made when a pair first meets: i32 first column and row, columns (a multiple of four) and rows; then f32
// losses. Losses are whole numbers, whose sums need no rounding.
let rasters: usize = 0; // u32, (types x orientations) squared
let rasterCount: i32 = 0;
let rastersFor: i32 = -1; // their bindings of items, and of lines
let rastersOn: i32 = -1;

/** Bytes of a map's header, as a power of two: i32 first column and row, columns (0: no map), rows, stride; u32 its losses. */
const HEADER: i32 = 5;
let headers: usize = 0; // per type and orientation
let mapCount: i32 = 0;
let mapsLength: f32 = 0; // the length of their strip
let copy: usize = 0; // f32, as large as the largest map
let upTo: i32 = -1; // the last change that they include

/**
 * Bytes of an item's entry, as a power of two: i32 orientation (-1: not in the maps), column and row of the item in the
 * maps.
 */
const ENTRY: i32 = 4;
let entries: usize = 0;
let models: usize = 0; // i32 per type: an item of it

@inline
function headerOf(type: i32, orientation: i32): usize {
  return headers + (<usize>(type * orientations + orientation) << HEADER);
}

function forgetMaps(): void {
  for (let k = 0; k < mapCount; k++) {
    const map = load<u32>(headers + (<usize>k << HEADER), 20);
    if (map) heap.free(map);
  }
  if (mapCount > 0) {
    heap.free(headers);
    heap.free(copy);
  }
  mapCount = 0;
}

/** Starts afresh after other items or lines are bound. */
function begin(): void {
  forgetMaps();
  for (let at = rasters; at < rasters + (<usize>rasterCount << 2); at += 4) if (load<u32>(at)) heap.free(load<u32>(at));
  if (rasterCount > 0) {
    heap.free(rasters);
    heap.free(entries);
    heap.free(models);
  }
  rasterCount = types * orientations * types * orientations;
  rasters = heap.alloc(<usize>rasterCount << 2);
  memory.fill(rasters, 0, <usize>rasterCount << 2);
  entries = heap.alloc(<usize>items << ENTRY);
  models = heap.alloc(<usize>types << 2);
  for (let i = 0; i < items; i++) {
    if (load<f32>(itemX + (<usize>i << 2)) < NOWHERE) store<i32>(models + (<usize>load<i32>(itemType + (<usize>i << 2)) << 2), i);
  }
  rastersFor = bindings;
  rastersOn = lineBindings;
}

/** The raster of the losses of a type at an orientation against another, by the steps from the other to the first. */
function rasterOf(type: i32, orientation: i32, other: i32, otherOrientation: i32): usize {
  const slot = rasters + (<usize>((type * orientations + orientation) * types * orientations + other * orientations + otherOrientation) << 2);
  if (load<u32>(slot) == 0) store<u32>(slot, <u32>makeRaster(type, orientation, other, otherOrientation));
  return <usize>load<u32>(slot);
}

function makeRaster(type: i32, orientation: i32, other: i32, otherOrientation: i32): usize {
  const model = load<i32>(models + (<usize>type << 2));
  const otherModel = load<i32>(models + (<usize>other << 2));
  const offX = lineX(model, orientation) - lineX(otherModel, otherOrientation);
  const offY = lineY(model, orientation) - lineY(otherModel, otherOrientation);
  const own = boxOf(type, orientation);
  const others = boxOf(other, otherOrientation);
  const reachX = halfWidth(own, marginOf(type)) + halfWidth(others, marginOf(other));
  const reachY = halfHeight(own, marginOf(type)) + halfHeight(others, marginOf(other));
  const firstX = <i32>ceil<f32>((-reachX - offX) / lineStepX);
  const firstY = <i32>ceil<f32>((-reachY - offY) / lineStepY);
  const columns = (<i32>floor<f32>((reachX - offX) / lineStepX) - firstX + 4) & ~3;
  const rows = <i32>floor<f32>((reachY - offY) / lineStepY) - firstY + 1;
  const raster = heap.alloc(16 + (<usize>(columns * rows) << 2));
  store<i32>(raster, firstX);
  store<i32>(raster, firstY, 4);
  store<i32>(raster, columns, 8);
  store<i32>(raster, rows, 12);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x = offX + <f32>(firstX + column) * lineStepX;
      const y = offY + <f32>(firstY + row) * lineStepY;
      const depth = pairDepth(type, orientation, x, y, other, otherOrientation, 0, 0);
      const loss: f32 = depth > TOUCHING ? ceil<f32>(pairLoss(type, other, depth)) : 0;
      store<f32>(raster + (<usize>(row * columns + column) << 2), loss, 16);
    }
  }
  return raster;
}

/** Makes empty maps for a strip of the present length. */
function makeMaps(): void {
  forgetMaps();
  mapCount = types * orientations;
  headers = heap.alloc(<usize>mapCount << HEADER);
  memory.fill(headers, 0, <usize>mapCount << HEADER);
  let largest = 0;
  for (let type = 0; type < types; type++) {
    const count = load<i32>(allowedCount + (<usize>type << 2));
    const model = load<i32>(models + (<usize>type << 2));
    for (let t = 0; t < count; t++) {
      const orientation = load<i32>(allowedOrientations + (<usize>(type * orientations + t) << 2));
      setRange(type, orientation);
      const firstX = <i32>ceil<f32>((lowX - SLACK - lineX(model, orientation)) / lineStepX);
      const firstY = <i32>ceil<f32>((lowY - SLACK - lineY(model, orientation)) / lineStepY);
      const columns = <i32>floor<f32>((highX + SLACK - lineX(model, orientation)) / lineStepX) - firstX + 1;
      const rows = <i32>floor<f32>((highY + SLACK - lineY(model, orientation)) / lineStepY) - firstY + 1;
      if (columns <= 0 || rows <= 0) continue;
      const stride = ((columns + 3) & ~3) + MARGIN + MARGIN;
      const cells = stride * rows;
      largest = max<i32>(largest, cells);
      const map = heap.alloc(<usize>cells << 2);
      memory.fill(map, 0, <usize>cells << 2);
      const header = headerOf(type, orientation);
      store<i32>(header, firstX);
      store<i32>(header, firstY, 4);
      store<i32>(header, columns, 8);
      store<i32>(header, rows, 12);
      store<i32>(header, stride, 16);
      store<u32>(header, <u32>map, 20);
    }
  }
  copy = heap.alloc(<usize>largest << 2);
  for (let i = 0; i < items; i++) store<i32>(entries + (<usize>i << ENTRY), -1);
  mapsLength = length;
  upTo = -1;
}

/** Adds a raster times a factor to a map at `map` with this header, for an item at a column and row. */
@inline
function addRaster(map: usize, header: usize, raster: usize, atColumn: i32, atRow: i32, factor: f32): void {
  const column = atColumn + load<i32>(raster) - load<i32>(header);
  const row = atRow + load<i32>(raster, 4) - load<i32>(header, 4);
  const width = load<i32>(raster, 8);
  const from = column < 0 ? -(-column & 3) : column;
  const to = min<i32>(load<i32>(header, 8), column + width);
  if (from >= to) return;
  const stride = load<i32>(header, 16);
  const factor4 = f32x4.splat(factor);
  const last = min<i32>(load<i32>(header, 12), row + load<i32>(raster, 12));
  for (let r = max<i32>(0, row); r < last; r++) {
    let source = raster + 16 + (<usize>((r - row) * width + from - column) << 2);
    let target = map + (<usize>(r * stride + MARGIN + from) << 2);
    const end = map + (<usize>(r * stride + MARGIN + to) << 2);
    for (; target < end; target += 16) {
      v128.store(target, f32x4.add(v128.load(target), f32x4.mul(factor4, v128.load(source))));
      source += 16;
    }
  }
}

/** Adds the losses of item k, at its place in the maps, to all maps, or subtracts them. */
function addToAll(k: i32, factor: f32): void {
  const entry = entries + (<usize>k << ENTRY);
  const other = load<i32>(itemType + (<usize>k << 2));
  for (let type = 0; type < types; type++) {
    const count = load<i32>(allowedCount + (<usize>type << 2));
    for (let t = 0; t < count; t++) {
      const orientation = load<i32>(allowedOrientations + (<usize>(type * orientations + t) << 2));
      const header = headerOf(type, orientation);
      if (load<i32>(header, 8) == 0) continue;
      const raster = rasterOf(type, orientation, other, load<i32>(entry));
      addRaster(load<u32>(header, 20), header, raster, load<i32>(entry, 4), load<i32>(entry, 8), factor);
    }
  }
}

/** Brings the maps up to the present places of the items. */
function catchUp(): void {
  if (rastersFor != bindings || rastersOn != lineBindings) begin();
  if (mapCount == 0 || mapsLength != length) makeMaps();
  if (upTo == changes) return;
  for (let k = 0; k < items; k++) {
    const at = <usize>k << 2;
    if (load<i32>(changedAt + at) <= upTo || load<f32>(itemX + at) > NOWHERE) continue;
    const entry = entries + (<usize>k << ENTRY);
    if (load<i32>(entry) >= 0) addToAll(k, -1);
    const orientation = load<i32>(itemOrientation + at);
    store<i32>(entry, orientation);
    store<i32>(entry, <i32>nearest<f32>((load<f32>(itemX + at) - lineX(k, orientation)) / lineStepX), 4);
    store<i32>(entry, <i32>nearest<f32>((load<f32>(itemY + at) - lineY(k, orientation)) / lineStepY), 8);
    addToAll(k, 1);
  }
  upTo = changes;
}

/** Copies a map without item m's own losses, and with the weights of its pairs beyond one. */
function copyWithWeights(m: i32, type: i32, orientation: i32, header: usize): void {
  memory.copy(copy, load<u32>(header, 20), <usize>(load<i32>(header, 16) * load<i32>(header, 12)) << 2);
  const row = weights + (<usize>(m * items) << 2);
  for (let k = 0; k < items; k++) {
    const weight = load<f32>(row + (<usize>k << 2));
    const entry = entries + (<usize>k << ENTRY);
    if ((weight == 1 && k != m) || load<i32>(entry) < 0) continue;
    const raster = rasterOf(type, orientation, load<i32>(itemType + (<usize>k << 2)), load<i32>(entry));
    addRaster(copy, header, raster, load<i32>(entry, 4), load<i32>(entry, 8), k == m ? -1 : weight - 1);
  }
}

/** Moves item m to the best place of the lattice, drawn among equals, unless its own place is as good. */
export function moveOnMap(m: i32): void {
  catchUp();
  const type = load<i32>(itemType + (<usize>m << 2));
  const own = entries + (<usize>m << ENTRY);
  const count = load<i32>(allowedCount + (<usize>type << 2));
  let best: f32 = Infinity;
  let bestOrientation = 0;
  let bestColumn = 0;
  let bestRow = 0;
  let now: f32 = Infinity;
  let ties = 0;
  for (let t = 0; t < count; t++) {
    const orientation = load<i32>(allowedOrientations + (<usize>(type * orientations + t) << 2));
    const header = headerOf(type, orientation);
    const columns = load<i32>(header, 8);
    const rows = load<i32>(header, 12);
    const stride = load<i32>(header, 16);
    if (columns == 0) continue;
    copyWithWeights(m, type, orientation, header);
    const ownColumn = load<i32>(own, 4) - load<i32>(header);
    const ownRow = load<i32>(own, 8) - load<i32>(header, 4);
    if (orientation == load<i32>(own) && ownColumn >= 0 && ownColumn < columns && ownRow >= 0 && ownRow < rows) {
      now = load<f32>(copy + (<usize>(ownRow * stride + MARGIN + ownColumn) << 2));
    }
    for (let r = 0; r < rows; r++) {
      const line = copy + (<usize>(r * stride + MARGIN) << 2);
      v128.store(line + (<usize>columns << 2), f32x4.splat(Infinity));
      let least4 = f32x4.splat(Infinity);
      const end = line + (<usize>columns << 2);
      for (let at = line; at < end; at += 16) least4 = f32x4.pmin(least4, v128.load(at));
      const least2 = f32x4.pmin(least4, v128.shuffle<f32>(least4, least4, 2, 3, 2, 3));
      const least = min<f32>(f32x4.extract_lane(least2, 0), f32x4.extract_lane(least2, 1));
      if (least > best) continue;
      if (least < best) ties = 0;
      best = least;
      // Draws one of the equally good places.
      for (let c = 0; c < columns; c++) {
        if (load<f32>(line + (<usize>c << 2)) > least) continue;
        ties++;
        if (ties > 1 && below(ties) > 0) continue;
        bestOrientation = orientation;
        bestColumn = load<i32>(header) + c;
        bestRow = load<i32>(header, 4) + r;
      }
    }
  }
  if (best < now * <f32>0.9999) {
    place(m, lineX(m, bestOrientation) + <f32>bestColumn * lineStepX, lineY(m, bestOrientation) + <f32>bestRow * lineStepY, bestOrientation);
  }
}

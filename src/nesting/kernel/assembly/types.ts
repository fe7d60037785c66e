/** Types of items, their angles, and the directory of the tables of their pairs. */

import { TypeWord, weighingsBeforeTable } from "../blocks";
import { wordOf } from "./words";

// Called when a pair of types first meets; it writes the table's address into the directory.
@external("host", "requestTable")
declare function requestTable(typeA: i32, typeB: i32, difference: i32): void;

// Called when an outline is first needed; it writes the outline's address into its place.
@external("host", "requestOutline")
declare function requestOutline(type: i32, orientation: i32): void;

export let orientations: i32 = 0; // number of orientations; an orientation is an index below it
export let types: i32 = 0;
let differences: i32 = 0; // angles between two items

// Per type and orientation.
export let shapeBox: usize = 0; // f32 x 4: minX, minY, maxX, maxY about the reference point
export let allowedOrientations: usize = 0; // i32 per type and place: the allowed orientations
// Per type.
export let allowedCount: usize = 0; // i32
export let typeWidth: usize = 0; // f32: square root of the hull's area
export let typeDiameter: usize = 0; // f32
export let typeSmallSide: usize = 0; // f32
export let typeMargin: usize = 0; // f32: how far beyond its box another item may still be too near
export let typeReach: usize = 0; // f32: the greatest half extent at any of its orientations
// Angles.
export let orientationCos: usize = 0; // f32
export let orientationSin: usize = 0;
let orientationDifference: usize = 0; // i32, orientations x orientations
// u32, types x types x differences: the address of the pair's table, or else how often it was weighed by its outlines.
let directory: usize = 0;
let outlines: usize = 0; // u32 per type and orientation: the address of its outline, if any; no array: tables only

/** `block`: words in the order of `TypeWord`. */
export function bindTypes(block: usize): void {
  types = wordOf(block, TypeWord.types);
  orientations = wordOf(block, TypeWord.orientations);
  differences = wordOf(block, TypeWord.differences);
  shapeBox = wordOf(block, TypeWord.boxes);
  allowedOrientations = wordOf(block, TypeWord.allowed);
  allowedCount = wordOf(block, TypeWord.allowedCount);
  typeWidth = wordOf(block, TypeWord.width);
  typeDiameter = wordOf(block, TypeWord.diameter);
  typeSmallSide = wordOf(block, TypeWord.smallSide);
  typeMargin = wordOf(block, TypeWord.margin);
  typeReach = wordOf(block, TypeWord.reach);
  orientationCos = wordOf(block, TypeWord.cosine);
  orientationSin = wordOf(block, TypeWord.sine);
  orientationDifference = wordOf(block, TypeWord.difference);
  directory = wordOf(block, TypeWord.directory);
  outlines = wordOf(block, TypeWord.outlines);
}

/** The lesser of two numbers. Unlike min<f32> it takes no branch, since it ignores NaN. */
@inline
export function lesser(a: f32, b: f32): f32 {
  return f32x4.extract_lane(f32x4.pmin(f32x4.splat(a), f32x4.splat(b)), 0);
}

@inline
export function greater(a: f32, b: f32): f32 {
  return f32x4.extract_lane(f32x4.pmax(f32x4.splat(a), f32x4.splat(b)), 0);
}

@inline
export function boxOf(type: i32, orientation: i32): usize {
  return shapeBox + (<usize>(type * orientations + orientation) << 4);
}

/** How far beyond the box of a shape another one may still be too near. */
@inline
export function marginOf(type: i32): f32 {
  return load<f32>(typeMargin + (<usize>type << 2));
}

/** Half extents of the box that is centred on the reference point and holds the shape and its margin. */
@inline
export function halfWidth(box: usize, margin: f32): f32 {
  return greater(-load<f32>(box), load<f32>(box, 8)) + margin;
}

@inline
export function halfHeight(box: usize, margin: f32): f32 {
  return greater(-load<f32>(box, 4), load<f32>(box, 12)) + margin;
}

/** The directory's slot for the table of two types (low <= high) and the orientations of both. */
@inline
export function slotOf(low: i32, high: i32, from: i32, to: i32): usize {
  const difference = load<i32>(orientationDifference + (<usize>(from * orientations + to) << 2));
  return directory + (<usize>((low * types + high) * differences + difference) << 2);
}

/** The index of the angle between two orientations. */
@inline
export function differenceOf(from: i32, to: i32): i32 {
  return load<i32>(orientationDifference + (<usize>(from * orientations + to) << 2));
}

/** The table of a slot, 0 if it is missing. */
@inline
export function tableIn(slot: usize): usize {
  const word = load<u32>(slot);
  return select<usize>(<usize>word, 0, word > <u32>weighingsBeforeTable);
}

/** The table of two types (low <= high) and the orientations of both, made if it is missing. */
export function tableOf(low: i32, high: i32, from: i32, to: i32): usize {
  const slot = slotOf(low, high, from, to);
  if (tableIn(slot) == 0) requestTable(low, high, load<i32>(orientationDifference + (<usize>(from * orientations + to) << 2)));
  return <usize>load<u32>(slot);
}

/** The same, but 0 for a missing table that is not worth its making yet. */
export function worthyTableOf(low: i32, high: i32, from: i32, to: i32): usize {
  const slot = slotOf(low, high, from, to);
  const word = load<u32>(slot);
  if (outlines == 0 || word >= <u32>weighingsBeforeTable) return tableOf(low, high, from, to);
  store<u32>(slot, word + 1);
  return 0;
}

/** The outline of a type at an orientation, made if it is missing. */
export function outlineOf(type: i32, orientation: i32): usize {
  const at = outlines + (<usize>(type * orientations + orientation) << 2);
  if (load<u32>(at) == 0) requestOutline(type, orientation);
  return <usize>load<u32>(at);
}

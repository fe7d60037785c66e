/**
 * Lines that positions must lie on, along one axis or both. Each item at each orientation has its own lines, a step apart.
 * A step of 0 is an axis without lines. A line that is not a number leaves its item free on that axis.
 */
import { orientations } from "./types";

export let lineStepX: f32 = 0;
export let lineStepY: f32 = 0;
/** Whether they are a lattice of all types, coarse enough for a move to look at every place. */
export let isMapped: bool = false;
export let lineBindings: i32 = 0; // number of bindings of lines so far
let linesAt: usize = 0; // f32 x, y of one crossing, per item and orientation

/** Error of a position in single precision. */
const SLACK: f32 = 1e-2;

export function bindLines(stepX: f32, stepY: f32, crossings: usize, mapped: bool): void {
  lineBindings++;
  isMapped = mapped;
  lineStepX = stepX;
  lineStepY = stepY;
  linesAt = crossings;
}

/** One crossing of the lines of item m at an orientation. */
@inline
export function lineX(m: i32, orientation: i32): f32 {
  return load<f32>(linesAt + (<usize>(m * orientations + orientation) << 3));
}

@inline
export function lineY(m: i32, orientation: i32): f32 {
  return load<f32>(linesAt + (<usize>(m * orientations + orientation) << 3), 4);
}

@inline
export function onLines(): bool {
  return lineStepX > 0 || lineStepY > 0;
}

/** The x of the nearest line of item m at an orientation, between low and high. */
@inline
export function ontoLineX(value: f32, low: f32, high: f32, m: i32, orientation: i32): f32 {
  return f32x4.extract_lane(onto4X(f32x4.splat(value), low, high, m, orientation), 0);
}

@inline
export function ontoLineY(value: f32, low: f32, high: f32, m: i32, orientation: i32): f32 {
  return f32x4.extract_lane(onto4Y(f32x4.splat(value), low, high, m, orientation), 0);
}

/** The same for four values. */
@inline
export function onto4X(values: v128, low: f32, high: f32, m: i32, orientation: i32): v128 {
  return lineStepX == 0 ? values : onto4(values, low, high, load<f32>(linesAt + (<usize>(m * orientations + orientation) << 3)), lineStepX);
}

@inline
export function onto4Y(values: v128, low: f32, high: f32, m: i32, orientation: i32): v128 {
  return lineStepY == 0 ? values : onto4(values, low, high, load<f32>(linesAt + (<usize>(m * orientations + orientation) << 3), 4), lineStepY);
}

/** The distance between the lines of item m at an orientation; 0 where it is free. */
@inline
export function stepXOf(m: i32, orientation: i32): f32 {
  return lineStepX == 0 || isNaN<f32>(lineX(m, orientation)) ? <f32>0 : lineStepX;
}

@inline
export function stepYOf(m: i32, orientation: i32): f32 {
  return lineStepY == 0 || isNaN<f32>(lineY(m, orientation)) ? <f32>0 : lineStepY;
}

function onto4(values: v128, low: f32, high: f32, line: f32, step: f32): v128 {
  if (isNaN<f32>(line)) return values;
  const line4 = f32x4.splat(line);
  const step4 = f32x4.splat(step);
  let found = f32x4.add(line4, f32x4.mul(f32x4.nearest(f32x4.div(f32x4.sub(values, line4), step4)), step4));
  found = f32x4.sub(found, v128.and(step4, f32x4.gt(found, f32x4.splat(high + SLACK))));
  return f32x4.add(found, v128.and(step4, f32x4.lt(found, f32x4.splat(low - SLACK))));
}

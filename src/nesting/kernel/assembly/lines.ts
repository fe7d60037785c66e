/**
 * Lines that positions have to lie on, on one axis or both: each item at each of its turns has its own, a step apart. A
 * step of 0 is an axis without lines.
 */
import { turns } from "./types";

export let lineStepX: f32 = 0;
export let lineStepY: f32 = 0;
let linesAt: usize = 0; // f32 x, y of one crossing, per item and turn

/** Positions may be off by as much in single precision. */
const SLACK: f32 = 1e-2;

export function bindLines(stepX: f32, stepY: f32, crossings: usize): void {
  lineStepX = stepX;
  lineStepY = stepY;
  linesAt = crossings;
}

/** The x of the nearest line of item m at a turn that is between low and high. */
@inline
export function ontoLineX(value: f32, low: f32, high: f32, m: i32, turn: i32): f32 {
  return lineStepX == 0 ? value : onto(value, low, high, load<f32>(linesAt + (<usize>(m * turns + turn) << 3)), lineStepX);
}

@inline
export function ontoLineY(value: f32, low: f32, high: f32, m: i32, turn: i32): f32 {
  return lineStepY == 0 ? value : onto(value, low, high, load<f32>(linesAt + (<usize>(m * turns + turn) << 3), 4), lineStepY);
}

function onto(value: f32, low: f32, high: f32, line: f32, step: f32): f32 {
  let nearestLine = line + nearest<f32>((value - line) / step) * step;
  if (nearestLine > high + SLACK) nearestLine -= step;
  if (nearestLine < low - SLACK) nearestLine += step;
  return nearestLine;
}

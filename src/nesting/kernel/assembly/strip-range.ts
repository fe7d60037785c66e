/** The range of an item's reference point: the strip, less the item's box. */
import { height, length, period, perPeriod } from "./strip";
import { boxOf, greater, lesser } from "./types";

export let lowX: f32 = 0;
export let lowY: f32 = 0;
export let highX: f32 = 0;
export let highY: f32 = 0;

/** Sets the range of a type at an orientation; a shape longer or higher than the strip stays in its middle. */
@inline
export function setRange(type: i32, orientation: i32): void {
  const box = boxOf(type, orientation);
  lowX = -load<f32>(box);
  lowY = -load<f32>(box, 4);
  highX = length - load<f32>(box, 8);
  highY = height - load<f32>(box, 12);
  if (lowX > highX && perPeriod == 0) {
    lowX = (lowX + highX) * <f32>0.5;
    highX = lowX;
  }
  if (lowY > highY) {
    lowY = (lowY + highY) * <f32>0.5;
    highY = lowY;
  }
}

/** A closed strip has no ends. */
@inline
export function intoRangeX(value: f32): f32 {
  return perPeriod > 0 ? value - floor<f32>(value * perPeriod) * period : lesser(highX, greater(lowX, value));
}

@inline
export function intoRangeY(value: f32): f32 {
  return lesser(highY, greater(lowY, value));
}

@inline
export function intoRange4X(values: v128): v128 {
  if (perPeriod > 0) {
    const rounds = f32x4.floor(f32x4.mul(values, f32x4.splat(perPeriod)));
    return f32x4.sub(values, f32x4.mul(rounds, f32x4.splat(period)));
  }
  return f32x4.pmin(f32x4.splat(highX), f32x4.pmax(f32x4.splat(lowX), values));
}

@inline
export function intoRange4Y(values: v128): v128 {
  return f32x4.pmin(f32x4.splat(highY), f32x4.pmax(f32x4.splat(lowY), values));
}

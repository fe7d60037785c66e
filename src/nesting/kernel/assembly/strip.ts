/** The strip: its length and height, and whether it is closed. */

// A closed strip repeats itself after its length; an open one after a distance beyond all items.
const OPEN: f32 = 4e9;

export let length: f32 = 0;
export let height: f32 = 0;
export let period: f32 = OPEN;
export let perPeriod: f32 = 0; // 1 / period, 0 when open

export function setStrip(l: f32, h: f32, closed: bool): void {
  length = l;
  height = h;
  period = closed ? l : OPEN;
  perPeriod = closed ? 1 / l : 0;
}

/** The shorter way along a closed strip. */
@inline
export function theShortWay(dx: f32): f32 {
  return perPeriod > 0 ? dx - nearest<f32>(dx * perPeriod) * period : dx;
}

/** The overlap of two placed shapes. */
import { depthOf } from "./collision-table";
import { OVERLAP_FLOOR } from "./meetings";
import { theShortWay } from "./strip";
import { depthByOutlines } from "./outline-overlap";
import { orientationCos, orientationSin, outlineOf, tableOf, typeDiameter, typeWidth, worthyTableOf } from "./types";

/** Whether any depth came from outlines since this was last reset; aligned edges may hide an overlap from them. */
export let isByOutlines: bool = false;

export function resetByOutlines(): void {
  isByOutlines = false;
}

/** Penetration depth of two placed shapes, by their table. */
export function pairDepth(ta: i32, ra: i32, xa: f32, ya: f32, tb: i32, rb: i32, xb: f32, yb: f32): f32 {
  let dx = theShortWay(xb - xa);
  let dy = yb - ya;
  const flipped = ta > tb;
  if (flipped) {
    dx = -dx;
    dy = -dy;
  }
  const from = flipped ? rb : ra;
  const c = load<f32>(orientationCos + (<usize>from << 2));
  const s = load<f32>(orientationSin + (<usize>from << 2));
  const table = flipped ? tableOf(tb, ta, rb, ra) : tableOf(ta, tb, ra, rb);
  return depthOf(table, dx * c + dy * s, dy * c - dx * s);
}

/** The same, by their outlines where their table is not worth its making yet. */
export function pairDepthByAny(ta: i32, ra: i32, xa: f32, ya: f32, tb: i32, rb: i32, xb: f32, yb: f32): f32 {
  const table = ta > tb ? worthyTableOf(tb, ta, rb, ra) : worthyTableOf(ta, tb, ra, rb);
  if (table) return pairDepth(ta, ra, xa, ya, tb, rb, xb, yb);
  isByOutlines = true;
  return depthByOutlines(outlineOf(tb, rb), outlineOf(ta, ra), theShortWay(xa - xb), ya - yb);
}

/**
 * The unweighted loss of two overlapping shapes: the depth times the width of the smaller one, about their shared area.
 * A small shape costs no more within a large one than within a small one.
 */
@inline
export function pairLoss(ta: i32, tb: i32, depth: f32): f32 {
  const diameter = max<f32>(load<f32>(typeDiameter + (<usize>ta << 2)), load<f32>(typeDiameter + (<usize>tb << 2)));
  const width = min<f32>(load<f32>(typeWidth + (<usize>ta << 2)), load<f32>(typeWidth + (<usize>tb << 2)));
  return (depth + OVERLAP_FLOOR * diameter) * width;
}

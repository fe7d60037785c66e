/**
 * The inner loop of the overlap search: collision tables of no-fit polygons, the weighted overlap of one item against
 * all others, and one pass of guided local search over the overlapping items. It owns no policy: src/nesting/overlap
 * decides the lengths, the number of passes and the meaning of a failure.
 *
 * The strip is 1000 units high; positions are those of an item's reference point. All data lie in linear memory, at the
 * addresses in the blocks of `bindItems` and `bindTypes`. There are no objects and no garbage.
 */
import { weighingsByOutlines } from "./meetings";
import { evaluations } from "./trials";

export { depthOf } from "./collision-table";
export { bindItems, place } from "./items";
export { forgetMeetings } from "./meetings";
export { bindLines } from "./lines";
export { bindOffers } from "./offers";
export { depthByOutlines } from "./outline-overlap";
export { getGreatestDepth, getTotalLoss, pass, resetWeights, reweight, sweep } from "./pass";
export { seed } from "./random";
export { setStrip } from "./strip";
export { bindTypes } from "./types";

export function allocate(bytes: i32): usize {
  return heap.alloc(bytes);
}

export function release(address: usize): void {
  heap.free(address);
}

export function getEvaluations(): f64 {
  return evaluations;
}

export function getWeighingsByOutlines(): f64 {
  return weighingsByOutlines;
}

/** One move: an overlapping item goes to the best of many positions, never to a worse one than its own. */
import { beginCandidates, candidate, CANDIDATES, lossOf, NONE } from "./candidates";
import { beginDescents, climbDown, slide } from "./descent";
import { itemOrientation, itemType, itemX, itemY, place, hide, appear } from "./items";
import { moveOnMap } from "./lattice-map";
import { isMapped, onLines } from "./lines";
import { beginMove } from "./meetings";
import { gather } from "./neighbourhood";
import { stretches, tryOffered } from "./offers";
import { ownNow } from "./owners";
import { sampleCopied, sampleFar, sampleNear } from "./samples";
import { trialLoss, trialSlot, trialOrientation, trialX, trialY, weighTrials } from "./trials";
import { typeReach, typeSmallSide } from "./types";

/** The slot of the neighbourhood of the item's own place. */
const HERE: i32 = 0;

/** Steps down the slopes of all candidates, and of the best one. */
const ROUGH_STEPS: i32 = 3;
const FINE_STEPS: i32 = 5;

/** The best of the first `count` candidates. */
@inline
function bestOf(count: i32): i32 {
  let best = 0;
  for (let k = 1; k < count; k++) if (lossOf(k) < lossOf(best)) best = k;
  return best;
}

/**
 * Moves item m to the best position found; its weighted loss never rises (after Gardeyn, Vanden Berghe and Wauters 2025,
 * algorithm 6, doi:10.48550/arXiv.2509.13329; the descents are along planes, not along the axes).
 */
export function move(m: i32): void {
  if (isMapped) {
    moveOnMap(m);
    return;
  }
  const at = <usize>m << 2;
  const type = load<i32>(itemType + at);
  const oldX = load<f32>(itemX + at);
  const oldY = load<f32>(itemY + at);
  const oldOrientation = load<i32>(itemOrientation + at);
  hide(m);
  beginMove();
  const reach = load<f32>(typeReach + (<usize>type << 2));
  gather(HERE, oldX, oldY, reach, reach, reach, reach);
  store<f32>(trialX, oldX);
  store<f32>(trialY, oldY);
  store<i32>(trialOrientation, oldOrientation);
  store<i32>(trialSlot, HERE);
  weighTrials(m, 1, NONE);
  const oldLoss = load<f32>(trialLoss);
  if (oldLoss <= 0) {
    appear(m);
    return;
  }
  const small = load<f32>(typeSmallSide + (<usize>type << 2));
  const apart = small * <f32>0.01;
  beginCandidates(oldX, oldY, oldLoss, oldOrientation);
  sampleNear(m, type, oldX, oldY, HERE, apart);
  if (lossOf(0) > 0) sampleFar(m, type, apart);
  if (lossOf(0) > 0 && !onLines()) sampleCopied(m, type, apart);
  if (lossOf(0) > 0) {
    refine(m, type, small);
    if (stretches > 0) tryOffered(m, type);
  }
  const best = candidate(bestOf(CANDIDATES));
  if (load<f32>(best, 8) < oldLoss) {
    place(m, load<f32>(best), load<f32>(best, 4), load<i32>(best, 12));
    ownNow(m);
  } else {
    appear(m);
  }
}

/** Refines all candidates roughly, and the best one finely. */
function refine(m: i32, type: i32, small: f32): void {
  let count = 1;
  while (count < CANDIDATES && lossOf(count) < NONE) count++;
  if (onLines()) {
    climbDown(m, type, 0, count, small * <f32>0.25, small * <f32>0.02);
    const best = bestOf(count);
    climbDown(m, type, best, best + 1, small * <f32>0.01, small * <f32>0.001);
  } else {
    beginDescents(m, type, count, small * <f32>0.25);
    slide(m, type, 0, count, small * <f32>0.25, small * <f32>0.005, ROUGH_STEPS);
    const best = bestOf(count);
    slide(m, type, best, best + 1, small * <f32>0.05, small * <f32>0.001, FINE_STEPS);
  }
}

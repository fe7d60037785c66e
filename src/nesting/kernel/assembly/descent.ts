/**
 * Descents of a moving item from several candidates side by side, with two trials each at a time. The loss consists of
 * planes, and is least where an item lies against others. A descent goes down the slope as far as the loss would last,
 * and along the valley between two slopes. Items on lines go from line to line instead, along both axes and both
 * diagonals.
 */
import { candidate, lossOf, NONE } from "./candidates";
import { ontoLineX, ontoLineY, stepXOf, stepYOf } from "./lines";
import { gather, isGathered } from "./neighbourhood";
import { next } from "./random";
import { perPeriod } from "./strip";
import { highX, highY, intoRangeX, intoRangeY, lowX, lowY, setRange } from "./strip-range";
import {
  trialLoss, trialSlopeX, trialSlopeY, trialSlot, trialOrientation, trialX, trialY, weighTrials, weighTrialsAndSlopes,
} from "./trials";
import { boxOf, greater, halfHeight, halfWidth, lesser, marginOf } from "./types";

/** Length of a second trial down the same slope, as a share of the first. */
const SHORTER: f32 = 0.4;
/** Limits of a step after a failure, as shares of the step before. */
const LEAST_SHARE: f32 = 0.1;
const MOST_SHARE: f32 = 0.5;
/** Reach of a candidate's neighbourhood, in steps. */
const REACH: f32 = 2;

/** The slot of candidate k's own neighbourhood. */
@inline
function slotOf(k: i32): i32 {
  return k + 1;
}

function gatherAround(k: i32, type: i32, reach: f32): void {
  const at = candidate(k);
  const box = boxOf(type, load<i32>(at, 12));
  gather(slotOf(k), load<f32>(at), load<f32>(at, 4), halfWidth(box, marginOf(type)), halfHeight(box, marginOf(type)), reach, reach);
}

@inline
function setTrial(trial: i32, k: i32, x: f32, y: f32): void {
  const at = <usize>trial << 2;
  store<f32>(trialX + at, x);
  store<f32>(trialY + at, y);
  store<i32>(trialOrientation + at, load<i32>(candidate(k), 12));
  store<i32>(trialSlot + at, slotOf(k));
}

/** Gathers the neighbourhoods of the first `count` candidates, for steps of this length, and finds their slopes. */
export function beginDescents(m: i32, type: i32, count: i32, step: f32): void {
  for (let k = 0; k < count; k++) {
    gatherAround(k, type, REACH * step);
    setTrial(k, k, load<f32>(candidate(k)), load<f32>(candidate(k), 4));
  }
  weighTrialsAndSlopes(m, count);
  for (let k = 0; k < count; k++) {
    const at = candidate(k);
    store<f32>(at, load<f32>(trialSlopeX + (<usize>k << 2)), 16);
    store<f32>(at, load<f32>(trialSlopeY + (<usize>k << 2)), 20);
    store<f32>(at, NaN, 24);
  }
}

/**
 * Moves candidates from `from` up to `to` down their slopes, in at most `most` steps; ends when one of them costs
 * nothing.
 */
export function slide(m: i32, type: i32, from: i32, to: i32, step: f32, finest: f32, most: i32): void {
  for (let k = from; k < to; k++) store<f32>(candidate(k), step, 32);
  for (let i = 0; i < most; i++) {
    let count = 0;
    for (let k = from; k < to; k++) {
      if (lossOf(k) <= 0) return;
      if (load<f32>(candidate(k), 32) > finest && aim(k, count, type)) count += 2;
    }
    if (count == 0) return;
    weighTrialsAndSlopes(m, count);
    for (let trial: usize = 0; trial < <usize>count << 2; trial += 8) learn(load<i32>(trialSlot + trial) - 1, trial);
  }
}

/** Sets the two trials of a candidate; false where there is no slope to go down. */
@inline
function aim(k: i32, trial: i32, type: i32): bool {
  const at = candidate(k);
  const x = load<f32>(at);
  const y = load<f32>(at, 4);
  const loss = load<f32>(at, 8);
  const step = load<f32>(at, 32);
  setRange(type, load<i32>(at, 12));
  let slopeX = load<f32>(at, 16);
  let slopeY = load<f32>(at, 20);
  // No item leaves the strip.
  if (perPeriod == 0 && (slopeX > 0 ? x <= lowX : x >= highX)) slopeX = 0;
  if (slopeY > 0 ? y <= lowY : y >= highY) slopeY = 0;
  const steepness = sqrt<f32>(slopeX * slopeX + slopeY * slopeY);
  if (steepness < 1e-6) return false;
  const way = lesser(step, loss / steepness) / steepness;
  store<f32>(at, slopeX, 16);
  store<f32>(at, slopeY, 20);
  store<f32>(at, way * steepness, 40);
  let alongX = SHORTER * way * slopeX;
  let alongY = SHORTER * way * slopeY;
  // The least steep of all slopes between the two leads along the valley.
  const otherX = load<f32>(at, 24);
  const otherY = load<f32>(at, 28);
  const apartX = slopeX - otherX;
  const apartY = slopeY - otherY;
  const apart = apartX * apartX + apartY * apartY;
  if (apart > 1e-9) {
    const share = greater(0, lesser(1, -(otherX * apartX + otherY * apartY) / apart));
    const valleyX = otherX + share * apartX;
    const valleyY = otherY + share * apartY;
    const least = sqrt<f32>(valleyX * valleyX + valleyY * valleyY);
    if (share < 0.999 && least > <f32>0.01 * steepness) {
      const far = lesser(step, loss / least) / least;
      alongX = valleyX * far;
      alongY = valleyY * far;
    }
  }
  const x1 = intoRangeX(x - way * slopeX);
  const y1 = intoRangeY(y - way * slopeY);
  const x2 = intoRangeX(x - alongX);
  const y2 = intoRangeY(y - alongY);
  if (!isGathered(slotOf(k), x1, y1) || !isGathered(slotOf(k), x2, y2)) gatherAround(k, type, REACH * step);
  setTrial(trial, k, x1, y1);
  setTrial(trial + 1, k, x2, y2);
  return true;
}

/** Takes the better of a candidate's two trials, or shortens its step. */
@inline
function learn(k: i32, trial: usize): void {
  const at = candidate(k);
  const loss = load<f32>(at, 8);
  const first = load<f32>(trialLoss + trial);
  const second = load<f32>(trialLoss + trial, 4);
  const firstX = load<f32>(trialSlopeX + trial);
  const firstY = load<f32>(trialSlopeY + trial);
  const slopeX = load<f32>(at, 16);
  const slopeY = load<f32>(at, 20);
  const isFirst = first <= second;
  const better = isFirst ? first : second;
  if (better < loss) {
    const taken = isFirst ? trial : trial + 4;
    const newX = load<f32>(trialSlopeX + taken);
    const newY = load<f32>(trialSlopeY + taken);
    // The other side of the valley: the trial that went too far, or the old place.
    const isBeyond = !isFirst && firstX * newX + firstY * newY < 0;
    store<f32>(at, isBeyond ? firstX : slopeX, 24);
    store<f32>(at, isBeyond ? firstY : slopeY, 28);
    store<f32>(at, load<f32>(trialX + taken));
    store<f32>(at, load<f32>(trialY + taken), 4);
    store<f32>(at, better, 8);
    store<f32>(at, newX, 16);
    store<f32>(at, newY, 20);
    return;
  }
  // The point at which the slopes at both ends of the step meet.
  const way = load<f32>(at, 40);
  const steepness = sqrt<f32>(slopeX * slopeX + slopeY * slopeY);
  const rise = (firstX * slopeX + firstY * slopeY) / steepness;
  const meets = rise < steepness ? (loss - first - rise * way) / (steepness - rise) : way;
  store<f32>(at, greater(way * LEAST_SHARE, lesser(way * MOST_SHARE, meets)), 32);
  store<f32>(at, firstX, 24);
  store<f32>(at, firstY, 28);
}

/**
 * Moves candidates from `from` up to `to` from line to line, by steps that halve after failures until they are fine.
 */
export function climbDown(m: i32, type: i32, from: i32, to: i32, step: f32, finest: f32): void {
  // A step of more than half of the way to the next line gets there.
  for (let k = from; k < to; k++) {
    const orientation = load<i32>(candidate(k), 12);
    store<f32>(candidate(k), max<f32>(step, stepXOf(m, orientation)), 32);
    store<f32>(candidate(k), max<f32>(step, stepYOf(m, orientation)), 36);
  }
  for (;;) {
    let count = 0;
    for (let k = from; k < to; k++) {
      const at = candidate(k);
      if (lossOf(k) <= 0) return;
      const stepX = load<f32>(at, 32);
      const stepY = load<f32>(at, 36);
      const orientation = load<i32>(at, 12);
      const finestX = max<f32>(finest, stepXOf(m, orientation) * <f32>0.75);
      const finestY = max<f32>(finest, stepYOf(m, orientation) * <f32>0.75);
      if (stepX <= finestX && stepY <= finestY) continue;
      const axis = next() >> 30;
      const dx: f32 = axis == 1 ? 0 : stepX;
      const dy: f32 = axis == 0 ? 0 : axis == 3 ? -stepY : stepY;
      setRange(type, orientation);
      const x = load<f32>(at);
      const y = load<f32>(at, 4);
      store<i32>(at, axis, 40);
      for (let side = 0; side < 2; side++) {
        const sign: f32 = side == 0 ? 1 : -1;
        const sideX = ontoLineX(intoRangeX(x + sign * dx), lowX, highX, m, orientation);
        const sideY = ontoLineY(intoRangeY(y + sign * dy), lowY, highY, m, orientation);
        if (!isGathered(slotOf(k), sideX, sideY)) gatherAround(k, type, REACH * step + max<f32>(stepX, stepY));
        setTrial(count++, k, sideX, sideY);
      }
    }
    if (count == 0) return;
    weighTrials(m, count, NONE);
    for (let trial: usize = 0; trial < <usize>count << 2; trial += 8) {
      const at = candidate(load<i32>(trialSlot + trial) - 1);
      const taken = load<f32>(trialLoss + trial) <= load<f32>(trialLoss + trial, 4) ? trial : trial + 4;
      const improved = load<f32>(trialLoss + taken) < load<f32>(at, 8);
      if (improved) {
        store<f32>(at, load<f32>(trialX + taken));
        store<f32>(at, load<f32>(trialY + taken), 4);
        store<f32>(at, load<f32>(trialLoss + taken), 8);
      }
      const factor: f32 = improved ? 1.1 : 0.5;
      const axis = load<i32>(at, 40);
      if (axis != 1) store<f32>(at, load<f32>(at, 32) * factor, 32);
      if (axis != 0) store<f32>(at, load<f32>(at, 36) * factor, 36);
    }
  }
}

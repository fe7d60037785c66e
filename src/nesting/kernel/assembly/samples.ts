/** Samples of a move: positions near the item's place and anywhere on the strip. The best become candidates. */
import { CANDIDATES, keep, lossOf } from "./candidates";
import { copyPlaces } from "./copied-places";
import { depthsOfFour, floorsOfFour, isUnfinished, weightsOfFour } from "./depths";
import { front } from "./four";
import { onLines, onto4X, onto4Y } from "./lines";
import { meetingsAt } from "./meetings";
import { ANYWHERE } from "./neighbourhood";
import { cellsOf, ownerOf } from "./owners";
import { below, uniform4 } from "./random";
import { highX, highY, intoRange4X, intoRange4Y, lowX, lowY, setRange } from "./strip-range";
import { length, perPeriod } from "./strip";
import { trialLoss, trialSlot, trialOrientation, trialX, trialY, weighTrials } from "./trials";
import { allowedCount, allowedOrientations, boxOf, orientations } from "./types";

/** Numbers of tried positions, four at a time at one orientation: more on lines, where descents find less. */
const NEAR_SAMPLES: i32 = 16;
const FAR_SAMPLES: i32 = 32;
const NEAR_SAMPLES_ON_LINES: i32 = 24;
const FAR_SAMPLES_ON_LINES: i32 = 48;

@inline
function anyOrientation(type: i32): i32 {
  const count = load<i32>(allowedCount + (<usize>type << 2));
  return load<i32>(allowedOrientations + (<usize>(type * orientations + (count == 1 ? 0 : below(count))) << 2));
}

/** Tries positions within half an item's box of (x, y), in a neighbourhood. */
export function sampleNear(m: i32, type: i32, x: f32, y: f32, slot: i32, apart: f32): void {
  const half = f32x4.splat(0.5);
  const count = onLines() ? NEAR_SAMPLES_ON_LINES : NEAR_SAMPLES;
  for (let k = 0; k < count; k += 4) {
    const orientation = anyOrientation(type);
    const box = boxOf(type, orientation);
    setRange(type, orientation);
    const width = f32x4.splat(load<f32>(box, 8) - load<f32>(box));
    const height = f32x4.splat(load<f32>(box, 12) - load<f32>(box, 4));
    const x4 = intoRange4X(f32x4.add(f32x4.splat(x), f32x4.mul(f32x4.sub(uniform4(), half), width)));
    const y4 = intoRange4Y(f32x4.add(f32x4.splat(y), f32x4.mul(f32x4.sub(uniform4(), half), height)));
    v128.store(trialX, onto4X(x4, lowX, highX, m, orientation));
    v128.store(trialY, onto4Y(y4, lowY, highY, m, orientation));
    v128.store(trialOrientation, i32x4.splat(orientation));
    v128.store(trialSlot, i32x4.splat(slot));
    // At once: the first ones limit the work for the others.
    keepTrials(m, 4, apart);
  }
}

/**
 * Tries positions anywhere, but skips a position that costs more than the last candidate by the owner of its cell
 * alone.
 */
export function sampleFar(m: i32, type: i32, apart: f32): void {
  const limit = f32x4.splat(lossOf(CANDIDATES - 1));
  const count = onLines() ? FAR_SAMPLES_ON_LINES : FAR_SAMPLES;
  let at: usize = 0;
  for (let k = 0; k < count; k += 4) {
    const orientation = anyOrientation(type);
    setRange(type, orientation);
    const fromX = perPeriod > 0 ? <f32>0 : lowX;
    const wayX = perPeriod > 0 ? length : highX - lowX;
    const x = onto4X(f32x4.add(f32x4.splat(fromX), f32x4.mul(uniform4(), f32x4.splat(wayX))), lowX, highX, m, orientation);
    const y = onto4Y(f32x4.add(f32x4.splat(lowY), f32x4.mul(uniform4(), f32x4.splat(highY - lowY))), lowY, highY, m, orientation);
    const row = meetingsAt(m, orientation);
    const mask = worthy(m, row, row, row, row, x, y, limit);
    v128.store(trialX + at, front(x, mask));
    v128.store(trialY + at, front(y, mask));
    v128.store(trialOrientation + at, i32x4.splat(orientation));
    v128.store(trialSlot + at, i32x4.splat(ANYWHERE));
    at += <usize>popcnt(mask) << 2;
  }
  keepTrials(m, <i32>(at >> 2), apart);
}

/** Tries places that other items of the same type have beside their neighbours, and skips some like the last ones. */
export function sampleCopied(m: i32, type: i32, apart: f32): void {
  const limit = f32x4.splat(lossOf(CANDIDATES - 1));
  const end = <usize>copyPlaces(m, type) << 2;
  let to: usize = 0;
  for (let at: usize = 0; at < end; at += 16) {
    const left = <i32>(end - at) >> 2;
    const x = v128.load(trialX + at);
    const y = v128.load(trialY + at);
    const turns = v128.load(trialOrientation + at);
    const r0 = meetingsAt(m, i32x4.extract_lane(turns, 0));
    const r1 = left > 1 ? meetingsAt(m, i32x4.extract_lane(turns, 1)) : r0;
    const r2 = left > 2 ? meetingsAt(m, i32x4.extract_lane(turns, 2)) : r0;
    const r3 = left > 3 ? meetingsAt(m, i32x4.extract_lane(turns, 3)) : r0;
    const mask = worthy(m, r0, r1, r2, r3, x, y, limit) & (left > 3 ? 15 : (1 << left) - 1);
    v128.store(trialX + to, front(x, mask));
    v128.store(trialY + to, front(y, mask));
    v128.store(trialOrientation + to, front(turns, mask));
    v128.store(trialSlot + to, i32x4.splat(ANYWHERE));
    to += <usize>popcnt(mask) << 2;
  }
  if (to > 0) keepTrials(m, <i32>(to >> 2), apart);
}

/** Which of four positions the owners of their cells alone do not make worse than a limit, in bits. The rows may differ. */
@inline
function worthy(m: i32, r0: usize, r1: usize, r2: usize, r3: usize, x: v128, y: v128, limit: v128): i32 {
  const cells = cellsOf(x, y);
  const k0 = ownerOf(i32x4.extract_lane(cells, 0));
  const k1 = ownerOf(i32x4.extract_lane(cells, 1));
  const k2 = ownerOf(i32x4.extract_lane(cells, 2));
  const k3 = ownerOf(i32x4.extract_lane(cells, 3));
  const m0 = r0 + (k0 << 6);
  const m1 = r1 + (k1 << 6);
  const m2 = r2 + (k2 << 6);
  const m3 = r3 + (k3 << 6);
  const depth = depthsOfFour(m0, m1, m2, m3, x, y, false);
  const loss = f32x4.mul(f32x4.add(depth, floorsOfFour(m0, m1, m2, m3)), weightsOfFour(m0, m1, m2, m3));
  const isOwn = i32x4.eq(i32x4(<i32>k0, <i32>k1, <i32>k2, <i32>k3), i32x4.splat(m));
  const isFree = v128.or(f32x4.le(depth, f32x4.splat(0)), v128.or(isOwn, v128.load(isUnfinished)));
  return i32x4.bitmask(v128.or(isFree, f32x4.lt(loss, limit)));
}

function keepTrials(m: i32, count: i32, apart: f32): void {
  weighTrials(m, count, lossOf(CANDIDATES - 1));
  for (let at: usize = 0; at < <usize>count << 2; at += 4) {
    const loss = load<f32>(trialLoss + at);
    if (loss < lossOf(CANDIDATES - 1)) {
      keep(load<f32>(trialX + at), load<f32>(trialY + at), loss, load<i32>(trialOrientation + at), apart);
    }
  }
}

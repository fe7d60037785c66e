/** One move: an item that overlaps goes to the best of many positions, none of them worse than where it is. */
import { evaluate, evaluateTwo, lossOfFirst, lossOfSecond } from "./evaluate";
import { items, itemTurn, itemType, itemX, itemY, place } from "./items";
import { lineStepX, lineStepY, ontoLineX, ontoLineY } from "./lines";
import { beginMove } from "./meetings";
import { gather, isGathered } from "./neighbourhood";
import { below, next, uniform } from "./random";
import { height, length, period, perPeriod } from "./strip";
import { allowedCount, allowedTurns, boxOf, greater, halfHeight, halfWidth, lesser, turns, typeReach, typeSmallSide } from "./types";

/** Out of every other item's reach. */
const FAR: f32 = 1e9;
/** A loss that no position has: pairs that weigh a million cost more than any round number. */
const NONE: f32 = Infinity;

/** How many positions a move tries near where the item is and anywhere, two by two. */
const NEAR_SAMPLES: i32 = 24;
const FAR_SAMPLES: i32 = 50;

/** From this many items on the far samples of a move lie in windows of the strip, each of which is gathered. */
const CROWD: i32 = 40;
const WINDOW_SAMPLES: i32 = 10;
/** Half the width of a window, as a share of the strip's length. */
const WINDOW: f32 = 0.05;

/** Where the reference point of a shape may be along one axis; a shape as long as the strip stays in its middle. */
@inline
function clamp(value: f32, low: f32, high: f32): f32 {
  return low > high ? (low + high) * <f32>0.5 : lesser(high, greater(low, value));
}

/** The same along the strip: a closed one has no ends. */
@inline
function clampAlong(value: f32, low: f32, high: f32): f32 {
  return perPeriod > 0 ? value - floor<f32>(value * perPeriod) * period : clamp(value, low, high);
}

// The best three samples of a move, and the position being refined.
const BEST: i32 = 3;
let bestLoss0: f32 = 0, bestLoss1: f32 = 0, bestLoss2: f32 = 0;
let bestX0: f32 = 0, bestX1: f32 = 0, bestX2: f32 = 0;
let bestY0: f32 = 0, bestY1: f32 = 0, bestY2: f32 = 0;
let bestTurn0: i32 = 0, bestTurn1: i32 = 0, bestTurn2: i32 = 0;
let hereX: f32 = 0, hereY: f32 = 0, hereLoss: f32 = 0;
let hereTurn: i32 = 0;

@inline
function keep(loss: f32, x: f32, y: f32, turn: i32, apart: f32): void {
  // A sample beside a kept one of the same turn would be refined to the same place: keep the better of the two.
  if (turn == bestTurn0 && abs(x - bestX0) + abs(y - bestY0) < apart) {
    if (loss < bestLoss0) { bestLoss0 = loss; bestX0 = x; bestY0 = y; }
    return;
  }
  if (loss < bestLoss0) {
    bestLoss2 = bestLoss1; bestX2 = bestX1; bestY2 = bestY1; bestTurn2 = bestTurn1;
    bestLoss1 = bestLoss0; bestX1 = bestX0; bestY1 = bestY0; bestTurn1 = bestTurn0;
    bestLoss0 = loss; bestX0 = x; bestY0 = y; bestTurn0 = turn;
  } else if (loss < bestLoss1) {
    bestLoss2 = bestLoss1; bestX2 = bestX1; bestY2 = bestY1; bestTurn2 = bestTurn1;
    bestLoss1 = loss; bestX1 = x; bestY1 = y; bestTurn1 = turn;
  } else if (loss < bestLoss2) {
    bestLoss2 = loss; bestX2 = x; bestY2 = y; bestTurn2 = turn;
  }
}

/** Coordinate descent from the position being refined, along both axes and both diagonals. */
function descend(m: i32, step: f32, finest: f32): void {
  const type = load<i32>(itemType + (<usize>m << 2));
  const box = boxOf(type, hereTurn);
  const lowX = -load<f32>(box);
  const lowY = -load<f32>(box, 4);
  const highX = length - load<f32>(box, 8);
  const highY = height - load<f32>(box, 12);
  const halfX = halfWidth(box);
  const halfY = halfHeight(box);
  // From line to line: a step that is more than half of the way to the next one gets there.
  const finestX = max<f32>(finest, lineStepX * <f32>0.75);
  const finestY = max<f32>(finest, lineStepY * <f32>0.75);
  let stepX = max<f32>(step, lineStepX);
  let stepY = max<f32>(step, lineStepY);
  gather(hereX, hereY, halfX, halfY, <f32>3 * step, <f32>3 * step);
  while (hereLoss > 0 && (stepX > finestX || stepY > finestY)) {
    const axis = next() >> 30;
    let dx: f32 = 0;
    let dy: f32 = 0;
    if (axis != 1) dx = stepX;
    if (axis != 0) dy = axis == 3 ? -stepY : stepY;
    const x1 = ontoLineX(clampAlong(hereX + dx, lowX, highX), lowX, highX, m, hereTurn);
    const y1 = ontoLineY(clamp(hereY + dy, lowY, highY), lowY, highY, m, hereTurn);
    const x2 = ontoLineX(clampAlong(hereX - dx, lowX, highX), lowX, highX, m, hereTurn);
    const y2 = ontoLineY(clamp(hereY - dy, lowY, highY), lowY, highY, m, hereTurn);
    if (!isGathered(x1, y1) || !isGathered(x2, y2)) {
      const reach = <f32>2 * step + max<f32>(stepX, stepY);
      gather(hereX, hereY, halfX, halfY, reach, reach);
    }
    evaluateTwo(m, x1, y1, hereTurn, x2, y2, hereTurn, hereLoss);
    const isFirst = lossOfFirst <= lossOfSecond;
    const loss = isFirst ? lossOfFirst : lossOfSecond;
    const improved = loss < hereLoss;
    if (improved) {
      hereLoss = loss;
      hereX = isFirst ? x1 : x2;
      hereY = isFirst ? y1 : y2;
    }
    const factor: f32 = improved ? 1.1 : 0.5;
    if (axis != 1) stepX *= factor;
    if (axis != 0) stepY *= factor;
  }
}

/** Moves item m to the best position found; its weighted loss never rises. */
export function move(m: i32): void {
  const at = <usize>m << 2;
  const type = load<i32>(itemType + at);
  const oldX = load<f32>(itemX + at);
  const oldY = load<f32>(itemY + at);
  const oldTurn = load<i32>(itemTurn + at);
  store<f32>(itemX + at, FAR);
  beginMove();
  const oldLoss = evaluate(m, oldX, oldY, oldTurn);
  if (oldLoss <= 0) {
    store<f32>(itemX + at, oldX);
    return;
  }
  bestLoss0 = oldLoss; bestX0 = oldX; bestY0 = oldY; bestTurn0 = oldTurn;
  bestLoss1 = NONE; bestLoss2 = NONE;
  const small = load<f32>(typeSmallSide + (<usize>type << 2));
  const count = load<i32>(allowedCount + (<usize>type << 2));
  const allowed = allowedTurns + (<usize>(type * turns) << 2);
  const apart = small * <f32>0.01;
  const samples = NEAR_SAMPLES + FAR_SAMPLES;
  const reach = load<f32>(typeReach + (<usize>type << 2));
  gather(oldX, oldY, reach, reach, reach, reach);
  const inWindows = items >= CROWD && perPeriod == 0;
  const window = length * WINDOW;
  let windowX: f32 = 0;
  let beforeX: f32 = 0, beforeY: f32 = 0;
  let beforeTurn = 0;
  for (let i = 0; i < samples; i++) {
    const turn = count == 1 ? load<i32>(allowed) : load<i32>(allowed + (<usize>below(count) << 2));
    const box = boxOf(type, turn);
    const lowX = -load<f32>(box);
    const lowY = -load<f32>(box, 4);
    const highX = length - load<f32>(box, 8);
    const highY = height - load<f32>(box, 12);
    let x: f32;
    let y: f32;
    if (i < NEAR_SAMPLES) {
      x = clampAlong(oldX + (uniform() - <f32>0.5) * (load<f32>(box, 8) + lowX), lowX, highX);
      y = clamp(oldY + (uniform() - <f32>0.5) * (load<f32>(box, 12) + lowY), lowY, highY);
    } else {
      if (inWindows) {
        if ((i - NEAR_SAMPLES) % WINDOW_SAMPLES == 0) {
          windowX = uniform() * length;
          gather(windowX, height * <f32>0.5, reach, reach, window, height * <f32>0.5);
        }
        x = clamp(windowX + (uniform() - <f32>0.5) * <f32>2 * window, lowX, highX);
      } else {
        if (i == NEAR_SAMPLES) gather(length * <f32>0.5, height * <f32>0.5, reach, reach, length, height);
        x = perPeriod > 0 ? uniform() * length : clamp(lowX + uniform() * (highX - lowX), lowX, highX);
      }
      y = clamp(lowY + uniform() * (highY - lowY), lowY, highY);
    }
    x = ontoLineX(x, lowX, highX, m, turn);
    y = ontoLineY(y, lowY, highY, m, turn);
    if (i % 2 == 0) {
      beforeX = x; beforeY = y; beforeTurn = turn;
      continue;
    }
    evaluateTwo(m, beforeX, beforeY, beforeTurn, x, y, turn, bestLoss2);
    const second = lossOfSecond;
    if (lossOfFirst < bestLoss2) keep(lossOfFirst, beforeX, beforeY, beforeTurn, apart);
    if (second < bestLoss2) keep(second, x, y, turn, apart);
    if (bestLoss0 <= 0) break;
  }
  // Refine all three roughly, the best of them finely.
  let winLoss = NONE, winX: f32 = 0, winY: f32 = 0;
  let winTurn = 0;
  for (let k = 0; k < BEST; k++) {
    hereLoss = k == 0 ? bestLoss0 : k == 1 ? bestLoss1 : bestLoss2;
    if (hereLoss == NONE) break;
    hereX = k == 0 ? bestX0 : k == 1 ? bestX1 : bestX2;
    hereY = k == 0 ? bestY0 : k == 1 ? bestY1 : bestY2;
    hereTurn = k == 0 ? bestTurn0 : k == 1 ? bestTurn1 : bestTurn2;
    descend(m, small * <f32>0.25, small * <f32>0.02);
    if (hereLoss < winLoss) {
      winLoss = hereLoss; winX = hereX; winY = hereY; winTurn = hereTurn;
      if (winLoss <= 0) break;
    }
  }
  hereLoss = winLoss; hereX = winX; hereY = winY; hereTurn = winTurn;
  descend(m, small * <f32>0.01, small * <f32>0.001);
  if (hereLoss <= oldLoss) {
    place(m, hereX, hereY, hereTurn);
  } else {
    store<f32>(itemX + at, oldX);
  }
}

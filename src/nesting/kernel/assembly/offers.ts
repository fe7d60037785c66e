/**
 * Grids whose points a move tries beside its own places, one grid for each stretch of the strip. Without a bound grid
 * it tries none.
 */
import { candidate, CANDIDATES, lossOf, NONE } from "./candidates";
import { ontoLineX, ontoLineY } from "./lines";
import { highX, highY, lowX, lowY, setRange } from "./strip-range";
import { trialLoss, trialSlot, trialOrientation, trialX, trialY, weighTrials } from "./trials";
import { orientations } from "./types";

export let stretches: i32 = 0;
let grids: usize = 0; // f32 x 8 per stretch: its start; origin and step along x, along y; the rest unused
let anchors: usize = 0; // f32 x 2 per item and orientation: the point that goes onto the grid, from the reference point

/** Error of a position in single precision. */
const SLACK: f32 = 1e-2;

export function bindOffers(count: i32, grid: usize, anchor: usize): void {
  stretches = count;
  grids = grid;
  anchors = anchor;
}

/** The grid of the stretch that holds x. */
@inline
function gridAt(x: f32): usize {
  let k = stretches - 1;
  while (k > 0 && x < load<f32>(grids + (<usize>k << 5))) k--;
  return grids + (<usize>k << 5);
}

/** The coordinate before `value` at which an anchor lies on a grid; the value itself on an axis without one. */
@inline
function before(value: f32, anchor: f32, origin: f32, step: f32): f32 {
  return step == 0 ? value : origin + floor<f32>((value + anchor - origin) / step) * step - anchor;
}

/** Weighs the points of the grid around every candidate of item m; a better one takes the candidate's place. */
export function tryOffered(m: i32, type: i32): void {
  let count = 0;
  for (let k = 0; k < CANDIDATES; k++) {
    if (lossOf(k) >= NONE) continue;
    const at = candidate(k);
    const orientation = load<i32>(at, 12);
    const anchor = anchors + (<usize>(m * orientations + orientation) << 3);
    const grid = gridAt(load<f32>(at));
    const stepX = load<f32>(grid, 8);
    const stepY = load<f32>(grid, 16);
    const x = before(load<f32>(at), load<f32>(anchor), load<f32>(grid, 4), stepX);
    const y = before(load<f32>(at, 4), load<f32>(anchor, 4), load<f32>(grid, 12), stepY);
    setRange(type, orientation);
    for (let corner = 0; corner < 4; corner++) {
      if ((stepX == 0 && (corner & 1)) || (stepY == 0 && (corner & 2))) continue;
      const cornerX = x + (corner & 1 ? stepX : 0);
      const cornerY = y + (corner & 2 ? stepY : 0);
      if (cornerX < lowX - SLACK || cornerX > highX + SLACK) continue;
      if (cornerY < lowY - SLACK || cornerY > highY + SLACK) continue;
      const trial = <usize>count << 2;
      store<f32>(trialX + trial, ontoLineX(cornerX, lowX, highX, m, orientation));
      store<f32>(trialY + trial, ontoLineY(cornerY, lowY, highY, m, orientation));
      store<i32>(trialOrientation + trial, orientation);
      store<i32>(trialSlot + trial, k + 1);
      count++;
    }
  }
  weighTrials(m, count, NONE);
  for (let trial: usize = 0; trial < <usize>count << 2; trial += 4) {
    const at = candidate(load<i32>(trialSlot + trial) - 1);
    if (load<f32>(trialLoss + trial) >= load<f32>(at, 8)) continue;
    store<f32>(at, load<f32>(trialX + trial));
    store<f32>(at, load<f32>(trialY + trial), 4);
    store<f32>(at, load<f32>(trialLoss + trial), 8);
  }
}

/**
 * The best few positions of a move, apart from each other, and the state of the descent from each.
 *
 * A candidate is 64 bytes: f32 x, y, loss, i32 orientation; f32 slope along x and y, slope on the other side of the
 * valley along x and y (NaN: none is known); f32 step along x and y; f32 way of the first trial, or i32 axis of both.
 */

export const CANDIDATES: i32 = 3;
const places = memory.data(192, 16);
/** A loss above every real one: pairs that weigh a million cost more than any round number. */
export const NONE: f32 = Infinity;

@inline
export function candidate(k: i32): usize {
  return places + (<usize>k << 6);
}

@inline
export function lossOf(k: i32): f32 {
  return load<f32>(candidate(k), 8);
}

/** The first candidate is the item's own place. */
@inline
export function beginCandidates(x: f32, y: f32, loss: f32, orientation: i32): void {
  write(candidate(0), x, y, loss, orientation);
  for (let k = 1; k < CANDIDATES; k++) store<f32>(candidate(k), NONE, 8);
}

@inline
function write(at: usize, x: f32, y: f32, loss: f32, orientation: i32): void {
  store<f32>(at, x);
  store<f32>(at, y, 4);
  store<f32>(at, loss, 8);
  store<i32>(at, orientation, 12);
}

/** Keeps a position that is better than the last candidate. */
export function keep(x: f32, y: f32, loss: f32, orientation: i32, apart: f32): void {
  const best = candidate(0);
  // A sample beside the best one at the same orientation would descend to the same place: keep the better of the two.
  if (orientation == load<i32>(best, 12) && abs(x - load<f32>(best)) + abs(y - load<f32>(best, 4)) < apart) {
    if (loss < load<f32>(best, 8)) write(best, x, y, loss, orientation);
    return;
  }
  let k = CANDIDATES - 1;
  for (; k > 0 && loss < lossOf(k - 1); k--) v128.store(candidate(k), v128.load(candidate(k - 1)));
  write(candidate(k), x, y, loss, orientation);
}

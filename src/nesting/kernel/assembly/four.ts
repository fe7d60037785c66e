/**
 * Four numbers side by side, and the way to bring fields of four structures there. The halves of four structures in
 * memory give two vectors of pairs, and these give a vector for each field.
 */

/** Fields 0 and 1 of two structures, in turn. */
@inline
export function lowPairs(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 0, 4, 1, 5);
}

/** Fields 2 and 3 of two structures, in turn. */
@inline
export function highPairs(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 2, 6, 3, 7);
}

/** The first field of two vectors of pairs. */
@inline
export function firstOf(u: v128, v: v128): v128 {
  return v128.shuffle<f32>(u, v, 0, 1, 4, 5);
}

/** The second field of two vectors of pairs. */
@inline
export function secondOf(u: v128, v: v128): v128 {
  return v128.shuffle<f32>(u, v, 2, 3, 6, 7);
}

/** Four numbers of a row, at these places in bytes. */
@inline
export function gathered(row: usize, k0: usize, k1: usize, k2: usize, k3: usize): v128 {
  let found = v128.load32_zero(row + k0);
  found = v128.load_lane<f32>(row + k1, found, 1);
  found = v128.load_lane<f32>(row + k2, found, 2);
  return v128.load_lane<f32>(row + k3, found, 3);
}

// For each set of lanes, the bytes that bring them to the front; zeros follow.
const frontLanes = memory.data<i32>([
  -1, -1, -1, -1,
  0x03020100, -1, -1, -1,
  0x07060504, -1, -1, -1,
  0x03020100, 0x07060504, -1, -1,
  0x0b0a0908, -1, -1, -1,
  0x03020100, 0x0b0a0908, -1, -1,
  0x07060504, 0x0b0a0908, -1, -1,
  0x03020100, 0x07060504, 0x0b0a0908, -1,
  0x0f0e0d0c, -1, -1, -1,
  0x03020100, 0x0f0e0d0c, -1, -1,
  0x07060504, 0x0f0e0d0c, -1, -1,
  0x03020100, 0x07060504, 0x0f0e0d0c, -1,
  0x0b0a0908, 0x0f0e0d0c, -1, -1,
  0x03020100, 0x0b0a0908, 0x0f0e0d0c, -1,
  0x07060504, 0x0b0a0908, 0x0f0e0d0c, -1,
  0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c,
], 16);

/** The lanes in a mask, brought to the front. */
@inline
export function front(lanes: v128, mask: i32): v128 {
  return v128.swizzle(lanes, v128.load(frontLanes + (<usize>mask << 4)));
}

// Masks of the first lanes, by their number, in steps of 16 bytes.
const firstLanes = memory.data<i32>([0, 0, 0, 0, -1, 0, 0, 0, -1, -1, 0, 0, -1, -1, -1, 0, -1, -1, -1, -1], 16);

/** A mask of the first lanes that take `bytes` bytes: none below 0, all from 16 on. */
@inline
export function lanesUpTo(bytes: i32): v128 {
  return v128.load(firstLanes + (<usize>max<i32>(0, min<i32>(16, bytes)) << 2));
}

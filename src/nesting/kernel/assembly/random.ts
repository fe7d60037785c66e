/** Random numbers: xoshiro128+, seeded by splitmix32. */

let state0: u32 = 1;
let state1: u32 = 2;
let state2: u32 = 3;
let state3: u32 = 4;

function mixed(z: u32): u32 {
  let t = z ^ (z >> 16);
  t *= 0x21f0aaad;
  t = t ^ (t >> 15);
  t *= 0x735a2d97;
  return t ^ (t >> 15);
}

export function seed(value: u32): void {
  let z = value;
  for (let at: usize = 0; at < 64; at += 4) {
    z += 0x9e3779b9;
    store<u32>(states + at, mixed(z) | (at >= 48 ? 1 : 0));
  }
  for (let i = 0; i < 4; i++) {
    z += 0x9e3779b9;
    const t = mixed(z);
    if (i == 0) state0 = t;
    else if (i == 1) state1 = t;
    else if (i == 2) state2 = t;
    else state3 = t | 1;
  }
}

@inline
export function next(): u32 {
  const result = state0 + state3;
  const t = state1 << 9;
  state2 ^= state0;
  state3 ^= state1;
  state1 ^= state2;
  state0 ^= state3;
  state2 ^= t;
  state3 = rotl<u32>(state3, 11);
  return result;
}

/** A whole number from 0 to n - 1. */
@inline
export function below(n: i32): i32 {
  return <i32>((<u64>next() * <u64>n) >> 32);
}

// Four generators side by side.
const states = memory.data(64, 16);

/** Four numbers, each uniform in [0, 1). */
@inline
export function uniform4(): v128 {
  const s0 = v128.load(states);
  const s1 = v128.load(states, 16);
  const s2 = v128.xor(v128.load(states, 32), s0);
  const s3 = v128.xor(v128.load(states, 48), s1);
  const result = i32x4.add(s0, v128.load(states, 48));
  v128.store(states, v128.xor(s0, s3));
  v128.store(states, v128.xor(s1, s2), 16);
  v128.store(states, v128.xor(s2, i32x4.shl(s1, 9)), 32);
  v128.store(states, v128.or(i32x4.shl(s3, 11), i32x4.shr_u(s3, 21)), 48);
  return f32x4.mul(f32x4.convert_i32x4_u(i32x4.shr_u(result, 8)), f32x4.splat(<f32>(1.0 / 16777216.0)));
}

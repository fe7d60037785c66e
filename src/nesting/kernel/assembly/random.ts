/** Random numbers: xoshiro128+, seeded by splitmix32. */

let state0: u32 = 1;
let state1: u32 = 2;
let state2: u32 = 3;
let state3: u32 = 4;

export function seed(value: u32): void {
  let z = value;
  for (let i = 0; i < 4; i++) {
    z += 0x9e3779b9;
    let t = z ^ (z >> 16);
    t *= 0x21f0aaad;
    t = t ^ (t >> 15);
    t *= 0x735a2d97;
    t = t ^ (t >> 15);
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

/** Uniform in [0, 1). */
@inline
export function uniform(): f32 {
  return <f32>(next() >> 8) * <f32>(1.0 / 16777216.0);
}

/** A whole number from 0 to n - 1. */
@inline
export function below(n: i32): i32 {
  return <i32>((<u64>next() * <u64>n) >> 32);
}

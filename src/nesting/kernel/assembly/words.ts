/** A word of a block written by TypeScript: a count, or an address. */
@inline
export function wordOf(block: usize, word: i32): i32 {
  return load<i32>(block + (<usize>word << 2));
}

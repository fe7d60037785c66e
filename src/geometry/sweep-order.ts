/**
 * The segments that a sweep line meets, in order. A treap over segment numbers 0..n-1 with links to both neighbours
 * makes a step of the sweep cost O(log n), for any outline.
 */

const none = -1;

export class SweepOrder {
  readonly previous: Int32Array;
  readonly next: Int32Array;
  readonly #left: Int32Array;
  readonly #right: Int32Array;
  readonly #parent: Int32Array;
  readonly #priority: Uint32Array;
  #root = none;

  constructor(capacity: number) {
    const links = () => new Int32Array(capacity).fill(none);
    this.previous = links();
    this.next = links();
    this.#left = links();
    this.#right = links();
    this.#parent = links();
    this.#priority = new Uint32Array(capacity);
    let state = 0x9e3779b9;
    for (let i = 0; i < capacity; i++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      this.#priority[i] = state >>> 0;
    }
  }

  /**
   * Inserts `segment` where `sideOf` sends it. `sideOf` gets segments of the order and answers > 0 when the new one
   * belongs after, < 0 before. False, and nothing inserted, when `sideOf` answers 0.
   */
  insert(segment: number, sideOf: (other: number) => number): boolean {
    let at = this.#root;
    if (at === none) {
      this.#root = segment;
      return true;
    }
    for (;;) {
      const side = sideOf(at);
      if (side === 0) return false;
      const child = side > 0 ? this.#right[at]! : this.#left[at]!;
      if (child === none) {
        this.#attach(segment, at, side > 0);
        return true;
      }
      at = child;
    }
  }

  /** Inserts `segment` directly after `before`. */
  insertAfter(segment: number, before: number): void {
    let at = this.#right[before]!;
    if (at === none) {
      this.#attach(segment, before, true);
      return;
    }
    while (this.#left[at] !== none) at = this.#left[at]!;
    this.#attach(segment, at, false);
  }

  /** Puts `segment` in the place of `old`. */
  replace(old: number, segment: number): void {
    const left = this.#left[old]!;
    const right = this.#right[old]!;
    const parent = this.#parent[old]!;
    this.#left[segment] = left;
    this.#right[segment] = right;
    this.#priority[segment] = this.#priority[old]!;
    if (left !== none) this.#parent[left] = segment;
    if (right !== none) this.#parent[right] = segment;
    this.#setChild(parent, old, segment);
    const before = this.previous[old]!;
    const after = this.next[old]!;
    this.previous[segment] = before;
    this.next[segment] = after;
    if (before !== none) this.next[before] = segment;
    if (after !== none) this.previous[after] = segment;
  }

  remove(segment: number): void {
    for (;;) {
      const left = this.#left[segment]!;
      const right = this.#right[segment]!;
      if (left === none && right === none) break;
      const up = right === none || (left !== none && this.#priority[left]! > this.#priority[right]!) ? left : right;
      this.#rotateUp(up);
    }
    this.#setChild(this.#parent[segment]!, segment, none);
    this.#parent[segment] = none;
    const before = this.previous[segment]!;
    const after = this.next[segment]!;
    if (before !== none) this.next[before] = after;
    if (after !== none) this.previous[after] = before;
  }

  #attach(segment: number, parent: number, asRight: boolean): void {
    if (asRight) this.#right[parent] = segment;
    else this.#left[parent] = segment;
    this.#parent[segment] = parent;
    const before = asRight ? parent : this.previous[parent]!;
    const after = asRight ? this.next[parent]! : parent;
    this.previous[segment] = before;
    this.next[segment] = after;
    if (before !== none) this.next[before] = segment;
    if (after !== none) this.previous[after] = segment;
    while (this.#parent[segment] !== none && this.#priority[this.#parent[segment]!]! < this.#priority[segment]!) {
      this.#rotateUp(segment);
    }
  }

  #rotateUp(child: number): void {
    const parent = this.#parent[child]!;
    const grandparent = this.#parent[parent]!;
    if (this.#left[parent] === child) {
      const inner = this.#right[child]!;
      this.#left[parent] = inner;
      if (inner !== none) this.#parent[inner] = parent;
      this.#right[child] = parent;
    } else {
      const inner = this.#left[child]!;
      this.#right[parent] = inner;
      if (inner !== none) this.#parent[inner] = parent;
      this.#left[child] = parent;
    }
    this.#parent[parent] = child;
    this.#setChild(grandparent, parent, child);
  }

  #setChild(parent: number, old: number, child: number): void {
    if (child !== none) this.#parent[child] = parent;
    if (parent === none) this.#root = child;
    else if (this.#left[parent] === old) this.#left[parent] = child;
    else this.#right[parent] = child;
  }
}

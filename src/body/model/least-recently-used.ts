/** Keeps what was made for the keys that were asked for most recently, up to a number of them. */
export class LeastRecentlyUsed<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The value of `key`, made by `make` when it is not there. */
  get(key: string, make: () => Value): Value {
    const value = this.#entries.get(key) ?? make();
    // A Map keeps the order of insertion: the oldest key is its first.
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#capacity) this.#entries.delete(this.#entries.keys().next().value!);
    return value;
  }
}

/** Keeps the plans of the sets of known fields that were asked for most recently. */

export class LeastRecentlyUsed<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #capacity: number;
  readonly #dispose: (value: Value) => void;

  /** `dispose` frees what a value holds outside the heap, when it is dropped. */
  constructor(capacity: number, dispose: (value: Value) => void = () => {}) {
    this.#capacity = capacity;
    this.#dispose = dispose;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The value of `key`, made by `make` when it is not there. */
  get(key: string, make: () => Value): Value {
    const found = this.#entries.get(key);
    if (found !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, found);
      return found;
    }
    const value = make();
    this.#entries.set(key, value);
    if (this.#entries.size > this.#capacity) {
      const [oldest, dropped] = this.#entries.entries().next().value!;
      this.#entries.delete(oldest);
      this.#dispose(dropped);
    }
    return value;
  }
}

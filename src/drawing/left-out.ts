/** Counts the items that a reader leaves out, by kind, and lists them in one line. */

/** The words after a number: `TEXT`, or one and several: `open line`, `open lines`. */
export type LeftOutKind = string | readonly [one: string, several: string];

export class LeftOut {
  readonly #counts = new Map<string, { readonly several: string; count: number }>();

  add(kind: LeftOutKind, count = 1): void {
    if (count === 0) return;
    const [one, several] = typeof kind === 'string' ? [kind, kind] : kind;
    const known = this.#counts.get(one);
    if (known) known.count += count;
    else this.#counts.set(one, { several, count });
  }

  addAll(other: LeftOut): void {
    for (const [one, { several, count }] of other.#counts) this.add([one, several], count);
  }

  get isEmpty(): boolean {
    return this.#counts.size === 0;
  }

  /** `3 TEXT, 1 HATCH`, in the order of the first of each kind. */
  get list(): string {
    return [...this.#counts].map(([one, { several, count }]) => `${count} ${count === 1 ? one : several}`).join(', ');
  }

  get sentence(): string {
    return `left out: ${this.list}`;
  }
}

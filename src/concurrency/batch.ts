/**
 * Batches for work that is cheaper together than apart: calls that arrive in one tick of the event loop. A busy service
 * has several in every tick, and none of them waits longer than the end of the tick.
 */

/** Collects the items of a tick and hands them over together. `settle` answers for each, in order. */
export class Batch<Item, Answer> {
  readonly #settle: (items: readonly Item[]) => readonly (Answer | Error)[];
  #waiting: { item: Item; resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = [];

  constructor(settle: (items: readonly Item[]) => readonly (Answer | Error)[]) {
    this.#settle = settle;
  }

  /** Rejects with the item's own error, or with the error that `settle` throws. */
  ask(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.push({ item, resolve, reject }) === 1) setImmediate(() => this.#endTick());
    });
  }

  #endTick(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      const answers = this.#settle(waiting.map(({ item }) => item));
      waiting.forEach(({ resolve, reject }, i) => {
        const answer = answers[i]!;
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
      });
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }
}

/** Looks a key up once a tick, however many callers ask. No answer is older than the tick. */
export class OncePerTick<Value> {
  readonly #found = new Map<string, Promise<Value>>();

  get(key: string, find: () => Promise<Value>): Promise<Value> {
    let value = this.#found.get(key);
    if (value === undefined) {
      if (this.#found.size === 0) setImmediate(() => this.#found.clear());
      value = find();
      this.#found.set(key, value);
    }
    return value;
  }
}

/** What the two threads of a search tell each other: their best layouts, and when to end. */

/** How a value lies in the memory that both threads see. */
export interface Codec<T> {
  /** Of one value, a multiple of 8. */
  readonly bytes: number;
  /** `at`: a byte of the memory, a multiple of 8. */
  write(memory: SharedArrayBuffer, at: number, value: T): void;
  read(memory: SharedArrayBuffer, at: number): T;
}

/** T: a layout, with all that the other thread needs of it. */
export interface Exchange<T> {
  /** The memory that both threads see. */
  readonly memory: SharedArrayBuffer;
  /** Tells the other thread of a layout of this one; the smaller its rank, the better it is. */
  offer(layout: T, rank: number): void;
  /** The best layout of the other thread that this one knows of, if it is new and its rank is smaller. */
  betterThan(rank: number): T | null;
  /** Told after every pass of this thread; `poll` is called while it waits for the other one, and may throw. */
  passed(poll: () => void): void;
  /** Share of the budget used, as the first thread sees it. */
  used: number;
  /** Whether the search has ended. */
  readonly stopped: boolean;
  stop(): void;
  /** Told by the second thread when it ends, so that the first does not wait for it. */
  leave(): void;
}

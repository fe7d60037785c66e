/** The exchange between the two threads of a search: their best layouts, and the signal to end. */

/** Reads and writes a value in the memory that both threads see. */
export interface Codec<T> {
  /** Size of one value, a multiple of 8. */
  readonly bytes: number;
  /** `at`: a byte of the memory, a multiple of 8. */
  write(memory: SharedArrayBuffer, at: number, value: T): void;
  read(memory: SharedArrayBuffer, at: number): T;
}

/** T: a layout, complete for the other thread. */
export interface Exchange<T> {
  /** The memory that both threads see. */
  readonly memory: SharedArrayBuffer;
  /** Tells the other thread of a layout of this one; the smaller its rank, the better it is. */
  offer(layout: T, rank: number): void;
  /** The best known layout of the other thread, if it is new and its rank is smaller. */
  betterThan(rank: number): T | null;
  /**
   * The thread calls it after every pass. It calls `poll` while it waits for the other thread, and `poll` may throw.
   */
  passed(poll: () => void): void;
  /** Share of the budget used, as the first thread sees it. */
  used: number;
  /** Whether the search has ended. */
  readonly stopped: boolean;
  stop(): void;
  /** The second thread calls it when it ends, so that the first does not wait for it. */
  leave(): void;
}

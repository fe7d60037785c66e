/** What the two threads of a search tell each other: their best layouts, and when to end. */
import type { Feasible } from '../compact.js';

export interface LayoutExchange {
  /** The memory that both threads see. */
  readonly memory: SharedArrayBuffer;
  /** Tells the other thread of a layout of this one. */
  offer(layout: Feasible): void;
  /** The best layout of the other thread that this one knows of, if it is new and shorter than `length`. */
  shorterThan(length: number): Feasible | null;
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

/**
 * Work that waits for a thread, in order of arrival. It leaves the line when a thread takes it, when it has waited too
 * long, or when nobody wants its answer any more. The line knows nothing of threads and how they work.
 */
import { ServiceError } from '../errors.js';

export interface WaitingLineOptions {
  /** The line turns more work away. */
  readonly limit: number;
  /** Milliseconds after which the line turns waiting work away. */
  readonly longestMs: number;
  /** The name of the waiting work in the sentence of a refusal: "drafts". */
  readonly what: string;
}

export interface Waiting {
  /** Ends the work with an error, if it has not ended. */
  readonly reject: (error: unknown) => void;
  /** Aborted: nobody wants the answer. */
  readonly signal?: AbortSignal | undefined;
}

export class WaitingLine<Work extends Waiting> {
  /** The waiting work, and how to stop its clocks. */
  readonly #waiting = new Map<Work, () => void>();

  readonly #options: WaitingLineOptions;

  constructor(options: WaitingLineOptions) {
    this.#options = options;
  }

  /**
   * Rejects the work as `unavailable` where there is no room or its time is over; an abort rejects it with its signal's
   * reason.
   */
  join(work: Work): void {
    const { limit, longestMs, what } = this.#options;
    const { signal, reject } = work;
    if (signal?.aborted || this.#waiting.size >= limit) {
      reject(signal?.aborted ? signal.reason : busy(`${this.#waiting.size} ${what} are already waiting`));
      return;
    }
    const leave = (error: unknown): void => {
      this.take(work);
      reject(error);
    };
    const abort = (): void => leave(signal?.reason);
    const late = (): void => leave(busy(`${what} wait for more than ${longestMs / 1000} s`));
    const timer = setTimeout(late, longestMs).unref();
    signal?.addEventListener('abort', abort);
    this.#waiting.set(work, () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    });
  }

  /** The first work that may start; it stays in the line. */
  first(may: (work: Work) => boolean = () => true): Work | undefined {
    for (const work of this.#waiting.keys()) if (may(work)) return work;
    return undefined;
  }

  /** Takes work out of the line and stops its clocks. */
  take(work: Work): void {
    this.#waiting.get(work)?.();
    this.#waiting.delete(work);
  }

  /** Turns all away. */
  dismiss(error: Error): void {
    for (const work of [...this.#waiting.keys()]) {
      this.take(work);
      work.reject(error);
    }
  }
}

const busy = (why: string): ServiceError =>
  new ServiceError('unavailable', `${why}; try again in a second`, { retryAfterSeconds: 1 });

/** The bytes of request bodies that are held at once: one measure for all protocols, so that no flood fills the memory. */
import { ServiceError } from '../src/errors.js';

export class BodyBudget {
  #held = 0;

  readonly #most: number;

  /** @param most bytes, all requests together */
  constructor(most: number) {
    this.#most = most;
  }

  /** For one body, which holds nothing yet. */
  open(): BodyHold {
    return new BodyHold((bytes) => {
      if (bytes > 0 && this.#held + bytes > this.#most) {
        throw new ServiceError('unavailable', 'Too many large requests are being received', { retryAfterSeconds: 1 });
      }
      this.#held += bytes;
    });
  }
}

/** What one body holds of the budget. */
export class BodyHold {
  #bytes = 0;
  #isReleased = false;

  readonly #change: (bytes: number) => void;

  constructor(change: (bytes: number) => void) {
    this.#change = change;
  }

  /** Throws `unavailable`, with a time to retry, where there is no room for so many more bytes. */
  take(bytes: number): void {
    if (this.#isReleased) return;
    this.#change(bytes);
    this.#bytes += bytes;
  }

  /** Takes the bytes of a body as they come. */
  async *taking(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.take(chunk.length);
      yield chunk;
    }
  }

  /** Gives back all of it; what still comes is not counted. */
  release(): void {
    this.#isReleased = true;
    this.#change(-this.#bytes);
    this.#bytes = 0;
  }
}

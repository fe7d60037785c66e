/** Limits the bytes of all request bodies held at once, over all protocols, so that no flood fills the memory. */
import { ServiceError } from '../src/errors.js';

export class BodyBudget {
  #held = 0;

  readonly #most: number;

  /** @param most bytes of all requests together */
  constructor(most: number) {
    this.#most = most;
  }

  /** Opens the account of one body, which holds nothing yet. */
  open(): BodyHold {
    return new BodyHold((bytes) => {
      if (bytes > 0 && this.#held + bytes > this.#most) {
        throw new ServiceError('unavailable', 'Too many large requests are being received', { retryAfterSeconds: 1 });
      }
      this.#held += bytes;
    });
  }
}

/** One body's share of the budget. */
export class BodyHold {
  #bytes = 0;
  #isReleased = false;

  readonly #change: (bytes: number) => void;

  constructor(change: (bytes: number) => void) {
    this.#change = change;
  }

  /** Throws `unavailable`, with a time to retry, if the budget has no room for these bytes. */
  take(bytes: number): void {
    if (this.#isReleased) return;
    this.#change(bytes);
    this.#bytes += bytes;
  }

  /** Takes the bytes of a body from the budget as they come. */
  async *taking(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.take(chunk.length);
      yield chunk;
    }
  }

  /** Gives back the whole share. Later bytes are not counted. */
  release(): void {
    this.#isReleased = true;
    this.#change(-this.#bytes);
    this.#bytes = 0;
  }
}

/** Whether the service should get work: ready while its parts report so, until it is told to end. */
import { ServiceError } from '../src/errors.js';

/** The refusal of new work after the service was told to end. */
export function endingError(): ServiceError {
  return new ServiceError('unavailable', 'The service is ending; send the request to another instance', {
    retryAfterSeconds: 1,
  });
}

const pollInterval = 1_000;
/** A part that stays silent for this long cannot serve. */
const answerLimit = 5_000;

export class Serving {
  #leaving = false;
  #ending = false;
  /** Counts the wake-ups of the watchers. */
  #told = 0;
  /** Number of streams that watch. */
  #watching = 0;
  /** Watchers that wait for a change. */
  readonly #wakes = new Set<() => void>();
  readonly #readiness: () => boolean | Promise<boolean>;
  readonly #mostWatchers: number;
  /** The result of the watchers' last look; undefined: nobody has watched since the last watcher left. */
  #watched: Promise<boolean> | undefined;
  #poll: NodeJS.Timeout | undefined;

  /**
   * `readiness` tells whether the parts behind the gateway can serve: whether the store answers, for example. `mostWatchers`
   * limits the number of watchers.
   */
  constructor(readiness: () => boolean | Promise<boolean>, mostWatchers = Number.POSITIVE_INFINITY) {
    this.#readiness = readiness;
    this.#mostWatchers = mostWatchers;
  }

  get isLeaving(): boolean {
    return this.#leaving;
  }

  get isEnding(): boolean {
    return this.#ending;
  }

  async isReady(): Promise<boolean> {
    if (this.#leaving) return false;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), answerLimit);
    });
    try {
      return await Promise.race([this.#readiness(), late]);
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  /** From here on the service is not ready, and watchers hear of it. It still takes new work. */
  leave(): void {
    this.#leaving = true;
    this.#tell();
  }

  /** Refuses new work from here on. */
  end(): void {
    this.#ending = true;
    this.leave();
  }

  /**
   * Yields the readiness now and after each change; ends with the service. All watchers share one look a second. Throws
   * `quota_exceeded` for too many watchers, and the reason of an aborted signal.
   */
  async *watch(signal: AbortSignal): AsyncGenerator<boolean> {
    if (this.#watching >= this.#mostWatchers) {
      const message = `${this.#watching} streams already watch the health of the service; use Check`;
      throw new ServiceError('quota_exceeded', message, { code: 'too_many_watchers', retryAfterSeconds: 5 });
    }
    this.#watching += 1;
    let last: boolean | undefined;
    try {
      for (;;) {
        // A change that comes during this send must not be missed.
        const seen = this.#told;
        this.#watched ??= this.#look();
        const ready = (await this.#watched) && !this.#leaving;
        signal.throwIfAborted();
        if (ready !== last) yield ready;
        last = ready;
        if (this.#ending) return;
        if (seen === this.#told) await this.#change(signal);
        signal.throwIfAborted();
      }
    } finally {
      this.#watching -= 1;
      if (this.#watching === 0) {
        clearTimeout(this.#poll);
        this.#watched = undefined;
      }
    }
  }

  /** Looks now, and once a second as long as anybody watches. */
  #look(): Promise<boolean> {
    const look = this.isReady();
    void look.then(() => {
      if (this.#watching === 0 || this.#watched !== look) return;
      this.#poll = setTimeout(() => {
        this.#watched = this.#look();
        this.#tell();
      }, pollInterval);
    });
    return look;
  }

  #tell(): void {
    this.#told += 1;
    for (const wake of [...this.#wakes]) wake();
  }

  /** Resolves when readiness may have changed: at the end of the service, else at the next look. */
  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#wakes.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#wakes.add(wake);
      signal.addEventListener('abort', wake);
      if (signal.aborted || this.#ending) wake();
    });
  }
}

/** Whether the service is to be sent work: ready while its parts say so, and no longer once it is told to end. */
import { ServiceError } from '../src/errors.js';

/** What new work is refused with once the service is told to end. */
export function endingError(): ServiceError {
  return new ServiceError('unavailable', 'The service is ending; another instance takes the request', {
    retryAfterSeconds: 1,
  });
}

const pollInterval = 1_000;
/** A part that does not say for so long whether it can serve cannot. */
const answerLimit = 5_000;

export class Serving {
  #leaving = false;
  #ending = false;
  /** How often the watchers were woken. */
  #told = 0;
  /** Streams that are told of changes. */
  #watching = 0;
  /** Those of them that wait for a change. */
  readonly #wakes = new Set<() => void>();
  readonly #readiness: () => boolean | Promise<boolean>;
  readonly #mostWatchers: number;
  /** What the last look for the watchers said; undefined: nobody has watched since the last of them left. */
  #watched: Promise<boolean> | undefined;
  #poll: NodeJS.Timeout | undefined;

  /**
   * `readiness` says whether the parts behind the gateway can serve: a store that answers, for example. `mostWatchers`:
   * how many may watch at once.
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

  /** From here on the service is not ready, and who watches hears of it; new work is still taken. */
  leave(): void {
    this.#leaving = true;
    this.#tell();
  }

  /** New work is refused. */
  end(): void {
    this.#ending = true;
    this.leave();
  }

  /**
   * Readiness now, and then each change; ends with the service. All who watch share one look a second. Throws
   * `quota_exceeded` where too many watch already, and the reason of an aborted signal.
   */
  async *watch(signal: AbortSignal): AsyncGenerator<boolean> {
    if (this.#watching >= this.#mostWatchers) {
      const message = `${this.#watching} streams watch the health of the service already; ask with Check`;
      throw new ServiceError('quota_exceeded', message, { code: 'too_many_watchers', retryAfterSeconds: 5 });
    }
    this.#watching += 1;
    let last: boolean | undefined;
    try {
      for (;;) {
        // A change that comes while this one is being sent must not be missed.
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

  /** A look, and one a second after it as long as anybody watches. */
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

  /** Resolves when readiness may have changed: at once when the service ends, else at the next look. */
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

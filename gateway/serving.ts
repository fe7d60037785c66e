/** Whether the service is to be sent work: ready while its parts say so, and no longer once it is told to end. */
import { ServiceError } from '../src/errors.js';

/** What new work is refused with once the service is told to end. */
export function endingError(): ServiceError {
  return new ServiceError('unavailable', 'The service is ending; another instance takes the request', {
    retryAfterSeconds: 1,
  });
}

const pollInterval = 1_000;

export class Serving {
  #leaving = false;
  #ending = false;
  readonly #watchers = new Set<() => void>();
  readonly #readiness: () => boolean | Promise<boolean>;

  /** `readiness` says whether the parts behind the gateway can serve: a store that answers, for example. */
  constructor(readiness: () => boolean | Promise<boolean>) {
    this.#readiness = readiness;
  }

  get isLeaving(): boolean {
    return this.#leaving;
  }

  get isEnding(): boolean {
    return this.#ending;
  }

  async isReady(): Promise<boolean> {
    if (this.#leaving) return false;
    try {
      return await this.#readiness();
    } catch {
      return false;
    }
  }

  /** From here on the service is not ready, and who waits for a change hears of it; new work is still taken. */
  leave(): void {
    this.#leaving = true;
    for (const wake of [...this.#watchers]) wake();
  }

  /** New work is refused. */
  end(): void {
    this.#ending = true;
    this.leave();
  }

  /** Resolves when readiness may have changed: at once when the service ends, else at the next look. */
  change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#watchers.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, pollInterval);
      this.#watchers.add(wake);
      signal.addEventListener('abort', wake);
      if (signal.aborted || this.#ending) wake();
    });
  }
}

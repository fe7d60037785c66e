/**
 * Repeats calls for which the service had no room, later: UNAVAILABLE (503) and RESOURCE_EXHAUSTED (429). The answer may be lost, too: an
 * idempotency key makes the repeated call the same one.
 */
import { Code, ConnectError, type Interceptor } from '@connectrpc/connect';
import { type ErrorInfo, ErrorInfoSchema, RetryInfoSchema } from '../gen/google/rpc/error_details_pb.js';

export interface RetryOptions {
  /** Most attempts of a call, including the first; default 5. The stream of a job that runs makes more, unless this is set. */
  readonly attempts?: number;
  /** Longest wait, ms; a longer one is left to the caller. Default 30,000. */
  readonly longestWaitMs?: number;
}

export const keyHeader = 'idempotency-key';

/** Tells the repetition of a call from another call. Browsers have `crypto.randomUUID` at secure addresses only. */
export const freshKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export const retryDefaults = { attempts: 5, longestWaitMs: 30_000 };
const firstWaitMs = 200;
/** Up to 3.2 s. */
const mostDoublings = 4;

export const retrying =
  (options: RetryOptions): Interceptor =>
  (next) =>
  async (request) => {
    if (request.stream) return next(request);
    if (!request.header.has(keyHeader)) request.header.set(keyHeader, freshKey());
    for (let attempt = 1; ; attempt++) {
      try {
        return await next(request);
      } catch (error) {
        if (!shouldRetry(error, attempt, options) || request.signal.aborted) throw error;
        await wait(retryDelayMs(error, attempt), request.signal);
      }
    }
  };

/** @param attempt how often the call was sent */
export function shouldRetry(error: unknown, attempt: number, options: RetryOptions): boolean {
  const { attempts, longestWaitMs } = { ...retryDefaults, ...options };
  const { code } = ConnectError.from(error);
  if (attempt >= attempts || (code !== Code.Unavailable && code !== Code.ResourceExhausted)) return false;
  return !isFinal(error) && retryDelayMs(error, attempt) <= longestWaitMs;
}

/**
 * The wait requested by the service, else a random share of a doubling time, so that clients do not come back together.
 */
export function retryDelayMs(error: unknown, attempt: number): number {
  const [info] = ConnectError.from(error).findDetails(RetryInfoSchema);
  const asked = Number(info?.retryDelay?.seconds ?? 0n) * 1000;
  const jitter = Math.random() * firstWaitMs * 2 ** Math.min(attempt - 1, mostDoublings);
  return asked > 0 ? asked + jitter : jitter;
}

/** Whether the service said that no later call will do better. */
const isFinal = (error: unknown): boolean =>
  infoOf(error)?.metadata.kind === 'too_large' ||
  ConnectError.from(error).metadata.get('grpc-retry-pushback-ms') === '-1';

export const infoOf = (error: unknown): ErrorInfo | undefined =>
  ConnectError.from(error).findDetails(ErrorInfoSchema)[0];

/** Rejects as soon as the signal aborts. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(new ConnectError('cancelled by the caller', Code.Canceled));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}

/** The events of a nest job, each once and in order, over as many connections as it takes. */
import { type CallOptions, type Client, Code, ConnectError } from '@connectrpc/connect';
import type { NestEvent, NestService } from '../gen/selvage/nest/v1/nest_pb.js';
import {
  freshKey,
  infoOf,
  keyHeader,
  type RetryOptions,
  retryDefaults,
  retryDelayMs,
  shouldRetry,
  wait,
} from './retry.js';

export interface NestOptions extends RetryOptions {
  /** Ends the stream and cancels the job; before the first event, as soon as that has come and told the job. */
  readonly signal?: AbortSignal | undefined;
  /** Called when the connection breaks, before the wait for the next one. */
  readonly onBreak?: ((error: unknown) => void) | undefined;
  /** Time for which the job goes on without a connection, and for which the stream connects again; default 60. */
  readonly keepSeconds?: number | undefined;
}

/** As long as the service takes to restart, and longer. */
export const keepSecondsDefault = 60;

/** A running job. */
export interface KnownJob {
  readonly jobId: string;
  /** Number of the last known event; default 0. */
  readonly after?: number;
}

/** The stream was cut off, and no new connection could resume it. */
export class NestCut extends Error {
  override readonly name = 'NestCut';
  constructor(
    /** Job to resume by `ResumeNest`; empty if the first event had not come. */
    readonly jobId: string,
    /** Number of the last event. */
    readonly seq: number,
    cause: unknown,
  ) {
    super(`The stream of the job ${jobId} was cut off after event ${seq}`, { cause });
  }
}

interface Answer<Event> {
  readonly event?: Event | undefined;
}

/** Longest wait for the first event of a job that nobody wants any more. */
const firstEventMs = 10_000;

/** Failures that another connection does not mend. */
const final = new Set([
  Code.InvalidArgument,
  Code.NotFound,
  Code.AlreadyExists,
  Code.PermissionDenied,
  Code.Unauthenticated,
  Code.FailedPrecondition,
  Code.OutOfRange,
  Code.Unimplemented,
  Code.DeadlineExceeded,
]);

/** Codes of a transport for a connection that ended before its answer, without a cancellation by the caller. */
const lost = new Set([Code.Canceled, Code.Aborted, Code.Unknown]);

/** The calls that follow and end a job of some kind. */
export interface JobCalls<Event> {
  resume(job: { jobId: string; after: number }, call: CallOptions): AsyncIterable<Answer<Event>>;
  cancel(job: { jobId: string }): Promise<unknown>;
}

/** An event of a job of any kind. */
export interface JobEvent {
  readonly jobId: string;
  readonly seq: number;
  readonly event: { readonly case?: string | undefined };
}

/** @param first the job to follow, or the call that begins one */
export function nestStream(
  nests: Client<typeof NestService>,
  first: KnownJob | ((call: CallOptions) => AsyncIterable<Answer<NestEvent>>),
  options: NestOptions,
): AsyncGenerator<NestEvent, void, undefined> {
  return jobStream<NestEvent>(
    { resume: (job, call) => nests.resumeNest(job, call), cancel: (job) => nests.cancelNest(job) },
    first,
    options,
  );
}

/** As `nestStream`, for jobs of any kind. */
export async function* jobStream<Event extends JobEvent>(
  calls: JobCalls<Event>,
  first: KnownJob | ((call: CallOptions) => AsyncIterable<Answer<Event>>),
  options: NestOptions,
): AsyncGenerator<Event, void, undefined> {
  const { signal } = options;
  const { attempts } = { ...retryDefaults, ...options };
  const keepMs = 1000 * (options.keepSeconds ?? keepSecondsDefault);
  // Leaving the loop must cancel the open call.
  const ended = new AbortController();
  const call: CallOptions = { signal: ended.signal };
  /** It makes one job of all attempts to begin. */
  const keyed: CallOptions = { ...call, headers: { [keyHeader]: freshKey() } };
  const known = typeof first === 'function' ? { jobId: '' } : first;
  let [jobId, seq, failures, done, isLeft] = [known.jobId, known.after ?? 0, 0, false, true];
  let brokenAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    // The service may have the job already, and only its first event tells which one to cancel.
    if (jobId === '') timer = setTimeout(() => ended.abort(), firstEventMs);
    else ended.abort();
  };
  signal?.addEventListener('abort', stop, { once: true });
  try {
    while (!done) {
      try {
        throwIfCancelled(signal);
        const begin = typeof first === 'function' && jobId === '' ? first : undefined;
        const answers = begin ? begin(keyed) : calls.resume({ jobId, after: seq }, call);
        for await (const { event } of answers) {
          if (!event || (event.seq <= seq && event.jobId === jobId)) continue;
          [jobId, seq, failures] = [event.jobId, event.seq, 0];
          done = event.event.case === 'done';
          throwIfCancelled(signal);
          yield event;
        }
        if (!done) throw new ConnectError('the stream ended without its last event', Code.Unavailable);
      } catch (error) {
        failures += 1;
        if (failures === 1) brokenAt = Date.now();
        if (signal?.aborted) throw error;
        if (jobId === '') jobId = begunJob(error);
        const { code } = ConnectError.from(error);
        const runs = jobId !== '' && options.attempts === undefined && Date.now() - brokenAt < keepMs;
        const mayRun = jobId !== '' || lost.has(code) || shouldRetry(error, failures, options);
        const goesOn = runs || (failures < attempts && mayRun);
        if (final.has(code) || !goesOn) {
          isLeft = false;
          throw final.has(code) || jobId === '' ? error : new NestCut(jobId, seq, error);
        }
        options.onBreak?.(error);
        await wait(retryDelayMs(error, failures), signal);
      }
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    clearTimeout(timer);
    ended.abort();
    // A failure leaves the job running: the caller may resume it later.
    if (!done && isLeft && jobId !== '') await calls.cancel({ jobId }).catch(() => undefined);
  }
}

/** The job that an attempt with a lost answer began; empty if the failure names none. */
function begunJob(error: unknown): string {
  const info = infoOf(error);
  return info?.reason === 'IDEMPOTENCY_KEY_IN_PROGRESS' ? (info.metadata.jobId ?? '') : '';
}

function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ConnectError('cancelled by the caller', Code.Canceled);
}

/** Runs a nest request through a client to its end and keeps the best layout. */
import { type NestEvent, type NestRequest, NestService, type NestSolution } from '../../gen/selvage/nest/v1/nest_pb.js';
import type { StreamingClient } from './client.js';
import { CommandError, exitCodes } from './exit.js';

export interface NestResult {
  /** Null if the stream ended, or was interrupted, before the first layout. */
  readonly best: NestSolution | null;
  readonly solutions: number;
  readonly jobId: string;
  /** The sentence about the time limit, if the search reached it. */
  readonly info: string | null;
}

/** @param signal ends the job early; the result is its best layout so far */
export function runNest(
  client: StreamingClient,
  request: NestRequest,
  show: (event: NestEvent) => void,
  signal?: AbortSignal,
): Promise<NestResult> {
  return followNest(client.serverStream(NestService.method.nest, request, signal), show, signal);
}

/** Does the same for a running stream of `Nest`, `NestPatterns` or `ResumeNest`. */
export async function followNest(
  stream: AsyncIterable<{ readonly event?: NestEvent | undefined }>,
  show: (event: NestEvent) => void,
  signal?: AbortSignal,
): Promise<NestResult> {
  let [best, solutions, jobId, info, done]: [NestSolution | null, number, string, string | null, boolean] = [
    null,
    0,
    '',
    null,
    false,
  ];
  for await (const { event } of stream) {
    if (!event) continue;
    jobId = event.jobId;
    show(event);
    const { event: content } = event;
    if (content.case === 'solution') {
      best = content.value;
      solutions += 1;
    } else if (content.case === 'info') info = content.value.message;
    else if (content.case === 'error') throw failure(content.value.message);
    else if (content.case === 'done') done = true;
  }
  if (!done && !signal?.aborted) throw failure('The stream was cut off before its end', exitCodes.unavailable);
  return { best, solutions, jobId, info };
}

const failure = (message: string, exitCode: number = exitCodes.failed): CommandError =>
  new CommandError(message, { exitCode });

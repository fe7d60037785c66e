/** The lines of a job's events, of nests and of lay plans alike. */
import type { FastifyRequest } from 'fastify';
import { errorTable, ServiceError } from '../src/errors.js';
import type { Json } from '../src/json/json.js';
import { errorLine } from './error-line.js';
import { publicError } from './problem.js';
import { callOf } from './routes/call.js';

export interface JobEvent {
  readonly jobId: string;
  readonly seq: number;
  readonly event: { readonly case?: string | undefined };
}

/**
 * A failure after the first event becomes an `error` line and the `done` of every whole stream. An earlier failure is thrown, and
 * so is one by which the client or the service goes. When the service ends, the stream of a kept job is cut off, not ended: the
 * job goes on after the restart under the next numbers.
 */
export async function* jobLines<Init, Event extends JobEvent>(
  request: FastifyRequest,
  events: AsyncGenerator<Init>,
  eventOf: (init: Init) => Event,
  encode: (event: Event) => Json,
): AsyncGenerator<Json> {
  const { signal } = callOf(request);
  let jobId: string | undefined;
  let seq = 0;
  try {
    for await (const init of events) {
      const event = eventOf(init);
      ({ jobId, seq } = event);
      yield encode(event);
      if (event.event.case === 'done') return;
    }
    signal.throwIfAborted();
    throw new Error('the stream of a job ended without done');
  } catch (error) {
    if (jobId === undefined || signal.aborted || goesOnLater(error)) throw error;
    const known = publicError(error, request.id);
    if (errorTable[known.kind].http >= 500) request.log.error({ err: error }, 'the stream of a job failed');
    yield { ...errorLine(known, request.id), jobId, seq: seq + 1 };
    yield { type: 'done', jobId, seq: seq + 2 };
  }
}

function goesOnLater(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'shutting_down';
}

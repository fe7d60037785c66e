/** The events of a job, also over an outage that outlasts the attempts of the client. */
import {
  type JobCalls,
  type JobEvent,
  jobStream,
  NestCut,
  type NestOptions,
} from '../../../clients/typescript/src/nest-stream.js';
import { there } from './away.js';

type First<Event extends JobEvent> = Parameters<typeof jobStream<Event>>[1];

export async function* jobEvents<Event extends JobEvent>(
  calls: JobCalls<Event>,
  first: First<Event>,
  options: NestOptions & { readonly signal: AbortSignal },
): AsyncGenerator<Event, void, undefined> {
  for (let from = first; ; ) {
    try {
      yield* jobStream<Event>(calls, from, options);
      return;
    } catch (error) {
      if (!(error instanceof NestCut)) throw error;
      await there(options.signal);
      from = { jobId: error.jobId, after: error.seq };
    }
  }
}

/** Routes of one job, a nest or a lay plan, whose events are streamed as lines. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Json } from '../../src/json/json.js';
import { type JobEvent, jobLines } from '../job-lines.js';
import { sendLines } from '../ndjson.js';

export interface JobRoute {
  Params: { jobId: string };
}

/** Answers with the events of a job. */
export const jobStream =
  <Init, Event extends JobEvent>(eventOf: (init: Init) => Event, encode: (event: Event) => Json) =>
  async (request: FastifyRequest, reply: FastifyReply, events: AsyncGenerator<Init>): Promise<FastifyReply> => {
    await sendLines(reply, jobLines(request, events, eventOf, encode));
    return reply;
  };

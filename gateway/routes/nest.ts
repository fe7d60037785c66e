/** POST /api/v1/nest and /api/v1/markers; GET and DELETE /api/v1/nest/{jobId}; GET /api/v1/nest and /api/v1/nest/{jobId}/status */
import { create } from '@bufbuild/protobuf';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  CancelNestRequestSchema,
  GetNestJobRequestSchema,
  GetNestJobResponseSchema,
  ListNestJobsResponseSchema,
  NestEventSchema,
  ResumeNestRequestSchema,
} from '../../gen/selvage/nest/v1/nest_pb.js';
import { errorTable, ServiceError } from '../../src/errors.js';
import type { Json } from '../../src/json/json.js';
import type { NestEventInit, Services } from '../../src/services/services.js';
import { errorLine } from '../error-line.js';
import { encodeNestEvent, nestPatternsRequest, nestRequest, resumeQuery } from '../json/nest.js';
import { getNestJobResponse, listNestJobsQuery, listNestJobsResponse } from '../json/nest-job.js';
import { sendLines } from '../ndjson.js';
import { publicError } from '../problem.js';
import { type Reception, receivePartly, receiveQuery } from '../receive.js';
import { callOf, callWith } from './call.js';

const reception: Reception = { invalid: 'invalid', nullMeansAbsent: true, optional: false };

export function nestRoutes(instance: FastifyInstance, services: Services): void {
  instance.post('/api/v1/nest', async (request, reply) => {
    const { message, unread } = await receivePartly(request, nestRequest, reception);
    return stream(request, reply, services.nest(message, callWith(request, unread)));
  });

  instance.post('/api/v1/markers', async (request, reply) => {
    const { message, unread } = await receivePartly(request, nestPatternsRequest, reception);
    return stream(request, reply, services.nestPatterns(message, callWith(request, unread)));
  });

  // A HEAD request would have to start the stream.
  instance.get<JobRoute>('/api/v1/nest/:jobId', { exposeHeadRoute: false }, async (request, reply) => {
    const { after } = receiveQuery(request, resumeQuery);
    const message = create(ResumeNestRequestSchema, { jobId: request.params.jobId, after });
    return stream(request, reply, services.resumeNest(message, callOf(request)));
  });

  instance.get('/api/v1/nest', async (request) => {
    const page = await services.listNestJobs(receiveQuery(request, listNestJobsQuery), callOf(request));
    return listNestJobsResponse.encode(create(ListNestJobsResponseSchema, page));
  });

  instance.get<JobRoute>('/api/v1/nest/:jobId/status', async (request) => {
    const message = create(GetNestJobRequestSchema, { jobId: request.params.jobId });
    return getNestJobResponse.encode(
      create(GetNestJobResponseSchema, await services.getNestJob(message, callOf(request))),
    );
  });

  instance.delete<JobRoute>('/api/v1/nest/:jobId', async (request, reply) => {
    await services.cancelNest(create(CancelNestRequestSchema, { jobId: request.params.jobId }), callOf(request));
    return reply.code(204).send();
  });
}

interface JobRoute {
  Params: { jobId: string };
}

async function stream(
  request: FastifyRequest,
  reply: FastifyReply,
  events: AsyncGenerator<NestEventInit>,
): Promise<FastifyReply> {
  await sendLines(reply, lines(events, request));
  return reply;
}

/**
 * The lines of a job's events. A failure after the first event becomes an `error` line and the `done` of every whole stream. An
 * earlier failure is thrown, and so is one by which the client or the service goes. When the service ends, the stream of a kept
 * job is cut off, not ended: the job goes on after the restart under the next numbers.
 */
async function* lines(events: AsyncGenerator<NestEventInit>, request: FastifyRequest): AsyncGenerator<Json> {
  const { signal } = callOf(request);
  let jobId: string | undefined;
  let seq = 0;
  try {
    for await (const init of events) {
      const event = create(NestEventSchema, init);
      ({ jobId, seq } = event);
      yield encodeNestEvent(event);
      if (event.event.case === 'done') return;
    }
    signal.throwIfAborted();
    throw new Error('a nest stream ended without done');
  } catch (error) {
    if (jobId === undefined || signal.aborted || goesOnLater(error)) throw error;
    const known = publicError(error, request.id);
    if (errorTable[known.kind].http >= 500) request.log.error({ err: error }, 'a nest stream failed');
    yield { ...errorLine(known, request.id), jobId, seq: seq + 1 };
    yield { type: 'done', jobId, seq: seq + 2 };
  }
}

function goesOnLater(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'shutting_down';
}

/** POST /api/v1/nest and /api/v1/markers; GET and DELETE /api/v1/nest/{jobId}; GET /api/v1/nest and /api/v1/nest/{jobId}/status */
import { create } from '@bufbuild/protobuf';
import type { FastifyInstance } from 'fastify';
import {
  CancelNestRequestSchema,
  GetNestJobRequestSchema,
  GetNestJobResponseSchema,
  ListNestJobsResponseSchema,
  NestEventSchema,
  ResumeNestRequestSchema,
} from '../../gen/selvage/nest/v1/nest_pb.js';
import type { NestEventInit, Services } from '../../src/services/services.js';
import { encodeNestEvent, nestPatternsRequest, nestRequest, resumeQuery } from '../json/nest.js';
import { getNestJobQuery, getNestJobResponse, listNestJobsQuery, listNestJobsResponse } from '../json/nest-job.js';
import { type Reception, receivePartly, receiveQuery } from '../receive.js';
import { callOf, callWith } from './call.js';
import { type JobRoute, jobStream } from './job-stream.js';

const stream = jobStream((init: NestEventInit) => create(NestEventSchema, init), encodeNestEvent);
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
    const { withRequest } = receiveQuery(request, getNestJobQuery);
    const message = create(GetNestJobRequestSchema, { jobId: request.params.jobId, withRequest });
    return getNestJobResponse.encode(
      create(GetNestJobResponseSchema, await services.getNestJob(message, callOf(request))),
    );
  });

  instance.delete<JobRoute>('/api/v1/nest/:jobId', async (request, reply) => {
    await services.cancelNest(create(CancelNestRequestSchema, { jobId: request.params.jobId }), callOf(request));
    return reply.code(204).send();
  });
}

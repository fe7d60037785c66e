/** POST and GET /api/v1/lays; GET and DELETE /api/v1/lays/{jobId}; GET /api/v1/lays/{jobId}/status */
import { create } from '@bufbuild/protobuf';
import type { FastifyInstance } from 'fastify';
import {
  CancelLaysRequestSchema,
  GetLaysRequestSchema,
  GetLaysResponseSchema,
  LayEventSchema,
  ListLaysResponseSchema,
  ResumeLaysRequestSchema,
} from '../../gen/selvage/lay/v1/lay_pb.js';
import type { LayEventInit, Services } from '../../src/services/services.js';
import { encodeLayEvent, planLaysRequest, resumeLaysQuery } from '../json/lay.js';
import { getLaysResponse, listLaysQuery, listLaysResponse } from '../json/lay-job.js';
import { type Reception, receivePartly, receiveQuery } from '../receive.js';
import { callOf, callWith } from './call.js';
import { type JobRoute, jobStream } from './job-stream.js';

const stream = jobStream((init: LayEventInit) => create(LayEventSchema, init), encodeLayEvent);
const reception: Reception = { invalid: 'invalid', nullMeansAbsent: true, optional: false };

export function layRoutes(instance: FastifyInstance, services: Services): void {
  instance.post('/api/v1/lays', async (request, reply) => {
    const { message, unread } = await receivePartly(request, planLaysRequest, reception);
    return stream(request, reply, services.planLays(message, callWith(request, unread)));
  });

  // A HEAD request would have to start the stream.
  instance.get<JobRoute>('/api/v1/lays/:jobId', { exposeHeadRoute: false }, async (request, reply) => {
    const { after } = receiveQuery(request, resumeLaysQuery);
    const message = create(ResumeLaysRequestSchema, { jobId: request.params.jobId, after });
    return stream(request, reply, services.resumeLays(message, callOf(request)));
  });

  instance.get('/api/v1/lays', async (request) => {
    const page = await services.listLays(receiveQuery(request, listLaysQuery), callOf(request));
    return listLaysResponse.encode(create(ListLaysResponseSchema, page));
  });

  instance.get<JobRoute>('/api/v1/lays/:jobId/status', async (request) => {
    const message = create(GetLaysRequestSchema, { jobId: request.params.jobId });
    return getLaysResponse.encode(create(GetLaysResponseSchema, await services.getLays(message, callOf(request))));
  });

  instance.delete<JobRoute>('/api/v1/lays/:jobId', async (request, reply) => {
    await services.cancelLays(create(CancelLaysRequestSchema, { jobId: request.params.jobId }), callOf(request));
    return reply.code(204).send();
  });
}

/** POST /api/v1/lays; GET and DELETE /api/v1/lays/{jobId} */
import { create } from '@bufbuild/protobuf';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  CancelLaysRequestSchema,
  type LayEvent,
  LayEventSchema,
  ResumeLaysRequestSchema,
} from '../../gen/selvage/lay/v1/lay_pb.js';
import type { LayEventInit, Services } from '../../src/services/services.js';
import { jobLines } from '../job-lines.js';
import { encodeLayEvent, planLaysRequest, resumeLaysQuery } from '../json/lay.js';
import { sendLines } from '../ndjson.js';
import { type Reception, receivePartly, receiveQuery } from '../receive.js';
import { callOf, callWith } from './call.js';

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

  instance.delete<JobRoute>('/api/v1/lays/:jobId', async (request, reply) => {
    await services.cancelLays(create(CancelLaysRequestSchema, { jobId: request.params.jobId }), callOf(request));
    return reply.code(204).send();
  });
}

interface JobRoute {
  Params: { jobId: string };
}

async function stream(
  request: FastifyRequest,
  reply: FastifyReply,
  events: AsyncGenerator<LayEventInit>,
): Promise<FastifyReply> {
  const eventOf = (init: LayEventInit): LayEvent => create(LayEventSchema, init);
  await sendLines(reply, jobLines(request, events, eventOf, encodeLayEvent));
  return reply;
}

/** POST /api/v1/bodydbl and /api/v1/bodydbl/next; GET and POST /api/v1/populations, and DELETE of one */
import { create } from '@bufbuild/protobuf';
import type { FastifyInstance } from 'fastify';
import {
  CreatePopulationResponseSchema,
  DeletePopulationRequestSchema,
  ListPopulationsRequestSchema,
  ListPopulationsResponseSchema,
  ProposeMeasurementsResponseSchema,
} from '../../gen/selvage/body/v1/body_pb.js';
import { ServiceError } from '../../src/errors.js';
import type { Services } from '../../src/services/services.js';
import {
  createPopulationRequest,
  createPopulationResponse,
  inferMeasurementsRequest,
  listPopulationsResponse,
  proposeMeasurementsRequest,
  proposeMeasurementsResponse,
} from '../json/body.js';
import { bodyText } from '../json/body-text.js';
import { type Reception, receive, receivePartly } from '../receive.js';
import { callOf, callWith } from './call.js';

const reception: Reception = { invalid: 'invalid_measurement', nullMeansAbsent: false, optional: false };
const others: Reception = { invalid: 'invalid', nullMeansAbsent: true, optional: false };

export function bodyRoutes(instance: FastifyInstance, services: Services): void {
  instance.post('/api/v1/bodydbl', async (request, reply) => {
    const message = await receive(request, inferMeasurementsRequest, reception);
    const answer = await services.inferMeasurements(message, callOf(request)).catch(answerWith400);
    reply.type('application/json; charset=utf-8');
    return bodyText(answer);
  });

  instance.post('/api/v1/bodydbl/next', async (request) => {
    const { message, unread } = await receivePartly(request, proposeMeasurementsRequest, others);
    const answer = await services.proposeMeasurements(message, callWith(request, unread));
    return proposeMeasurementsResponse.encode(create(ProposeMeasurementsResponseSchema, answer));
  });

  instance.post('/api/v1/populations', async (request) => {
    const { message, unread } = await receivePartly(request, createPopulationRequest, others);
    const answer = await services.createPopulation(message, callWith(request, unread));
    return createPopulationResponse.encode(create(CreatePopulationResponseSchema, answer));
  });

  instance.get('/api/v1/populations', async (request) => {
    const answer = await services.listPopulations(create(ListPopulationsRequestSchema), callOf(request));
    return listPopulationsResponse.encode(create(ListPopulationsResponseSchema, answer));
  });

  instance.delete<{ Params: { populationId: string } }>('/api/v1/populations/:populationId', async (request, reply) => {
    const { populationId } = request.params;
    await services.deletePopulation(create(DeletePopulationRequestSchema, { populationId }), callOf(request));
    return reply.code(204).send();
  });
}

/** This route answers 400 where other routes answer 422. */
function answerWith400(error: unknown): never {
  if (!(error instanceof ServiceError) || error.kind !== 'invalid') throw error;
  const { message, problems, code } = error;
  throw new ServiceError('invalid_measurement', message, { problems, code, cause: error });
}

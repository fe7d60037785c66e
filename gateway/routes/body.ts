/** POST /api/v1/bodydbl */
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../src/errors.js';
import type { Services } from '../../src/services/services.js';
import { inferMeasurementsRequest } from '../json/body.js';
import { bodyText } from '../json/body-text.js';
import { type Reception, receive } from '../receive.js';
import { callOf } from './call.js';

const reception: Reception = { invalid: 'invalid_measurement', nullMeansAbsent: false, optional: false };

/** The time when the spelling nackSideToWaistBack became deprecated, in the form of RFC 9745: 2026-01-01. */
const deprecatedSince = '@1767225600';

export function bodyRoutes(instance: FastifyInstance, services: Services): void {
  instance.post('/api/v1/bodydbl', async (request, reply) => {
    const message = await receive(request, inferMeasurementsRequest, reception);
    if (message.nackSideToWaistBack !== undefined) reply.header('deprecation', deprecatedSince);
    const answer = await services.inferMeasurements(message, callOf(request)).catch(answerWith400);
    reply.type('application/json; charset=utf-8');
    return bodyText(answer);
  });
}

/** This route answers 400 where other routes answer 422. */
function answerWith400(error: unknown): never {
  if (!(error instanceof ServiceError) || error.kind !== 'invalid') throw error;
  const { message, problems, code } = error;
  throw new ServiceError('invalid_measurement', message, { problems, code, cause: error });
}

/** POST /api/v1/lays */
import { create } from '@bufbuild/protobuf';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LayEventSchema } from '../../gen/selvage/lay/v1/lay_pb.js';
import { errorTable } from '../../src/errors.js';
import type { Json } from '../../src/json/json.js';
import type { LayEventInit, Services } from '../../src/services/services.js';
import { encodeLayEvent, planLaysRequest } from '../json/lay.js';
import { sendLines } from '../ndjson.js';
import { publicError } from '../problem.js';
import { type Reception, receivePartly } from '../receive.js';
import { callOf, callWith } from './call.js';

const reception: Reception = { invalid: 'invalid', nullMeansAbsent: true, optional: false };

export function layRoutes(instance: FastifyInstance, services: Services): void {
  instance.post('/api/v1/lays', async (request, reply) => {
    const { message, unread } = await receivePartly(request, planLaysRequest, reception);
    await sendLines(reply, lines(services.planLays(message, callWith(request, unread)), request));
    return reply;
  });
}

/** A failure before the first event is thrown. A later one becomes an `error` line and the `done` of every whole stream. */
async function* lines(events: AsyncGenerator<LayEventInit>, request: FastifyRequest): AsyncGenerator<Json> {
  const { signal } = callOf(request);
  let seq = 0;
  try {
    for await (const init of events) {
      const event = create(LayEventSchema, init);
      ({ seq } = event);
      yield encodeLayEvent(event);
    }
  } catch (error) {
    if (seq === 0 || signal.aborted) throw error;
    const known = publicError(error, request.id);
    if (errorTable[known.kind].http >= 500) request.log.error({ err: error }, 'a lay stream failed');
    yield { type: 'error', message: known.message, code: known.code, seq: seq + 1 };
    yield { type: 'done', seq: seq + 2 };
  }
}

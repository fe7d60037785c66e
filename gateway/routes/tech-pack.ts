/** POST /api/v1/patterns/{patternId}/techpack: the document, or lines that tell the progress of its nests before it. */
import { create } from '@bufbuild/protobuf';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type MakeTechPackResponse,
  MakeTechPackResponseSchema,
  TechPackFormat,
} from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { errorTable } from '../../src/errors.js';
import type { Json } from '../../src/json/json.js';
import type { Services } from '../../src/services/services.js';
import { errorLine } from '../error-line.js';
import { encodeTechPackLine, makeTechPackRequest } from '../json/tech-pack.js';
import { ndjsonType, sendLines } from '../ndjson.js';
import { publicError } from '../problem.js';
import { receivePartly } from '../receive.js';
import { callOf, callWith } from './call.js';
import { type PatternRoute, reception, requireType, sendFile } from './patterns.js';

const files = new Map([
  ['text/html', { format: TechPackFormat.HTML, extension: 'html' }],
  ['application/pdf', { format: TechPackFormat.PDF, extension: 'pdf' }],
]);

export function techPackRoutes(instance: FastifyInstance, services: Services): void {
  instance.post<PatternRoute>('/api/v1/patterns/:patternId/techpack', async (request, reply) => {
    const { accept } = request.headers;
    requireType(accept, [...files.keys(), ndjsonType]);
    const { patternId } = request.params;
    const { message, unread } = await receivePartly(request, makeTechPackRequest, { ...reception, optional: false });
    message.patternId = patternId;
    const asked = [...files].filter(([, { format }]) => message.format === undefined || message.format === format);
    const offered = [...asked.map(([type]) => type), ...(asked.length > 0 ? [ndjsonType] : [])];
    const type = unread.length > 0 ? offered[0] : offered.length > 0 ? requireType(accept, offered) : undefined;
    const file = files.get(type ?? 'text/html');
    if (file) message.format ??= file.format;
    const messages = techPackMessages(services, message, request, unread);
    reply.header('vary', 'Accept');
    if (type === ndjsonType) {
      await sendLines(reply, lines(messages, request));
      return reply;
    }
    for await (const { message: content } of messages) {
      if (content.case !== 'techPack') continue;
      const name = `pattern-${patternId}-v${content.value.patternVersionNumber}-techpack.${file!.extension}`;
      return sendFile(reply, type ?? 'text/html', name, content.value.file.value);
    }
    throw new TypeError('a tech pack ended without its document');
  });
}

async function* techPackMessages(
  services: Services,
  message: Parameters<Services['makeTechPack']>[0],
  request: FastifyRequest,
  unread: Parameters<typeof callWith>[1],
): AsyncGenerator<MakeTechPackResponse> {
  for await (const init of services.makeTechPack(message, callWith(request, unread))) {
    yield create(MakeTechPackResponseSchema, init);
  }
}

/** A failure after the first line becomes an `error` line. `done` is the last line of every whole stream. */
async function* lines(messages: AsyncGenerator<MakeTechPackResponse>, request: FastifyRequest): AsyncGenerator<Json> {
  const { signal } = callOf(request);
  let hasBegun = false;
  try {
    for await (const message of messages) {
      yield encodeTechPackLine(message);
      hasBegun = true;
    }
  } catch (error) {
    if (!hasBegun || signal.aborted) throw error;
    const known = publicError(error, request.id);
    if (errorTable[known.kind].http >= 500) request.log.error({ err: error }, 'the stream of a tech pack failed');
    yield errorLine(known, request.id);
  }
  yield { type: 'done' };
}

/** POST and GET /api/v1/patterns/{patternId}; GET /api/v1/patterns */
import { create } from '@bufbuild/protobuf';
import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  DraftSizesResponseSchema,
  GetPatternRequestSchema,
  GetPatternResponseSchema,
  ListPatternsResponseSchema,
  PatternFormat,
  PatternSchema,
  SizesFormat,
} from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { ServiceError } from '../../src/errors.js';
import type { Services } from '../../src/services/services.js';
import {
  draftPatternRequest,
  draftSizesRequest,
  draftSizesResponse,
  draftText,
  listPatternsQuery,
  listPatternsResponse,
  pattern,
} from '../json/pattern.js';
import { chooseType } from '../media-type.js';
import { type Reception, receivePartly, receiveQuery } from '../receive.js';
import { callOf, callWith } from './call.js';

export const reception: Reception = { invalid: 'invalid', nullMeansAbsent: true, optional: true };

const json = 'application/json';

/** The formats that come as a file of their own, by the media type that asks for them. */
const files = new Map([
  ['application/dxf', { format: PatternFormat.DXF, extension: 'dxf' }],
  ['image/svg+xml', { format: PatternFormat.SVG, extension: 'svg' }],
  ['application/pdf', { format: PatternFormat.PDF, extension: 'pdf' }],
]);

/** As `files`, for a pattern in many sizes; a graded DXF comes with its rule table, in a zip. */
const sizeFiles = new Map([
  ['image/svg+xml', { format: SizesFormat.SVG, extension: 'svg' }],
  ['application/pdf', { format: SizesFormat.PDF, extension: 'pdf' }],
  ['application/zip', { format: SizesFormat.DXF, extension: 'zip' }],
  ['text/csv', { format: SizesFormat.CSV, extension: 'csv' }],
  ['text/html', { format: SizesFormat.HTML, extension: 'html' }],
]);

const typeOfSizes = (format: SizesFormat): string =>
  [...sizeFiles].find(([, file]) => file.format === format)?.[0] ?? json;

export interface PatternRoute {
  Params: { patternId: string };
}

export function patternRoutes(instance: FastifyInstance, services: Services): void {
  instance.post<PatternRoute>('/api/v1/patterns/:patternId', async (request, reply) => {
    const { accept } = request.headers;
    requireType(accept, [json, ...files.keys()]);
    const { patternId } = request.params;
    const { message, unread } = await receivePartly(request, draftPatternRequest, reception);
    message.patternId = patternId;
    const offered = typesOf(message.format);
    // Faults of the request come first.
    const type =
      unread.length > 0 ? (chooseType(accept, offered) ?? json) : requireType(accept, offered, message.format);
    const file = files.get(type);
    if (file) message.format = file.format;
    const answer = await services.draftPattern(message, callWith(request, unread));
    reply.header('vary', 'Accept');
    if (!file) return reply.type('application/json; charset=utf-8').send(draftText(answer));
    return sendFile(
      reply,
      type,
      `pattern-${patternId}-v${answer.patternVersionNumber}.${file.extension}`,
      answer.data?.value,
    );
  });

  instance.post<PatternRoute>('/api/v1/patterns/:patternId/sizes', async (request, reply) => {
    const { accept } = request.headers;
    requireType(accept, [json, ...sizeFiles.keys()]);
    const { patternId } = request.params;
    const { message, unread } = await receivePartly(request, draftSizesRequest, { ...reception, optional: false });
    message.patternId = patternId;
    const offered = message.format === undefined ? [json, ...sizeFiles.keys()] : [typeOfSizes(message.format)];
    const type = chooseType(accept, offered);
    if (unread.length === 0 && type === undefined) requireType(accept, offered);
    const file = sizeFiles.get(type ?? json);
    if (file) message.format ??= file.format;
    const answer = create(DraftSizesResponseSchema, await services.draftSizes(message, callWith(request, unread)));
    reply.header('vary', 'Accept');
    if (!file || type === undefined) return draftSizesResponse.encode(answer);
    const name = `pattern-${patternId}-v${answer.patternVersionNumber}-sizes.${file.extension}`;
    return sendFile(reply, type, name, answer.file.value);
  });

  instance.get('/api/v1/patterns', async (request) => {
    requireType(request.headers.accept, [json]);
    const query = receiveQuery(request, listPatternsQuery);
    const page = await services.listPatterns(query, callOf(request));
    return listPatternsResponse.encode(create(ListPatternsResponseSchema, page));
  });

  instance.get<PatternRoute>('/api/v1/patterns/:patternId', async (request) => {
    requireType(request.headers.accept, [json]);
    const answer = await services.getPattern(
      create(GetPatternRequestSchema, { patternId: request.params.patternId }),
      callOf(request),
    );
    const found = create(GetPatternResponseSchema, answer).pattern;
    return pattern.encode(found ?? create(PatternSchema));
  });
}

/** The media types of an answer in `format`. A DXF comes as a string within JSON, or as the file. */
function typesOf(format: PatternFormat | undefined): string[] {
  switch (format) {
    case undefined:
      return [json, ...files.keys()];
    case PatternFormat.DXF:
      return [json, 'application/dxf'];
    default:
      return [json];
  }
}

export function requireType(accept: string | undefined, offered: readonly string[], format?: PatternFormat): string {
  const type = chooseType(accept, offered);
  if (type !== undefined) return type;
  const because = format === undefined ? '' : ` for the format ${PatternFormat[format]!.toLowerCase()}`;
  throw new ServiceError('not_acceptable', `Accept is ${accept}; the media types${because} are ${offered.join(', ')}`);
}

export function sendFile(
  reply: FastifyReply,
  type: string,
  name: string,
  data: string | Uint8Array | object | undefined,
): FastifyReply {
  if (typeof data !== 'string' && !(data instanceof Uint8Array))
    throw new TypeError(`a draft holds no file for ${type}`);
  const bytes =
    typeof data === 'string' ? Buffer.from(data) : Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(bytes);
}

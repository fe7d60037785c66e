/** Turns the body of a REST request into a message, or into the failure that names all its faults. */
import { Readable } from 'node:stream';
import type { DescMessage, Message, MessageShape } from '@bufbuild/protobuf';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Sliced, TimeSlices } from '../src/concurrency/time-slices.js';
import { type ErrorKind, type FieldProblem, ServiceError } from '../src/errors.js';
import type { ParsedJson } from '../src/json/json.js';
import { JsonParser, JsonSyntaxError } from '../src/json/parse.js';
import { violatedRules, withFurtherOfRest } from '../src/services/validate.js';
import type { BodyBudget, BodyHold } from './body-budget.js';
import { deprecationHeaders } from './deprecation.js';
import { type Coding, codingOf, codings, inflated } from './inflate.js';
import type { MessageCodec } from './json/codec.js';
import { Reading } from './json/reading.js';
import { atMost, largestBody } from './quota.js';
import { addHeaders, callOf } from './routes/call.js';

export interface Reception {
  /** The kind of failure for invalid values. */
  readonly invalid: ErrorKind;
  readonly nullMeansAbsent: boolean;
  /** Whether an absent body counts as an empty object. */
  readonly optional: boolean;
}

/** Bodies up to this size are read at once, in some 2 ms. Larger ones are read in steps of this size. */
const step = 128 * 1024;

declare module 'fastify' {
  interface FastifyInstance {
    /** Large bodies are read in slices. */
    slices: TimeSlices;
  }
  interface FastifyRequest {
    /** The body's share of the budget. */
    bodyHold: BodyHold | null;
  }
}

/** Assumed for a body of unknown length. */
const unknownLength = 4 * 1024 * 1024;

/**
 * Makes fastify hand over JSON bodies as unpacked bytes. It refuses all other bodies, bodies above the caller's plan, and
 * bodies for which the budget has no room.
 */
export function receiveJson(instance: FastifyInstance, budget: BodyBudget, slices: TimeSlices): void {
  instance.decorate('slices', slices);
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) =>
    done(null, bytes),
  );
  instance.decorateRequest('bodyHold', null);
  instance.addHook('preParsing', (request, reply, payload, done) => {
    const length = bodyLength(request);
    if (length === 0) return done(null, payload);
    try {
      const coding = acceptedCoding(request);
      const hold = budget.open();
      hold.take(length);
      request.bodyHold = hold;
      reply.raw.once('close', () => request.bodyHold?.release());
      const most = largestBody(callOf(request).caller);
      if (coding !== undefined) return done(null, unpacked(request, payload as Readable, coding, hold, most));
      // A declared length has been compared already.
      if (request.headers['content-length'] !== undefined || most === Number.POSITIVE_INFINITY) {
        return done(null, payload);
      }
      return done(null, Readable.from(atMost(most, bytesOf(payload as Readable)), { objectMode: false }));
    } catch (error) {
      const refusal = error as ServiceError;
      // Required by RFC 9110, 12.5.3.
      if (refusal.code === 'unsupported_encoding') reply.header('accept-encoding', codings.join(', '));
      return done(refusal);
    }
  });
}

/** Keeps a request that is refused midway, so that it can still be answered. */
const bytesOf = (payload: Readable) =>
  payload.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Uint8Array>;

/** The limits of a body hold for its unpacked bytes. Each piece is taken from the budget before the next is unpacked. */
function unpacked(request: FastifyRequest, payload: Readable, coding: Coding, hold: BodyHold, most: number): Readable {
  let packed = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytesOf(payload)) {
      packed += chunk.length;
      yield chunk;
    }
  }
  const limit = Math.min(most, request.routeOptions.bodyLimit ?? most);
  const body = Readable.from(hold.taking(atMost(limit, inflated(coding, counted()))), { objectMode: false });
  // Fastify compares this number with Content-Length.
  return Object.defineProperty(body, 'receivedEncodedLength', { get: () => packed });
}

/** The declared length of a body, or `unknownLength`. */
function bodyLength({ headers, raw, method }: FastifyRequest): number {
  if (headers['content-length'] !== undefined) return Number(headers['content-length']);
  const hasBody = method === 'POST' || method === 'PATCH';
  const mayFollow = raw.httpVersionMajor === 2 ? hasBody : headers['transfer-encoding'] !== undefined;
  return mayFollow ? unknownLength : 0;
}

/** The compression of the body. Throws `unsupported_media_type`. */
function acceptedCoding({ headers }: FastifyRequest): Coding | undefined {
  const coding = codingOf(headers['content-encoding']);
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    const message = `The charset is ${charset}; JSON must be sent in UTF-8`;
    throw new ServiceError('unsupported_media_type', message, { code: 'unsupported_charset' });
  }
  return coding;
}

export async function receive<D extends DescMessage>(
  request: FastifyRequest,
  codec: MessageCodec<D>,
  reception: Reception,
): Promise<MessageShape<D>> {
  const message = decode(await parseBody(request, reception), codec, reception);
  tellDeprecations(request, codec.schema, message);
  return message;
}

/** A deprecated field of the body shows in the headers of the answer. */
function tellDeprecations(request: FastifyRequest, schema: DescMessage, message: Message): void {
  const headers = deprecationHeaders(schema, message);
  if (headers !== undefined) addHeaders(request, headers);
}

/** The readable part of a body, and the wrong types and keys in the rest. */
export interface PartlyRead<Message> {
  readonly message: Message;
  readonly unread: readonly FieldProblem[];
}

/**
 * `receive` for an operation that takes `unread` with its call and reports it with all other problems. Throws if the body is
 * not an object.
 */
export async function receivePartly<D extends DescMessage>(
  request: FastifyRequest,
  codec: MessageCodec<D>,
  reception: Reception,
): Promise<PartlyRead<MessageShape<D>>> {
  const read = decodePartly(await parseBody(request, reception), codec, reception);
  tellDeprecations(request, codec.schema, read.message);
  return read;
}

/** Decodes a value. Throws a ServiceError of all problems: of types and keys, and of the rules for the rest. */
export function decode<D extends DescMessage>(
  json: ParsedJson,
  codec: MessageCodec<D>,
  reception: Reception,
): MessageShape<D> {
  const { message, unread } = decodePartly(json, codec, reception);
  if (unread.length === 0) return message;
  throw ServiceError.ofProblems(reception.invalid, withFurtherOfRest(unread, violatedRules(codec.schema, message)));
}

function decodePartly<D extends DescMessage>(
  json: ParsedJson,
  codec: MessageCodec<D>,
  reception: Reception,
): PartlyRead<MessageShape<D>> {
  const reading = new Reading(reception);
  const message = codec.decode(json, '', reading);
  if (message === undefined) throw ServiceError.ofProblems(reception.invalid, reading.problems);
  return { message, unread: reading.problems };
}

/** The JSON of a body. Throws `malformed`, and `too_large` for too many values. */
export async function parseBody(request: FastifyRequest, { optional }: Reception): Promise<ParsedJson> {
  const bytes = request.body;
  // The answer may stream for an hour, so the bytes are dropped here.
  request.body = undefined;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) {
    if (optional) return new Map();
    throw new ServiceError('malformed', 'The request has no body; a JSON object is required', { code: 'empty_body' });
  }
  try {
    const parser = new JsonParser(bytes);
    if (!parser.read(step)) await request.server.slices.run(theRest(parser));
    request.bodyHold?.release();
    // A body of null counts as not sent.
    return parser.value === null && optional ? new Map() : parser.value;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const kind = error.code === 'too_many_values' ? 'too_large' : 'malformed';
    const { line, column } = error;
    throw new ServiceError(kind, `The request body is not valid JSON: ${error.message}`, {
      code: error.code,
      problems: [{ path: '', code: error.code, message: error.message, line, column }],
      cause: error,
    });
  }
}

/** Ends with a turn for others, since the decoding of a large body takes long, too. */
function* theRest(parser: JsonParser): Sliced<void> {
  while (!parser.read(step)) yield;
  yield;
}

/** Decodes the query of a route. Integers are written in digits. The operation checks the rules of the message. */
export function receiveQuery<D extends DescMessage>(request: FastifyRequest, codec: MessageCodec<D>): MessageShape<D> {
  const json = new Map<string, ParsedJson>();
  for (const [key, value] of Object.entries(request.query as Record<string, string | string[]>)) {
    if (Array.isArray(value)) throw repeated(key);
    json.set(key, valueIn(value, codec.fields.get(key)?.codec.kind));
  }
  return decode(json, codec, { invalid: 'invalid', nullMeansAbsent: true, optional: true });
}

function valueIn(text: string, kind: string | undefined): ParsedJson {
  if (kind === 'integer' && /^-?\d{1,16}$/.test(text)) return Number(text);
  if (kind === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

function repeated(key: string): ServiceError {
  return ServiceError.ofProblems('invalid', [
    { path: key, code: 'repeated', message: `${key} must appear only once in the query` },
  ]);
}

/** From the body of a REST request to a message, or to the failure that names everything that is wrong with it. */
import type { DescMessage, MessageShape } from '@bufbuild/protobuf';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ErrorKind, type FieldProblem, ServiceError } from '../src/errors.js';
import { violatedRules } from '../src/services/validate.js';
import type { MessageCodec } from './json/codec.js';
import type { Json } from './json/json.js';
import { JsonParser, JsonSyntaxError } from './json/parse.js';
import { Reading } from './json/reading.js';
import { inTurns } from './turns.js';

export interface Reception {
  /** The kind of failure for invalid values. */
  readonly invalid: ErrorKind;
  readonly nullMeansAbsent: boolean;
  /** Whether no body at all is the same as an empty object. */
  readonly optional: boolean;
}

/** Bodies up to this size are read at once: some 2 ms. */
const slice = 128 * 1024;

/** What a body of unknown length is taken for. */
const unknownLength = 4 * 1024 * 1024;

/** Has fastify hand over JSON bodies as bytes, and refuse all else, and more than `maxBuffered` bytes at once. */
export function receiveJson(instance: FastifyInstance, maxBuffered: number): void {
  let buffered = 0;
  instance.addHook('preParsing', async (request, reply, payload) => {
    const length = Number(
      request.headers['content-length'] ?? (request.headers['transfer-encoding'] ? unknownLength : 0),
    );
    if (buffered + length > maxBuffered) {
      throw new ServiceError('unavailable', 'Too many large requests are being received', { retryAfterSeconds: 1 });
    }
    buffered += length;
    held.set(request, () => {
      buffered -= length;
    });
    reply.raw.once('close', () => release(request));
    return payload;
  });
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) =>
    done(null, bytes),
  );
  instance.addHook('preParsing', async (request, _reply, payload) => {
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
      throw new ServiceError(
        'unsupported_media_type',
        `The Content-Encoding ${encoding} is not accepted; send the body as it is`,
        { code: 'unsupported_encoding' },
      );
    }
    const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(request.headers['content-type'] ?? '')?.[1];
    if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
      throw new ServiceError(
        'unsupported_media_type',
        `The charset ${charset} is not accepted; JSON is sent in UTF-8`,
        {
          code: 'unsupported_charset',
        },
      );
    }
    return payload;
  });
}

/** How to give back the bytes that a request holds. */
const held = new WeakMap<FastifyRequest, () => void>();

function release(request: FastifyRequest): void {
  held.get(request)?.();
  held.delete(request);
}

export async function receive<D extends DescMessage>(
  request: FastifyRequest,
  codec: MessageCodec<D>,
  reception: Reception,
): Promise<MessageShape<D>> {
  const json = await parseBody(request, reception);
  // The answer may be a stream of an hour: the bytes are not needed for so long.
  request.body = undefined;
  release(request);
  return decode(json, codec, reception);
}

/** Decodes a value; throws a ServiceError of all its problems: of types and keys, and of the rules for what is left. */
export function decode<D extends DescMessage>(
  json: Json,
  codec: MessageCodec<D>,
  reception: Reception,
): MessageShape<D> {
  const reading = new Reading(reception);
  const message = codec.decode(json, '', reading);
  if (reading.problems.length === 0 && message !== undefined) return message;
  const further = message === undefined ? [] : violatedRules(codec.schema, message);
  throw ServiceError.ofProblems(reception.invalid, [...reading.problems, ...withoutTold(further, reading.problems)]);
}

/** A field that could not be read was left out of the message, so that a rule about it says nothing new. */
function withoutTold(further: readonly FieldProblem[], told: readonly FieldProblem[]): FieldProblem[] {
  const within = (inner: string, outer: string) =>
    inner === outer || (inner.startsWith(outer) && '.['.includes(inner[outer.length]!));
  return further.filter(({ path }) => !told.some((other) => within(path, other.path) || within(other.path, path)));
}

async function parseBody(request: FastifyRequest, { optional }: Reception): Promise<Json> {
  const bytes = request.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) {
    if (optional) return new Map();
    throw new ServiceError('malformed', 'The request has no body; a JSON object is required', { code: 'empty_body' });
  }
  try {
    const parser = new JsonParser(bytes);
    if (!parser.read(slice)) await inTurns(() => parser.read(slice));
    // A body of null is one that was not sent.
    return parser.value === null && optional ? new Map() : parser.value;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const kind = error.code === 'too_many_values' ? 'too_large' : 'malformed';
    const { line, column } = error;
    throw new ServiceError(kind, `The body is no acceptable JSON: ${error.message}`, {
      code: error.code,
      problems: [{ path: '', code: error.code, message: error.message, line, column }],
      cause: error,
    });
  }
}

/** Decodes the query of a route; its integers are written in digits. */
export function receiveQuery<D extends DescMessage>(request: FastifyRequest, codec: MessageCodec<D>): MessageShape<D> {
  const json = new Map<string, Json>();
  for (const [key, value] of Object.entries(request.query as Record<string, string | string[]>)) {
    if (Array.isArray(value)) throw repeated(key);
    const isInteger = codec.fields.get(key)?.codec.kind === 'integer' && /^-?\d{1,16}$/.test(value);
    json.set(key, isInteger ? Number(value) : value);
  }
  const message = decode(json, codec, { invalid: 'invalid', nullMeansAbsent: true, optional: true });
  const problems = violatedRules(codec.schema, message);
  if (problems.length > 0) throw ServiceError.ofProblems('invalid', problems);
  return message;
}

function repeated(key: string): ServiceError {
  return ServiceError.ofProblems('invalid', [
    { path: key, code: 'repeated', message: `${key} is sent more than once in the query` },
  ]);
}

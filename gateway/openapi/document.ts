/** The OpenAPI document of the REST routes, made from the descriptors, their comments and rules, and the codecs. */
import { type DescMessage, type DescMethod, type DescService, getOption } from '@bufbuild/protobuf';
import { comments } from '../../gen/comments.js';
import { http } from '../../gen/google/api/annotations_pb.js';
import { type ErrorKind, errorTable } from '../../src/errors.js';
import type { Json } from '../../src/json/json.js';
import { repetitions } from '../../src/services/repeated/repetitions.js';
import { deprecatedFields } from '../deprecation.js';
import type { MessageCodec } from '../json/codec.js';
import { ndjsonType } from '../ndjson.js';
import { problemType } from '../problem.js';
import { draftSchema, layLineSchema, lineSchema, techPackLineSchema } from './answers.js';
import { pathExamples } from './examples.js';
import { commentOf, SchemaBook } from './json-schema.js';
import type { RestOperation } from './operation.js';
import { operational } from './operational.js';
import { bodyFailures, commonFailures, restOperations } from './operations.js';
import { fieldProblemSchema, problemSchema } from './problem-schema.js';
import type { Schema } from './schema.js';

export type OpenApiVersion = '3.1' | '3.2';

type Document = { readonly [key: string]: Json };

const titles: Record<string, string> = {
  PatternService: 'Patterns',
  SizeService: 'Size tables',
  ProjectService: 'Projects',
  NestService: 'Nesting',
  LayService: 'Lay plans',
  BodyService: 'Body measurements',
  AccountService: 'Your account',
  WebhookService: 'Webhooks',
};

const info = {
  title: 'Selvage',
  version: '1',
  summary: 'Body measurements, parametric sewing patterns and dense nesting.',
  description:
    'The REST routes of Selvage. The same port speaks gRPC, gRPC-web and Connect with the same operations.\n\n' +
    'x points right and y down; lengths of nesting are in any one unit, those of patterns in millimetres. Unknown keys ' +
    'are refused, and so are numbers sent as strings. A failure is a problem body (RFC 9457) that names every wrong field. ' +
    'A body may be compressed, by one of gzip, deflate and br; the limits are those of what it becomes.\n\n' +
    '**Deprecated fields** are marked here and go on working. An answer to a request that uses one has the headers ' +
    '`Deprecation` (since when), `Sunset` (it works at least until then) and `Link` (to this page). It works for at ' +
    'least two years, and only a new major version of Selvage removes it. The changelog names each deprecation, with the ' +
    'field to send instead.',
  license: { name: 'MIT', identifier: 'MIT' },
};

const security = [{ key: [] }];

const organizationHeader: Schema = {
  name: 'X-Service-Organization-Id',
  in: 'header',
  description:
    'The organisation of the request, one of those of the user of the key; `personal` for none. ' +
    "Default: the user's active one. X-Selvage-Organization-Id is a synonym.",
  schema: { type: 'string' },
  example: 'personal',
};

const idempotencyHeader: Schema = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A key of your own for this submission, kept for 24 hours. Sent again with the same body, the stream of the ended job ' +
    'is answered once more, and 409 while it runs; with another body 422.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
};

const changeKeyHeader: Schema = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A key of your own for this request, kept for 24 hours. Sent again with the same body and API key, nothing is made a ' +
    'second time, and the answer is the first one. An answer with a secret is not repeated: 409 names the record. ' +
    'While the first request runs 409, with another body 422.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
};

const ifMatchHeader: Schema = {
  name: 'If-Match',
  in: 'header',
  description:
    'The ETag of the version that the request starts from. If the project has changed since, the answer is 412.',
  schema: { type: 'string', pattern: '^"[1-9][0-9]{0,8}"$' },
  example: '"1"',
};

/** 3.2 describes each line of a stream by `itemSchema`. 3.1 lacks this and describes one line as the whole. */
export function openApiDocument(version: OpenApiVersion): Document {
  const book = new SchemaBook();
  book.add('FieldProblem', fieldProblemSchema);
  book.add('Problem', problemSchema);
  // Requests come first. They keep the names of their messages, even if answers share them.
  for (const { body } of restOperations) if (body) book.of(body.codec, 'request', body.nullMeansAbsent);

  const paths: Record<string, Record<string, Document>> = {};
  for (const operation of restOperations) {
    const { verb, path } = routeOf(operation.method);
    paths[path] = { ...paths[path], [verb]: operationObject(operation, book, version) };
  }
  const services = [...new Set(restOperations.map(({ method }) => method.parent))];
  return {
    openapi: version === '3.2' ? '3.2.0' : '3.1.1',
    info,
    servers: [{ url: '/', description: 'The service of this document' }],
    security,
    tags: [...services.map(tag), operational.tag],
    paths: { ...paths, ...operational.paths },
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key: `Authorization: Bearer <key>`.' },
      },
      parameters: { organization: organizationHeader, idempotencyKey: idempotencyHeader, changeKey: changeKeyHeader },
      headers,
      schemas: book.schemas,
    },
  };
}

/** HTTP method and path of a REST operation, with its parameters by their JSON names. */
export function routeOf(method: DescMethod): { verb: string; path: string } {
  const { pattern } = getOption(method, http);
  if (pattern.case === undefined || pattern.case === 'custom') throw new TypeError(`${method} has no REST route`);
  const path = pattern.value.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{${fieldOf(method.input, name).jsonName}}`);
  return { verb: pattern.case, path };
}

function fieldOf(message: DescMessage, name: string) {
  const field = message.fields.find((each) => each.name === name);
  if (field === undefined) throw new TypeError(`${message.typeName} has no field ${name}`);
  return field;
}

function tag(service: DescService): Document {
  return {
    name: titles[service.name] ?? service.name,
    description: comments.get(service.typeName) ?? '',
  };
}

function operationObject(operation: RestOperation, book: SchemaBook, version: OpenApiVersion): Document {
  const { method, body, query } = operation;
  const [summary = '', ...rest] = (comments.get(`${method.parent.typeName}.${method.name}`) ?? '').split(/(?<=\.)\s+/);
  return {
    operationId: method.localName,
    tags: [titles[method.parent.name] ?? method.parent.name],
    summary: summary.replace(/\.$/, ''),
    ...(rest.length > 0 ? { description: rest.join(' ') } : {}),
    parameters: [
      ...pathParameters(method),
      ...(query ? queryParameters(query, book) : []),
      { $ref: '#/components/parameters/organization' },
      ...(operation.submits ? [{ $ref: '#/components/parameters/idempotencyKey' }] : []),
      ...(method.localName in repetitions ? [{ $ref: '#/components/parameters/changeKey' }] : []),
      ...(operation.versions ? [{ ...ifMatchHeader, required: operation.versions === 'required' }] : []),
    ],
    ...(body ? { requestBody: requestBody(body, book) } : {}),
    responses: responses(operation, book, version),
  };
}

function pathParameters(method: DescMethod): Document[] {
  const { pattern } = getOption(method, http);
  const names =
    typeof pattern.value === 'string' ? [...pattern.value.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!) : [];
  return names.map((name) => {
    const field = fieldOf(method.input, name);
    const example = pathExamples[field.jsonName];
    const description = commentOf(field) ?? '';
    return {
      name: field.jsonName,
      in: 'path',
      required: true,
      description,
      schema: { type: 'string', ...(description.includes('UUID') && { format: 'uuid' }) },
      ...(example === undefined ? {} : { example }),
    };
  });
}

function queryParameters(codec: MessageCodec<DescMessage>, book: SchemaBook): Document[] {
  const { properties } = book.object(codec, 'request', false) as { properties: Record<string, Schema> };
  return Object.entries(properties).map(([name, { description = '', ...schema }]) => {
    return { name, in: 'query', required: false, description, schema };
  });
}

function requestBody(
  { codec, optional, nullMeansAbsent, examples }: NonNullable<RestOperation['body']>,
  book: SchemaBook,
): Document {
  const named = Object.entries(examples).map(([name, value]) => [
    name.replaceAll(' ', '-'),
    { summary: name, value: value as Json },
  ]);
  const schema = book.of(codec, 'request', nullMeansAbsent);
  return {
    required: !optional,
    content: {
      'application/json': {
        // null also stands for an absent body.
        schema: optional ? { anyOf: [schema, { type: 'null' }] } : schema,
        examples: Object.fromEntries(named) as Document,
      },
    },
  };
}

function responses(operation: RestOperation, book: SchemaBook, version: OpenApiVersion): Document {
  const ofKey: ErrorKind[] = operation.method.localName in repetitions ? ['conflict', 'invalid'] : [];
  const ofBody = operation.body ? bodyFailures : [];
  const kinds = [...new Set([...commonFailures, ...ofBody, ...operation.failures, ...ofKey])];
  const byStatus = new Map<number, ErrorKind[]>();
  for (const kind of kinds) {
    const { http: status } = errorTable[kind];
    byStatus.set(status, [...(byStatus.get(status) ?? []), kind]);
  }
  const failures = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, same]) => [String(status), failure(status, same)]);
  return { ...success(operation, book, version), ...(Object.fromEntries(failures) as Document) };
}

function failure(status: number, kinds: readonly ErrorKind[]): Document {
  return {
    description: kinds.map((kind) => errorTable[kind].title).join('; '),
    headers: headerObjects({
      ...(status === 401 ? { 'X-Request-Id': 'requestId', 'WWW-Authenticate': 'authenticate' } : everyAnswer),
      ...(status === 429 || status === 503 ? { 'Retry-After': 'retryAfter' } : {}),
    }),
    content: { [problemType]: { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}

/** Names of the headers in the components. */
const everyAnswer = { 'X-Request-Id': 'requestId', RateLimit: 'rateLimit', 'RateLimit-Policy': 'rateLimitPolicy' };

function headerObjects(names: Readonly<Record<string, string>>): Document {
  return Object.fromEntries(
    Object.entries(names).map(([name, key]) => [name, { $ref: `#/components/headers/${key}` }]),
  );
}

const headers: Document = {
  requestId: {
    description: 'The id of the request: your X-Request-Id if it is a valid token, else a new one.',
    schema: { type: 'string' },
  },
  authenticate: { description: 'How to send a key.', schema: { type: 'string' } },
  retryAfter: { description: 'Seconds until a retry makes sense.', schema: { type: 'integer', minimum: 1 } },
  rateLimit: {
    description: 'The rest of the limit, if the plan has one: `"free";r=42;t=17` is 42 requests left for 17 s.',
    schema: { type: 'string' },
  },
  rateLimitPolicy: {
    description: 'The limit, if the plan has one: `"free";q=300;w=60` is 300 requests in 60 s.',
    schema: { type: 'string' },
  },
  etag: {
    description: 'The version of the project, for If-Match.',
    schema: { type: 'string' },
  },
  deprecation: {
    description: 'The request uses a deprecated field, deprecated since this time (RFC 9745); else absent.',
    schema: { type: 'string', pattern: '^@[0-9]+$' },
  },
  sunset: {
    description: 'The deprecated field works at least until this time (RFC 8594).',
    schema: { type: 'string' },
  },
  deprecationLink: {
    description: 'With the header Deprecation: the page with the policy, as `rel="deprecation"`.',
    schema: { type: 'string' },
  },
};

/** Headers of answers to requests that may use a deprecated field. */
const deprecationTold = { Deprecation: 'deprecation', Sunset: 'sunset', Link: 'deprecationLink' };

function success(operation: RestOperation, book: SchemaBook, version: OpenApiVersion): Document {
  const { answer, method, headers: own = {} } = operation;
  const deprecated = deprecatedFields(method.input).length > 0 ? deprecationTold : {};
  const common = headerObjects({ ...everyAnswer, ...deprecated, ...own });
  switch (answer.kind) {
    case 'json': {
      const schema = book.of(answer.codec, 'answer');
      return { 200: { description: 'OK', headers: common, content: { 'application/json': { schema } } } };
    }
    case 'draft': {
      const file = { schema: { type: 'string' } };
      const content = {
        'application/json': { schema: draftSchema(book) },
        'application/dxf': file,
        'image/svg+xml': file,
        'application/pdf': {},
      };
      return { 200: { description: 'As the Accept header asks', headers: common, content } };
    }
    case 'sizes': {
      const content = {
        'application/json': { schema: book.of(answer.codec, 'answer') },
        'image/svg+xml': { schema: { type: 'string' } },
        'application/pdf': {},
        'application/zip': {},
        'text/csv': { schema: { type: 'string' } },
        'text/html': { schema: { type: 'string' } },
      };
      return { 200: { description: 'As the format asks, else the Accept header', headers: common, content } };
    }
    case 'document': {
      const line = techPackLineSchema(book);
      const lines: Document = version === '3.2' ? { itemSchema: line } : { schema: line };
      const content = {
        'text/html': { schema: { type: 'string' } },
        'application/pdf': {},
        [ndjsonType]: lines,
      };
      const description =
        'As the Accept header and the format ask: the document, or JSON texts, one a line, that tell the progress and end with it.';
      return { 200: { description, headers: common, content } };
    }
    case 'lines': {
      const line = answer.of === 'nest' ? lineSchema(book) : layLineSchema(book);
      const described: Document = version === '3.2' ? { itemSchema: line } : { schema: line };
      const description =
        'A stream of JSON texts, one a line, each written as it happens; `done` is the last. A stream without it was cut off.';
      return { 200: { description, headers: common, content: { [ndjsonType]: described } } };
    }
    case 'nothing':
      return { 204: { description: 'Done', headers: common } };
  }
}

/** The OpenAPI document describes exactly the served routes, the accepted requests and the answers. */
import { create, type DescMessage } from '@bufbuild/protobuf';
import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Codec, MessageCodec } from '../../gateway/json/codec.js';
import { encodeNestEvent } from '../../gateway/json/nest.js';
import { encodeDraft } from '../../gateway/json/pattern.js';
import { openApiDocument, routeOf } from '../../gateway/openapi/document.js';
import { pathExamples } from '../../gateway/openapi/examples.js';
import { restOperations } from '../../gateway/openapi/operations.js';
import { decode } from '../../gateway/receive.js';
import { NestEventSchema } from '../../gen/selvage/nest/v1/nest_pb.js';
import { DraftPatternResponseSchema } from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { ServiceError } from '../../src/errors.js';
import { parseJson } from '../../src/json/parse.js';
import { violatedRules } from '../../src/services/validate.js';
import { type Embedded, openEmbedded } from './embedded.js';
import { openGateway } from './open.js';
import { randomMessage } from './random-message.js';
import { requestOf } from './random-request.js';

type Answers = Record<string, { content?: Record<string, { schema?: object; itemSchema?: object }> }>;
type Operations = Record<
  string,
  {
    operationId: string;
    responses: Answers;
    parameters?: readonly { in?: string }[];
    requestBody?: { content: Answers[string]['content'] };
  }
>;

const document = openApiDocument('3.2') as unknown as {
  paths: Record<string, Operations>;
  components: { schemas: Record<string, AnySchemaObject> };
};

/** Validators of the published schemas, or of the same schemas without undescribed members in answers. */
function validators(options: { closed: boolean }): (schema: object) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, discriminator: false, validateFormats: false });
  const { schemas } = structuredClone(document.components);
  if (options.closed) for (const [name, schema] of Object.entries(schemas)) if (name !== 'FieldProblem') close(schema);
  return (schema) => ajv.compile({ ...schema, components: { schemas } });
}

function close(schema: AnySchemaObject): void {
  if (schema.properties && schema.additionalProperties === undefined) schema.additionalProperties = false;
  for (const property of Object.values((schema.properties ?? {}) as AnySchemaObject))
    close(property as AnySchemaObject);
}

const asPublished = validators({ closed: false });
const closed = validators({ closed: true });

function assertValid(validate: ValidateFunction, value: unknown): void {
  if (!validate(value))
    assert.unreachable(`${JSON.stringify(validate.errors)} of ${JSON.stringify(value).slice(0, 2000)}`);
}

/** Connect's routes, that of agents, and the pages and scripts of browsers. */
const otherRoute = /^\w+ \/(selvage\.|grpc\.|reference|assets\/|metrics$|mcp$|docs|page|\*|favicon|$)/;

test('the documented routes are the served routes', async () => {
  const gateway = await openGateway();
  const served = gateway.routes.filter((route) => !route.startsWith('HEAD ') && !otherRoute.test(route));
  const documented = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  );
  assert.equal([...new Set(served)].sort(), documented.sort());
  await gateway.close({ graceMs: 0 });
});

test('an operation with a query documents the answer to a faulty one', () => {
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [verb, { parameters = [], responses }] of Object.entries(operations)) {
      if (parameters.some((parameter) => parameter.in === 'query')) assert.ok(responses['422'], `${verb} ${path}`);
    }
  }
});

test('both versions of the document are served, and differ only in their description of streams', async () => {
  const gateway = await openGateway();
  const at = async (path: string) => {
    const answer = await fetch(gateway.url + path);
    assert.match(answer.headers.get('content-type')!, 'application/json');
    return answer.text();
  };
  const [newer, older] = await Promise.all([at('/openapi.json'), at('/openapi-3.1.json')]);
  assert.is(JSON.parse(newer).openapi, '3.2.0');
  assert.is(newer.replaceAll('"itemSchema"', '"schema"').replace('"3.2.0"', '"3.1.1"'), older);
  await gateway.close({ graceMs: 0 });
});

test('the page of the reference comes with its scripts, from here alone', async () => {
  const gateway = await openGateway();
  const page = await fetch(`${gateway.url}/reference`);
  const html = await page.text();
  assert.match(page.headers.get('content-security-policy')!, "script-src 'self';");
  assert.not.match(html, 'http');
  for (const [, path] of html.matchAll(/src="([^"]+)"/g)) {
    const script = await fetch(`${gateway.url}/${path}`);
    assert.is(script.status, 200);
    assert.match(script.headers.get('content-type')!, 'text/javascript');
    assert.ok((await script.text()).length > 100);
  }
  await gateway.close({ graceMs: 0 });
});

for (const { method, body } of restOperations) {
  if (!body) continue;
  test(`a body of ${method.name} is accepted where its schema is valid, and only there`, () => {
    const { verb, path } = routeOf(method);
    const schema = document.paths[path]![verb]!.requestBody!.content!['application/json']!.schema as object;
    const validate = asPublished(schema);
    const seen = { valid: 0, invalid: 0 };
    fc.assert(
      fc.property(requestOf(document.components.schemas, schema), (json) => {
        const valid = validate(json);
        seen[valid ? 'valid' : 'invalid'] += 1;
        const sent = json === null && body.optional ? {} : json;
        const problems = problemsOf(sent, body.codec, body.nullMeansAbsent);
        assert.is(problems.length === 0, valid, `${JSON.stringify({ json, problems, errors: validate.errors })}`);
      }),
      { numRuns: 600 },
    );
    assert.ok(seen.valid > 5 && seen.invalid > 20, JSON.stringify(seen));
  });
}

test('the schema also refuses a map with the key __proto__', () => {
  const schema =
    document.paths['/api/v1/patterns/{patternId}']!.post!.requestBody!.content!['application/json']!.schema!;
  const validate = asPublished(schema);
  assert.ok(validate(JSON.parse('{"variables": {"proto": 1}}')));
  assert.not.ok(validate(JSON.parse('{"variables": {"__proto__": 1}}')));
});

function problemsOf(json: unknown, codec: MessageCodec<DescMessage>, nullMeansAbsent: boolean): readonly unknown[] {
  try {
    const reception = { invalid: 'invalid', nullMeansAbsent, optional: false } as const;
    const message = decode(parseJson(Buffer.from(JSON.stringify(json))), codec, reception);
    return violatedRules(codec.schema, message);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error.problems;
  }
}

test('every message of an answer fits its schema', () => {
  for (const { method, answer } of restOperations) {
    if (answer.kind !== 'json') continue;
    const validate = closed({ $ref: `#/components/schemas/${answer.codec.schema.name}` });
    fc.assert(
      fc.property(randomMessage(answer.codec.schema, { wild: false }), (init) => {
        assertValid(validate, roundTrip((answer.codec as Codec<unknown>).encode(create(answer.codec.schema, init))));
      }),
      { numRuns: 100 },
    );
    assert.ok(method);
  }
});

test('every line of a stream fits its schema', () => {
  const validate = closed({ $ref: '#/components/schemas/NestEvent' });
  fc.assert(
    fc.property(randomMessage(NestEventSchema, { wild: false }), fc.uuid(), fc.nat(), (init, jobId, seq) => {
      assertValid(validate, roundTrip(encodeNestEvent(create(NestEventSchema, { ...init, jobId, seq: seq + 1 }))));
    }),
    { numRuns: 300 },
  );
});

test('every draft in JSON fits its schema', () => {
  const validate = closed({ $ref: '#/components/schemas/Draft' });
  fc.assert(
    fc.property(randomMessage(DraftPatternResponseSchema, { wild: false }), fc.uuid(), (init, patternVersionId) => {
      const draft = create(DraftPatternResponseSchema, { ...init, patternVersionId });
      if (draft.data.case === 'pattern' || draft.data.case === 'dxf')
        assertValid(validate, roundTrip(encodeDraft(draft)));
    }),
    { numRuns: 100 },
  );
});

/** The value after it was sent: -0 becomes 0. */
const roundTrip = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

let service: Embedded;

test('the examples are answered as documented, and so are failures', async () => {
  service = await openEmbedded();
  for (const { method, body, versions } of restOperations) {
    const { verb, path } = routeOf(method);
    const { responses } = document.paths[path]![verb]!;
    const check = async (url: string, sent: unknown, headers = {}) => {
      const answer = await service.request(verb.toUpperCase(), url, sent as object | undefined, headers);
      const documented = responses[answer.status];
      assert.ok(documented, `${method.name} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
      const type = answer.headers.get('content-type')?.replace(/;.*/, '') ?? '';
      const content = documented.content?.[type];
      if (documented.content) assert.ok(content, `${method.name} ${answer.status} ${type}`);
      const reference = ((content?.itemSchema ?? content?.schema) as { $ref?: string } | undefined)?.$ref;
      if (reference) {
        const lines = type === 'application/x-ndjson' ? answer.text.trimEnd().split('\n') : [answer.text];
        for (const line of lines) assertValid(closed({ $ref: reference }), JSON.parse(line));
      }
      return answer;
    };
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathExamples[name] ?? crypto.randomUUID());
    for (const example of body ? Object.values(body.examples) : [undefined]) {
      const { status } = await check(url, example, versions && { 'if-match': '"1"' });
      const isAbsent = /\{(jobId|keyId|populationId|projectId|webhookId)\}/.test(path);
      // The example confirms by the name of another account.
      const isMistaken = method.name === 'ForgetAccount';
      assert.is(status, isAbsent ? 404 : isMistaken ? 422 : 200, method.name);
    }
    await check(url, body ? '{' : undefined, { authorization: undefined });
    if (body) {
      await check(url, '{');
      await check(url, { nobody: 1 });
      await check(url, 'text', { 'content-type': 'text/plain' });
    }
  }
});

test.after(() => service?.close());
test.run();

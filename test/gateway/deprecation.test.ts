/** A request that uses a deprecated field is told so over every protocol, and no other request is. */
import { create, type DescMessage, toBinary } from '@bufbuild/protobuf';
import { createClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node';
import * as grpc from '@grpc/grpc-js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { deprecatedFields, deprecations } from '../../gateway/deprecation.js';
import { openApiDocument } from '../../gateway/openapi/document.js';
import { operations } from '../../gateway/rpc/rpc.js';
import type { Server } from '../../gateway/server.js';
import { BodyService, Gender, InferMeasurementsRequestSchema, UnitSystem } from '../../gen/selvage/body/v1/body_pb.js';
import { NestService } from '../../gen/selvage/nest/v1/nest_pb.js';
import { type Answer, assertProblem, caller, openGateway } from './open.js';
import { authorization, patternId } from './plain-services.js';
import { refusal } from './refusal.js';

const expected = {
  deprecation: '@1767225600',
  sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
  link: '</reference>; rel="deprecation"; type="text/html"',
};

/** The three headers of an answer; null: absent. */
const told = (headers: Headers) => ({
  deprecation: headers.get('deprecation'),
  sunset: headers.get('sunset'),
  link: headers.get('link'),
});
const nothing = { deprecation: null, sunset: null, link: null };

const person = { gender: 'female', unit: 'metric' };
const old = { ...person, nackSideToWaistBack: 44 };
const current = { ...person, neckSideToWaistBack: 44 };

let gateway: Server;
let request: (method: string, path: string, body: object) => Promise<Answer>;
test.before(async () => {
  gateway = await openGateway();
  request = caller(gateway.url);
});
test.after(() => gateway.close({ graceMs: 0 }));

const routes: [string, string, (body: object) => object][] = [
  ['a body', '/api/v1/bodydbl', (body) => body],
  ['the body of a draft', `/api/v1/patterns/${patternId}`, (body) => ({ body })],
  ['one body of many, in the lines of a marker', '/api/v1/markers', markerOf],
];

function markerOf(body: object) {
  return {
    bins: [],
    patterns: [
      { patternId, body: person },
      { patternId, body },
    ],
  };
}

for (const [what, path, bodyOf] of routes) {
  test(`REST: ${what}`, async () => {
    const former = await request('POST', path, bodyOf(old));
    assert.is(former.status, 200, former.text);
    assert.equal(told(former.headers), expected);
    assert.equal(told((await request('POST', path, bodyOf(current))).headers), nothing);
  });
}

test('REST: a refused request is told, too', async () => {
  const refused = await request('POST', '/api/v1/bodydbl', { ...old, height: -1 });
  assertProblem(refused, 400, 'height');
  assert.equal(told((await request('POST', '/api/v1/bodydbl', { ...current, height: -1 })).headers), nothing);
});

test('the link leads to a page, whose document has the policy', async () => {
  const page = await fetch(new URL(/<(.+?)>/.exec(expected.link)![1]!, `${gateway.url}/api/v1/bodydbl`));
  assert.is(page.status, 200);
  assert.match(page.headers.get('content-type')!, 'text/html');
  const { info } = (await (await fetch(`${gateway.url}/openapi-3.1.json`)).json()) as { info: { description: string } };
  assert.match(info.description, /Deprecated fields.+at least two years/s);
});

const woman = { gender: Gender.FEMALE, unit: UnitSystem.METRIC };

for (const [name, transportOf] of [
  ['gRPC', (baseUrl: string) => createGrpcTransport({ baseUrl })],
  ['gRPC-web', (baseUrl: string) => createGrpcWebTransport({ baseUrl, httpVersion: '1.1' })],
  ['Connect', (baseUrl: string) => createConnectTransport({ baseUrl, httpVersion: '1.1' })],
] as const) {
  test(`${name}: an answer and a stream`, async () => {
    const transport = transportOf(gateway.url);
    for (const [field, headersOfIt] of [
      ['nackSideToWaistBack', expected],
      ['neckSideToWaistBack', nothing],
    ] as const) {
      const seen: object[] = [];
      const options = { headers: { authorization }, onHeader: (headers: Headers) => seen.push(told(headers)) };
      const body = { ...woman, [field]: 44 };
      await createClient(BodyService, transport).inferMeasurements(body, options);
      const marker = {
        patterns: [
          { patternId, body: woman },
          { patternId, body },
        ],
      };
      let messages = 0;
      for await (const _ of createClient(NestService, transport).nestPatterns(marker, options)) messages += 1;
      assert.is(messages, 4);
      assert.equal(seen, [headersOfIt, headersOfIt], field);
    }
  });

  test(`${name}: a call that fails has no such metadata`, async () => {
    const client = createClient(BodyService, transportOf(gateway.url));
    const wrong = { ...woman, nackSideToWaistBack: 44, height: -1 };
    const { metadata } = await refusal(client.inferMeasurements(wrong, { headers: { authorization } }));
    assert.equal(told(metadata), nothing);
  });
}

test('the client of gRPC itself reads the metadata', async () => {
  const client = new grpc.Client(new URL(gateway.url).host, grpc.credentials.createInsecure());
  const sent = new grpc.Metadata();
  sent.set('authorization', authorization);
  const metadataFor = (field: string) =>
    new Promise<grpc.Metadata>((resolve, reject) => {
      const message = create(InferMeasurementsRequestSchema, { ...woman, [field]: 44 });
      const bytes = Buffer.from(toBinary(InferMeasurementsRequestSchema, message));
      client
        .makeUnaryRequest(
          '/selvage.body.v1.BodyService/InferMeasurements',
          (value: Buffer) => value,
          (value) => value,
          bytes,
          sent,
          (error) => error && reject(error),
        )
        .on('metadata', resolve);
    });
  const former = await metadataFor('nackSideToWaistBack');
  for (const [name, value] of Object.entries(expected)) assert.equal(former.get(name), [value]);
  const right = await metadataFor('neckSideToWaistBack');
  for (const name of Object.keys(expected)) assert.equal(right.get(name), []);
  client.close();
});

test('every deprecated field of a request has its times, and works for two years at least', () => {
  const inputs = operations.flatMap(({ methods }) => methods.map(({ input }): DescMessage => input));
  const fields = inputs.flatMap(deprecatedFields).map(({ parent, name }) => `${parent.typeName}.${name}`);
  assert.equal([...new Set(fields)].sort(), Object.keys(deprecations).sort());
  for (const { since, sunset } of Object.values(deprecations)) {
    const twoYears = new Date(since).setUTCFullYear(new Date(since).getUTCFullYear() + 2);
    assert.ok(sunset >= twoYears);
    assert.is((since % 1000) + (sunset % 1000), 0);
  }
});

test('OpenAPI marks the field, and documents the headers of exactly the requests that may use it', () => {
  const { paths, components } = openApiDocument('3.2') as unknown as {
    paths: Record<string, Record<string, { operationId: string; responses: Record<string, { headers?: object }> }>>;
    components: { schemas: Record<string, { properties?: Record<string, { deprecated?: boolean }> }> };
  };
  for (const name of ['InferMeasurementsRequest', 'Body']) {
    const { properties } = components.schemas[name]!;
    const marked = Object.entries(properties!).filter(([, property]) => property.deprecated);
    assert.equal(
      marked.map(([property]) => property),
      ['nackSideToWaistBack'],
    );
  }
  const documented = Object.values(paths)
    .flatMap((verbs) => Object.values(verbs))
    .filter(({ responses }) =>
      ['Deprecation', 'Sunset', 'Link'].every((name) => name in (responses[200]?.headers ?? {})),
    )
    .map(({ operationId }) => operationId);
  assert.equal(documented.sort(), [
    'createPopulation',
    'createSizeTable',
    'draftPattern',
    'draftSizes',
    'inferMeasurements',
    'makeTechPack',
    'nestPatterns',
    'planLays',
    'proposeMeasurements',
  ]);
});

test.run();

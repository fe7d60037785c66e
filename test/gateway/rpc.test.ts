import { once } from 'node:events';
import http2 from 'node:http2';
import {
  create,
  type DescMessage,
  type DescMethod,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { Code, createClient, type Transport } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node';
import * as grpc from '@grpc/grpc-js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BadRequestSchema, ErrorInfoSchema } from '../../gen/google/rpc/error_details_pb.js';
import { Health, HealthCheckResponse_ServingStatus as Status } from '../../gen/grpc/health/v1/health_pb.js';
import { ServerReflection } from '../../gen/grpc/reflection/v1/reflection_pb.js';
import { ServerReflection as AlphaServerReflection } from '../../gen/grpc/reflection/v1alpha/reflection_pb.js';
import { BodyService, Gender, UnitSystem } from '../../gen/selvage/body/v1/body_pb.js';
import { NestService } from '../../gen/selvage/nest/v1/nest_pb.js';
import { PatternService } from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { type ErrorKind, errorTable, ServiceError } from '../../src/errors.js';
import { openGateway } from './open.js';
import { authorization, event, plainServices } from './plain-services.js';
import { refusal } from './refusal.js';

const woman = { gender: Gender.FEMALE, unit: UnitSystem.METRIC, height: 170 };
const headers = { authorization };

function definition(method: DescMethod): grpc.MethodDefinition<MessageShape<DescMessage>, MessageShape<DescMessage>> {
  return {
    path: `/${method.parent.typeName}/${method.name}`,
    requestStream: method.methodKind.startsWith('client') || method.methodKind.startsWith('bidi'),
    responseStream: method.methodKind.startsWith('server') || method.methodKind.startsWith('bidi'),
    requestSerialize: (message) => Buffer.from(toBinary(method.input, message)),
    requestDeserialize: (bytes) => fromBinary(method.input, bytes),
    responseSerialize: (message) => Buffer.from(toBinary(method.output, message)),
    responseDeserialize: (bytes) => fromBinary(method.output, bytes),
  };
}

/** A grpc-js channel to the gateway. */
function channel(url: string) {
  const client = new grpc.Client(new URL(url).host, grpc.credentials.createInsecure());
  const metadata = new grpc.Metadata();
  metadata.set('authorization', authorization);
  return {
    client,
    unary<I extends DescMessage, O extends DescMessage>(
      method: DescMethod & { input: I; output: O },
      init: MessageInitShape<I>,
      sent = metadata,
    ) {
      const { path, requestSerialize, responseDeserialize } = definition(method);
      return new Promise<MessageShape<O>>((resolve, reject) => {
        client.makeUnaryRequest(
          path,
          requestSerialize,
          responseDeserialize,
          create(method.input, init),
          sent,
          (error, answer) => (error ? reject(error) : resolve(answer as MessageShape<O>)),
        );
      });
    },
    stream<I extends DescMessage, O extends DescMessage>(
      method: DescMethod & { input: I; output: O },
      init: MessageInitShape<I>,
      options: grpc.CallOptions = {},
    ) {
      const { path, requestSerialize, responseDeserialize } = definition(method);
      return client.makeServerStreamRequest(
        path,
        requestSerialize,
        responseDeserialize,
        create(method.input, init),
        metadata,
        options,
      ) as grpc.ClientReadableStream<MessageShape<O>>;
    },
  };
}

const transports: [string, (url: string) => Transport][] = [
  ['gRPC over h2c', (url) => createGrpcTransport({ baseUrl: url })],
  ['gRPC-web over HTTP/1.1', (url) => createGrpcWebTransport({ baseUrl: url, httpVersion: '1.1' })],
  ['gRPC-web over h2c', (url) => createGrpcWebTransport({ baseUrl: url, httpVersion: '2' })],
  ['Connect over HTTP/1.1', (url) => createConnectTransport({ baseUrl: url, httpVersion: '1.1' })],
  [
    'Connect JSON over h2c',
    (url) => createConnectTransport({ baseUrl: url, httpVersion: '2', useBinaryFormat: false }),
  ],
];

for (const [name, transportOf] of transports) {
  test(`${name}: unary, stream, failure`, async () => {
    const gateway = await openGateway();
    const transport = transportOf(gateway.url);
    const measured = await createClient(BodyService, transport).inferMeasurements(woman, { headers });
    assert.is(measured.fields.height!.value, 170);

    const cases: (string | undefined)[] = [];
    for await (const response of createClient(NestService, transport).nest({}, { headers }))
      cases.push(response.event?.event.case);
    assert.equal(cases, ['progress', 'progress', 'solution', 'done']);

    const wrong = await refusal(
      createClient(BodyService, transport).inferMeasurements({ ...woman, height: -1 }, { headers }),
    );
    assert.is(wrong.code, Code.InvalidArgument);
    assert.match(wrong.rawMessage, 'height');
    const [violation] = wrong.findDetails(BadRequestSchema)[0]!.fieldViolations;
    assert.is(violation!.field, 'height');
    assert.is(wrong.findDetails(ErrorInfoSchema)[0]!.reason, 'OUT_OF_RANGE');

    assert.is(
      (await refusal(createClient(BodyService, transport).inferMeasurements(woman))).code,
      Code.Unauthenticated,
    );
    assert.is((await refusal(createClient(NestService, transport).nest({}))).code, Code.Unauthenticated);
    await gateway.close({ graceMs: 0 });
  });
}

test('a grpc-js client: unary, stream, failure with details, deadline, cancel', async () => {
  let aborted = 0;
  const services = plainServices(async function* (call) {
    yield event.queued(1, 1);
    await new Promise<void>((resolve) => call.signal.addEventListener('abort', () => resolve()));
    aborted += 1;
    // A generator that returns because its call was aborted. The stream must not be OK after that.
  });
  const gateway = await openGateway({ services });
  const { client, unary, stream } = channel(gateway.url);
  assert.is((await unary(BodyService.method.inferMeasurements, woman)).fields.height!.value, 170);

  const refused = await unary(BodyService.method.inferMeasurements, woman, new grpc.Metadata()).catch(
    (error) => error as grpc.ServiceError,
  );
  assert.is((refused as grpc.ServiceError).code, grpc.status.UNAUTHENTICATED);
  const wrong = (await unary(BodyService.method.inferMeasurements, { ...woman, height: 0 }).catch(
    (error) => error,
  )) as grpc.ServiceError;
  assert.is(wrong.code, grpc.status.INVALID_ARGUMENT);
  assert.is(wrong.metadata.get('grpc-status-details-bin').length, 1);

  const late = stream(NestService.method.nest, {}, { deadline: Date.now() + 300 });
  const [lateError] = (await Promise.race([
    once(late.resume(), 'error'),
    once(late, 'end').then(() => [undefined]),
  ])) as [grpc.ServiceError | undefined];
  assert.is(lateError?.code, grpc.status.DEADLINE_EXCEEDED);

  const cancelled = stream(NestService.method.nest, {});
  await once(cancelled, 'data');
  cancelled.cancel();
  const [cancelError] = (await once(cancelled.resume(), 'error')) as [grpc.ServiceError];
  assert.is(cancelError.code, grpc.status.CANCELLED);
  client.close();
  await gateway.close({ graceMs: 0 });
  assert.is(aborted, 2);
});

test('a deadline that the service notices before its client never ends a stream as OK, in 200 calls', async () => {
  const services = plainServices(async function* ({ signal }) {
    for (let seq = 1; ; seq++) {
      yield event.queued(seq, 1);
      await new Promise((resolve) => setImmediate(resolve));
      // Any generator may return here, and the stream must not look complete after it.
      if (signal.aborted) return;
    }
  });
  const gateway = await openGateway({ services });
  const session = http2.connect(gateway.url);
  const path = `/${NestService.typeName}/Nest`;
  const call = { ':method': 'POST', ':path': path, 'content-type': 'application/grpc', te: 'trailers', authorization };
  for (let round = 0; round < 20; round++) {
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async (_, i) => {
        const stream = session.request({ ...call, 'grpc-timeout': `${20 + i}m` });
        stream.end(Buffer.alloc(5)).resume();
        const [trailers] = (await once(stream, 'trailers')) as [http2.IncomingHttpHeaders];
        return Number(trailers['grpc-status']);
      }),
    );
    for (const status of statuses) assert.is(status, grpc.status.DEADLINE_EXCEEDED);
  }
  session.close();
  await gateway.close({ graceMs: 0 });
});

test('every kind of failure has its gRPC code, and an unexpected one hides its internals', async () => {
  let thrown: Error = new Error('unset');
  const services = { ...plainServices(), getPattern: async () => Promise.reject(thrown) };
  const gateway = await openGateway({ services });
  const client = createClient(PatternService, createGrpcTransport({ baseUrl: gateway.url }));
  for (const kind of Object.keys(errorTable) as ErrorKind[]) {
    thrown = new ServiceError(kind, `about ${kind}`);
    const told = await refusal(client.getPattern({}, { headers }));
    assert.is(told.code, errorTable[kind].grpc as Code, kind);
    assert.is(told.rawMessage, `about ${kind}`);
  }
  thrown = new Error('secret.sql:7');
  const told = await refusal(client.getPattern({}, { headers: { ...headers, 'x-request-id': 'mine' } }));
  assert.is(told.code, Code.Internal);
  assert.not.match(told.message, 'secret');
  assert.match(told.message, 'mine');
  await gateway.close({ graceMs: 0 });
});

test('many field problems fit into what clients take as a header', async () => {
  const problems = Array.from({ length: 500 }, (_, i) => ({
    path: `polygons[${i}]`,
    code: 'x',
    message: 'm'.repeat(500),
  }));
  const services = {
    ...plainServices(),
    getPattern: async () => Promise.reject(ServiceError.ofProblems('invalid', problems)),
  };
  const gateway = await openGateway({ services });
  const { client, unary } = channel(gateway.url);
  const told = (await unary(PatternService.method.getPattern, {}).catch((error) => error)) as grpc.ServiceError;
  assert.is(told.code, grpc.status.INVALID_ARGUMENT);
  const bytes = (told.metadata.get('grpc-status-details-bin')[0] as Buffer).length;
  assert.ok(bytes < 6_000, `${bytes}`);
  client.close();
  await gateway.close({ graceMs: 0 });
});

test('health over grpc-js: check, an unknown service, and watch until the service ends', async () => {
  const gateway = await openGateway();
  const { client, unary, stream } = channel(gateway.url);
  assert.is((await unary(Health.method.check, {})).status, Status.SERVING);
  assert.is((await unary(Health.method.check, { service: 'selvage.nest.v1.NestService' })).status, Status.SERVING);
  const unknown = (await unary(Health.method.check, { service: 'nobody' }).catch(
    (error) => error,
  )) as grpc.ServiceError;
  assert.is(unknown.code, grpc.status.NOT_FOUND);

  const watch = stream(Health.method.watch, {});
  const seen: Status[] = [];
  watch.on('data', ({ status }: { status: Status }) => seen.push(status));
  await once(watch, 'data');
  const ended = once(watch, 'end');
  const closed = gateway.close({ graceMs: 5_000 });
  await ended;
  assert.equal(seen, [Status.SERVING, Status.NOT_SERVING]);
  client.close();
  await closed;
});

test('reflection over grpc-js, v1 and v1alpha: lists exactly the services, and describes each', async () => {
  const gateway = await openGateway();
  const { client } = channel(gateway.url);
  for (const service of [ServerReflection, AlphaServerReflection]) {
    const method = service.method.serverReflectionInfo;
    const { path, requestSerialize, responseDeserialize } = definition(method);
    const call = client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize);
    const ask = async (
      messageRequest: MessageInitShape<typeof ServerReflection.method.serverReflectionInfo.input>['messageRequest'],
    ) => {
      call.write(create(method.input as typeof ServerReflection.method.serverReflectionInfo.input, { messageRequest }));
      const [answer] = (await once(call, 'data')) as [
        MessageShape<typeof ServerReflection.method.serverReflectionInfo.output>,
      ];
      return answer.messageResponse;
    };
    const list = await ask({ case: 'listServices', value: '' });
    assert.is(list.case, 'listServicesResponse');
    const names = list.case === 'listServicesResponse' ? list.value.service.map(({ name }) => name) : [];
    assert.equal(names, [
      'grpc.health.v1.Health',
      'grpc.reflection.v1.ServerReflection',
      'grpc.reflection.v1alpha.ServerReflection',
      'selvage.account.v1.AccountService',
      'selvage.admin.v1.AdminService',
      'selvage.body.v1.BodyService',
      'selvage.file.v1.FileService',
      'selvage.lay.v1.LayService',
      'selvage.nest.v1.NestService',
      'selvage.pattern.v1.PatternService',
      'selvage.project.v1.ProjectService',
      'selvage.size.v1.SizeService',
      'selvage.webhook.v1.WebhookService',
    ]);
    for (const symbol of [
      ...names,
      'selvage.nest.v1.NestService.Nest',
      'selvage.nest.v1.NestRequest',
      'google.rpc.BadRequest',
    ]) {
      const answer = await ask({ case: 'fileContainingSymbol', value: symbol });
      if (answer.case !== 'fileDescriptorResponse') throw new Error(`${symbol}: ${answer.case}`);
      const files = answer.value.fileDescriptorProto.map((bytes) => fromBinary(FileDescriptorProtoSchema, bytes));
      assert.ok(symbol.startsWith(files[0]!.package));
      const sent = new Set(files.map((file) => file.name));
      for (const file of files) for (const needed of file.dependency) assert.ok(sent.has(needed), needed);
    }
    const missing = await ask({ case: 'fileContainingSymbol', value: 'nobody.Nothing' });
    assert.is(missing.case, 'errorResponse');
    const extension = await ask({
      case: 'fileContainingExtension',
      value: { containingType: 'google.protobuf.MethodOptions', extensionNumber: 72295728 },
    });
    assert.is(extension.case, 'fileDescriptorResponse');
    call.end();
    await once(call.resume(), 'end');
  }
  client.close();
  await gateway.close({ graceMs: 0 });
});

test('REST over h2c', async () => {
  const gateway = await openGateway();
  const session = http2.connect(gateway.url);
  const stream = session.request({ ':path': '/api/v1/patterns', authorization });
  const [response] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders];
  assert.is(response[':status'], 200);
  let text = '';
  for await (const chunk of stream) text += chunk;
  assert.is(JSON.parse(text).patterns.length, 1);
  session.close();
  await gateway.close({ graceMs: 0 });
});

test.run();

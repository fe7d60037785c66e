/** The servers of the overhead bench, each in a process of its own. usage: node servers.js KIND; prints its URL. */
import type { AddressInfo } from 'node:net';
import { create } from '@bufbuild/protobuf';
import { fastifyConnectPlugin } from '@connectrpc/connect-fastify';
import Fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { startServer } from '../../gateway/server.js';
import { BodyService, Gender, InferMeasurementsRequestSchema, UnitSystem } from '../../gen/selvage/body/v1/body_pb.js';
import { PatternService } from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { loadBodyModel } from '../../src/body/complete.js';
import { onFirstUse } from '../../src/body/model-source.js';
import { bodyOperations } from '../../src/services/body/body.js';
import { authorization, patternId, plainServices } from '../../test/gateway/plain-services.js';

const call = {
  caller: await plainServices().authenticate({
    authorization,
    organization: undefined,
    organizationSynonym: undefined,
  }),
  signal: new AbortController().signal,
  requestId: 'bench',
};

const kinds: Record<string, () => Promise<string>> = {
  /** The gateway over services that answer at once, except for the real inference of bodies. */
  async gateway() {
    const services = { ...plainServices(), ...bodyOperations(onFirstUse(loadBodyModel)) };
    const logger = pino({ level: 'warn' }, pino.destination(2));
    return (await startServer({ services, host: '127.0.0.1', port: 0, logger })).url;
  },

  /** A fastify with only JSON routes that do the same work: the floor of REST. */
  async fastify() {
    const { inferMeasurements } = bodyOperations(onFirstUse(loadBodyModel));
    const app = Fastify();
    app.post('/body', async (request) => {
      const { height, weight } = request.body as { height: number; weight: number };
      const { FEMALE: gender } = Gender;
      return inferMeasurements(
        create(InferMeasurementsRequestSchema, { gender, unit: UnitSystem.METRIC, height, weight }),
        call,
      );
    });
    app.get('/trivial', async () => ({
      patternId,
      name: 'Square',
      description: '',
      latestVersionNumber: 2,
      variables: [],
    }));
    return listen(app);
  },

  /** A connect-fastify with only handlers that do the same work: the floor of gRPC. */
  async connect() {
    const { inferMeasurements } = bodyOperations(onFirstUse(loadBodyModel));
    const app = Fastify({ http2: true });
    await app.register(fastifyConnectPlugin, {
      routes(router) {
        router.service(BodyService, { inferMeasurements: (request) => inferMeasurements(request, call) });
        router.service(PatternService, {
          getPattern: () => ({ pattern: { patternId, name: 'Square', latestVersionNumber: 2 } }),
        });
      },
    });
    return listen(app as unknown as FastifyInstance);
  },
};

async function listen(app: FastifyInstance): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

const kind = kinds[process.argv[2] ?? ''];
if (!kind) throw new Error(`usage: servers.js ${Object.keys(kinds).join(' | ')}`);
console.log(await kind());

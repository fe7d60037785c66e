/**
 * Random messages over gRPC to every operation, within the descriptors. The service must never be at fault, and without a key
 * it must do nothing.
 */
import { create, type DescMessage, type DescMethod, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import * as grpc from '@grpc/grpc-js';
import fc from 'fast-check';
import type { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { operations } from '../../gateway/rpc/rpc.js';
import { randomMessage } from './random-message.js';

/** The code of a call, once its answer or stream has ended. */
function codeOf(client: grpc.Client, method: DescMethod, request: Buffer, key?: string): Promise<grpc.status> {
  const metadata = new grpc.Metadata();
  if (key !== undefined) metadata.set('authorization', `Bearer ${key}`);
  const path = `/${method.parent.typeName}/${method.name}`;
  const asItIs = (bytes: Buffer) => bytes;
  return new Promise((resolve) => {
    const options = { deadline: Date.now() + 60_000 };
    const stream = client.makeServerStreamRequest(path, asItIs, asItIs, request, metadata, options);
    stream.on('data', () => {});
    stream.on('error', () => {});
    stream.on('status', ({ code }) => resolve(code));
  });
}

const ourFault = [grpc.status.UNKNOWN, grpc.status.INTERNAL, grpc.status.DATA_LOSS, grpc.status.DEADLINE_EXCEEDED];

/** Keeps random requests from solving for long. */
const tamed: Record<string, (init: Record<string, unknown>) => object> = {
  Nest: (init) => ({ ...init, maximumExecutionTime: 0.1, keepSeconds: 0 }),
  NestPatterns: (init) => ({ ...init, maximumExecutionTime: 0.1, keepSeconds: 0 }),
  PlanLays: (init) => ({ ...init, maximumExecutionTime: 1, keepSeconds: 0 }),
};

/** The model infers for every row, so fewer runs are enough. */
const share: Record<string, number> = { InferManyMeasurements: 0.3 };

export interface RandomCalls {
  /** Called when a test runs. */
  readonly service: () => { readonly url: string; readonly key: string };
  /** Messages to each operation. */
  readonly runs: number;
  /** No more messages to an operation after this time. */
  readonly longestMs?: number;
}

export function testRandomCalls(
  test: ReturnType<typeof suite>,
  { service, runs, longestMs = Number.POSITIVE_INFINITY }: RandomCalls,
): void {
  let client: grpc.Client;
  test.before(() => {
    client = new grpc.Client(new URL(service().url).host, grpc.credentials.createInsecure());
  });
  test.after(() => client.close());

  for (const { methods } of operations) {
    for (const method of methods) {
      test(`${method.name}: no random message is the service's fault`, async () => {
        const { input }: { input: DescMessage } = method;
        const init = randomMessage(input, { wild: true }, 3).map((each) =>
          tamed[method.name] ? tamed[method.name]!(each as Record<string, unknown>) : each,
        );
        await fc.assert(
          fc.asyncProperty(init, async (each) => {
            const bytes = Buffer.from(toBinary(input, create(input, each as MessageInitShape<DescMessage>)));
            const code = await codeOf(client, method, bytes, service().key);
            assert.not(ourFault.includes(code), grpc.status[code]);
          }),
          {
            numRuns: Math.ceil(runs * (share[method.name] ?? 1)),
            ...(longestMs === Number.POSITIVE_INFINITY ? {} : { interruptAfterTimeLimit: longestMs }),
          },
        );
      });
    }
  }

  // gRPC always reports INTERNAL for them.
  test('bytes that are not a message are refused', async () => {
    const bytes = Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff]);
    for (const { methods } of operations) {
      for (const method of methods)
        assert.is(await codeOf(client, method, bytes, service().key), grpc.status.INTERNAL, method.name);
    }
  });

  test('without a key every operation is unauthenticated, whatever is sent', async () => {
    for (const { methods } of operations) {
      for (const method of methods) {
        for (const key of [undefined, `${service().key}x`]) {
          const code = await codeOf(client, method, Buffer.alloc(0), key);
          assert.is(code, grpc.status.UNAUTHENTICATED, method.name);
        }
      }
    }
  });
}

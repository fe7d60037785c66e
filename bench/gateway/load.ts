/** Load for the benches of the gateway: REST by autocannon, gRPC by a grpc-js channel with 16 calls in flight. */
import {
  create,
  type DescMessage,
  type DescMethod,
  fromBinary,
  type MessageInitShape,
  toBinary,
} from '@bufbuild/protobuf';
import * as grpc from '@grpc/grpc-js';
import autocannon from 'autocannon';

const inFlight = 16;

export interface RestCall {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** Requests a second over `seconds`. Throws if an answer is not 2xx. */
export async function restRate(call: RestCall, seconds: number): Promise<number> {
  await autocannon({ ...call, connections: inFlight, duration: 1 });
  const result = await autocannon({ ...call, connections: inFlight, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refusals and ${result.errors} errors at ${call.url}`);
  return result.requests.average;
}

/** Unary calls a second over `seconds`, 16 in flight on one channel. */
export async function grpcRate<I extends DescMessage>(
  url: string,
  method: DescMethod & { input: I },
  init: MessageInitShape<I>,
  authorization: string,
  seconds: number,
): Promise<number> {
  const client = new grpc.Client(new URL(url).host, grpc.credentials.createInsecure());
  const metadata = new grpc.Metadata();
  metadata.set('authorization', authorization);
  const path = `/${method.parent.typeName}/${method.name}`;
  const request = create(method.input, init);
  const call = () =>
    new Promise<void>((resolve, reject) => {
      client.makeUnaryRequest(
        path,
        (message: typeof request) => Buffer.from(toBinary(method.input, message)),
        (bytes) => fromBinary(method.output, bytes),
        request,
        metadata,
        (error) => (error ? reject(error) : resolve()),
      );
    });
  const run = async (milliseconds: number) => {
    const until = performance.now() + milliseconds;
    let answered = 0;
    await Promise.all(
      Array.from({ length: inFlight }, async () => {
        for (; performance.now() < until; answered++) await call();
      }),
    );
    return (answered * 1000) / milliseconds;
  };
  await run(1_000);
  const rate = await run(seconds * 1_000);
  client.close();
  return rate;
}

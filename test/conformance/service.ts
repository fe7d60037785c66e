/** The service that the suite calls. It answers as each request tells it, and shows the data that it received. */
import { setTimeout as sleep } from 'node:timers/promises';
import { create, type DescService, type Message, toBinary } from '@bufbuild/protobuf';
import { anyPack } from '@bufbuild/protobuf/wkt';
import { ConnectError, type ConnectRouter, type HandlerContext, type ServiceImpl } from '@connectrpc/connect';
import type { Failure, Header, StreamRequest, Suite, UnaryRequest } from './messages.js';

export function mountConformanceService(router: ConnectRouter, suite: Suite): void {
  const requestInfo = suite.message('ConformancePayload.RequestInfo');

  const infoOf = (context: HandlerContext, requests: readonly Message[]) => ({
    requestHeaders: entriesOf(context.requestHeader),
    timeoutMs: bigintOf(context.timeoutMs()),
    requests: requests.map((request) => anyPack(suite.message(request.$typeName.split('.').pop()!), request)),
    connectGetInfo:
      context.requestMethod === 'GET' ? { queryParams: entriesOf(new URL(context.url).searchParams) } : undefined,
  });

  const errorOf = (failure: Failure, info?: ReturnType<typeof infoOf>): ConnectError => {
    const error = new ConnectError(failure.message ?? '', failure.code);
    error.details = failure.details.map(({ typeUrl, value }) => ({ type: typeUrl.split('/').pop()!, value }));
    if (info) {
      const value = toBinary(requestInfo, create(requestInfo, info));
      error.details.push({ type: requestInfo.typeName, value });
    }
    return error;
  };

  const answerOne = async (requests: readonly UnaryRequest[], context: HandlerContext) => {
    const definition = requests[0]?.responseDefinition;
    const info = infoOf(context, requests);
    if (!definition) return { payload: { requestInfo: info } };
    append(context.responseHeader, definition.responseHeaders);
    append(context.responseTrailer, definition.responseTrailers);
    await pause(definition.responseDelayMs, context);
    if (definition.response.case === 'error') throw errorOf(definition.response.value, info);
    return {
      payload: {
        requestInfo: info,
        data: definition.response.case === 'responseData' ? definition.response.value : undefined,
      },
    };
  };

  const handlers: unknown = {
    unary: (request: Message, context: HandlerContext) => answerOne([request as UnaryRequest], context),
    idempotentUnary: (request: Message, context: HandlerContext) => answerOne([request as UnaryRequest], context),
    async clientStream(requests: AsyncIterable<Message>, context: HandlerContext) {
      const received: UnaryRequest[] = [];
      for await (const request of requests) received.push(request as UnaryRequest);
      return answerOne(received, context);
    },
    async *serverStream(request: Message, context: HandlerContext) {
      yield* answerMany([request as StreamRequest], context);
    },
    async *bidiStream(requests: AsyncIterable<Message>, context: HandlerContext) {
      const received: StreamRequest[] = [];
      let sent = 0;
      for await (const message of requests) {
        const request = message as StreamRequest;
        received.push(request);
        const [{ responseDefinition: definition, fullDuplex }] = received as [StreamRequest];
        if (received.length === 1) announce(definition, context);
        if (!fullDuplex || !definition) continue;
        const data = definition.responseData[sent];
        // More requests than answers: the stream ends with its error.
        if (data === undefined) break;
        await pause(definition.responseDelayMs, context);
        yield { payload: { data, requestInfo: infoOf(context, [request]) } };
        sent += 1;
      }
      yield* answerMany(received, context, sent);
    },
  };
  // Descriptors read at run time carry no types of their messages.
  router.service(suite.service, handlers as Partial<ServiceImpl<DescService>>);

  /** The answers from number `sent` on, then the error. */
  async function* answerMany(requests: readonly StreamRequest[], context: HandlerContext, sent = 0) {
    const first = requests[0];
    const definition = first?.responseDefinition;
    if (!definition) return;
    if (first.$typeName.endsWith('ServerStreamRequest')) announce(definition, context);
    const info = infoOf(context, requests);
    for (const [i, data] of definition.responseData.entries()) {
      if (i < sent) continue;
      await pause(definition.responseDelayMs, context);
      yield { payload: i === 0 ? { data, requestInfo: info } : { data } };
    }
    if (!definition.error) return;
    throw errorOf(definition.error, definition.responseData.length === 0 ? info : undefined);
  }
}

/** Throws the reason of an abort: the deadline has passed, or the client is gone. */
async function pause(milliseconds: number, { signal }: HandlerContext): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
}

function announce(definition: StreamRequest['responseDefinition'], context: HandlerContext): void {
  append(context.responseHeader, definition?.responseHeaders ?? []);
  append(context.responseTrailer, definition?.responseTrailers ?? []);
}

function append(headers: Headers, more: readonly Header[]): void {
  for (const { name, value } of more) for (const each of value) headers.append(name, each);
}

function entriesOf(values: Headers | URLSearchParams): Header[] {
  return [...values].map(([name, value]) => ({ name, value: [value] }));
}

function bigintOf(milliseconds: number | undefined): bigint | undefined {
  return milliseconds === undefined ? undefined : BigInt(milliseconds);
}

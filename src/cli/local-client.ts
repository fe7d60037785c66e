/** Calls the operations of this process directly: without an API key, since the owner of the data directory needs none. */
import {
  create,
  type DescMessage,
  type DescMethodServerStreaming,
  type DescMethodUnary,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf';
import type { Call, Caller, NestEventInit, Services } from '../services/services.js';
import type { StreamingClient } from './client.js';

const administrator: Caller = {
  userId: '',
  userName: 'command line',
  admin: true,
  keyId: '',
  scopes: [],
  organizationId: null,
  plan: 'paid',
  limits: null,
  organizations: [],
};

/**
 * @param operations functions of `Services`, all or some
 * @param close ends the resources that they hold: store, queue, threads
 * @param caller owner of all that is read and made; absent: an administrator without an account
 */
export function localClient(
  operations: Partial<Services>,
  close: () => Promise<void>,
  caller: Caller = administrator,
): StreamingClient {
  const call: Call = {
    caller,
    signal: new AbortController().signal,
    requestId: 'command-line',
  };
  // an operation has its method's name; the descriptor gives the messages that go in and come out
  type Operations = Record<string, (request: object, call: Call) => Promise<MessageInitShape<DescMessage>>>;
  const byName = operations as Operations;
  type Streams = Record<string, (request: object, call: Call) => AsyncGenerator<NestEventInit | object>>;
  const streamsByName = operations as unknown as Streams;
  return {
    async unary<I extends DescMessage, O extends DescMessage>(
      method: DescMethodUnary<I, O>,
      request: MessageInitShape<I>,
    ): Promise<MessageShape<O>> {
      const answer = await byName[method.localName]!(create(method.input, request), call);
      return create(method.output, answer as MessageInitShape<O>);
    },
    async *serverStream<I extends DescMessage, O extends DescMessage>(
      method: DescMethodServerStreaming<I, O>,
      request: MessageInitShape<I>,
      signal: AbortSignal = call.signal,
    ): AsyncGenerator<MessageShape<O>, void, undefined> {
      const events = streamsByName[method.localName]!(create(method.input, request), { ...call, signal });
      try {
        // the events of a nest are wrapped; other streams give their messages themselves
        const isNest = method.output.fields.some(({ name }) => name === 'event');
        for await (const event of events) {
          yield create(method.output, (isNest ? { event } : event) as unknown as MessageInitShape<O>);
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
    close,
  };
}

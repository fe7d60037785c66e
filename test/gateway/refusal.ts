/** The failure of a call or a stream that has to fail. */
import { ConnectError } from '@connectrpc/connect';

export async function refusal(call: Promise<unknown> | AsyncIterable<unknown>): Promise<ConnectError> {
  try {
    if (Symbol.asyncIterator in call) for await (const _ of call);
    else await call;
  } catch (error) {
    return ConnectError.from(error);
  }
  throw new Error('the call was let in');
}

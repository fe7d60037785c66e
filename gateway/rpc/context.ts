/** What the interceptors know of a call, for the handlers. */
import { type ConnectError, createContextKey, type HandlerContext } from '@connectrpc/connect';
import type { Call } from '../../src/services/services.js';
import type { BodyHold } from '../body-budget.js';
import { idempotencyKeyOf } from '../idempotency-key.js';

export type Caller = Call['caller'];

/** The id of the request in answers and logs. */
export const requestIdKey = createContextKey('', { description: 'request id' });
/** Why the call is not let in. */
export const refusalKey = createContextKey<ConnectError | undefined>(undefined, { description: 'refusal' });
/** The code that the call was answered with, in the words of gRPC; undefined: it was not looked at. */
export const outcomeKey = createContextKey<string | undefined>(undefined, { description: 'outcome' });
/** Bytes that the body of the call may have. */
export const largestBodyKey = createContextKey(Number.POSITIVE_INFINITY, { description: 'largest body' });
/** What the body of the call holds of the budget. */
export const bodyHoldKey = createContextKey<BodyHold | undefined>(undefined, { description: 'body hold' });
/** Who calls; set before any handler of an operation runs. */
export const callerKey = createContextKey<Caller | undefined>(undefined, { description: 'caller' });

/** Of what the call leads to. */
export const traceparentKey = createContextKey<string | undefined>(undefined, { description: 'traceparent' });

export function callOf(context: HandlerContext): Call {
  const caller = context.values.get(callerKey);
  if (caller === undefined) throw new TypeError('a handler was mounted without authentication');
  return {
    caller,
    signal: context.signal,
    requestId: context.values.get(requestIdKey),
    traceparent: context.values.get(traceparentKey),
    get idempotencyKey() {
      return idempotencyKeyOf(context.requestHeader.get('idempotency-key') ?? undefined);
    },
  };
}

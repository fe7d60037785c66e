/** The interceptors' knowledge of a call, for the handlers. */
import { type ConnectError, createContextKey, type HandlerContext } from '@connectrpc/connect';
import type { Call } from '../../src/services/services.js';
import type { BodyHold } from '../body-budget.js';
import { idempotencyKeyOf } from '../idempotency-key.js';

export type Caller = Call['caller'];

/** The id of the request in answers and logs. */
export const requestIdKey = createContextKey('', { description: 'request id' });
/** The reason why the call is refused. */
export const refusalKey = createContextKey<ConnectError | undefined>(undefined, { description: 'refusal' });
/** The code that answered the call, under its gRPC name; undefined: no interceptor saw it. */
export const outcomeKey = createContextKey<string | undefined>(undefined, { description: 'outcome' });
/** Largest body of the call, in bytes. */
export const largestBodyKey = createContextKey(Number.POSITIVE_INFINITY, { description: 'largest body' });
/** The share of the budget that the call's body holds. */
export const bodyHoldKey = createContextKey<BodyHold | undefined>(undefined, { description: 'body hold' });
/** The caller, set before the handler of any operation runs. */
export const callerKey = createContextKey<Caller | undefined>(undefined, { description: 'caller' });

/** The trace context for the work that the call causes. */
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

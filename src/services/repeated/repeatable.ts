/** Answers a repeated request under a client's key from the first one (draft-ietf-httpapi-idempotency-key-header-07). */
import type { DescMessage, MessageShape } from '@bufbuild/protobuf';
import { ServiceError } from '../../errors.js';
import { idempotencyKeptMs } from '../../jobs/queue.js';
import { keyReused } from '../../jobs/refusals.js';
import type { KeyedRequestRecord, KeyedRequestStore } from '../../store/store.js';
import { idempotencyOf } from '../idempotency.js';
import type { Call, Operations } from '../services.js';
import { outcomeUnknown, requestInProgress } from './refusals.js';
import { type Repetition, repetitions } from './repetitions.js';

type Unary = (request: object, call: Call) => Promise<object>;

/** No operation takes so long. A request without an answer has met the end of its process, or of its store. */
const longestMs = 120_000;

/**
 * The same operations. Those in `repetitions` carry out a request under a key at most once in 24 hours. A failure frees the key,
 * unless the store may have made the change.
 */
export function repeatable<Some extends Partial<Operations>>(
  operations: Some,
  store: KeyedRequestStore,
  now: () => number,
): Some {
  const kept = Object.entries(operations).map(([name, operation]): [string, unknown] => {
    const repetition = repetitions[name as keyof Operations];
    return [name, repetition ? answeredOnce(repetition, operation as Unary, store, now) : operation];
  });
  // every name keeps an operation of its type
  return Object.fromEntries(kept) as unknown as Some;
}

function answeredOnce(repetition: Repetition, operation: Unary, store: KeyedRequestStore, now: () => number): Unary {
  return async (request, call) => {
    const key = idempotencyOf(repetition.request, request as MessageShape<DescMessage>, call, call.caller.keyId);
    if (key === undefined) return operation(request, call);
    const { userId, organizationId } = call.caller;
    const record = { ...key, owner: organizationId ?? userId, userId, createdAt: now() };
    const earlier = await store.beginKeyedRequest(record, now() - idempotencyKeptMs);
    if (earlier !== null) return repeated(earlier, record, repetition);
    let answer: object;
    try {
      answer = await operation(request, call);
    } catch (error) {
      // The time frees the key of a store that does not answer.
      if (!mayHaveChanged(error)) await store.forgetKeyedRequest(record).catch(() => {});
      throw error;
    }
    // The caller has the answer. Without it in the store, a repetition learns that nobody knows the outcome.
    await store.keepAnswer(record, repetition.text(answer)).catch(() => {});
    return answer;
  };
}

function repeated(earlier: KeyedRequestRecord, now: { bodyHash: string; createdAt: number }, { answer }: Repetition) {
  if (earlier.bodyHash !== now.bodyHash) throw keyReused();
  if (earlier.answer !== null) return answer(earlier.answer);
  throw now.createdAt - earlier.createdAt < longestMs ? requestInProgress() : outcomeUnknown();
}

function mayHaveChanged(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return true;
  return error.kind === 'internal' || error.code === 'store_unavailable' || error.code === 'audit_unavailable';
}

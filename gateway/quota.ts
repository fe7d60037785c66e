/** Counts a request against its caller's plan, and reports the rest of the limit (RateLimit headers, draft 11). */
import type { FastifyReply } from 'fastify';
import { ServiceError } from '../src/errors.js';
import type { Caller, Services } from '../src/services/services.js';

/** Throws `quota_exceeded` for a request too many, and `too_large` for a body with a length above the plan's limit. */
export function countRequest(services: Services, caller: Caller, reply: FastifyReply): void {
  const quota = services.countRequest(caller);
  if (quota === null) return;
  const { plan, limit, remaining, resetSeconds } = quota;
  reply
    .header('ratelimit-policy', `"${plan}";q=${limit};w=60`)
    .header('ratelimit', `"${plan}";r=${remaining};t=${resetSeconds}`);
  if (!quota.allowed) {
    const message = `The plan ${plan} allows ${limit} requests a minute; the next minute begins in ${resetSeconds} s`;
    throw new ServiceError('quota_exceeded', message, { code: 'too_many_requests', retryAfterSeconds: resetSeconds });
  }
  const length = Number(reply.request.headers['content-length'] ?? 0);
  if (length > largestBody(caller)) throw bodyTooLarge(largestBody(caller));
}

/** The caller's plan allows this many bytes for the body of one request. */
export function largestBody({ limits }: Caller): number {
  return limits?.bodyBytes ?? Number.POSITIVE_INFINITY;
}

export function bodyTooLarge(limit: number): ServiceError {
  return new ServiceError('too_large', `The body is larger than the limit of ${limit} bytes`, {
    code: 'body_too_large',
  });
}

/** Fails for a body that turns out to be larger than `limit`. */
export async function* atMost(limit: number, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let received = 0;
  for await (const chunk of bytes) {
    received += chunk.length;
    if (received > limit) throw bodyTooLarge(limit);
    yield chunk;
  }
}

/** GET /metrics: for clients with the token. Without a configured token, for this machine alone. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../../src/errors.js';
import { isLoopback } from '../../src/loopback.js';
import type { MetricsText } from '../telemetry/metrics-text.js';

interface Measured {
  text(): Promise<MetricsText>;
}

export function metricsRoutes(instance: FastifyInstance, metrics: Measured, token: string | undefined): void {
  instance.get('/metrics', async (request, reply) => {
    if (token === undefined ? !isFromHere(request) : !hasToken(request, token)) {
      throw new ServiceError('unauthenticated', 'The metrics need the token of SELVAGE_METRICS_TOKEN');
    }
    const { type, text } = await metrics.text();
    return reply.type(type).header('cache-control', 'no-store').send(text);
  });
}

/** A proxy on this machine speaks for other machines and marks its requests. */
function isFromHere({ socket, headers }: FastifyRequest): boolean {
  const forwarded = headers.forwarded ?? headers['x-forwarded-for'] ?? headers['x-real-ip'] ?? headers.via;
  return forwarded === undefined && isLoopback(socket.remoteAddress ?? '');
}

/** Takes the same time for every header. */
function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}

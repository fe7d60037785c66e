/** GET /healthz: the process answers. GET /readyz: it takes work. */
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../src/errors.js';
import type { Serving } from '../serving.js';

export function healthRoutes(instance: FastifyInstance, serving: Serving): void {
  instance.get('/healthz', async () => ({ status: 'ok' }));
  instance.get('/readyz', async () => {
    if (await serving.isReady()) return { status: 'ready' };
    throw new ServiceError('unavailable', serving.isLeaving ? 'The service is ending' : 'The service is not ready', {
      retryAfterSeconds: 1,
    });
  });
}

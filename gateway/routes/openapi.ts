/** GET /openapi.json (OpenAPI 3.2) and /openapi-3.1.json */
import type { FastifyInstance } from 'fastify';
import { type OpenApiVersion, openApiDocument } from '../openapi/document.js';

export function openApiRoutes(instance: FastifyInstance): void {
  serve(instance, '/openapi.json', '3.2');
  serve(instance, '/openapi-3.1.json', '3.1');
}

function serve(instance: FastifyInstance, path: string, version: OpenApiVersion): void {
  // Made on first use: most services are never asked.
  let text: Buffer | undefined;
  instance.get(path, (_request, reply) => {
    text ??= Buffer.from(JSON.stringify(openApiDocument(version)));
    return reply.type('application/json').header('cache-control', 'no-cache').send(text);
  });
}

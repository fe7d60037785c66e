/** The routes for operators of the service: open to all, and outside /api. */
import type { Schema } from './schema.js';

const status = (...values: string[]): Schema => ({
  type: 'object',
  properties: { status: { type: 'string', enum: values } },
  required: ['status'],
});

const json = (description: string, schema: Schema): Schema => ({
  description,
  content: { 'application/json': { schema } },
});

const get = (operationId: string, summary: string, responses: Schema): Schema => ({
  get: { operationId, tags: ['Operations'], summary, security: [], responses },
});

const document = (version: string) =>
  get(`openApi${version}`, `This document, as OpenAPI ${version.replace('_', '.')}`, {
    200: json('The document', { type: 'object' }),
  });

export const operational: { tag: Schema; paths: { [path: string]: Schema } } = {
  tag: { name: 'Operations', description: 'For load balancers and monitoring.' },
  paths: {
    '/healthz': get('healthz', 'Tells that the process answers', { 200: json('The process answers', status('ok')) }),
    '/readyz': get('readyz', 'Tells whether the service takes work', {
      200: json('The service takes work', status('ready')),
      503: {
        description: 'The service does not take work now',
        headers: { 'Retry-After': { $ref: '#/components/headers/retryAfter' } },
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    }),
    '/openapi.json': document('3_2'),
    '/openapi-3.1.json': document('3_1'),
  },
};

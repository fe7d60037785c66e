/** The schema of a failure's body, as `problem` writes it. */
import { errorTable } from '../../src/errors.js';
import type { Schema } from './schema.js';

export const fieldProblemSchema: Schema = {
  type: 'object',
  description: 'One wrong field; further members carry limits and suggestions.',
  properties: {
    path: { type: 'string', description: 'The field, written `polygons[3].points[2]`; empty for the whole body.' },
    code: { type: 'string', description: 'Stable, snake case.' },
    message: { type: 'string', description: 'One English sentence.' },
  },
  required: ['path', 'code', 'message'],
};

export const problemSchema: Schema = {
  type: 'object',
  description: 'The reason why a request failed (RFC 9457), with all wrong fields at once.',
  properties: {
    type: {
      type: 'string',
      description: 'Names the kind of failure.',
      enum: Object.keys(errorTable).map((kind) => `urn:selvage:error:${kind}`),
    },
    title: { type: 'string', description: 'The kind in words.' },
    status: { type: 'integer', description: 'The status of the answer.' },
    detail: { type: 'string', description: 'The same as `message`.' },
    message: { type: 'string', description: 'One English sentence.' },
    code: { type: 'string', description: 'Stable, snake case; finer than `type`.' },
    errors: {
      type: 'array',
      description: 'The wrong fields.',
      items: { $ref: '#/components/schemas/FieldProblem' },
    },
    requestId: { type: 'string', description: 'As in X-Request-Id, and in the log.' },
  },
  required: ['type', 'title', 'status', 'detail', 'message', 'code', 'errors', 'requestId'],
};

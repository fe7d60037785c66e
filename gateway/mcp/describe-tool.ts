/** The tool that tells the arguments of another tool in full. */

import { ServiceError } from '../../src/errors.js';
import type { Json } from '../../src/json/json.js';
import type { Schema } from '../openapi/schema.js';
import { reads, type Tool } from './tool.js';

/** @param others the tools that it describes */
export function describeTool(others: readonly Tool[]): Tool {
  const names = others.map(({ name }) => name);
  const inputSchema: Schema = {
    type: 'object',
    properties: { name: { enum: names } },
    required: ['name'],
    additionalProperties: false,
  };
  const summary =
    'Tells the arguments of a tool in full, as JSON Schema: each field of each message with its meaning, limits and default. ' +
    'Call it before the first call of a tool with messages in its arguments.';
  return {
    name: 'describe_tool',
    summary,
    description: summary,
    effects: reads,
    costly: false,
    inputSchema,
    async run(_services, input) {
      const name = input instanceof Map ? (input.get('name') as Json | undefined) : undefined;
      const found = others.find((other) => other.name === name);
      if (found === undefined) {
        const message = `name must be one of ${names.join(', ')}`;
        throw ServiceError.ofProblems('invalid', [{ path: 'name', code: 'unknown_value', message }]);
      }
      const { description, inputSchema: full } = found;
      return { json: { name: found.name, description, inputSchema: full } };
    },
  };
}

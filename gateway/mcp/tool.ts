/** A tool of the Model Context Protocol: an operation of the service with JSON in and content out. */
import {
  create,
  type DescMessage,
  type DescMethod,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf';
import { comments } from '../../gen/comments.js';
import type { ServiceError } from '../../src/errors.js';
import type { Json, ParsedJson } from '../../src/json/json.js';
import type { Call, Services } from '../../src/services/services.js';
import type { MessageCodec } from '../json/codec.js';
import { SchemaBook } from '../openapi/json-schema.js';
import type { Schema } from '../openapi/schema.js';
import { decode, type Reception } from '../receive.js';

const reception: Reception = { invalid: 'invalid', nullMeansAbsent: true, optional: true };

/** A piece of an answer, as the protocol names its members. */
export type Content =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string }
  | { readonly type: 'resource'; readonly resource: Resource }
  | { readonly type: 'resource_link'; readonly uri: string; readonly name: string; readonly mimeType: string };

/** Text, or bytes in base64. */
export type Resource = { readonly uri: string; readonly mimeType: string } & (
  | { readonly text: string }
  | { readonly blob: string }
);

export interface Answer {
  /** The answer as JSON, for programs; as text it also stands first in the content. */
  readonly json: { readonly [key: string]: Json };
  /** Pictures, files and links. */
  readonly content?: readonly Content[];
  readonly isError?: true;
}

/** A call of a tool. */
export interface ToolCall extends Call {
  /** Tells the client how far the call is. `step` rises with each. */
  readonly progress: (step: number, message: string) => void;
  /** Aborted when the client cancels this call. A client that only goes away does not. */
  readonly cancelled: AbortSignal;
}

/** The hints of the protocol about the effects of a tool. */
export interface Effects {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  /** The service knows only its own data. */
  readonly openWorldHint: false;
}

export const reads: Effects = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
export const adds: Effects = { ...reads, readOnlyHint: false, idempotentHint: false };
export const ends: Effects = { ...reads, readOnlyHint: false, destructiveHint: true };

export interface Tool {
  readonly name: string;
  /** The first paragraph of the description, with the sentences for agents. */
  readonly summary: string;
  /** The summary and all else that the protocol says of the method. */
  readonly description: string;
  readonly effects: Effects;
  /** Whether a call takes solver seconds of the caller's plan. */
  readonly costly: boolean;
  readonly inputSchema: Schema;
  run(services: Services, input: ParsedJson, call: ToolCall): Promise<Answer>;
}

interface Facts<D extends DescMessage> {
  readonly effects: Effects;
  readonly costly?: true;
  /** A sentence for agents, beside the comment of the method. */
  readonly hint?: string;
  readonly input: MessageCodec<D>;
  readonly run: (services: Services, request: MessageShape<D>, call: ToolCall) => Promise<Answer>;
}

/** The tool of a method, under its name in snake case. The comments of the protocol describe it. */
export function tool<D extends DescMessage>(method: DescMethod & { readonly input: D }, facts: Facts<D>): Tool {
  const { effects, costly = false, hint, input, run } = facts;
  const price = costly ? 'Costly: it uses solver seconds of your plan.' : undefined;
  const comment = comments.get(`${method.parent.typeName}.${method.name}`) ?? '';
  return {
    name: method.localName.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    summary: sentences(comment.split('\n\n')[0], hint, price),
    description: sentences(comment, hint, price),
    effects,
    costly,
    inputSchema: schemaOf(input),
    run: async (services, json, call) => run(services, decode(json, input, reception), call),
  };
}

const sentences = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join('\n\n');

/** A tool whose whole answer is the JSON of a message. */
export function jsonTool<D extends DescMessage, O extends DescMessage>(
  method: DescMethod & { readonly input: D; readonly output: O },
  facts: Omit<Facts<D>, 'run'> & {
    readonly answer: MessageCodec<O>;
    readonly ask: (services: Services, request: MessageShape<D>, call: Call) => Promise<MessageInitShape<O>>;
  },
): Tool {
  const { answer, ask } = facts;
  return tool(method, {
    ...facts,
    run: async (services, request, call) => ({
      json: answer.encode(create(answer.schema, await ask(services, request, call))),
    }),
  });
}

/**
 * The schema of the arguments. It holds the schemas of its messages, since a client sees one tool at a time. A null counts as
 * absent, but the schema does not offer it: an agent reads every word of the schema.
 */
function schemaOf(codec: MessageCodec<DescMessage>): Schema {
  const book = new SchemaBook();
  const { description: _, ...schema } = book.object(codec, 'request', false);
  const held = book.schemas;
  const all = { ...schema, ...(Object.keys(held).length > 0 ? { $defs: held } : {}) };
  return JSON.parse(JSON.stringify(all).replaceAll('#/components/schemas/', '#/$defs/')) as Schema;
}

/** The failure of a call, with every wrong field by its path. */
export function failure(error: ServiceError, requestId: string): Answer {
  const { code, message, problems, retryAfterSeconds } = error;
  return {
    json: {
      code,
      message,
      errors: problems,
      requestId,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    },
    isError: true,
  };
}

/**
 * Answers one message of the Model Context Protocol, by the official SDK. The gateway loads this file, and with it the SDK, when
 * the first message comes.
 */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { FastifyBaseLogger } from 'fastify';
import { errorTable } from '../../src/errors.js';
import type { JsonObject } from '../../src/json/json.js';
import type { Call, Services } from '../../src/services/services.js';
import { publicError } from '../problem.js';
import { describeTool } from './describe-tool.js';
import { fileTools } from './file-tools.js';
import { jobTools } from './job-tools.js';
import { patternTools } from './pattern-tools.js';
import { plainOf } from './plain.js';
import { listResources, readResource, resourceTemplates } from './resources.js';
import { shortForm } from './short-schema.js';
import { type Answer, type Effects, failure, type Tool, type ToolCall } from './tool.js';

const ofOperations: readonly Tool[] = [...patternTools, ...jobTools, ...fileTools];
export const tools: readonly Tool[] = [...ofOperations, describeTool(ofOperations)];

/** The tool with most of the fields that several tools have. */
const settings = tools.find(({ name }) => name === 'nest')!;

export const described = tools.map((tool) => {
  const { name, summary, effects, costly, inputSchema } = tool;
  const { schema, types } = shortForm(inputSchema, tool === settings ? {} : settings.inputSchema);
  return {
    name,
    description: [summary, types.join('\n')].filter((part) => part !== '').join('\n\n'),
    inputSchema: schema as { type: 'object' },
    annotations: shownEffects(effects),
    ...(costly && { _meta: { 'selvage/costly': costly } }),
  };
});

/** Without the hints that say what the protocol assumes anyway. */
function shownEffects({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint }: Effects): Partial<Effects> {
  if (readOnlyHint) return { readOnlyHint, openWorldHint };
  return { destructiveHint, ...(idempotentHint && { idempotentHint }), openWorldHint };
}

const instructions =
  'Selvage completes body measurements, drafts sewing patterns to them and packs pieces into little fabric. Lengths of ' +
  'patterns are in millimetres; x points right and y down. A failed call names every wrong field by its path. ' +
  'describe_tool tells the limits and defaults of arguments; a field without a sentence means the same as in nest. Calls of ' +
  'costly tools take as long as their maximumExecutionTime and tell their progress.';

export interface Received {
  /** One message. */
  readonly message: JsonObject;
  /** The header of the request. */
  readonly headers: Headers;
  readonly call: Call;
  /** Aborted when the client cancels the request of this message. */
  readonly cancelled: AbortSignal;
  readonly log: FastifyBaseLogger;
}

/** The answer, and an end to it that leaves nothing open. */
export async function answerMessage(
  services: Services,
  { message, headers, call, cancelled, log }: Received,
): Promise<{ response: Response; close: () => Promise<void> }> {
  const server = new Server(
    // the version of the contract
    { name: 'selvage', version: '1' },
    { capabilities: { tools: {}, resources: {} }, instructions },
  );
  const told = (error: unknown): Answer => {
    const known = publicError(error, call.requestId);
    if (errorTable[known.kind].http >= 500) log.error({ err: error }, 'a call of an agent failed');
    return failure(known, call.requestId);
  };

  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: described }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { sendNotification }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool)
      throw new McpError(ErrorCode.InvalidParams, `There is no tool ${JSON.stringify(params.name.slice(0, 64))}`);
    const token = params._meta?.progressToken;
    const { caller, requestId, signal, traceparent, idempotencyKey } = call;
    const toolCall: ToolCall = {
      ...{ caller, requestId, signal, traceparent, idempotencyKey, cancelled },
      progress(step, sentence) {
        if (token === undefined || cancelled.aborted) return;
        const progress = { progressToken: token, progress: step, message: sentence };
        // a client that has gone hears nothing
        sendNotification({ method: 'notifications/progress', params: progress }).catch(() => {});
      },
    };
    const sent = message.get('params') as JsonObject;
    const answer = await tool.run(services, sent.get('arguments') ?? new Map(), toolCall).catch(told);
    // a cancelled request gets no answer
    if (cancelled.aborted) await server.close();
    const { json, content = [], isError } = answer;
    const text = { type: 'text', text: JSON.stringify(json) } as const;
    return { content: [text, ...content], structuredContent: json, ...(isError && { isError }) };
  });

  const asProtocolError = (error: unknown): never => {
    const { json } = told(error);
    throw new McpError(ErrorCode.InvalidParams, String(json.message), json);
  };
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) =>
    listResources(services, call, params?.cursor).catch(asProtocolError),
  );
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) =>
    readResource(services, call, params.uri).catch(asProtocolError),
  );

  const transport = new WebStandardStreamableHTTPServerTransport();
  await server.connect(transport);
  const request = new Request('http://selvage/mcp', { method: 'POST', headers });
  const response = await transport.handleRequest(request, { parsedBody: plainOf(message) });
  return { response, close: () => server.close() };
}

/** Carries the messages of an agent between standard input and output and a service's /mcp. */
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

interface Endpoint {
  readonly url: string;
  readonly key: string;
  readonly organization: string | undefined;
}

/** Resolves when standard input ends or `stopped` resolves. Requests that are open then are cut off. */
export async function bridge({ url, key, organization }: Endpoint, stopped: Promise<void>): Promise<void> {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(organization === undefined ? {} : { 'x-service-organization-id': organization }),
  };
  const service = new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } });
  const agent: Transport = new StdioServerTransport();
  service.onmessage = (message) => {
    noteVersion(service, message);
    void agent.send(message);
  };
  agent.onmessage = (message) => {
    service.send(message).catch((error: unknown) => {
      // the protocol has no answer to a notification
      if ('id' in message && 'method' in message) void agent.send(failure(message.id, error));
      else console.error(`selvage: ${reasonOf(error)}`);
    });
  };
  const ended = new Promise<void>((resolve) => process.stdin.once('end', resolve).once('close', resolve));
  await service.start();
  await agent.start();
  await Promise.race([ended, stopped]);
  await agent.close();
  await service.close();
}

/** The version that both sides agreed on stands in the header of every later request. */
function noteVersion(service: StreamableHTTPClientTransport, message: JSONRPCMessage): void {
  if (!('result' in message)) return;
  const { protocolVersion, serverInfo } = message.result;
  if (typeof protocolVersion === 'string' && serverInfo !== undefined) service.setProtocolVersion(protocolVersion);
}

const internalError = -32603;

const failure = (id: string | number, error: unknown): JSONRPCMessage => ({
  jsonrpc: '2.0',
  id,
  error: { code: internalError, message: reasonOf(error) },
});

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

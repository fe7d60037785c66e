/** A stream of lines of JSON: each is written at once, and the next is asked for only when the client has taken it. */
import { Http2ServerResponse } from 'node:http2';
import type { FastifyReply } from 'fastify';
import type { PlainJson } from '../src/json/json.js';

export const ndjsonType = 'application/x-ndjson';

/**
 * Answers with the lines. The first is awaited before anything is written, so that a failure until then can still be
 * answered with its status; it is thrown. After it, a failure cuts the connection, which tells the client that the
 * stream is not whole, and is not thrown: what the client is to know of it, the lines themselves have to say.
 *
 * Ends the generator when the client goes.
 */
export async function sendLines(reply: FastifyReply, lines: AsyncGenerator<PlainJson>): Promise<void> {
  const first = await lines.next();
  const response = reply.raw;
  if (isGone(response)) {
    await lines.return(undefined);
    return;
  }
  reply.hijack();
  response.writeHead(200, {
    ...headersOf(reply),
    'content-type': ndjsonType,
    'cache-control': 'no-store',
    // Proxies that gather an answer before they pass it on would hold back the lines.
    'x-accel-buffering': 'no',
  });
  try {
    for (let line = first; !line.done; line = await lines.next()) {
      if (!response.write(`${JSON.stringify(line.value)}\n`)) await drained(response);
      if (isGone(response)) return;
    }
    response.end();
  } catch (error) {
    if (!isGone(response)) reply.log.warn({ err: error }, 'a stream was cut');
    response.destroy();
  } finally {
    await lines.return(undefined);
  }
}

function headersOf(reply: FastifyReply): Record<string, string | number | string[]> {
  const entries = Object.entries(reply.getHeaders());
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string | number | string[]] => entry[1] !== undefined),
  );
}

/** The response of HTTP/2 does not say so itself. */
const isGone = (response: FastifyReply['raw']): boolean =>
  response.destroyed || (response instanceof Http2ServerResponse && response.stream.destroyed);

/** Until the client has taken what was written, or is gone: who takes nothing is sent away (untaken.ts). */
function drained(response: FastifyReply['raw']): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      response.off('drain', settle).off('close', settle);
      resolve();
    };
    response.on('drain', settle).on('close', settle);
    if (isGone(response)) settle();
  });
}

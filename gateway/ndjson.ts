/** Streams lines of JSON. Each is written at once, and the next is requested when the client has taken it. */
import { Http2ServerResponse } from 'node:http2';
import type { FastifyReply } from 'fastify';
import type { Json } from '../src/json/json.js';

export const ndjsonType = 'application/x-ndjson';

/**
 * Answers with the lines. The first line is awaited before anything is written, so an earlier failure is thrown and can still
 * be answered with its status. A later failure cuts the connection and is not thrown. The cut tells the client that the stream
 * is not whole; the lines themselves must give the reason.
 *
 * Ends the generator when the client goes.
 */
export async function sendLines(reply: FastifyReply, lines: AsyncGenerator<Json>): Promise<void> {
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
    // Proxies that buffer an answer would hold back the lines.
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

/** The response of HTTP/2 does not tell this itself. */
const isGone = (response: FastifyReply['raw']): boolean =>
  response.destroyed || (response instanceof Http2ServerResponse && response.stream.destroyed);

/** Resolves when the client has taken the written bytes, or is gone. A client that takes nothing is cut off (untaken.ts). */
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

/**
 * Reads on after an answer that came before the whole request was read. A client may write all of its request before it reads
 * the answer. Otherwise it would wait until its time is over, or lose the answer to a reset of the connection.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2Stream } from 'node:http2';
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Milliseconds for the rest of a request whose answer ends its connection. */
const restTimeout = 30_000;

export function takeTheRest(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw }, reply, done) => {
    // The response of HTTP/2's compatibility layer finishes only after the request. Its stream knows earlier.
    if ('stream' in raw) (raw.stream as Http2Stream).once('finish', () => readOn(raw));
    // This request follows the rest of one whose answer was the last. Nobody could read an answer.
    else if (!raw.socket.writable) return void raw.socket.destroy();
    else closeInStages(raw, reply.raw);
    done();
  });
  server.addHook('onResponse', ({ raw }, _reply, done) => {
    readOn(raw);
    done();
  });
}

/** Node reads on by itself only if nobody began to read the request. */
function readOn(raw: Readable): void {
  if (raw.readableEnded) return;
  // A reader that gave up may have left its listener, and the bytes would not flow.
  raw.removeAllListeners('readable');
  setImmediate(() => raw.resume());
}

/**
 * After its last answer Node closes a connection over HTTP/1.1 at once. Bytes that still come would make the system reset it,
 * and the client would lose the answer (RFC 9112, 9.6). So the way to the client closes first, and the rest is dropped.
 */
function closeInStages(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  // Node's own listener for this event calls `destroySoon`.
  response.prependOnceListener('finish', () => {
    if (request.complete) return;
    const { destroySoon } = socket;
    const restore = () => {
      socket.destroySoon = destroySoon;
    };
    socket.destroySoon = () => {
      restore();
      endAfterRest(request);
    };
    response.once('finish', restore);
  });
}

function endAfterRest(request: IncomingMessage): void {
  const { socket } = request;
  const timer = setTimeout(() => socket.destroy(), restTimeout).unref();
  socket.once('close', () => clearTimeout(timer));
  request.once('end', () => socket.destroySoon());
  socket.end();
  readOn(request);
}

/**
 * Lets a gRPC call that fails before its first message fail in a single block of headers, called Trailers-Only in the protocol.
 * Connect's handlers send headers and trailers apart, which is also correct. But clients take headers for the beginning of an
 * answer, and gRPC's built-in retries never repeat a call whose answer has begun.
 */
import type { OutgoingHttpHeaders } from 'node:http';
import { Http2ServerResponse } from 'node:http2';
import type { FastifyReply, FastifyRequest } from 'fastify';

export function failInOneBlock(request: FastifyRequest, { raw }: FastifyReply): void {
  if (/^application\/grpc(?!-web)/.test(request.headers['content-type'] ?? '')) trailersOnly(raw);
}

/** Whether the handler has set no headers of its own, which a client would take for trailers. */
const isBare = (headers: OutgoingHttpHeaders): boolean =>
  Object.keys(headers).every((name) => /^(content-type|grpc-(accept-)?encoding)$/i.test(name));

/** Holds the head of an answer back until it has a body, or ends without one. Over HTTP/1.1 nothing changes. */
export function trailersOnly(response: object): void {
  if (!(response instanceof Http2ServerResponse)) return;
  let head: { readonly status: number; readonly headers: OutgoingHttpHeaders } | undefined;
  let trailers: OutgoingHttpHeaders = {};
  const own = {
    // Connect sets no headers for a content type that it does not know.
    writeHead(status: number, headers: OutgoingHttpHeaders = {}) {
      head = { status, headers };
      return response;
    },
    addTrailers(headers: OutgoingHttpHeaders) {
      trailers = headers;
    },
    write(...written: Parameters<typeof response.write>) {
      release();
      return response.write(...written);
    },
    end(...written: [] | Parameters<typeof response.end>) {
      if (head && written.length === 0 && isBare(head.headers)) {
        restore();
        response.statusCode = head.status;
        for (const [name, value] of Object.entries({ ...head.headers, ...trailers })) response.setHeader(name, value!);
      } else release();
      return response.end(...(written as Parameters<typeof response.end>));
    },
  };
  /** Gives the response its own methods again. */
  const restore = (): void => {
    for (const name of Object.keys(own)) Reflect.deleteProperty(response, name);
  };
  const release = (): void => {
    restore();
    if (head) response.writeHead(head.status, head.headers);
    response.addTrailers(trailers);
  };
  Object.assign(response, own);
}

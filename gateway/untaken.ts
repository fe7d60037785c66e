/**
 * Ends an answer that its client does not take: bytes wait, and none moves for a while. Otherwise a client that stops reading
 * would hold a stream, and its job or memory, as long as the connection lasts. Node counts the time from the last moved byte,
 * over HTTP/1.1 and HTTP/2 alike. So slow clients are not cut, nor jobs that are silent for an hour.
 */
import type { ServerResponse } from 'node:http';
import { constants, Http2ServerResponse } from 'node:http2';

/** Drops an answer, with its connection or stream, if its client takes nothing for `milliseconds`. */
export function dropUntaken(response: ServerResponse | Http2ServerResponse, milliseconds: number): void {
  if (response instanceof Http2ServerResponse) {
    const { stream } = response;
    stream.setTimeout(milliseconds);
    stream.on('timeout', () => {
      if (stream.writableLength === 0) return;
      stream.close(constants.NGHTTP2_CANCEL);
      // A mere close would wait until the written bytes are taken.
      stream.destroy();
    });
  } else {
    response.setTimeout(milliseconds, () => response.writableLength > 0 && response.destroy());
  }
}

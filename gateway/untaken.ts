/**
 * Ends an answer that its client leaves lying: bytes wait to be taken, and none is for a while. Else whoever stops
 * reading holds a stream, and the job or the memory behind it, for as long as the connection lasts. Node counts the time
 * from the last byte that moved, over HTTP/1.1 and HTTP/2 alike; so a slow client, and a job that has nothing to tell for
 * an hour, are not cut.
 */
import type { ServerResponse } from 'node:http';
import { constants, Http2ServerResponse } from 'node:http2';

/** What a client does not take at all for `milliseconds` is dropped, with its connection or its stream. */
export function dropUntaken(response: ServerResponse | Http2ServerResponse, milliseconds: number): void {
  if (response instanceof Http2ServerResponse) {
    const { stream } = response;
    stream.setTimeout(milliseconds);
    stream.on('timeout', () => {
      if (stream.writableLength === 0) return;
      stream.close(constants.NGHTTP2_CANCEL);
      // Closed alone it would wait for what was written to be taken.
      stream.destroy();
    });
  } else {
    response.setTimeout(milliseconds, () => response.writableLength > 0 && response.destroy());
  }
}

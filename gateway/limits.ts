/** The limits of a client before any operation runs. Times in milliseconds, sizes in bytes. */
export interface Limits {
  readonly handshakeTimeout: number;
  /** The header of an HTTP/1.1 request. */
  readonly headersTimeout: number;
  /** A whole request, header and body. The length of an answer is not limited. */
  readonly requestTimeout: number;
  /**
   * Pause of a connection over HTTP/1.1 between two requests, and before its first. After a cancelled answer, `fetch` of Node
   * opens the next connection ahead. A request that crosses the end of its connection fails there.
   */
  readonly keepAliveTimeout: number;
  /** An HTTP/2 session before its first stream. */
  readonly silentSessionTimeout: number;
  /** An HTTP/2 session without a stream after its first. */
  readonly idleSessionTimeout: number;
  /** Longest deadline that a gRPC or Connect client may set. */
  readonly maxDeadline: number;
  readonly maxHeaderSize: number;
  /** Body of a REST request. */
  readonly maxBody: number;
  /** Message of a gRPC or Connect request after decompression. */
  readonly maxMessage: number;
  /** The same in JSON for a type with maps, such as variables: they are decoded without a pause, and only the binary form is counted. */
  readonly maxMapJson: number;
  /** The same for health and reflection, which are open to all. */
  readonly maxOpenMessage: number;
  /** Bytes of bodies held at once, over all requests of all protocols. */
  readonly maxBuffered: number;
  readonly maxConcurrentStreams: number;
  /** Streams of an HTTP/2 session that a client may reset at once, ... */
  readonly resetBurst: number;
  /** ... and in the long run. */
  readonly resetsPerSecond: number;
  readonly maxConnections: number;
  /** Streams of grpc.health.v1 that watch at the same time. They need no key. */
  readonly maxHealthWatchers: number;
  /** An answer of which the client takes nothing. */
  readonly untakenTimeout: number;
}

const MiB = 1024 * 1024;

export const defaultLimits: Limits = {
  handshakeTimeout: 5_000,
  headersTimeout: 5_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 72_000,
  silentSessionTimeout: 10_000,
  idleSessionTimeout: 300_000,
  // An hour of solving and a day in the queue.
  maxDeadline: 25 * 3_600_000,
  maxHeaderSize: 16 * 1024,
  maxBody: 32 * MiB,
  // A body of 32 MiB is never larger as a message. The margin is for the framing.
  maxMessage: 33 * MiB,
  // 0.2 s to decode if it holds only names. A thousand variables with names of 100 characters take a tenth of it.
  maxMapJson: 2 * MiB,
  maxOpenMessage: 64 * 1024,
  maxBuffered: 256 * MiB,
  maxConcurrentStreams: 100,
  resetBurst: 500,
  resetsPerSecond: 30,
  maxConnections: 4096,
  maxHealthWatchers: 1024,
  // For a program that reads 1 KiB a second, TCP announces new room only once a minute.
  untakenTimeout: 300_000,
};

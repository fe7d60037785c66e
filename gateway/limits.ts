/** What a client may take of the service before any operation is asked. Times in milliseconds, sizes in bytes. */
export interface Limits {
  /** The first byte of a connection, and a TLS handshake. */
  readonly firstByteTimeout: number;
  /** The header of an HTTP/1.1 request. */
  readonly headersTimeout: number;
  /** A whole request, header and body; says nothing about the length of an answer. */
  readonly requestTimeout: number;
  /** An HTTP/1.1 connection between two requests. */
  readonly keepAliveTimeout: number;
  /** An HTTP/2 session that has not yet opened a stream. */
  readonly silentSessionTimeout: number;
  /** An HTTP/2 session without a stream after it has had one. */
  readonly idleSessionTimeout: number;
  /** Longest deadline that a gRPC or Connect client may set. */
  readonly maxDeadline: number;
  readonly maxHeaderSize: number;
  /** Body of a REST request. */
  readonly maxBody: number;
  /** Message of a gRPC or Connect request after decompression. */
  readonly maxMessage: number;
  /** The same where it asks for patterns: a map of many names is decoded without a pause. */
  readonly maxPatternMessage: number;
  /** The same of health and reflection, which are open to all. */
  readonly maxOpenMessage: number;
  /** Bytes of bodies held at once, all requests of all protocols together. */
  readonly maxBuffered: number;
  readonly maxConcurrentStreams: number;
  /** Streams of an HTTP/2 session that may be reset at once, ... */
  readonly resetBurst: number;
  /** ... and in the long run. */
  readonly resetsPerSecond: number;
  readonly maxConnections: number;
  /** Streams of grpc.health.v1 that watch at once: they need no key. */
  readonly maxHealthWatchers: number;
  /** An answer that its client takes nothing of. */
  readonly untakenTimeout: number;
}

const MiB = 1024 * 1024;

export const defaultLimits: Limits = {
  firstByteTimeout: 5_000,
  headersTimeout: 5_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 72_000,
  silentSessionTimeout: 10_000,
  idleSessionTimeout: 300_000,
  // An hour of solving, and a day in the queue.
  maxDeadline: 25 * 3_600_000,
  maxHeaderSize: 16 * 1024,
  maxBody: 32 * MiB,
  // A body of 32 MiB is never larger as a message; the margin is for the framing.
  maxMessage: 33 * MiB,
  // 0.2 s to decode if it is nothing but names; a thousand variables with names of 100 characters are a tenth of it.
  maxPatternMessage: 2 * MiB,
  maxOpenMessage: 64 * 1024,
  maxBuffered: 256 * MiB,
  maxConcurrentStreams: 100,
  resetBurst: 500,
  resetsPerSecond: 30,
  maxConnections: 4096,
  maxHealthWatchers: 1024,
  // Of a program that reads 1 KiB a second, TCP tells a minute apart that there is room again.
  untakenTimeout: 300_000,
};

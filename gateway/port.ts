/**
 * One port for HTTP/1.1 and HTTP/2: in cleartext by the HTTP/2 preface, under TLS by ALPN.
 *
 * The listening server is always an `http.Server` or `https.Server`, since Node checks `headersTimeout` and `requestTimeout`
 * only on a listening server. Its own connection listeners are removed and called for HTTP/1.1 connections. An HTTP/2 server
 * that does not listen gets the other connections.
 */
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Limits } from './limits.js';
import { dropUntaken } from './untaken.js';

export interface Tls {
  /** PEM */
  readonly cert: string | Buffer;
  /** PEM */
  readonly key: string | Buffer;
}

export interface Port {
  /** Makes the server that fastify listens on. */
  readonly serverFactory: (handler: http.RequestListener) => http.Server;
  /** New connections get this certificate. Those that are open keep theirs. Only for a port with TLS. */
  renew(tls: Tls): void;
  /** Takes no new stream on any HTTP/2 session. A session ends with its last stream. */
  drain(): void;
  /** Ends every connection at once. */
  destroy(): void;
}

const preface = Buffer.from('PRI');

export function onePort(limits: Limits, tls?: Tls): Port {
  const servers: http.Server[] = [];
  const undecided = new Set<Duplex>();
  const socketsOfSessions = new Set<Duplex>();
  const sessions = new Set<http2.ServerHttp2Session>();

  const serverFactory = (serve: http.RequestListener): http.Server => {
    const handler: http.RequestListener = (request, response) => {
      dropUntaken(response, limits.untakenTimeout);
      serve(request, response);
    };
    const options = {
      headersTimeout: limits.headersTimeout,
      requestTimeout: limits.requestTimeout,
      keepAliveTimeout: limits.keepAliveTimeout,
      maxHeaderSize: limits.maxHeaderSize,
      // header-faults.ts refuses a missing one with a body that says so.
      requireHostHeader: false,
      connectionsCheckingInterval: Math.min(1000, limits.headersTimeout),
      keepAlive: true,
      keepAliveInitialDelay: 30_000,
      noDelay: true,
    };
    const server = tls
      ? https.createServer(
          { ...options, ...tls, ALPNProtocols: ['h2', 'http/1.1'], handshakeTimeout: limits.handshakeTimeout },
          handler,
        )
      : http.createServer(options, handler);
    server.maxConnections = limits.maxConnections;
    // Node would silently drop the headers after the 2000th. The size of the header is the limit here.
    server.maxHeadersCount = 0;
    servers.push(server);

    const h2 = http2Server(handler, limits, sessions);
    const event = tls ? 'secureConnection' : 'connection';
    const http1Listeners = server.listeners(event);
    server.removeAllListeners(event);
    const serveHttp1 = (socket: Duplex) => {
      for (const listener of http1Listeners) listener.call(server, socket);
      if (tls) readThroughEvents(socket);
    };
    const serveHttp2 = (socket: Duplex) => {
      // A socket of an http.Server stays open when its client ends it, so that HTTP/1.1 can still answer. An HTTP/2 session
      // would then never learn that its client has gone.
      socket.allowHalfOpen = false;
      socketsOfSessions.add(socket);
      socket.once('close', () => socketsOfSessions.delete(socket));
      h2.emit('connection', socket);
    };

    server.on(event, (socket: Duplex) => {
      if ((socket as Partial<TLSSocket>).alpnProtocol === 'h2') {
        serveHttp2(socket);
        return;
      }
      undecided.add(socket);
      sniff(socket, limits, (isHttp2) => {
        undecided.delete(socket);
        if (isHttp2 !== undefined) (isHttp2 ? serveHttp2 : serveHttp1)(socket);
      });
    });
    return server;
  };

  return {
    serverFactory,
    renew(renewed) {
      for (const server of servers) if (server instanceof https.Server) server.setSecureContext(renewed);
    },
    drain() {
      for (const session of sessions) session.close();
      for (const socket of undecided) socket.destroy();
    },
    destroy() {
      for (const session of sessions) session.destroy();
      // A drained session ends its socket gently, and waits for a client that may have stopped reading.
      for (const socket of [...undecided, ...socketsOfSessions]) socket.destroy();
      for (const server of servers) server.closeAllConnections();
    },
  };
}

/**
 * Passes the bytes of an HTTP/1.1 connection through its events. Node lets its parser read from below the socket until another
 * listener is added. If a client does not read its answers, Node pauses parser and socket. But TLS still hands the parser every
 * deciphered record, and the paused parser takes that for an error.
 */
function readThroughEvents(socket: Duplex): void {
  socket.on('data', () => {});
}

/** Reads the first bytes of a connection and puts them back; undefined: it ended or was silent for too long. */
function sniff(socket: Duplex, limits: Limits, decide: (isHttp2: boolean | undefined) => void): void {
  let seen: Buffer = Buffer.alloc(0);
  let isSettled = false;
  // In a busy process the byte may have arrived long ago, since timers run before sockets.
  const destroyLater = () => setImmediate(() => isSettled || socket.destroy());
  let timer = setTimeout(destroyLater, limits.keepAliveTimeout);
  const settle = (isHttp2: boolean | undefined) => {
    isSettled = true;
    clearTimeout(timer);
    socket.off('readable', read).off('close', gone).off('end', gone).off('error', ignore);
    decide(isHttp2);
  };
  const read = () => {
    const chunk = socket.read() as Buffer | null;
    if (chunk === null) return;
    if (seen.length === 0) {
      clearTimeout(timer);
      timer = setTimeout(destroyLater, limits.headersTimeout);
    }
    seen = Buffer.concat([seen, chunk]);
    const compared = Math.min(seen.length, preface.length);
    const matches = seen.compare(preface, 0, compared, 0, compared) === 0;
    if (matches && compared < preface.length) return;
    socket.off('readable', read);
    socket.unshift(seen);
    settle(matches);
  };
  const gone = () => {
    socket.destroy();
    settle(undefined);
  };
  // The close after an error settles the promise.
  const ignore = () => {};
  socket.on('readable', read).on('close', gone).on('end', gone).on('error', ignore);
}

/** An HTTP/2 server that is handed its sockets, within Envoy's limits for the edge and the timeouts of HTTP/1.1. */
function http2Server(
  handler: http.RequestListener,
  limits: Limits,
  sessions: Set<http2.ServerHttp2Session>,
): http2.Http2Server {
  const server = http2.createServer({
    settings: {
      maxConcurrentStreams: limits.maxConcurrentStreams,
      initialWindowSize: 64 * 1024,
      maxHeaderListSize: limits.maxHeaderSize,
    },
  });
  // Fastify serves both kinds of request through Node's compatibility layer, whose types do not show that they are alike.
  server.on(
    'request',
    handler as unknown as (request: http2.Http2ServerRequest, response: http2.Http2ServerResponse) => void,
  );
  server.on('request', (request) => {
    const timer = setTimeout(() => request.stream.close(http2.constants.NGHTTP2_CANCEL), limits.requestTimeout);
    const received = () => clearTimeout(timer);
    request.once('end', received).once('close', received);
  });
  server.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
    session.setLocalWindowSize(1024 * 1024);
    let open = 0;
    let used = false;
    const resets = new ResetAllowance(limits);
    session.setTimeout(limits.silentSessionTimeout);
    session.on('timeout', () => {
      // As for a connection without a byte, bytes that have arrived are read first.
      setImmediate(() => {
        if (!used) session.destroy();
        else if (open === 0) endSession(session);
      });
    });
    session.on('stream', (stream) => {
      open += 1;
      stream.once('close', () => {
        open -= 1;
        const wasReset = stream.rstCode !== http2.constants.NGHTTP2_NO_ERROR;
        // nghttp2 has a limit of its own, but leaves the connection open after its GOAWAY.
        if (wasReset && !session.destroyed && !resets.take()) {
          session.goaway(http2.constants.NGHTTP2_ENHANCE_YOUR_CALM);
          session.destroy();
        }
      });
      if (!used) session.setTimeout(limits.idleSessionTimeout);
      used = true;
    });
  });
  // A client that breaks the protocol or resets its connection ends its session. Nobody is left to tell.
  server.on('sessionError', () => {});
  return server;
}

/** Ends a session gently, and after a second by force if its client does not read the farewell. */
function endSession(session: http2.ServerHttp2Session): void {
  const timer = setTimeout(() => session.destroy(), 1_000).unref();
  session.once('close', () => clearTimeout(timer));
  session.close();
}

/** Counts the streams that a session may still reset. Clients cancel, but not by the hundred. */
class ResetAllowance {
  #left: number;
  #since = performance.now();

  readonly #limits: Pick<Limits, 'resetBurst' | 'resetsPerSecond'>;

  constructor(limits: Pick<Limits, 'resetBurst' | 'resetsPerSecond'>) {
    this.#limits = limits;
    this.#left = limits.resetBurst;
  }

  /** False: one reset too many. */
  take(): boolean {
    const now = performance.now();
    const regained = ((now - this.#since) / 1000) * this.#limits.resetsPerSecond;
    this.#left = Math.min(this.#limits.resetBurst, this.#left + regained) - 1;
    this.#since = now;
    return this.#left >= 0;
  }
}

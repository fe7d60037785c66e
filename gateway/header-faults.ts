/**
 * Finds the faults of a request's header, whatever the request asks for. Node takes the first of several values, and a proxy in
 * front may take another. The two would then speak of different requests. Node's parser already refuses contradictory lengths,
 * folded lines and illegal bytes.
 */
import { isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../src/errors.js';

type RawRequest = Pick<FastifyRequest['raw'], 'rawHeaders' | 'httpVersion' | 'headers'>;

/** Answers a faulty header with 400, over every protocol. */
export function refuseFaultyHeaders(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw }, reply, done) => {
    const isHttp2 = 'stream' in raw;
    const fault = headerFault(raw, isHttp2);
    if (fault === undefined) return done();
    // The fault may also hide where the request ends.
    if (!isHttp2) reply.header('connection', 'close');
    return done(fault);
  });
}

/** Headers with a single value. For all others a list means the same as several lines (RFC 9110, 5.3). */
const singular = new Set([':authority', 'host', 'authorization', 'content-type', 'idempotency-key']);

export function headerFault(request: RawRequest, isHttp2: boolean): ServiceError | undefined {
  const { rawHeaders, httpVersion } = request;
  if (!isHttp2 && httpVersion !== '1.1' && httpVersion !== '1.0') {
    return fault(
      'unsupported_http_version',
      `The service does not support HTTP/${httpVersion}; it supports HTTP/1.1 and HTTP/2`,
    );
  }
  const sent = new Map<string, string>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase();
    if (!singular.has(name)) continue;
    if (sent.has(name)) return fault('repeated_header', `${spoken(name)} must be sent only once`);
    sent.set(name, rawHeaders[i + 1]!);
  }
  const host = sent.get('host');
  const authority = sent.get(':authority');
  for (const [name, value] of [['Host', host] as const, [':authority', authority] as const]) {
    if (value !== undefined && !isAuthority(value) && !(name === ':authority' && isBareIPv6(value))) {
      return fault('invalid_host', `${name} must be a host, and optionally a colon and a port`);
    }
  }
  if (isHttp2) return hostBeside(authority, host, String(request.headers[':scheme']));
  if (host === undefined && httpVersion === '1.1')
    return fault('missing_host', 'A request of HTTP/1.1 must have a Host header');
  return transferFault(request);
}

function fault(code: string, message: string): ServiceError {
  return new ServiceError('malformed', message, { code });
}

const spoken = (name: string): string => name.replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());

/** A name or address as RFC 3986 (3.2.2) writes it, and a port. The name may be empty. */
const named = /^(?:[\w.~!$&'()*+,;=-]|%[\dA-Fa-f]{2})*(?::\d*)?$/;
const bracketed = /^\[([^\]]*)\](?::\d*)?$/;

function isAuthority(value: string): boolean {
  const address = bracketed.exec(value)?.[1];
  return address === undefined ? named.test(value) : isIPv6(address) && !address.includes('%');
}

/** The HTTP/2 client of Node 20 leaves the brackets of an address away. */
const isBareIPv6 = (value: string): boolean => !value.includes('%') && isIPv6(value.replace(/:\d*$/, ''));

/** RFC 9113, 8.3.1: a Host beside an `:authority` must name the same host. */
function hostBeside(authority: string | undefined, host: string | undefined, scheme: string): ServiceError | undefined {
  if (authority === undefined || host === undefined) return undefined;
  const port = scheme === 'https' ? /:(?:443)?$/ : /:(?:80)?$/;
  const same = authority.toLowerCase().replace(port, '') === host.toLowerCase().replace(port, '');
  return same ? undefined : fault('invalid_host', 'Host and :authority have different values; send only one');
}

/** RFC 9112, 6.1: a coding that is not undone would count as the body. HTTP/1.0 has no codings. */
function transferFault({ httpVersion, headers }: RawRequest): ServiceError | undefined {
  const coding = headers['transfer-encoding'];
  if (coding === undefined || (httpVersion === '1.1' && coding.trim().toLowerCase() === 'chunked')) return undefined;
  const accepted = httpVersion === '1.1' ? 'it must be chunked' : 'HTTP/1.0 has none';
  return fault('unsupported_transfer_encoding', `The Transfer-Encoding is ${coding}; ${accepted}`);
}

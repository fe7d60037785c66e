/**
 * Sends one message of a webhook. It resolves the name itself, checks every address and connects to one of these, so that a
 * name that changes its address meanwhile changes nothing. No redirect is followed, no connection is kept, and little is read.
 */
import { lookup as systemLookup } from 'node:dns/promises';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isReachable } from './address.js';
import { hostOf, type TargetRules, targetFault } from './target.js';

const usualConnectMs = 3_000;
/** The longest time of an attempt. */
export const sendMs = 10_000;
const mostBody = 4_096;
const mostHeader = 16_384;

export interface Resolved {
  readonly address: string;
  readonly family: number;
}

export interface SendRules extends TargetRules {
  /** All addresses of a name. Default: those of the system. */
  readonly resolve?: (hostname: string) => Promise<readonly Resolved[]>;
  /** Milliseconds from the look-up of the name to the connection, and to the end of the answer. */
  readonly connectMs?: number;
  readonly totalMs?: number;
}

/** The outcome of an attempt. `error` null: the receiver took the message. */
export interface Sent {
  /** HTTP status; null: no answer. */
  readonly status: number | null;
  /** A sentence for the owner of the webhook. It tells nothing of the network around the service. */
  readonly error: string | null;
}

/** Rejects only if `signal` is aborted: then the outcome is unknown. */
export async function send(
  { url, headers, payload }: { url: string; headers: Readonly<Record<string, string>>; payload: string },
  rules: SendRules,
  signal: AbortSignal,
): Promise<Sent> {
  const fault = targetFault(url, rules);
  if (fault) return { status: null, error: `The URL ${fault.message}` };
  const target = new URL(url);
  const { connectMs = usualConnectMs, totalMs = sendMs } = rules;
  const request = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const body = Buffer.from(payload);
  const options = {
    method: 'POST',
    agent: false,
    lookup: guardedLookup(rules),
    maxHeaderSize: mostHeader,
    headers: { ...headers, 'content-length': body.length },
  } as const;
  return new Promise((resolve, reject) => {
    let status: number | null = null;
    const sending = request(target, options);
    const abort = () => sending.destroy(aborted);
    const end = (error: Error | null) => {
      clearTimeout(total);
      clearTimeout(connecting);
      signal.removeEventListener('abort', abort);
      sending.destroy();
      if (error === aborted && status === null) reject(signal.reason);
      else resolve(status === null ? { status, error: sentenceOf(error) } : { status, error: refusalOf(status) });
    };
    const total = setTimeout(() => sending.destroy(new TooSlow('gave no answer')), totalMs);
    const connecting = setTimeout(() => sending.destroy(new TooSlow('could not be reached')), connectMs);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    sending.once('socket', (socket) => {
      socket.once(target.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(connecting));
    });
    sending.once('response', (response) => {
      status = response.statusCode ?? null;
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > mostBody) end(null);
      });
      response.on('error', end);
      response.once('close', () => end(null));
    });
    sending.on('error', end);
    sending.end(body);
  });
}

const aborted = new Error('aborted');
class TooSlow extends Error {}
class NoPublicAddress extends Error {}

/** Gives the connection only addresses that passed the check. One bad address of a name refuses all of them. */
function guardedLookup({ resolve = systemAddresses, privateToo }: SendRules): LookupFunction {
  return (hostname, options, callback) => {
    const checked = async (): Promise<readonly Resolved[]> => {
      const found = await resolve(hostname);
      const good = found.length > 0 && found.every(({ address }) => isReachable(address, privateToo));
      if (!good) throw new NoPublicAddress();
      return found;
    };
    checked().then(
      (found) => {
        if (options.all) callback(null, [...found]);
        else callback(null, found[0]!.address, found[0]!.family);
      },
      (error: Error) => callback(error, ''),
    );
  };
}

const systemAddresses = (hostname: string): Promise<Resolved[]> => systemLookup(hostOf(hostname), { all: true });

const refusalOf = (status: number): string | null => {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400
    ? `The receiver answered ${status}; redirects are not followed`
    : `The receiver answered ${status}`;
};

function sentenceOf(error: Error | null): string {
  if (error instanceof TooSlow) return `The receiver ${error.message} in time`;
  const { code = '' } = (error ?? {}) as NodeJS.ErrnoException;
  // one answer for a private name and for an unknown one, so that nobody learns which names a network has
  if (error instanceof NoPublicAddress || ['ENOTFOUND', 'EAI_AGAIN', 'ENODATA'].includes(code))
    return 'The host has no address that a webhook may reach';
  return code === '' ? 'The receiver closed the connection' : `The connection failed: ${code}`;
}

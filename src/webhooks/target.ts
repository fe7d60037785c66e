/** The URLs that a webhook may have: https, without credentials, not an address or a name of this machine or its network. */
import { isIP } from 'node:net';
import { isReachable } from './address.js';

/** Rules of the installation. */
export interface TargetRules {
  /** The operator lets webhooks use http, and reach this machine and private networks. */
  readonly privateToo: boolean;
}

/** `code` and sentence of the fault; null: the URL is fine. The addresses of a name are checked before each connection. */
export function targetFault(url: string, { privateToo }: TargetRules): { code: string; message: string } | null {
  const fault = (code: string, message: string) => ({ code, message });
  if (!URL.canParse(url)) return fault('invalid_url', 'must be a URL such as https://example.com/selvage');
  const { protocol, username, password, hash, hostname } = new URL(url);
  if (protocol !== 'https:' && !(protocol === 'http:' && privateToo))
    return fault('not_https', 'must begin with https://');
  if (username !== '' || password !== '') return fault('invalid_url', 'must not have a user name or a password');
  if (hash !== '') return fault('invalid_url', 'must not have a fragment');
  const host = hostOf(hostname);
  if (isIP(host) === 0 ? isLocalName(host) && !privateToo : !isReachable(host, privateToo)) {
    return fault('private_address', 'must not lead to this machine or a private network');
  }
  return null;
}

/** Without the brackets around an IPv6 address. */
export const hostOf = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

const isLocalName = (host: string): boolean => /(^|\.)(localhost|local|internal)\.?$/i.test(host);

/** The certificate chain and the key of a port, read and checked at the start. */
import { createSecureContext } from 'node:tls';
import type { ServiceConfig } from '../config.js';
import { CommandError } from './exit.js';
import { readInput } from './files.js';

export function readTls({ certFile, keyFile }: NonNullable<ServiceConfig['tls']>): { cert: Buffer; key: Buffer } {
  const tls = { cert: readInput(certFile), key: readInput(keyFile) };
  try {
    createSecureContext(tls);
  } catch (error) {
    const message = `${certFile} and ${keyFile} are not a certificate and its key in PEM form: ${(error as Error).message}`;
    throw new CommandError(message, { cause: error });
  }
  return tls;
}

/** The certificate chain and the key of a port: read and checked at the start, and again on SIGHUP. */
import { createSecureContext } from 'node:tls';
import type { Logger } from 'pino';
import type { ServiceConfig } from '../config.js';
import { CommandError } from './exit.js';
import { readInput } from './files.js';

type Tls = { cert: Buffer; key: Buffer };

export function readTls({ certFile, keyFile }: NonNullable<ServiceConfig['tls']>): Tls {
  const tls = { cert: readInput(certFile), key: readInput(keyFile) };
  try {
    createSecureContext(tls);
  } catch (error) {
    const message = `${certFile} and ${keyFile} are not a certificate and its key in PEM form: ${(error as Error).message}`;
    throw new CommandError(message, { cause: error });
  }
  return tls;
}

/** Reads the files again at each SIGHUP until `close`. Faulty ones change nothing, and a line of the log says so. */
export function renewOnHangup(
  files: NonNullable<ServiceConfig['tls']>,
  renew: (tls: Tls) => void,
  logger: Logger,
): { close(): void } {
  const onHangup = (): void => {
    try {
      renew(readTls(files));
      logger.info(files, 'new connections get the renewed certificate');
    } catch (error) {
      logger.error({ err: error }, 'the certificate was not renewed: the old one stays');
    }
  };
  process.on('SIGHUP', onHangup);
  return { close: () => process.off('SIGHUP', onHangup) };
}

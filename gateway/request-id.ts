/** The id of a request in every answer and log line: the caller's own if it is a valid token, else a new one. */
import { randomUUID } from 'node:crypto';

const sane = /^[A-Za-z0-9._~:+/=-]{1,128}$/;

export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && sane.test(header) ? header : randomUUID();
}

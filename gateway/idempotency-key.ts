/** The client's key for a submission. A repeated submission under the same key makes no second job. */
import { ServiceError } from '../src/errors.js';

const longest = 255;

/** Reads the header Idempotency-Key, with or without the quotes of a structured field; undefined: not sent. */
export function idempotencyKeyOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (/^[\x21-\x7e]+$/.test(key) && key.length <= longest) return key;
  throw new ServiceError('malformed', `Idempotency-Key must be 1 to ${longest} visible ASCII characters`, {
    code: 'invalid_idempotency_key',
  });
}

/** A client's key for a request, with a digest that tells whether a later request under the key is the same one. */
import { createHash } from 'node:crypto';
import { type DescMessage, type MessageShape, toBinary } from '@bufbuild/protobuf';
import type { IdempotencyKey } from '../jobs/queue.js';
import { canonicalMessage } from './canonical-message.js';
import type { Call } from './services.js';

/**
 * Undefined for a call without a key. The digest covers the message, so white space, the order of keys and the protocol make no
 * difference. `sender`: only a request of the same sender is a repetition.
 */
export function idempotencyOf<Desc extends DescMessage>(
  schema: Desc,
  request: MessageShape<Desc>,
  { idempotencyKey }: Call,
  sender = '',
): IdempotencyKey | undefined {
  if (idempotencyKey === undefined) return undefined;
  const digest = createHash('sha256')
    .update(schema.typeName)
    .update('\0')
    .update(sender)
    .update(toBinary(schema, canonicalMessage(schema, request)));
  return { key: idempotencyKey, bodyHash: digest.digest('base64') };
}

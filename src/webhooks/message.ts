/** The HTTP message of a delivery, signed as the Standard Webhooks specification (1.0) says. */
import { createHmac } from 'node:crypto';
import type { Delivery, WebhookEvent } from './repository.js';

/** The same bytes in every attempt: receivers may keep a digest of them. */
export function payloadOf({ type, data, occurredAt }: WebhookEvent & Pick<Delivery, 'occurredAt'>): string {
  const timestamp = new Date(occurredAt).toISOString();
  return `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(timestamp)},"data":${data}}`;
}

/** `secrets`: the present one and, after a rotation, the old one. A receiver needs one of the signatures. */
export function signedHeaders(
  { eventId, payload }: { readonly eventId: string; readonly payload: string },
  secrets: readonly Buffer[],
  now: number,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1000));
  const content = `${eventId}.${timestamp}.${payload}`;
  const signatures = secrets.map((secret) => `v1,${createHmac('sha256', secret).update(content).digest('base64')}`);
  return {
    'content-type': 'application/json',
    'user-agent': 'Selvage-Webhooks',
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

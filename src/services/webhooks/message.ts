/** Webhooks and deliveries as messages; the tokens of pages of deliveries. */
import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import {
  DeliveryState,
  type WebhookDeliverySchema,
  type WebhookSchema,
} from '../../../gen/selvage/webhook/v1/webhook_pb.js';
import { ServiceError } from '../../errors.js';
import { payloadOf } from '../../webhooks/message.js';
import type { Delivery, Webhook } from '../../webhooks/repository.js';

const states = {
  pending: DeliveryState.PENDING,
  delivered: DeliveryState.DELIVERED,
  failed: DeliveryState.FAILED,
};

const time = (ms: number | null) => (ms === null ? undefined : timestampFromMs(ms));

export function webhookMessage(webhook: Webhook, now: number): MessageInitShape<typeof WebhookSchema> {
  const { oldSecretUntil } = webhook;
  return {
    webhookId: webhook.id,
    url: webhook.url,
    events: [...webhook.events],
    description: webhook.description,
    createTime: timestampFromMs(webhook.createdAt),
    disableTime: time(webhook.disabledAt),
    ...(webhook.disabledReason !== null && { disableReason: webhook.disabledReason }),
    failingSince: time(webhook.failingSince),
    oldSecretExpireTime: oldSecretUntil !== null && oldSecretUntil > now ? timestampFromMs(oldSecretUntil) : undefined,
  };
}

export function deliveryMessage(delivery: Delivery): MessageInitShape<typeof WebhookDeliverySchema> {
  const { state, lastStatus, lastError } = delivery;
  return {
    deliveryId: delivery.eventId,
    type: delivery.type,
    payload: payloadOf(delivery),
    state: states[state],
    attempts: delivery.attempts,
    createTime: timestampFromMs(delivery.occurredAt),
    nextAttemptTime: state === 'pending' ? timestampFromMs(delivery.nextAt) : undefined,
    lastAttemptTime: time(delivery.lastAttemptAt),
    ...(lastStatus !== null && { lastStatus }),
    ...(lastError !== null && { lastError }),
    endTime: time(delivery.endedAt),
  };
}

/** Null: deliveries in any state. */
export function stateOf(state: DeliveryState): Delivery['state'] | null {
  const names = Object.entries(states) as [Delivery['state'], DeliveryState][];
  return names.find(([, value]) => value === state)?.[0] ?? null;
}

/** Opaque to callers: the number of the page's last delivery. */
export const deliveryPageToken = (before: number): string => Buffer.from(`delivery ${before}`).toString('base64url');

/** Null for the empty token of the first page. ServiceError `invalid` for a token that this service did not make. */
export function readDeliveryPageToken(token: string): number | null {
  if (token === '') return null;
  const [, number] = /^delivery (\d{1,15})$/.exec(Buffer.from(token, 'base64url').toString()) ?? [];
  if (number !== undefined) return Number(number);
  const message = 'pageToken must be the nextPageToken of an earlier page of deliveries';
  throw ServiceError.ofProblems('invalid', [{ path: 'pageToken', code: 'invalid_page_token', message }]);
}

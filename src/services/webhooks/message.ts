/** Webhooks and deliveries as messages; the tokens of pages of deliveries. */
import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import {
  DeliveryState,
  type WebhookDeliverySchema,
  type WebhookSchema,
} from '../../../gen/selvage/webhook/v1/webhook_pb.js';
import { payloadOf } from '../../webhooks/message.js';
import type { Delivery, Webhook } from '../../webhooks/repository.js';
import { NumberedPages } from '../page-token.js';

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

/** Tokens hold the number of a page's last delivery. */
export const deliveryPages = new NumberedPages('delivery');

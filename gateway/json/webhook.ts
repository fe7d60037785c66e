/** The JSON of webhooks and their deliveries. */
import {
  CreateWebhookRequestSchema,
  CreateWebhookResponseSchema,
  type DeliveryState,
  DeliveryStateSchema,
  ListWebhookDeliveriesRequestSchema,
  ListWebhookDeliveriesResponseSchema,
  ListWebhooksResponseSchema,
  RotateWebhookSecretRequestSchema,
  RotateWebhookSecretResponseSchema,
  UpdateWebhookRequestSchema,
  WebhookDeliverySchema,
  WebhookSchema,
} from '../../gen/selvage/webhook/v1/webhook_pb.js';
import { choice, flag, inPath, integer, list, message, number, orNull, required, text, time } from './codec.js';

const mostEvents = 3;
const events = list(text, mostEvents);

export const webhook = message(WebhookSchema, {
  webhookId: text,
  url: text,
  events: list(text),
  description: text,
  createTime: required(time),
  disableTime: orNull(time),
  disableReason: orNull(text),
  failingSince: orNull(time),
  oldSecretExpireTime: orNull(time),
});

export const delivery = message(WebhookDeliverySchema, {
  deliveryId: text,
  type: text,
  payload: text,
  state: choice<DeliveryState>(DeliveryStateSchema),
  attempts: integer,
  createTime: required(time),
  nextAttemptTime: orNull(time),
  lastAttemptTime: orNull(time),
  lastStatus: orNull(integer),
  lastError: orNull(text),
  endTime: orNull(time),
});

export const listWebhooksResponse = message(ListWebhooksResponseSchema, { webhooks: list(webhook) });

export const createWebhookRequest = message(CreateWebhookRequestSchema, {
  url: required(text),
  events: required(events),
  description: text,
});
export const createWebhookResponse = message(CreateWebhookResponseSchema, { webhook: required(webhook), secret: text });

export const updateWebhookRequest = message(UpdateWebhookRequestSchema, {
  webhookId: inPath,
  url: text,
  events,
  description: text,
  enabled: flag,
});

export const rotateWebhookSecretRequest = message(RotateWebhookSecretRequestSchema, {
  webhookId: inPath,
  overlapHours: number,
});
export const rotateWebhookSecretResponse = message(RotateWebhookSecretResponseSchema, {
  webhook: required(webhook),
  secret: text,
});

/** The query of a listing. */
export const listDeliveriesQuery = message(ListWebhookDeliveriesRequestSchema, {
  webhookId: inPath,
  pageSize: integer,
  pageToken: text,
  state: choice<DeliveryState>(DeliveryStateSchema),
});
export const listDeliveriesResponse = message(ListWebhookDeliveriesResponseSchema, {
  deliveries: list(delivery),
  nextPageToken: text,
});

/** /api/v1/webhooks, /api/v1/webhooks/{webhookId}, its rotate and test, and its deliveries. */
import { create } from '@bufbuild/protobuf';
import type { FastifyInstance } from 'fastify';
import {
  CreateWebhookResponseSchema,
  DeleteWebhookRequestSchema,
  GetWebhookRequestSchema,
  ListWebhookDeliveriesResponseSchema,
  ListWebhooksRequestSchema,
  ListWebhooksResponseSchema,
  ReplayWebhookDeliveryRequestSchema,
  RotateWebhookSecretResponseSchema,
  SendTestEventRequestSchema,
  WebhookDeliverySchema,
  WebhookSchema,
} from '../../gen/selvage/webhook/v1/webhook_pb.js';
import type { Services } from '../../src/services/services.js';
import {
  createWebhookRequest,
  createWebhookResponse,
  delivery,
  listDeliveriesQuery,
  listDeliveriesResponse,
  listWebhooksResponse,
  rotateWebhookSecretRequest,
  rotateWebhookSecretResponse,
  updateWebhookRequest,
  webhook,
} from '../json/webhook.js';
import { type Reception, receivePartly, receiveQuery } from '../receive.js';
import { callOf, callWith } from './call.js';

const reception: Reception = { invalid: 'invalid', nullMeansAbsent: true, optional: false };
const perhaps: Reception = { ...reception, optional: true };

interface WebhookRoute {
  Params: { webhookId: string };
}

interface DeliveryRoute {
  Params: { webhookId: string; deliveryId: string };
}

export function webhookRoutes(instance: FastifyInstance, services: Services): void {
  instance.post('/api/v1/webhooks', async (request, reply) => {
    const { message, unread } = await receivePartly(request, createWebhookRequest, reception);
    const made = await services.createWebhook(message, callWith(request, unread));
    reply.header('cache-control', 'no-store');
    return createWebhookResponse.encode(create(CreateWebhookResponseSchema, made));
  });

  instance.get('/api/v1/webhooks', async (request) => {
    const all = await services.listWebhooks(create(ListWebhooksRequestSchema), callOf(request));
    return listWebhooksResponse.encode(create(ListWebhooksResponseSchema, all));
  });

  instance.get<WebhookRoute>('/api/v1/webhooks/:webhookId', async (request) => {
    const found = await services.getWebhook(create(GetWebhookRequestSchema, request.params), callOf(request));
    return webhook.encode(create(WebhookSchema, found.webhook));
  });

  instance.patch<WebhookRoute>('/api/v1/webhooks/:webhookId', async (request) => {
    const { message, unread } = await receivePartly(request, updateWebhookRequest, reception);
    message.webhookId = request.params.webhookId;
    const changed = await services.updateWebhook(message, callWith(request, unread));
    return webhook.encode(create(WebhookSchema, changed.webhook));
  });

  instance.delete<WebhookRoute>('/api/v1/webhooks/:webhookId', async (request, reply) => {
    await services.deleteWebhook(create(DeleteWebhookRequestSchema, request.params), callOf(request));
    return reply.code(204).send();
  });

  instance.post<WebhookRoute>('/api/v1/webhooks/:webhookId/rotate', async (request, reply) => {
    const { message, unread } = await receivePartly(request, rotateWebhookSecretRequest, perhaps);
    message.webhookId = request.params.webhookId;
    const made = await services.rotateWebhookSecret(message, callWith(request, unread));
    reply.header('cache-control', 'no-store');
    return rotateWebhookSecretResponse.encode(create(RotateWebhookSecretResponseSchema, made));
  });

  instance.post<WebhookRoute>('/api/v1/webhooks/:webhookId/test', async (request) => {
    const sent = await services.sendTestEvent(create(SendTestEventRequestSchema, request.params), callOf(request));
    return delivery.encode(create(WebhookDeliverySchema, sent.delivery));
  });

  instance.get<WebhookRoute>('/api/v1/webhooks/:webhookId/deliveries', async (request) => {
    const query = receiveQuery(request, listDeliveriesQuery);
    query.webhookId = request.params.webhookId;
    const page = await services.listWebhookDeliveries(query, callOf(request));
    return listDeliveriesResponse.encode(create(ListWebhookDeliveriesResponseSchema, page));
  });

  instance.post<DeliveryRoute>('/api/v1/webhooks/:webhookId/deliveries/:deliveryId/replay', async (request) => {
    const message = create(ReplayWebhookDeliveryRequestSchema, request.params);
    const replayed = await services.replayWebhookDelivery(message, callOf(request));
    return delivery.encode(create(WebhookDeliverySchema, replayed.delivery));
  });
}

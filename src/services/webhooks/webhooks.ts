/** WebhookService: the webhooks of the caller's context, and the deliveries to them. */
import {
  CreateWebhookRequestSchema,
  ListWebhookDeliveriesRequestSchema,
  RotateWebhookSecretRequestSchema,
  UpdateWebhookRequestSchema,
} from '../../../gen/selvage/webhook/v1/webhook_pb.js';
import type { Webhooks } from '../../webhooks/webhooks.js';
import { tokenProblems } from '../page-token.js';
import type { WebhookOperations } from '../services.js';
import { requireAll, requireValid, violatedRules } from '../validate.js';
import { deliveryMessage, deliveryPages, stateOf, webhookMessage } from './message.js';

const defaultPageSize = 50;
const defaultOverlapHours = 24;
const hourMs = 3_600_000;

export function webhookOperations(webhooks: Webhooks, now: () => number): WebhookOperations {
  return {
    async createWebhook(request, call) {
      const { url, events, description } = request;
      const settings = { url, events, description };
      requireAll(call, violatedRules(CreateWebhookRequestSchema, request), webhooks.problemsOf(settings));
      const { webhook, secret } = await webhooks.create(settings, call.caller);
      return { webhook: webhookMessage(webhook, now()), secret };
    },

    async listWebhooks(_request, { caller }) {
      return { webhooks: (await webhooks.list(caller)).map((webhook) => webhookMessage(webhook, now())) };
    },

    async getWebhook({ webhookId }, { caller }) {
      return { webhook: webhookMessage(await webhooks.webhook(webhookId, caller), now()) };
    },

    async updateWebhook(request, call) {
      const { webhookId, url, events, description, enabled } = request;
      const settings = {
        ...(url !== undefined && { url }),
        ...(events.length > 0 && { events }),
        ...(description !== undefined && { description }),
      };
      requireAll(call, violatedRules(UpdateWebhookRequestSchema, request), webhooks.problemsOf(settings));
      const webhook = await webhooks.update(webhookId, { ...settings, enabled }, call.caller);
      return { webhook: webhookMessage(webhook, now()) };
    },

    async deleteWebhook({ webhookId }, { caller }) {
      await webhooks.delete(webhookId, caller);
      return {};
    },

    async rotateWebhookSecret(request, call) {
      requireAll(call, violatedRules(RotateWebhookSecretRequestSchema, request), []);
      const overlapMs = (request.overlapHours ?? defaultOverlapHours) * hourMs;
      const { webhook, secret } = await webhooks.rotate(request.webhookId, overlapMs, call.caller);
      return { webhook: webhookMessage(webhook, now()), secret };
    },

    async sendTestEvent({ webhookId }, { caller }) {
      return { delivery: deliveryMessage(await webhooks.test(webhookId, caller)) };
    },

    async listWebhookDeliveries(request, { caller }) {
      const { pageToken } = request;
      requireValid(ListWebhookDeliveriesRequestSchema, request, { further: tokenProblems(pageToken, deliveryPages) });
      const limit = request.pageSize || defaultPageSize;
      const before = deliveryPages.read(pageToken);
      const query = { state: stateOf(request.state), before, limit: limit + 1 };
      const found = await webhooks.deliveries(request.webhookId, query, caller);
      const page = found.slice(0, limit);
      const last = page.at(-1);
      return {
        deliveries: page.map(deliveryMessage),
        nextPageToken: deliveryPages.token(found.length > limit && last ? last.number : null),
      };
    },

    async replayWebhookDelivery({ webhookId, deliveryId }, { caller }) {
      return { delivery: deliveryMessage(await webhooks.replay(webhookId, deliveryId, caller)) };
    },
  };
}

/** `selvage webhook`: webhooks, their secrets and their deliveries. A secret is shown once. */
import { create } from '@bufbuild/protobuf';
import { Command } from 'commander';
import {
  createWebhookResponse,
  delivery as deliveryJson,
  listDeliveriesResponse,
  listWebhooksResponse,
  rotateWebhookSecretResponse,
  webhook as webhookJson,
} from '../../gateway/json/webhook.js';
import {
  DeliveryState,
  ListWebhooksResponseSchema,
  type Webhook,
  type WebhookDelivery,
  WebhookService,
} from '../../gen/selvage/webhook/v1/webhook_pb.js';
import type { Json } from '../json/json.js';
import { isoTime } from './accounts/key.js';
import { type ActingOptions, withActingOptions, withMaking, withOwn, withOwnToShow } from './acting-client.js';
import { CommandError } from './exit.js';
import { numberOf } from './key-values.js';
import { printDone, printRecord, printRecords } from './print-records.js';

type Options = ActingOptions & { readonly json?: boolean };
interface Settings extends Options {
  readonly events?: readonly string[];
  readonly description?: string;
}

const { method } = WebhookService;
const eventsHelp = 'job.ended, plan.ended, pattern.published';

export function webhookCommand(): Command {
  return new Command('webhook')
    .description('have a URL of yours called when a job or a plan ends, or a pattern is published')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(updateCommand())
    .addCommand(deleteCommand())
    .addCommand(rotateCommand())
    .addCommand(testCommand())
    .addCommand(deliveriesCommand())
    .addCommand(replayCommand())
    .addHelpText(
      'after',
      `
A service sends the messages; a command without --server only stores them. A secret is shown once, when it is made.

Examples:
  $ selvage webhook create https://example.com/selvage --events job.ended plan.ended
  $ selvage webhook list
  $ selvage webhook show WEBHOOKID
  $ selvage webhook update WEBHOOKID --disable
  $ selvage webhook test WEBHOOKID
  $ selvage webhook deliveries WEBHOOKID --state failed
  $ selvage webhook replay WEBHOOKID DELIVERYID
  $ selvage webhook rotate WEBHOOKID --overlap 48
  $ selvage webhook delete WEBHOOKID`,
    );
}

const part = (name: string, description: string, json: string): Command =>
  withActingOptions(new Command(name).description(description).option('--json', json));

const ofWebhook = (name: string, description: string, json: string): Command =>
  part(name, description, json).argument('<webhookId>', 'id of the webhook');

function createCommand(): Command {
  return part('create', 'make a webhook and print its secret', 'as POST /api/v1/webhooks answers')
    .argument('<url>', 'where the messages go, https')
    .requiredOption('--events <EVENT...>', eventsHelp)
    .option('--description <TEXT>', 'purpose', '')
    .action(async (url: string, options: Settings) => {
      const { events = [], description = '' } = options;
      const made = await withMaking(options, (client) =>
        client.unary(method.createWebhook, { url, events: [...events], description }),
      );
      if (options.json) return print(createWebhookResponse.encode(made));
      printSecret(made.secret, made.webhook!);
    });
}

function listCommand(): Command {
  return part('list', 'your webhooks, without their secrets', 'as GET /api/v1/webhooks tells them').action(
    async (options: Options) => {
      const { webhooks } = await withOwnToShow(options, (client) => client.unary(method.listWebhooks, {}));
      if (options.json) return print(listWebhooksResponse.encode(create(ListWebhooksResponseSchema, { webhooks })));
      printRecords(webhooks.map(webhookRecord), options);
    },
  );
}

function showCommand(): Command {
  return ofWebhook('show', 'one webhook', 'as GET /api/v1/webhooks/{webhookId} tells it').action(
    async (webhookId: string, options: Options) => {
      const { webhook } = await withOwnToShow(options, (client) => client.unary(method.getWebhook, { webhookId }));
      printWebhook(webhook!, options);
    },
  );
}

interface UpdateOptions extends Settings {
  readonly url?: string;
  readonly enable?: boolean;
  readonly disable?: boolean;
}

function updateCommand(): Command {
  return ofWebhook('update', 'change, disable or enable a webhook', 'as PATCH /api/v1/webhooks/{webhookId} answers')
    .option('--url <URL>', 'where the messages go, https')
    .option('--events <EVENT...>', eventsHelp)
    .option('--description <TEXT>', 'purpose')
    .option('--enable', 'send events again')
    .option('--disable', 'send nothing')
    .action(async (webhookId: string, options: UpdateOptions) => {
      const { url, events = [], description, enable, disable } = options;
      if (enable && disable) throw new CommandError('--enable and --disable exclude each other');
      const { webhook } = await withOwn(options, (client) =>
        client.unary(method.updateWebhook, {
          webhookId,
          events: [...events],
          ...(url !== undefined && { url }),
          ...(description !== undefined && { description }),
          ...(enable && { enabled: true }),
          ...(disable && { enabled: false }),
        }),
      );
      printWebhook(webhook!, options);
    });
}

function deleteCommand(): Command {
  return ofWebhook('delete', 'delete a webhook with its deliveries', 'as JSON').action(
    async (webhookId: string, options: Options) => {
      await withOwn(options, (client) => client.unary(method.deleteWebhook, { webhookId }));
      printDone({ webhook: webhookId, deleted: true }, `the webhook ${webhookId} is deleted`, options);
    },
  );
}

function rotateCommand(): Command {
  const json = 'as POST /api/v1/webhooks/{webhookId}/rotate answers';
  return ofWebhook('rotate', 'make a new secret and print it; both sign during the overlap', json)
    .option('--overlap <HOURS>', 'hours in which both secrets sign', '24')
    .action(async (webhookId: string, options: Options & { overlap: string }) => {
      const overlapHours = numberOf(options.overlap, '--overlap');
      const made = await withOwn(options, (client) =>
        client.unary(method.rotateWebhookSecret, { webhookId, overlapHours }),
      );
      if (options.json) return print(rotateWebhookSecretResponse.encode(made));
      printSecret(made.secret, made.webhook!);
    });
}

function testCommand(): Command {
  const json = 'as POST /api/v1/webhooks/{webhookId}/test answers';
  return ofWebhook('test', 'send an event of the type webhook.test', json).action(
    async (webhookId: string, options: Options) => {
      const { delivery } = await withOwn(options, (client) => client.unary(method.sendTestEvent, { webhookId }));
      printDelivery(delivery!, options);
    },
  );
}

interface DeliveriesOptions extends Options {
  readonly state?: string;
  readonly limit: string;
  readonly page: string;
}

const states: Readonly<Record<string, DeliveryState>> = {
  pending: DeliveryState.PENDING,
  delivered: DeliveryState.DELIVERED,
  failed: DeliveryState.FAILED,
};

function deliveriesCommand(): Command {
  const json = 'as GET /api/v1/webhooks/{webhookId}/deliveries tells them';
  return ofWebhook('deliveries', 'the kept deliveries of a webhook, the newest first', json)
    .option('--state <STATE>', 'pending, delivered or failed; default all')
    .option('--limit <N>', 'entries of the page, at most 200', '50')
    .option('--page <TOKEN>', 'nextPageToken of the page before', '')
    .action(async (webhookId: string, options: DeliveriesOptions) => {
      const { state } = options;
      if (state !== undefined && !Object.hasOwn(states, state))
        throw new CommandError(`--state is ${JSON.stringify(state)}; it must be pending, delivered or failed`);
      const answer = await withOwnToShow(options, (client) =>
        client.unary(method.listWebhookDeliveries, {
          webhookId,
          pageSize: numberOf(options.limit, '--limit'),
          pageToken: options.page,
          ...(state !== undefined && { state: states[state]! }),
        }),
      );
      if (options.json) return print(listDeliveriesResponse.encode(answer));
      printRecords(answer.deliveries.map(deliveryRecord), options);
      if (answer.nextPageToken) console.error(`more: --page ${answer.nextPageToken}`);
    });
}

function replayCommand(): Command {
  const json = 'as POST /api/v1/webhooks/{webhookId}/deliveries/{deliveryId}/replay answers';
  return ofWebhook('replay', 'send an ended delivery again', json)
    .argument('<deliveryId>', 'id of the delivery')
    .action(async (webhookId: string, deliveryId: string, options: Options) => {
      const { delivery } = await withOwn(options, (client) =>
        client.unary(method.replayWebhookDelivery, { webhookId, deliveryId }),
      );
      printDelivery(delivery!, options);
    });
}

const print = (json: Json): void => console.log(JSON.stringify(json, null, 2));

function printSecret(secret: string, { webhookId }: Webhook): void {
  console.log(secret);
  console.error(`the secret of the webhook ${webhookId} is shown only this once`);
}

function printWebhook(webhook: Webhook, options: Options): void {
  if (options.json) print(webhookJson.encode(webhook));
  else printRecord(webhookRecord(webhook), options);
}

function printDelivery(delivery: WebhookDelivery, options: Options): void {
  if (options.json) print(deliveryJson.encode(delivery));
  else printRecord(deliveryRecord(delivery), options);
}

const webhookRecord = (webhook: Webhook) => ({
  webhook: webhook.webhookId,
  url: webhook.url,
  events: webhook.events,
  description: webhook.description,
  created: isoTime(webhook.createTime),
  disabled: webhook.disableReason ?? null,
  failingSince: isoTime(webhook.failingSince),
});

const deliveryRecord = (delivery: WebhookDelivery) => ({
  delivery: delivery.deliveryId,
  type: delivery.type,
  state: DeliveryState[delivery.state].toLowerCase(),
  attempts: delivery.attempts,
  created: isoTime(delivery.createTime),
  next: isoTime(delivery.nextAttemptTime),
  error: delivery.lastError ?? null,
});

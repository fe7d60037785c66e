/** An owner's webhooks and their deliveries: make, change, rotate the secret, test, look, replay. */
import { randomUUID } from 'node:crypto';
import { type FieldProblem, ServiceError } from '../errors.js';
import { isUuid } from '../uuid.js';
import {
  type Delivery,
  type DeliveryState,
  type StoredWebhook,
  testType,
  type Webhook,
  type WebhookRepository,
} from './repository.js';
import { newSecret, type SecretBox, sealedBeginning } from './secret.js';
import { type TargetRules, targetFault } from './target.js';

/** Webhooks that an owner may have: each event costs a delivery to each of them. */
const mostWebhooks = 20;

export interface WebhooksParts {
  readonly repository: WebhookRepository;
  readonly secrets: SecretBox;
  readonly rules: TargetRules;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** The organisation or the user whose webhooks they are. */
export interface WebhookCaller {
  readonly userId: string;
  readonly organizationId: string | null;
}

export interface WebhookSettings {
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string;
}

/** Every method throws ServiceError `not_found` for a webhook that is not the caller's. */
export class Webhooks {
  readonly #parts: WebhooksParts;

  constructor(parts: WebhooksParts) {
    this.#parts = parts;
  }

  /** Faults of settings that the contract's rules do not show. */
  problemsOf({ url, description }: Partial<WebhookSettings>): FieldProblem[] {
    const problems: FieldProblem[] = [];
    const fault = url === undefined ? null : targetFault(url, this.#parts.rules);
    if (fault) problems.push({ path: 'url', code: fault.code, message: `url ${fault.message}` });
    if (description !== undefined && /\p{Cc}/u.test(description)) {
      problems.push({ path: 'description', code: 'invalid_name', message: 'description has control characters' });
    }
    return problems;
  }

  /** The secret is in this answer only. ServiceError `quota_exceeded`; `conflict` as for `rotate`. */
  async create(settings: WebhookSettings, caller: WebhookCaller): Promise<{ webhook: Webhook; secret: string }> {
    const { repository, secrets, now } = this.#parts;
    await this.#requireKey();
    const secret = newSecret();
    const id = randomUUID();
    const webhook: StoredWebhook = {
      id,
      owner: ownerOf(caller),
      ...settings,
      secret: secrets.seal(secret.bytes, id),
      oldSecret: null,
      oldSecretUntil: null,
      createdAt: now(),
      disabledAt: null,
      disabledReason: null,
      failingSince: null,
    };
    if (!(await repository.createWebhook(webhook, mostWebhooks))) {
      const message = `there are ${mostWebhooks} webhooks already, as many as one owner may have`;
      throw new ServiceError('quota_exceeded', message, { code: 'too_many_webhooks' });
    }
    return { webhook, secret: secret.text };
  }

  list(caller: WebhookCaller): Promise<Webhook[]> {
    return this.#parts.repository.listWebhooks(ownerOf(caller));
  }

  webhook(webhookId: string, caller: WebhookCaller): Promise<Webhook> {
    return this.#own(webhookId, caller);
  }

  /** Leaves out what stays. Enabling a webhook forgets its failures. */
  async update(
    webhookId: string,
    { enabled, ...settings }: Partial<WebhookSettings> & { readonly enabled?: boolean | undefined },
    caller: WebhookCaller,
  ): Promise<Webhook> {
    const { repository, now } = this.#parts;
    const { id, disabledAt } = await this.#own(webhookId, caller);
    const switched =
      enabled === undefined || enabled === (disabledAt === null)
        ? {}
        : enabled
          ? { disabledAt: null, disabledReason: null, failingSince: null }
          : { disabledAt: now(), disabledReason: 'Its owner disabled it' };
    await repository.updateWebhook(id, { ...settings, ...switched });
    return this.#own(id, caller);
  }

  async delete(webhookId: string, caller: WebhookCaller): Promise<void> {
    const { id } = await this.#own(webhookId, caller);
    await this.#parts.repository.deleteWebhook(id);
  }

  /**
   * For `overlapMs` messages carry a signature by each secret. A second rotation meanwhile forgets the older one. ServiceError
   * `conflict` without a key where others are sealed.
   */
  async rotate(
    webhookId: string,
    overlapMs: number,
    caller: WebhookCaller,
  ): Promise<{ webhook: Webhook; secret: string }> {
    const { repository, secrets, now } = this.#parts;
    const old = await this.#own(webhookId, caller);
    await this.#requireKey();
    const secret = newSecret();
    await repository.updateWebhook(old.id, {
      secret: secrets.seal(secret.bytes, old.id),
      ...(overlapMs > 0
        ? { oldSecret: old.secret, oldSecretUntil: Math.ceil(now() + overlapMs) }
        : { oldSecret: null, oldSecretUntil: null }),
    });
    return { webhook: await this.#own(old.id, caller), secret: secret.text };
  }

  /** Sends an event of the type `webhook.test`. ServiceError `conflict` for a disabled webhook. */
  async test(webhookId: string, caller: WebhookCaller): Promise<Delivery> {
    const { repository, now } = this.#parts;
    const { id } = await this.#enabled(webhookId, caller);
    const event = { eventId: `test_${randomUUID()}`, type: testType, data: JSON.stringify({ webhookId: id }) };
    return repository.addDelivery(id, event, now());
  }

  /** The newest first. */
  async deliveries(
    webhookId: string,
    query: { readonly state: DeliveryState | null; readonly before: number | null; readonly limit: number },
    caller: WebhookCaller,
  ): Promise<Delivery[]> {
    const { id } = await this.#own(webhookId, caller);
    return this.#parts.repository.listDeliveries({ ...query, webhookId: id });
  }

  /** Sends an ended delivery again. ServiceError `conflict` while it has not ended, and for a disabled webhook. */
  async replay(webhookId: string, deliveryId: string, caller: WebhookCaller): Promise<Delivery> {
    const { repository, now } = this.#parts;
    const { id } = await this.#enabled(webhookId, caller);
    const known = /^[\w-]{1,64}$/.test(deliveryId) ? await repository.findDelivery(id, deliveryId) : null;
    if (known === null) {
      throw new ServiceError('not_found', `No delivery ${JSON.stringify(deliveryId.slice(0, 64))} of this webhook`);
    }
    const replayed = await repository.replayDelivery(id, deliveryId, now());
    if (replayed) return replayed;
    throw new ServiceError('conflict', 'The delivery has not ended yet: it is being sent', {
      code: 'delivery_pending',
    });
  }

  /** A process that lacks the key of the service would write a secret plain beside the sealed ones, and nobody would notice. */
  async #requireKey(): Promise<void> {
    const { repository, secrets } = this.#parts;
    if (secrets.hasKey || !(await repository.hasSecret(sealedBeginning))) return;
    const message =
      'The secrets of webhooks are sealed here, and SELVAGE_WEBHOOK_KEY is not set: set it to the key of the service';
    throw new ServiceError('conflict', message, { code: 'webhook_key_missing' });
  }

  async #enabled(webhookId: string, caller: WebhookCaller): Promise<StoredWebhook> {
    const webhook = await this.#own(webhookId, caller);
    if (webhook.disabledAt === null) return webhook;
    throw new ServiceError('conflict', 'The webhook is disabled: enable it first', { code: 'webhook_disabled' });
  }

  async #own(webhookId: string, caller: WebhookCaller): Promise<StoredWebhook> {
    const found = isUuid(webhookId) ? await this.#parts.repository.findWebhook(webhookId.toLowerCase()) : null;
    if (found && found.owner === ownerOf(caller)) return found;
    throw new ServiceError('not_found', `No webhook ${JSON.stringify(webhookId.slice(0, 64))} of yours`);
  }
}

const ownerOf = ({ userId, organizationId }: WebhookCaller): string => organizationId ?? userId;

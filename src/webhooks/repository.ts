/** The storage that webhooks need. The Store port satisfies it by shape, so that this domain knows no store. */

/** The types of events, as they stand in messages. */
export const eventTypes = ['job.ended', 'plan.ended', 'pattern.published'] as const;
/** Type of the event that an owner sends as a test. No webhook has to ask for it. */
export const testType = 'webhook.test';

/** Times are epoch milliseconds. */
export interface Webhook {
  /** UUID. */
  readonly id: string;
  /** The organisation, or else the user, whose events it gets. */
  readonly owner: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string;
  readonly createdAt: number;
  /** A disabled webhook gets no events. */
  readonly disabledAt: number | null;
  readonly disabledReason: string | null;
  /** Time of the first failure since the last success. */
  readonly failingSince: number | null;
  /** Until this time messages carry a signature by the old secret too. */
  readonly oldSecretUntil: number | null;
}

/** A webhook in the store, with its secrets as `SecretBox` sealed them. */
export interface StoredWebhook extends Webhook {
  readonly secret: string;
  readonly oldSecret: string | null;
}

export type WebhookChange = Partial<Omit<StoredWebhook, 'id' | 'owner' | 'createdAt'>>;

export interface WebhookEvent {
  /** The same in every delivery of the event: the header webhook-id. */
  readonly eventId: string;
  readonly type: string;
  /** JSON text: the facts. */
  readonly data: string;
}

export type DeliveryState = 'pending' | 'delivered' | 'failed';

export interface Delivery extends WebhookEvent {
  readonly webhookId: string;
  /** Order of the deliveries. */
  readonly number: number;
  readonly occurredAt: number;
  readonly state: DeliveryState;
  /** Counts the attempts, and tells a late one from the present one. */
  readonly attempts: number;
  /** Failures since the event or its last replay. */
  readonly failures: number;
  readonly nextAt: number;
  readonly lastAttemptAt: number | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly endedAt: number | null;
}

/** The end of an attempt. */
export interface AttemptResult {
  readonly webhookId: string;
  readonly eventId: string;
  readonly attempts: number;
  readonly at: number;
  readonly change: Pick<Delivery, 'state' | 'failures' | 'nextAt' | 'lastStatus' | 'lastError' | 'endedAt'>;
  readonly webhook: Pick<Webhook, 'failingSince' | 'disabledAt' | 'disabledReason'>;
}

export interface WebhookRepository {
  /** False: the owner has `most` webhooks already. */
  createWebhook(webhook: StoredWebhook, most: number): Promise<boolean>;
  findWebhook(id: string): Promise<StoredWebhook | null>;
  /** The oldest first. */
  listWebhooks(owner: string): Promise<StoredWebhook[]>;
  /** Whether a secret of any webhook begins so. */
  hasSecret(beginning: string): Promise<boolean>;
  /** Disabling it fails its pending deliveries. */
  updateWebhook(id: string, change: WebhookChange): Promise<boolean>;
  /** With all its deliveries. */
  deleteWebhook(id: string): Promise<boolean>;

  /** Adds a delivery to one webhook, due at once. */
  addDelivery(webhookId: string, event: WebhookEvent, at: number): Promise<Delivery>;
  findDelivery(webhookId: string, eventId: string): Promise<Delivery | null>;
  /** The newest first, from before the delivery with the number `before` on; null: from the newest. */
  listDeliveries(query: {
    webhookId: string;
    state: DeliveryState | null;
    before: number | null;
    limit: number;
  }): Promise<Delivery[]>;
  /** Null: the delivery has not ended, or does not exist. */
  replayDelivery(webhookId: string, eventId: string, at: number): Promise<Delivery | null>;
}

/** The storage that the deliverer needs. */
export interface DeliveryQueue {
  /** Due deliveries, the longest due first, each leased to the caller until `leaseUntil`. */
  claimDeliveries(claim: {
    readonly now: number;
    readonly leaseUntil: number;
    /** Webhooks that get nothing more at the moment. */
    readonly busy: readonly string[];
    readonly perWebhook: number;
    readonly limit: number;
  }): Promise<{ readonly delivery: Delivery; readonly webhook: StoredWebhook }[]>;
  /** If it disables the webhook, the pending deliveries fail too. False: another claim, a replay or the disabling came before. */
  settleDelivery(result: AttemptResult): Promise<boolean>;
  /** Deletes a batch of deliveries that ended before a time, and returns their number. */
  purgeDeliveries(endedBefore: number): Promise<number>;
}

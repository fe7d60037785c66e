/** The Store port's fourth part: webhooks, and the deliveries of events to them. */

/** An event that webhooks of its owner may ask for. A store keeps its deliveries in the transaction of the event itself. */
export interface Announcement {
  /** The same in every delivery of the event. */
  readonly eventId: string;
  /** Such as `job.ended`. */
  readonly type: string;
  /** JSON text: the facts. */
  readonly data: string;
}

export interface WebhookRecord {
  /** UUID. */
  readonly id: string;
  /** The organisation, or else the user, whose events it gets. */
  readonly owner: string;
  readonly url: string;
  /** Types of events. */
  readonly events: readonly string[];
  readonly description: string;
  /** As the webhooks keep it: sealed, or plain. */
  readonly secret: string;
  /** The secret before the last rotation, which counts until `oldSecretUntil`. */
  readonly oldSecret: string | null;
  readonly oldSecretUntil: number | null;
  readonly createdAt: number;
  /** A disabled webhook gets no events. */
  readonly disabledAt: number | null;
  readonly disabledReason: string | null;
  /** Time of the first failure since the last success. */
  readonly failingSince: number | null;
}

export type WebhookChange = Partial<Omit<WebhookRecord, 'id' | 'owner' | 'createdAt'>>;

export type DeliveryState = 'pending' | 'delivered' | 'failed';

export interface DeliveryRecord extends Announcement {
  readonly webhookId: string;
  /** Order of the deliveries. */
  readonly number: number;
  /** Time of the event. */
  readonly occurredAt: number;
  readonly state: DeliveryState;
  /** Number of claims: it tells a late answer from the present one. */
  readonly attempts: number;
  /** Failures since the event or its last replay. */
  readonly failures: number;
  /** A pending delivery is due at this time. A claim moves it to the end of its lease. */
  readonly nextAt: number;
  readonly lastAttemptAt: number | null;
  /** HTTP status of the last answer; null: none. */
  readonly lastStatus: number | null;
  /** Reason of the last failure; null after a success. */
  readonly lastError: string | null;
  readonly endedAt: number | null;
}

export interface ClaimedDelivery {
  readonly delivery: DeliveryRecord;
  readonly webhook: WebhookRecord;
}

export interface DeliveryClaim {
  readonly now: number;
  readonly leaseUntil: number;
  /** Webhooks that get nothing more at the moment. */
  readonly busy: readonly string[];
  /** The most deliveries to one webhook, and to all. */
  readonly perWebhook: number;
  readonly limit: number;
}

/** The end of an attempt. */
export interface DeliveryResult {
  readonly webhookId: string;
  readonly eventId: string;
  /** The claim's number of attempts. After another claim nothing happens. */
  readonly attempts: number;
  readonly at: number;
  readonly change: Pick<DeliveryRecord, 'state' | 'failures' | 'nextAt' | 'lastStatus' | 'lastError' | 'endedAt'>;
  readonly webhook: Pick<WebhookRecord, 'failingSince' | 'disabledAt' | 'disabledReason'>;
}

export interface WebhookStore {
  /** False: the owner has `most` webhooks already. */
  createWebhook(webhook: WebhookRecord, most: number): Promise<boolean>;
  findWebhook(id: string): Promise<WebhookRecord | null>;
  /** The oldest first. */
  listWebhooks(owner: string): Promise<WebhookRecord[]>;
  /** Whether a secret of any webhook begins so. */
  hasSecret(beginning: string): Promise<boolean>;
  /** Disabling it fails its pending deliveries. False: unknown webhook. */
  updateWebhook(id: string, change: WebhookChange): Promise<boolean>;
  /** With all its deliveries. */
  deleteWebhook(id: string): Promise<boolean>;

  /** Adds a delivery of an event to one webhook, due at once. */
  addDelivery(webhookId: string, event: Announcement, at: number): Promise<DeliveryRecord>;
  findDelivery(webhookId: string, eventId: string): Promise<DeliveryRecord | null>;
  /** The newest first, from before the delivery with the number `before` on; null: from the newest. */
  listDeliveries(query: {
    webhookId: string;
    state: DeliveryState | null;
    before: number | null;
    limit: number;
  }): Promise<DeliveryRecord[]>;
  /** An ended delivery is due again, as if new. Null: it has not ended, or does not exist. */
  replayDelivery(webhookId: string, eventId: string, at: number): Promise<DeliveryRecord | null>;
  /** The due deliveries, the longest due first, each leased to the caller. No two callers get the same one. */
  claimDeliveries(claim: DeliveryClaim): Promise<ClaimedDelivery[]>;
  /** If it disables the webhook, the pending deliveries fail too. False: another claim, a replay or the disabling came before. */
  settleDelivery(result: DeliveryResult): Promise<boolean>;
  /** Deletes up to a few hundred deliveries that ended before a time, and returns their number. */
  purgeDeliveries(endedBefore: number): Promise<number>;
}

/**
 * Sends the due deliveries of the store, at least once each. A claim is a lease: if this process dies in the middle of an
 * attempt, another one repeats it after the lease. Each webhook has a few attempts at a time, so a slow receiver holds up
 * nobody else.
 */
import { setMaxListeners } from 'node:events';
import { payloadOf, signedHeaders } from './message.js';
import type { AttemptResult, Delivery, DeliveryQueue, StoredWebhook } from './repository.js';
import { failingMs, waitAfter } from './retries.js';
import type { SecretBox } from './secret.js';
import { type SendRules, type Sent, send, sendMs } from './send.js';

const pollMs = 1_000;
const purgeEveryMs = 60_000;
const leaseMs = sendMs + 5_000;
const perWebhook = 4;
const mostAtOnce = 32;
/** A receiver that answers so wants no more messages (Standard Webhooks). */
const gone = 410;

export interface DelivererOptions {
  readonly queue: DeliveryQueue;
  readonly secrets: SecretBox;
  readonly rules: SendRules;
  /** Milliseconds for which an ended delivery is kept. */
  readonly retentionMs: number;
  /** Epoch milliseconds. */
  readonly now?: () => number;
  /** In [0, 1). */
  readonly random?: () => number;
  readonly onError?: (error: unknown) => void;
  readonly onDisabled?: (webhookId: string, reason: string) => void;
}

interface Claimed {
  readonly delivery: Delivery;
  readonly webhook: StoredWebhook;
}

export class Deliverer {
  readonly #options: Required<DelivererOptions>;
  /** The attempts under way, by webhook. */
  readonly #attempts = new Map<string, Set<Promise<void>>>();
  readonly #ending = new AbortController();
  #claiming: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #purgedAt = 0;

  constructor(options: DelivererOptions) {
    const ignore = () => {};
    this.#options = { now: Date.now, random: Math.random, onError: ignore, onDisabled: ignore, ...options };
    // each attempt listens to it
    setMaxListeners(0, this.#ending.signal);
  }

  start(): void {
    this.#timer = setInterval(() => void this.#tick(), pollMs);
  }

  /** Sends everything that is due, and waits for the answers. */
  async deliverDue(): Promise<void> {
    for (;;) {
      await this.#claim();
      if (this.#attempts.size === 0) return;
      await Promise.all(this.#underWay());
    }
  }

  /** Attempts under way have `graceMs` to end. Another process repeats the rest after their leases. */
  async close({ graceMs }: { graceMs: number }): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    const cut = setTimeout(() => this.#ending.abort(), graceMs);
    await this.#claiming;
    await Promise.all(this.#underWay());
    clearTimeout(cut);
    this.#ending.abort();
  }

  #underWay(): Promise<void>[] {
    return [...this.#attempts.values()].flatMap((attempts) => [...attempts]);
  }

  async #tick(): Promise<void> {
    await this.#claim();
    const { queue, now, retentionMs, onError } = this.#options;
    if (now() - this.#purgedAt < purgeEveryMs) return;
    this.#purgedAt = now();
    try {
      while ((await queue.purgeDeliveries(now() - retentionMs)) > 0);
    } catch (error) {
      onError(error);
    }
  }

  /** One claim at a time. The webhooks with attempts under way wait for their ends. */
  #claim(): Promise<void> {
    this.#claiming ??= this.#claimNow()
      .catch(this.#options.onError)
      .finally(() => {
        this.#claiming = null;
      });
    return this.#claiming;
  }

  async #claimNow(): Promise<void> {
    const limit = mostAtOnce - this.#underWay().length;
    if (limit <= 0 || this.#ending.signal.aborted) return;
    const now = this.#options.now();
    const busy = [...this.#attempts.keys()];
    const claimed = await this.#options.queue.claimDeliveries({
      now,
      leaseUntil: now + leaseMs,
      busy,
      perWebhook,
      limit,
    });
    for (const each of claimed) this.#begin(each);
  }

  #begin(claimed: Claimed): void {
    const { id } = claimed.webhook;
    const attempts = this.#attempts.get(id) ?? new Set();
    this.#attempts.set(id, attempts);
    const attempt: Promise<void> = this.#attempt(claimed)
      .catch(this.#options.onError)
      .then(() => {
        attempts.delete(attempt);
        if (attempts.size > 0) return;
        this.#attempts.delete(id);
        // more may wait for this webhook
        if (this.#timer) void this.#claim();
      });
    attempts.add(attempt);
  }

  async #attempt({ delivery, webhook }: Claimed): Promise<void> {
    const { queue, now, onDisabled } = this.#options;
    const sent = webhook.disabledAt === null ? await this.#send(delivery, webhook) : wasDisabled;
    if (sent === null) return;
    const result = this.#resultOf(delivery, webhook, sent, now());
    const settled = await queue.settleDelivery(result);
    const { disabledAt, disabledReason } = result.webhook;
    if (settled && webhook.disabledAt === null && disabledAt !== null) onDisabled(webhook.id, disabledReason ?? '');
  }

  /** Null: the process ends, and the outcome is unknown. */
  async #send(delivery: Delivery, webhook: StoredWebhook): Promise<Sent | null> {
    const { secrets, rules, now, onError } = this.#options;
    const keys: Buffer[] = [];
    try {
      keys.push(secrets.open(webhook.secret, webhook.id));
      const { oldSecret, oldSecretUntil } = webhook;
      if (oldSecret !== null && now() < (oldSecretUntil ?? 0)) keys.push(secrets.open(oldSecret, webhook.id));
    } catch (error) {
      onError(error);
      return { status: null, error: 'The service cannot read the secret of this webhook' };
    }
    const { eventId } = delivery;
    const payload = payloadOf(delivery);
    const message = { url: webhook.url, headers: signedHeaders({ eventId, payload }, keys, now()), payload };
    return send(message, rules, this.#ending.signal).catch((error: unknown) => {
      if (this.#ending.signal.aborted) return null;
      throw error;
    });
  }

  #resultOf(delivery: Delivery, webhook: StoredWebhook, { status, error }: Sent, at: number): AttemptResult {
    const { webhookId, eventId, attempts, nextAt } = delivery;
    const { failingSince, disabledAt, disabledReason } = webhook;
    const told = { lastStatus: status, lastError: error };
    const about = { webhookId, eventId, attempts, at };
    if (error === null) {
      const change = { state: 'delivered', failures: delivery.failures, nextAt, ...told, endedAt: at } as const;
      return { ...about, change, webhook: { failingSince: null, disabledAt, disabledReason } };
    }
    const failures = delivery.failures + 1;
    const wait = webhook.disabledAt !== null || status === gone ? null : waitAfter(failures, this.#options.random());
    const since = failingSince ?? at;
    const reason = status === gone ? error : wait === null && at - since >= failingMs ? neverTaken : null;
    const disabled =
      disabledAt === null && reason !== null
        ? { disabledAt: at, disabledReason: reason }
        : { disabledAt, disabledReason };
    const end =
      wait === null ? ({ state: 'failed', endedAt: at } as const) : ({ state: 'pending', endedAt: null } as const);
    const change = { ...end, failures, nextAt: wait === null ? nextAt : at + wait, ...told };
    return { ...about, change, webhook: { failingSince: since, ...disabled } };
  }
}

const wasDisabled: Sent = { status: null, error: 'The webhook is disabled' };
const neverTaken = `The receiver took no message for ${failingMs / 86_400_000} days`;

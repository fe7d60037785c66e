/** Rows of webhooks: the types of events stand in one column. */
import { wordsOf, wordsText } from './columns.js';
import type { WebhookChange, WebhookRecord } from './webhook-store.js';

export type WebhookRow = Omit<WebhookRecord, 'events'> & { events: string };

export const webhookOf = (row: WebhookRow): WebhookRecord => ({ ...row, events: wordsOf(row.events) });
export const rowOf = (webhook: WebhookRecord): WebhookRow => ({ ...webhook, events: wordsText(webhook.events) });
export const rowChangeOf = ({ events, ...rest }: WebhookChange): Partial<WebhookRow> =>
  events === undefined ? rest : { ...rest, events: wordsText(events) };

/** The JSON of the audit log. */
import {
  AuditEntrySchema,
  type AuditOutcome,
  AuditOutcomeSchema,
  AuditTargetSchema,
  ListOwnAuditEntriesRequestSchema,
  ListOwnAuditEntriesResponseSchema,
} from '../../gen/selvage/account/v1/account_pb.js';
import { choice, integer, list, message, orNull, required, text, time } from './codec.js';

export const auditEntry = message(AuditEntrySchema, {
  entryId: text,
  time: required(time),
  userId: text,
  keyId: text,
  organizationId: orNull(text),
  operation: text,
  targets: list(message(AuditTargetSchema, { kind: text, id: text })),
  outcome: choice<AuditOutcome>(AuditOutcomeSchema),
  code: orNull(text),
});

/** The query of a listing. */
export const listOwnAuditEntriesQuery = message(ListOwnAuditEntriesRequestSchema, {
  startTime: time,
  pageSize: integer,
  pageToken: text,
});

export const listOwnAuditEntriesResponse = message(ListOwnAuditEntriesResponseSchema, {
  entries: list(auditEntry),
  nextPageToken: text,
});

/** Reading the audit log: an account its own, an administrator all. */
import type { MessageInitShape } from '@bufbuild/protobuf';
import { type Timestamp, timestampFromMs, timestampMs } from '@bufbuild/protobuf/wkt';
import {
  type AuditEntrySchema,
  AuditOutcome,
  ListOwnAuditEntriesRequestSchema,
} from '../../../gen/selvage/account/v1/account_pb.js';
import { ListAuditEntriesRequestSchema } from '../../../gen/selvage/admin/v1/admin_pb.js';
import type { AuditEntry, AuditLog } from '../../accounts/audit-log.js';
import { type FieldProblem, ServiceError } from '../../errors.js';
import { requireAdmin } from '../admin/require-admin.js';
import type { AuditOperations } from '../services.js';
import { requireValid } from '../validate.js';

const defaultPageSize = 50;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Page {
  readonly pageSize?: number | undefined;
  readonly pageToken: string;
  readonly startTime?: Timestamp | undefined;
}

export function auditOperations(log: AuditLog): AuditOperations {
  async function pageOf(reader: string | null, { pageSize, pageToken, startTime }: Page) {
    const limit = pageSize || defaultPageSize;
    const since = startTime === undefined ? 0 : timestampMs(startTime);
    const found = await log.list({ reader, since, before: readToken(pageToken), limit: limit + 1 });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const nextPageToken = found.length > limit && last ? tokenOf(last.number) : '';
    return { entries: page.map(entryMessage), nextPageToken };
  }

  return {
    async listOwnAuditEntries(request, { caller }) {
      requireValid(ListOwnAuditEntriesRequestSchema, request);
      return pageOf(caller.organizationId ?? caller.userId, request);
    },

    async listAuditEntries(request, call) {
      requireAdmin(call);
      requireValid(ListAuditEntriesRequestSchema, request);
      const { accountId } = request;
      if (accountId !== '' && !uuid.test(accountId)) throw refused('accountId', 'invalid_uuid', 'a UUID');
      return pageOf(accountId === '' ? null : accountId.toLowerCase(), request);
    },
  };
}

function entryMessage(entry: AuditEntry): MessageInitShape<typeof AuditEntrySchema> {
  const { id, createdAt, userId, keyId, organizationId, operation, targets, failure } = entry;
  return {
    entryId: id,
    time: timestampFromMs(createdAt),
    userId,
    keyId,
    ...(organizationId !== null && { organizationId }),
    operation,
    targets: targets.map((target) => ({ ...target })),
    outcome: failure === null ? AuditOutcome.DONE : AuditOutcome.FAILED,
    ...(failure !== null && { code: failure }),
  };
}

/** Opaque to callers: the number of the page's last entry. */
const tokenOf = (before: number): string => Buffer.from(`entry ${before}`).toString('base64url');

function readToken(token: string): number | null {
  if (token === '') return null;
  const [, number] = /^entry (\d{1,15})$/.exec(Buffer.from(token, 'base64url').toString()) ?? [];
  if (number !== undefined) return Number(number);
  throw refused('pageToken', 'invalid_page_token', 'the nextPageToken of an earlier page of the audit log');
}

function refused(path: string, code: string, accepted: string): ServiceError {
  const problem: FieldProblem = { path, code, message: `${path} must be ${accepted}` };
  return ServiceError.ofProblems('invalid', [problem]);
}

/** Reading the audit log: an account its own, an administrator all. */
import type { MessageInitShape } from '@bufbuild/protobuf';
import { type Timestamp, timestampFromMs } from '@bufbuild/protobuf/wkt';
import {
  type AuditEntrySchema,
  AuditOutcome,
  ListOwnAuditEntriesRequestSchema,
} from '../../../gen/selvage/account/v1/account_pb.js';
import { ListAuditEntriesRequestSchema } from '../../../gen/selvage/admin/v1/admin_pb.js';
import type { AuditEntry, AuditLog } from '../../accounts/audit-log.js';
import type { FieldProblem } from '../../errors.js';
import { requireAdmin } from '../admin/require-admin.js';
import { NumberedPages, tokenProblems } from '../page-token.js';
import type { AuditOperations } from '../services.js';
import { timeOf, timeProblems } from '../timestamps.js';
import { requireValid } from '../validate.js';

const defaultPageSize = 50;
const pages = new NumberedPages('entry');
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Page {
  readonly pageSize?: number | undefined;
  readonly pageToken: string;
  readonly startTime?: Timestamp | undefined;
}

export function auditOperations(log: AuditLog): AuditOperations {
  async function pageOf(reader: string | null, { pageSize, pageToken, startTime }: Page) {
    const limit = pageSize || defaultPageSize;
    const since = timeOf(startTime) ?? 0;
    const found = await log.list({ reader, since, before: pages.read(pageToken), limit: limit + 1 });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const nextPageToken = pages.token(found.length > limit && last ? last.number : null);
    return { entries: page.map(entryMessage), nextPageToken };
  }

  return {
    async listOwnAuditEntries(request, { caller }) {
      requireValid(ListOwnAuditEntriesRequestSchema, request, { further: problemsOf(request) });
      return pageOf(caller.organizationId ?? caller.userId, request);
    },

    async listAuditEntries(request, call) {
      requireAdmin(call);
      const { accountId } = request;
      const further = [...accountProblems(accountId), ...problemsOf(request)];
      requireValid(ListAuditEntriesRequestSchema, request, { further });
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

const problemsOf = ({ pageToken, startTime }: Page): FieldProblem[] => [
  ...timeProblems('startTime', startTime),
  ...tokenProblems(pageToken, pages),
];

function accountProblems(accountId: string): FieldProblem[] {
  if (accountId === '' || uuid.test(accountId)) return [];
  return [{ path: 'accountId', code: 'invalid_uuid', message: 'accountId must be a UUID' }];
}

/** AccountService: the account of the caller, and the caller's own keys. */
import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import {
  CreateOwnKeyRequestSchema,
  ForgetAccountRequestSchema,
  RotateOwnKeyRequestSchema,
  type UsageSchema,
} from '../../../gen/selvage/account/v1/account_pb.js';
import type { Accounts } from '../../accounts/accounts.js';
import type { Caller } from '../../accounts/caller.js';
import type { RequestQuotas } from '../../accounts/request-quota.js';
import type { UsageStore } from '../../store/store.js';
import { requireCovered } from '../scopes.js';
import type { AccountOperations } from '../services.js';
import { timeOf, timeProblems } from '../timestamps.js';
import { requireAll, violatedRules, withFurther } from '../validate.js';
import { ownKeyMessage, scopeNames } from './own-key.js';

const defaultOverlapHours = 24;
const hourMs = 3_600_000;

export interface AccountParts {
  readonly accounts: Accounts;
  readonly quotas: Pick<RequestQuotas, 'standing'>;
  readonly store: Pick<UsageStore, 'usageOf'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export function accountOperations({ accounts, quotas, store, now }: AccountParts): AccountOperations {
  async function usageOf(caller: Caller): Promise<MessageInitShape<typeof UsageSchema> | undefined> {
    if (caller.limits === null) return undefined;
    const { requestsPerMinute, openJobs, solverSecondsPerMonth } = caller.limits;
    const at = now();
    const used = await store.usageOf(caller.organizationId ?? caller.userId, at);
    const requests = quotas.standing(caller);
    return {
      requests: { used: requests.used, limit: requestsPerMinute, resetTime: timestampFromMs(requests.resetAt) },
      openJobs: { used: used.openJobs, limit: openJobs },
      solverSeconds: {
        used: used.solverMs / 1000,
        limit: solverSecondsPerMonth,
        resetTime: timestampFromMs(nextMonth(at)),
      },
    };
  }

  return {
    async getAccount(_request, { caller }) {
      const { userId, userName, admin, plan, organizationId } = caller;
      const organizations = await accounts.listOrganizations({ userId });
      return {
        userId,
        name: userName,
        admin,
        plan,
        ...(organizationId !== null && { organizationId }),
        organizations: organizations.map((own) => ({ organizationId: own.id, name: own.name, plan: own.plan })),
        // the command line acts for a user without a key
        ...(caller.keyId !== '' && { key: ownKeyMessage(await accounts.key(caller.keyId, caller)) }),
        usage: await usageOf(caller),
      };
    },

    async listOwnKeys(_request, { caller }) {
      return { keys: (await accounts.listKeys(caller.userId)).map(ownKeyMessage) };
    },

    async createOwnKey(request, call) {
      const time = timeProblems('expireTime', request.expireTime);
      const violated = withFurther(violatedRules(CreateOwnKeyRequestSchema, request), time);
      if ((call.unread ?? []).length > 0 || violated.length > 0) requireAll(call, violated, []);
      const { caller } = call;
      const scopes = request.scopes.length > 0 ? scopeNames(request.scopes) : caller.scopes;
      requireCovered(caller, scopes);
      const expiresAt = timeOf(request.expireTime);
      const { key, text } = await accounts.createKey({ userId: caller.userId, name: request.name, scopes, expiresAt });
      return { key: ownKeyMessage(key), secret: text };
    },

    async revokeOwnKey(request, { caller }) {
      const { id } = await accounts.key(request.keyId, caller);
      await accounts.revokeKey(id);
      return {};
    },

    async rotateOwnKey(request, call) {
      const violated = violatedRules(RotateOwnKeyRequestSchema, request);
      if ((call.unread ?? []).length > 0 || violated.length > 0) requireAll(call, violated, []);
      const old = await accounts.key(request.keyId, call.caller);
      requireCovered(call.caller, old.scopes);
      const { key, text } = await accounts.rotateKey(old.id, (request.overlapHours ?? defaultOverlapHours) * hourMs);
      return { key: ownKeyMessage(key), secret: text };
    },

    async forgetAccount(request, call) {
      const violated = violatedRules(ForgetAccountRequestSchema, request);
      if ((call.unread ?? []).length > 0 || violated.length > 0) requireAll(call, violated, []);
      return { forgotten: await accounts.forgetUser(call.caller.userId, request.name) };
    },
  };
}

function nextMonth(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

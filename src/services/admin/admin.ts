/** AdminService: users, organisations, plans and keys, for administrators. */

import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import {
  AddMemberRequestSchema,
  type ApiKeySchema,
  CreateKeyRequestSchema,
  CreateOrganizationRequestSchema,
  CreateUserRequestSchema,
  ForgetOrganizationRequestSchema,
  ForgetUserRequestSchema,
  ListKeysRequestSchema,
  ListMembersRequestSchema,
  type OrganizationSchema,
  Plan,
  RemoveMemberRequestSchema,
  RevokeKeyRequestSchema,
  RotateKeyRequestSchema,
  SetActiveOrganizationRequestSchema,
  SetPlanRequestSchema,
  type UserSchema,
} from '../../../gen/selvage/admin/v1/admin_pb.js';
import type { Accounts } from '../../accounts/accounts.js';
import type { ApiKey, Organization, PlanName, User } from '../../accounts/repository.js';
import { scopeMessages, scopeNames } from '../account/own-key.js';
import { requireCovered } from '../scopes.js';
import type { AdminOperations } from '../services.js';
import { timeOf, timeProblems } from '../timestamps.js';
import { requireValid } from '../validate.js';
import { requireAdmin } from './require-admin.js';

const defaultOverlapHours = 24;
const hourMs = 3_600_000;

export function adminOperations(accounts: Accounts): AdminOperations {
  const userMessage = async (user: User): Promise<MessageInitShape<typeof UserSchema>> => ({
    userId: user.id,
    name: user.name,
    plan: planMessage(user.plan),
    admin: user.admin,
    activeOrganizationId: user.activeOrganizationId ?? '',
    organizationIds: (await accounts.listOrganizations({ userId: user.id })).map(({ id }) => id),
    createTime: timestampFromMs(user.createdAt),
  });

  return {
    async createUser(request, call) {
      requireAdmin(call);
      requireValid(CreateUserRequestSchema, request);
      const { name, plan, admin } = request;
      return { user: await userMessage(await accounts.createUser({ name, plan: planName(plan), admin })) };
    },

    async forgetUser(request, call) {
      requireAdmin(call);
      requireValid(ForgetUserRequestSchema, request);
      return { forgotten: await accounts.forgetUser(idOf(request.userId), request.name) };
    },

    async listUsers(_request, call) {
      requireAdmin(call);
      return { users: await Promise.all((await accounts.listUsers()).map(userMessage)) };
    },

    async createOrganization(request, call) {
      requireAdmin(call);
      requireValid(CreateOrganizationRequestSchema, request);
      const organization = await accounts.createOrganization({ name: request.name, plan: planName(request.plan) });
      return { organization: organizationMessage(organization) };
    },

    async forgetOrganization(request, call) {
      requireAdmin(call);
      requireValid(ForgetOrganizationRequestSchema, request);
      return { forgotten: await accounts.forgetOrganization(idOf(request.organizationId), request.name) };
    },

    async listOrganizations(_request, call) {
      requireAdmin(call);
      return { organizations: (await accounts.listOrganizations()).map(organizationMessage) };
    },

    async listMembers(request, call) {
      requireAdmin(call);
      requireValid(ListMembersRequestSchema, request);
      return {
        members: await Promise.all((await accounts.listMembers(idOf(request.organizationId))).map(userMessage)),
      };
    },

    async addMember(request, call) {
      requireAdmin(call);
      requireValid(AddMemberRequestSchema, request);
      await accounts.addMember(idOf(request.organizationId), idOf(request.userId));
      return {};
    },

    async removeMember(request, call) {
      requireAdmin(call);
      requireValid(RemoveMemberRequestSchema, request);
      await accounts.removeMember(idOf(request.organizationId), idOf(request.userId));
      return {};
    },

    async setActiveOrganization(request, call) {
      requireAdmin(call);
      requireValid(SetActiveOrganizationRequestSchema, request);
      const user = await accounts.setActiveOrganization(idOf(request.userId), idOf(request.organizationId) || null);
      return { user: await userMessage(user) };
    },

    async setPlan(request, call) {
      requireAdmin(call);
      requireValid(SetPlanRequestSchema, request);
      const { subject, plan } = request;
      if (subject.case === 'userId') await accounts.setUserPlan(idOf(subject.value), planName(plan));
      else if (subject.case === 'organizationId')
        await accounts.setOrganizationPlan(idOf(subject.value), planName(plan));
      return {};
    },

    async createKey(request, call) {
      requireAdmin(call);
      requireValid(CreateKeyRequestSchema, request, { further: timeProblems('expireTime', request.expireTime) });
      const expiresAt = timeOf(request.expireTime);
      const { name } = request;
      const userId = idOf(request.userId);
      const scopes = scopeNames(request.scopes);
      requireCovered(call.caller, scopes);
      const { key, text } = await accounts.createKey({ userId, name, scopes, expiresAt });
      return { key: keyMessage(key), secret: text };
    },

    async listKeys(request, call) {
      requireAdmin(call);
      requireValid(ListKeysRequestSchema, request);
      return { keys: (await accounts.listKeys(idOf(request.userId))).map(keyMessage) };
    },

    async revokeKey(request, call) {
      requireAdmin(call);
      requireValid(RevokeKeyRequestSchema, request);
      await accounts.revokeKey(request.keyId);
      return {};
    },

    async rotateKey(request, call) {
      requireAdmin(call);
      requireValid(RotateKeyRequestSchema, request);
      requireCovered(call.caller, (await accounts.key(request.keyId)).scopes);
      const overlapMs = (request.overlapHours ?? defaultOverlapHours) * hourMs;
      const { key, text } = await accounts.rotateKey(request.keyId, overlapMs);
      return { key: keyMessage(key), secret: text };
    },
  };
}

/** The store's form of a UUID, which a client may send in either case. */
const idOf = (uuid: string): string => uuid.toLowerCase();

function planMessage(plan: PlanName): Plan {
  return plan === 'paid' ? Plan.PAID : Plan.FREE;
}

function planName(plan: Plan): PlanName {
  return plan === Plan.PAID ? 'paid' : 'free';
}

function organizationMessage(organization: Organization): MessageInitShape<typeof OrganizationSchema> {
  const { id, name, plan, createdAt } = organization;
  return { organizationId: id, name, plan: planMessage(plan), createTime: timestampFromMs(createdAt) };
}

function keyMessage(key: ApiKey): MessageInitShape<typeof ApiKeySchema> {
  const time = (ms: number | null) => (ms === null ? undefined : timestampFromMs(ms));
  return {
    keyId: key.id,
    userId: key.userId,
    name: key.name,
    createTime: timestampFromMs(key.createdAt),
    expireTime: time(key.expiresAt),
    revokeTime: time(key.revokedAt),
    lastUseTime: time(key.lastUsedAt),
    scopes: scopeMessages(key.scopes),
  };
}

/** The JSON of the caller's account and keys. */
import {
  AllowanceSchema,
  CreateOwnKeyRequestSchema,
  CreateOwnKeyResponseSchema,
  ForgetAccountRequestSchema,
  ForgetAccountResponseSchema,
  ForgottenSchema,
  GetAccountResponseSchema,
  type KeyScope,
  KeyScopeSchema,
  ListOwnKeysResponseSchema,
  OwnKeySchema,
  OwnOrganizationSchema,
  RotateOwnKeyRequestSchema,
  RotateOwnKeyResponseSchema,
  UsageSchema,
} from '../../gen/selvage/account/v1/account_pb.js';
import { choice, flag, inPath, integer, list, message, number, orNull, required, text, time } from './codec.js';

const scopes = list(choice<KeyScope>(KeyScopeSchema));

const key = message(OwnKeySchema, {
  keyId: text,
  name: text,
  scopes,
  createTime: required(time),
  expireTime: orNull(time),
  revokeTime: orNull(time),
  lastUseTime: orNull(time),
});

const allowance = required(
  message(AllowanceSchema, { used: required(number), limit: required(number), resetTime: orNull(time) }),
);

export const getAccountResponse = message(GetAccountResponseSchema, {
  userId: text,
  name: text,
  admin: flag,
  plan: text,
  organizationId: orNull(text),
  organizations: list(message(OwnOrganizationSchema, { organizationId: text, name: text, plan: text })),
  key,
  usage: orNull(message(UsageSchema, { requests: allowance, openJobs: allowance, solverSeconds: allowance })),
});

export const listOwnKeysResponse = message(ListOwnKeysResponseSchema, { keys: list(key) });

export const createOwnKeyRequest = message(CreateOwnKeyRequestSchema, { name: text, scopes, expireTime: time });
export const createOwnKeyResponse = message(CreateOwnKeyResponseSchema, { key: required(key), secret: text });

export const rotateOwnKeyRequest = message(RotateOwnKeyRequestSchema, { keyId: inPath, overlapHours: number });
export const rotateOwnKeyResponse = message(RotateOwnKeyResponseSchema, { key: required(key), secret: text });

const count = required(integer);

export const forgetAccountRequest = message(ForgetAccountRequestSchema, { name: required(text) });
export const forgetAccountResponse = message(ForgetAccountResponseSchema, {
  forgotten: required(
    message(ForgottenSchema, {
      keys: count,
      memberships: count,
      patterns: count,
      publicPatterns: count,
      sizeTableVersions: count,
      populations: count,
      projects: count,
      jobs: count,
      webhooks: count,
    }),
  ),
});

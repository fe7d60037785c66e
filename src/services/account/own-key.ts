/** Keys and their scopes as messages. */
import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { type OwnKeySchema, KeyScope as Scope } from '../../../gen/selvage/account/v1/account_pb.js';
import type { ApiKey, KeyScope } from '../../accounts/repository.js';

const names: Readonly<Record<KeyScope, Scope>> = {
  read: Scope.READ,
  body: Scope.BODY,
  patterns: Scope.PATTERNS,
  nest: Scope.NEST,
  admin: Scope.ADMIN,
};

export const scopeMessages = (scopes: readonly KeyScope[]): Scope[] => scopes.map((scope) => names[scope]);

/** In the order of the enum, so that equal sets are equal lists. */
export const scopeNames = (scopes: readonly Scope[]): KeyScope[] =>
  (Object.keys(names) as KeyScope[]).filter((name) => scopes.includes(names[name]));

export function ownKeyMessage(key: ApiKey): MessageInitShape<typeof OwnKeySchema> {
  const time = (ms: number | null) => (ms === null ? undefined : timestampFromMs(ms));
  return {
    keyId: key.id,
    name: key.name,
    scopes: scopeMessages(key.scopes),
    createTime: timestampFromMs(key.createdAt),
    expireTime: time(key.expiresAt),
    revokeTime: time(key.revokedAt),
    lastUseTime: time(key.lastUsedAt),
  };
}

/**
 * Users, organisations, memberships, plans and API keys, and the caller behind a request. src/services decides on the
 * right to manage accounts, and the repository keeps them.
 */
import { randomUUID, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../errors.js';
import { generateKey, isKeyId, parseKey } from './api-key.js';
import type { Caller, Credentials } from './caller.js';
import { organizationOf, personal } from './context.js';
import { planLimits } from './plans.js';
import type {
  AccountRepository,
  ApiKey,
  Forgotten,
  KeyScope,
  Organization,
  PlanName,
  StoredKey,
  User,
} from './repository.js';

/** The service writes a key's last use at most this often, so that reading stays cheap. */
const lastUsedGrainMs = 60_000;
/** Unicode characters, as in the rules of `proto/`. */
const longestName = 100;
/** The last millisecond of the year 9999, after which a time has no text (RFC 3339). */
export const latestTime = Date.UTC(10_000, 0) - 1;
/** Of a caller that needs none. */
const noKey = { id: '', scopes: [] };

export class Accounts {
  readonly #repository: AccountRepository;
  readonly #now: () => number;

  /** `now`: epoch milliseconds. */
  constructor(repository: AccountRepository, now: () => number = Date.now) {
    this.#repository = repository;
    this.#now = now;
  }

  /**
   * The caller behind the headers. Throws ServiceError: `unauthenticated`, the same for every fault of a key;
   * `conflicting_headers`; `organization_forbidden`.
   */
  async authenticate(credentials: Credentials): Promise<Caller> {
    const text = /^bearer +(\S+)$/i.exec(credentials.authorization?.trim() ?? '')?.[1];
    const sent = text === undefined ? null : parseKey(text);
    if (sent === null) throw unauthenticated();
    const known = await this.#repository.findKeyOwner(sent.id, sent.secretHash);
    // The store's own comparison may take any time; this one always takes the same.
    const genuine = timingSafeEqual(sent.secretHash, known?.key.secretHash ?? new Uint8Array(sent.secretHash.length));
    if (known === null || !genuine || !this.#works(known.key)) throw unauthenticated();
    const { key, user, organizations } = known;
    this.#noteUse(key);
    return callerOf(user, organizations, organizationOf(credentials, user, organizations), key);
  }

  /**
   * The caller that acts for a user without a key, where the store is at hand. `organization`: its id or name, or `personal`;
   * absent: the user's active one. An administrator may act in each. ServiceError `not_found`, `organization_forbidden`.
   */
  async actingFor(user: User, organization?: string): Promise<Caller> {
    const own = await this.#repository.listOrganizations({ userId: user.id });
    const asked = organization ?? user.activeOrganizationId ?? personal;
    if (asked === personal) return callerOf(user, own, null, noKey);
    const found = await this.organization(asked);
    if (!user.admin && !own.some(({ id }) => id === found.id)) {
      throw new ServiceError(
        'organization_forbidden',
        `${user.name} does not belong to the organisation ${found.name}`,
      );
    }
    return callerOf(user, own, found, noKey);
  }

  async createUser(user: { name: string; plan?: PlanName; admin?: boolean }): Promise<User> {
    const created: User = {
      id: randomUUID(),
      name: checkedName(user.name),
      plan: user.plan ?? 'free',
      admin: user.admin ?? false,
      activeOrganizationId: null,
      createdAt: this.#now(),
    };
    await this.#repository.createUser(created);
    return created;
  }

  listUsers(): Promise<User[]> {
    return this.#repository.listUsers();
  }

  /** By id or by name; ServiceError `not_found`. */
  async user(idOrName: string): Promise<User> {
    const found = (await this.#repository.findUser(idOrName)) ?? (await this.#repository.findUserByName(idOrName));
    return found ?? missing('user', idOrName);
  }

  /**
   * Deletes a user and everything that belongs to the user, for good. `name` confirms it: the name of that user. ServiceError
   * `not_found`; `invalid` for another name; `conflict` for the last administrator.
   */
  async forgetUser(userId: string, name: string): Promise<Forgotten> {
    const user = await this.#repository.findUser(userId);
    if (user === null) return missing('user', userId);
    requireConfirmed(name, 'user', user);
    return (await this.#repository.forgetUser(userId)) ?? missing('user', userId);
  }

  async setUserPlan(userId: string, plan: PlanName): Promise<void> {
    if (!(await this.#repository.updateUser(userId, { plan }))) missing('user', userId);
  }

  /** The organisation for requests that name none; null: personal. The user must belong to it. */
  async setActiveOrganization(userId: string, organizationId: string | null): Promise<User> {
    const user = await this.user(userId);
    if (organizationId !== null) {
      const own = await this.#repository.listOrganizations({ userId: user.id });
      if (!own.some(({ id }) => id === organizationId)) {
        throw new ServiceError(
          'invalid',
          `The user ${user.name} does not belong to the organisation ${organizationId}`,
          {
            code: 'not_a_member',
            problems: [{ path: 'organizationId', code: 'not_a_member', message: 'not an organisation of the user' }],
          },
        );
      }
    }
    await this.#repository.updateUser(user.id, { activeOrganizationId: organizationId });
    return { ...user, activeOrganizationId: organizationId };
  }

  async createOrganization(organization: { name: string; plan?: PlanName }): Promise<Organization> {
    const created: Organization = {
      id: randomUUID(),
      name: checkedName(organization.name),
      plan: organization.plan ?? 'free',
      createdAt: this.#now(),
    };
    await this.#repository.createOrganization(created);
    return created;
  }

  /** All, or those of one user. */
  listOrganizations(filter?: { userId: string }): Promise<Organization[]> {
    return this.#repository.listOrganizations(filter);
  }

  /** By id or by name; ServiceError `not_found`. */
  async organization(idOrName: string): Promise<Organization> {
    const found =
      (await this.#repository.findOrganization(idOrName)) ?? (await this.#repository.findOrganizationByName(idOrName));
    return found ?? missing('organisation', idOrName);
  }

  /**
   * Deletes an organisation and everything that belongs to it, for good; its members stay. `name` confirms it: the name of that
   * organisation. ServiceError `not_found`; `invalid` for another name.
   */
  async forgetOrganization(organizationId: string, name: string): Promise<Forgotten> {
    const organization = await this.#repository.findOrganization(organizationId);
    if (organization === null) return missing('organisation', organizationId);
    requireConfirmed(name, 'organisation', organization);
    return (await this.#repository.forgetOrganization(organizationId)) ?? missing('organisation', organizationId);
  }

  async setOrganizationPlan(organizationId: string, plan: PlanName): Promise<void> {
    if (!(await this.#repository.updateOrganization(organizationId, { plan }))) missing('organisation', organizationId);
  }

  /** No effect for a member. */
  async addMember(organizationId: string, userId: string): Promise<void> {
    const [organization, user] = await Promise.all([this.organization(organizationId), this.user(userId)]);
    await this.#repository.addMember(organization.id, user.id);
  }

  /** Also clears the organisation where it is the user's active one. */
  async removeMember(organizationId: string, userId: string): Promise<void> {
    if (!(await this.#repository.removeMember(organizationId, userId))) missing('membership of user', userId);
  }

  /** By name; ServiceError `not_found`. */
  async listMembers(organizationId: string): Promise<User[]> {
    const { id } = await this.organization(organizationId);
    return this.#repository.listMembers(id);
  }

  /** A new key and its text, which nobody can read again. `scopes` empty: all. `expiresAt`: epoch milliseconds, null: never. */
  async createKey(key: {
    userId: string;
    name: string;
    scopes?: readonly KeyScope[];
    expiresAt?: number | null;
  }): Promise<{ key: ApiKey; text: string }> {
    const user = await this.user(key.userId);
    const expiresAt = key.expiresAt ?? null;
    if (expiresAt !== null && expiresAt <= this.#now()) {
      const message = `expireTime must be in the future, but is ${new Date(expiresAt).toISOString()}`;
      throw ServiceError.ofProblems('invalid', [{ path: 'expireTime', code: 'out_of_range', message }]);
    }
    const { text, id, secretHash } = generateKey();
    const createdAt = this.#now();
    const created: ApiKey = {
      id,
      userId: user.id,
      name: key.name.trim() === '' ? '' : checkedName(key.name),
      scopes: key.scopes ?? [],
      createdAt,
      expiresAt,
      lifetimeMs: (expiresAt ?? createdAt) - createdAt,
      lastUsedAt: null,
      revokedAt: null,
    };
    await this.#repository.createKey({ ...created, secretHash });
    return { key: created, text };
  }

  /** Newest first, revoked and expired ones included. ServiceError `not_found`. */
  async listKeys(userId: string): Promise<ApiKey[]> {
    const { id } = await this.user(userId);
    return (await this.#repository.listKeys(id)).map(shown);
  }

  /** The key stops working at once. Revoking it twice keeps the first time. */
  async revokeKey(keyId: string): Promise<void> {
    const key = await this.#key(keyId);
    if (key.revokedAt === null) await this.#repository.updateKey(keyId, { revokedAt: this.#now() });
  }

  /**
   * A successor with the same owner, name, scopes and lifetime. The old key works for `overlapMs` more, or until its own expiry
   * if that comes sooner. ServiceError `conflict` for a key that no longer works.
   */
  async rotateKey(keyId: string, overlapMs: number): Promise<{ key: ApiKey; text: string }> {
    const old = await this.#key(keyId);
    if (!this.#works(old)) {
      throw new ServiceError('conflict', `The key ${keyId} is revoked or has expired: create a new one`);
    }
    const life = old.lifetimeMs ?? (old.expiresAt ?? old.createdAt) - old.createdAt;
    const expiresAt = life === 0 ? null : Math.min(this.#now() + life, latestTime);
    const successor = await this.createKey({ ...old, expiresAt });
    const end = Math.ceil(this.#now() + overlapMs);
    await this.#repository.updateKey(keyId, { expiresAt: Math.min(end, old.expiresAt ?? end) });
    return successor;
  }

  /** A key in any state. ServiceError `not_found`, also for a key of another user than the given one. */
  async key(keyId: string, owner?: { userId: string }): Promise<ApiKey> {
    const key = await this.#key(keyId);
    return owner === undefined || key.userId === owner.userId ? shown(key) : missing('key', keyId);
  }

  async #key(keyId: string): Promise<StoredKey> {
    const found = isKeyId(keyId) ? await this.#repository.findKey(keyId) : null;
    return found ?? missing('key', keyId);
  }

  #works(key: ApiKey): boolean {
    return key.revokedAt === null && (key.expiresAt === null || this.#now() < key.expiresAt);
  }

  /** A request does not wait for this write, and does not fail where the store cannot write. */
  #noteUse(key: ApiKey): void {
    const now = this.#now();
    if (key.lastUsedAt !== null && now - key.lastUsedAt < lastUsedGrainMs) return;
    this.#repository.updateKey(key.id, { lastUsedAt: now }).catch(() => {});
  }
}

function callerOf(
  user: User,
  organizations: readonly Organization[],
  organization: Organization | null,
  key: Pick<ApiKey, 'id' | 'scopes'>,
): Caller {
  const { plan } = organization ?? user;
  return {
    userId: user.id,
    userName: user.name,
    admin: user.admin,
    keyId: key.id,
    scopes: key.scopes,
    organizationId: organization?.id ?? null,
    plan,
    limits: organization === null && user.admin ? null : planLimits[plan],
    organizations: organizations.map((own) => own.id),
  };
}

/** A key without its hash. Version 1.0 rounded an expiry up to the year 10000, which no answer can tell. */
function shown({ secretHash: _, ...key }: StoredKey): ApiKey {
  return key.expiresAt === null ? key : { ...key, expiresAt: Math.min(key.expiresAt, latestTime) };
}

function unauthenticated(): ServiceError {
  return new ServiceError(
    'unauthenticated',
    'Missing or invalid API key: send the header "Authorization: Bearer <API_KEY>" with a key that is neither revoked nor expired',
  );
}

function missing(what: string, idOrName: string): never {
  throw new ServiceError('not_found', `There is no ${what} ${JSON.stringify(idOrName.slice(0, longestName))}`);
}

function requireConfirmed(name: string, what: string, forgotten: { readonly name: string }): void {
  if (name === forgotten.name) return;
  const message = `name must be the name of the ${what} to forget, as a confirmation`;
  throw ServiceError.ofProblems('invalid', [{ path: 'name', code: 'name_mismatch', message }]);
}

/** Control characters have no place in a name, and some stores refuse them. */
const control = /\p{Cc}/u;

function checkedName(name: string): string {
  const trimmed = name.trim();
  if (trimmed !== '' && [...trimmed].length <= longestName && !control.test(trimmed)) return trimmed;
  const message = `name must have 1 to ${longestName} characters, and no control characters`;
  throw ServiceError.ofProblems('invalid', [{ path: 'name', code: 'invalid_name', message }]);
}

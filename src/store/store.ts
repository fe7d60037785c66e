/**
 * The Store port: what the service keeps, as plain records and some thirty verbs. No SQL and no engine shows here:
 * `sqlite/` is the embedded adapter, a PostgreSQL adapter implements the same port, and one contract suite
 * (test/store/contract.ts) says what both must do. What the records mean is decided by their users (src/accounts,
 * src/jobs, src/patterns); the store only keeps them, atomically.
 *
 * Times are epoch milliseconds, always given by the caller, so that one injected clock rules everything.
 * A name or id that is taken: ServiceError `already_exists`. An engine that cannot answer now: `unavailable`.
 */

import type { JobStore } from './job-store.js';

export type * from './job-store.js';

export interface Store extends AccountStore, PatternStore, JobStore {
  close(): Promise<void>;
}

// ---------------------------------------------------------------------------------------------------- accounts

export type PlanName = 'free' | 'paid';

export interface UserRecord {
  /** UUID. */
  readonly id: string;
  /** Unique; what a person signs with, for example an e-mail address. */
  readonly name: string;
  readonly plan: PlanName;
  /** May manage users, organisations and plans over AdminService. */
  readonly admin: boolean;
  /** Used where a request names no organisation; null: personal. */
  readonly activeOrganizationId: string | null;
  readonly createdAt: number;
}

export interface OrganizationRecord {
  /** UUID. */
  readonly id: string;
  /** Unique. */
  readonly name: string;
  readonly plan: PlanName;
  readonly createdAt: number;
}

export interface KeyRecord {
  /** The eight readable characters inside the key. */
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  /** SHA-256 of the secret, 32 bytes. */
  readonly secretHash: Uint8Array;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

export interface KeyOwner {
  readonly key: KeyRecord;
  readonly user: UserRecord;
  readonly organizations: readonly OrganizationRecord[];
}

export interface AccountStore {
  createUser(user: UserRecord): Promise<void>;
  findUser(id: string): Promise<UserRecord | null>;
  findUserByName(name: string): Promise<UserRecord | null>;
  /** All users by name. */
  listUsers(): Promise<UserRecord[]>;
  /** False: there is no such user. */
  updateUser(
    id: string,
    change: Partial<Pick<UserRecord, 'plan' | 'admin' | 'activeOrganizationId'>>,
  ): Promise<boolean>;

  createOrganization(organization: OrganizationRecord): Promise<void>;
  findOrganization(id: string): Promise<OrganizationRecord | null>;
  findOrganizationByName(name: string): Promise<OrganizationRecord | null>;
  /** All organisations by name; with `userId` those that the user belongs to. */
  listOrganizations(filter?: { userId: string }): Promise<OrganizationRecord[]>;
  updateOrganization(id: string, change: Pick<OrganizationRecord, 'plan'>): Promise<boolean>;

  /** No effect where the user is a member already. */
  addMember(organizationId: string, userId: string): Promise<void>;
  /** Also clears the organisation as the user's active one. False: was no member. */
  removeMember(organizationId: string, userId: string): Promise<boolean>;
  listMembers(organizationId: string): Promise<UserRecord[]>;

  createKey(key: KeyRecord): Promise<void>;
  findKey(id: string): Promise<KeyRecord | null>;
  /**
   * A key, its user, and the organisations that the user belongs to by name: what a request needs, by one query. Null
   * also where the key has another hash; nothing of the owner is read then, so that time does not tell which ids exist.
   */
  findKeyOwner(id: string, secretHash: Uint8Array): Promise<KeyOwner | null>;
  /** Newest first, revoked ones included. */
  listKeys(userId: string): Promise<KeyRecord[]>;
  updateKey(id: string, change: Partial<Pick<KeyRecord, 'expiresAt' | 'lastUsedAt' | 'revokedAt'>>): Promise<boolean>;
}

// ---------------------------------------------------------------------------------------------------- patterns

export interface PatternRecord {
  /** UUID. */
  readonly id: string;
  /** Exactly one owner: a user (personal) or an organisation. */
  readonly ownerUserId: string | null;
  readonly ownerOrganizationId: string | null;
  /** Readable by everyone. */
  readonly public: boolean;
  readonly name: string;
  readonly description: string;
  readonly createdAt: number;
}

export interface PatternVersionRecord {
  /** UUID. */
  readonly id: string;
  readonly patternId: string;
  /** 1, 2, ... within the pattern. */
  readonly number: number;
  readonly state: 'draft' | 'published';
  /** Which drafter reads `content` (`definition`, `freesewing`, `static`, ...). */
  readonly kind: string;
  /** JSON text, returned byte for byte. */
  readonly content: string;
  /** Hex SHA-256 of the UTF-8 bytes of `content`, worked out by the store. */
  readonly sha256: string;
  readonly createdAt: number;
  readonly publishedAt: number | null;
}

/** Who asks: the owning user in personal context, or an organisation's members in its context. */
export interface PatternReader {
  readonly userId: string;
  readonly organizationId: string | null;
}

/** Whose patterns: exactly one of the two. */
export type PatternOwner = Pick<PatternRecord, 'ownerUserId' | 'ownerOrganizationId'>;

export type PatternVersionChoice = { readonly id: string } | { readonly number: number } | 'latest';

export interface PatternStore {
  createPattern(pattern: PatternRecord): Promise<void>;
  findPattern(id: string): Promise<PatternRecord | null>;
  /** Patterns with a published version that the reader may read, by (name, id), from behind `after`. */
  listPatterns(query: {
    reader: PatternReader;
    after: { name: string; id: string } | null;
    limit: number;
  }): Promise<PatternRecord[]>;
  /** The patterns of one owner, those that have only drafts included, by (name, id), from behind `after`. */
  listOwnedPatterns(query: {
    owner: PatternOwner;
    after: { name: string; id: string } | null;
    limit: number;
  }): Promise<PatternRecord[]>;
  /** How many versions, drafts included, all patterns of an owner have together. */
  countPatternVersions(owner: PatternOwner): Promise<number>;
  updatePattern(id: string, change: Partial<Pick<PatternRecord, 'public' | 'name' | 'description'>>): Promise<boolean>;

  /** Adds a draft with the pattern's next number and returns it. */
  addPatternVersion(
    version: Pick<PatternVersionRecord, 'id' | 'patternId' | 'kind' | 'content' | 'createdAt'>,
  ): Promise<PatternVersionRecord>;
  /** A new content for a draft; ServiceError `conflict` for a published version, false where there is none. */
  updatePatternDraft(id: string, change: Pick<PatternVersionRecord, 'kind' | 'content'>): Promise<boolean>;
  /** From now on immutable. A second call changes nothing; false: there is no such version. */
  publishPatternVersion(id: string, publishedAt: number): Promise<boolean>;
  /** A version of that pattern in any state; `latest` is the highest published number. */
  findPatternVersion(patternId: string, choice: PatternVersionChoice): Promise<PatternVersionRecord | null>;
  /** All versions of a pattern by number, without their contents, which may be large. */
  listPatternVersions(patternId: string): Promise<Omit<PatternVersionRecord, 'content'>[]>;
}

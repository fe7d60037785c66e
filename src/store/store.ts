/**
 * The Store port: the service's data as plain records and some thirty verbs. No SQL and no engine shows here. `sqlite/` is the
 * embedded adapter and `postgres/` the shared one. One contract suite (test/store/contract.ts) states the duties of both. The
 * users of the records (src/accounts, src/jobs, src/patterns) give them their meaning; the store only keeps them, atomically.
 *
 * Times are epoch milliseconds, always given by the caller, so that one injected clock rules everything. A name or id that is
 * taken: ServiceError `already_exists`. An engine that cannot answer now: `unavailable`.
 */

import type { AuditStore } from './audit-store.js';
import type { JobStore } from './job-store.js';
import type { KeyedRequestStore } from './keyed-request-store.js';
import type { Announcement, WebhookStore } from './webhook-store.js';

export type * from './audit-store.js';
export type * from './job-store.js';
export type * from './keyed-request-store.js';
export type * from './webhook-store.js';

export interface Store
  extends AccountStore,
    ForgettingStore,
    PatternStore,
    SizeTableStore,
    PopulationStore,
    ProjectStore,
    JobStore,
    KeyedRequestStore,
    WebhookStore,
    AuditStore {
  close(): Promise<void>;
}

// ---------------------------------------------------------------------------------------------------- accounts

export type PlanName = 'free' | 'paid';

export type KeyScope = 'read' | 'body' | 'patterns' | 'nest' | 'admin';

export interface UserRecord {
  /** UUID. */
  readonly id: string;
  /** Unique; the name that a person signs in with, such as an e-mail address. */
  readonly name: string;
  readonly plan: PlanName;
  /** May manage users, organisations and plans over AdminService. */
  readonly admin: boolean;
  /** The organisation of requests that name none; null: personal. */
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
  /** Empty: all. */
  readonly scopes: readonly KeyScope[];
  /** SHA-256 of the secret, 32 bytes. */
  readonly secretHash: Uint8Array;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  /** As it was made; 0: for ever, null: unknown. A rotation moves the end alone. */
  readonly lifetimeMs: number | null;
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
  /** False: unknown user. */
  updateUser(
    id: string,
    change: Partial<Pick<UserRecord, 'plan' | 'admin' | 'activeOrganizationId'>>,
  ): Promise<boolean>;

  createOrganization(organization: OrganizationRecord): Promise<void>;
  findOrganization(id: string): Promise<OrganizationRecord | null>;
  findOrganizationByName(name: string): Promise<OrganizationRecord | null>;
  /** All organisations by name; with `userId` the organisations of that user. */
  listOrganizations(filter?: { userId: string }): Promise<OrganizationRecord[]>;
  updateOrganization(id: string, change: Pick<OrganizationRecord, 'plan'>): Promise<boolean>;

  /** Does nothing if the user is already a member. */
  addMember(organizationId: string, userId: string): Promise<void>;
  /** Also clears the organisation as the user's active one. False: the user was not a member. */
  removeMember(organizationId: string, userId: string): Promise<boolean>;
  listMembers(organizationId: string): Promise<UserRecord[]>;

  createKey(key: KeyRecord): Promise<void>;
  findKey(id: string): Promise<KeyRecord | null>;
  /**
   * A key with its user and the user's organisations, by name: all that a request needs, in one query. Null also for a wrong
   * hash. The owner is not read then, so the time does not reveal which ids exist.
   */
  findKeyOwner(id: string, secretHash: Uint8Array): Promise<KeyOwner | null>;
  /** Newest first, revoked ones included. */
  listKeys(userId: string): Promise<KeyRecord[]>;
  updateKey(id: string, change: Partial<Pick<KeyRecord, 'expiresAt' | 'lastUsedAt' | 'revokedAt'>>): Promise<boolean>;
}

/** Numbers of rows that went with a user or an organisation. */
export interface ForgottenRecords {
  /** None of an organisation. */
  readonly keys: number;
  readonly memberships: number;
  /** Deleted, with all versions. */
  readonly patterns: number;
  /** Kept without an owner, with their published versions. */
  readonly publicPatterns: number;
  readonly sizeTableVersions: number;
  readonly populations: number;
  readonly projects: number;
  /** Of a user: those for organisations, too. */
  readonly jobs: number;
  readonly webhooks: number;
}

export interface ForgettingStore {
  /**
   * Deletes the user and every row that belongs to the user, in one transaction. Data of organisations stays, apart from jobs
   * that the user submitted. Null: unknown user. ServiceError `conflict` for the last administrator.
   */
  forgetUser(id: string): Promise<ForgottenRecords | null>;
  /**
   * Deletes the organisation and every row that belongs to it, in one transaction: the jobs of its members for it, too. The
   * members stay. Null: unknown organisation.
   */
  forgetOrganization(id: string): Promise<ForgottenRecords | null>;
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
  /** The drafter that reads `content` (`definition`, `freesewing`, `static`, ...). */
  readonly kind: string;
  /** JSON text, returned byte for byte. */
  readonly content: string;
  /** Hex SHA-256 of the UTF-8 bytes of `content`, computed by the store. */
  readonly sha256: string;
  readonly createdAt: number;
  readonly publishedAt: number | null;
}

/** The reader: the owning user in personal context, or an organisation's members in its context. */
export interface PatternReader {
  readonly userId: string;
  readonly organizationId: string | null;
}

/** The owner of patterns: exactly one of the two. */
export type PatternOwner = Pick<PatternRecord, 'ownerUserId' | 'ownerOrganizationId'>;

/** A version that is published from the start, with the pattern that it describes. */
export interface PatternPublication {
  readonly pattern: PatternRecord;
  readonly version: Pick<PatternVersionRecord, 'id' | 'patternId' | 'kind' | 'content' | 'createdAt'>;
}

export type PatternVersionChoice = { readonly id: string } | { readonly number: number } | 'latest';

export interface PatternStore {
  createPattern(pattern: PatternRecord): Promise<void>;
  findPattern(id: string): Promise<PatternRecord | null>;
  /** Patterns with a published version that the reader may read, by (name, id), starting after `after`. */
  listPatterns(query: {
    reader: PatternReader;
    after: { name: string; id: string } | null;
    limit: number;
  }): Promise<PatternRecord[]>;
  /** The patterns of one owner, also those with drafts only, by (name, id), starting after `after`. */
  listOwnedPatterns(query: {
    owner: PatternOwner;
    after: { name: string; id: string } | null;
    limit: number;
  }): Promise<PatternRecord[]>;
  /** Number of versions, including drafts, of all patterns of an owner. */
  countPatternVersions(owner: PatternOwner): Promise<number>;
  updatePattern(id: string, change: Partial<Pick<PatternRecord, 'public' | 'name' | 'description'>>): Promise<boolean>;

  /** Adds a draft with the pattern's next number and returns it. */
  addPatternVersion(
    version: Pick<PatternVersionRecord, 'id' | 'patternId' | 'kind' | 'content' | 'createdAt'>,
  ): Promise<PatternVersionRecord>;
  /** Replaces the content of a draft. ServiceError `conflict` for a published version; false: unknown version. */
  updatePatternDraft(id: string, change: Pick<PatternVersionRecord, 'kind' | 'content'>): Promise<boolean>;
  /**
   * Makes the version immutable, and adds the deliveries of the announcement to webhooks of the pattern's owner. A second call
   * changes nothing; false: unknown version.
   */
  publishPatternVersion(id: string, publishedAt: number, announcement?: Announcement): Promise<boolean>;
  /** Those of the ids under which there is no version. */
  missingPatternVersions(ids: readonly string[]): Promise<string[]>;
  /**
   * In one transaction and in order: makes each missing pattern, gives it the name and description, and adds the version,
   * published at its `createdAt` and announced to nobody. A version that is there stays, and so does its pattern.
   */
  publishTogether(publications: readonly PatternPublication[]): Promise<void>;
  /** A version of that pattern in any state; `latest` is the highest published number. */
  findPatternVersion(patternId: string, choice: PatternVersionChoice): Promise<PatternVersionRecord | null>;
  /** All versions of a pattern by number, without their contents, which may be large. */
  listPatternVersions(patternId: string): Promise<Omit<PatternVersionRecord, 'content'>[]>;
}

// ---------------------------------------------------------------------------------------------------- size tables

/** One version of a size table; none ever changes. */
export interface SizeTableVersionRecord {
  /** UUID, the same for all versions of a table. */
  readonly tableId: string;
  /** 1, 2, ... within the table. */
  readonly number: number;
  /** Exactly one owner: a user (personal) or an organisation. */
  readonly ownerUserId: string | null;
  readonly ownerOrganizationId: string | null;
  readonly name: string;
  /** JSON text, returned byte for byte. */
  readonly content: string;
  /** Hex SHA-256 of the UTF-8 bytes of `content`, worked out by the store. */
  readonly sha256: string;
  readonly createdAt: number;
}

export interface SizeTableStore {
  /** Adds a version with the table's next number and returns it. */
  addSizeTableVersion(version: Omit<SizeTableVersionRecord, 'number' | 'sha256'>): Promise<SizeTableVersionRecord>;
  /** `latest` is the one with the highest number. */
  findSizeTableVersion(tableId: string, choice: number | 'latest'): Promise<SizeTableVersionRecord | null>;
  /** The tables of one owner, each in its latest version, by (name, id), from behind `after`. */
  listSizeTables(query: {
    owner: PatternOwner;
    after: { name: string; id: string } | null;
    limit: number;
  }): Promise<SizeTableVersionRecord[]>;
  /** How many versions all tables of an owner have together. */
  countSizeTableVersions(owner: PatternOwner): Promise<number>;
}

// ---------------------------------------------------------------------------------------------------- populations

/** A population that an account adapted the body model to; it never changes. */
export interface PopulationRecord {
  /** UUID. */
  readonly id: string;
  /** Exactly one owner: a user (personal) or an organisation. */
  readonly ownerUserId: string | null;
  readonly ownerOrganizationId: string | null;
  /** No other population of the owner has it. */
  readonly name: string;
  /** JSON text, returned byte for byte. */
  readonly content: string;
  readonly createdAt: number;
}

export interface PopulationStore {
  /** False, and nothing is added, where the owner has `most` populations already. */
  addPopulation(population: PopulationRecord, most: number): Promise<boolean>;
  findPopulation(owner: PatternOwner, nameOrId: string): Promise<PopulationRecord | null>;
  /** All populations of one owner, by name. */
  listPopulations(owner: PatternOwner): Promise<PopulationRecord[]>;
  /** False: the owner has no such population. */
  deletePopulation(owner: PatternOwner, id: string): Promise<boolean>;
}

// ---------------------------------------------------------------------------------------------------- projects

/** A project without its document. */
export interface ProjectRecord {
  /** UUID. */
  readonly id: string;
  /** Exactly one owner: a user (personal) or an organisation. */
  readonly ownerUserId: string | null;
  readonly ownerOrganizationId: string | null;
  readonly name: string;
  /** 1, and one more with each change. */
  readonly versionNumber: number;
  /** Of the document. */
  readonly bytes: number;
  readonly holdsPeople: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface ProjectStore {
  /** @param document JSON text, returned byte for byte */
  createProject(project: ProjectRecord, document: string): Promise<void>;
  findProject(id: string): Promise<ProjectRecord | null>;
  /** Null: the project is absent, or at another version. */
  projectDocument(id: string, versionNumber: number): Promise<string | null>;
  /** The projects of one owner by (name, id), from behind `after`. */
  listProjects(query: {
    owner: PatternOwner;
    after: { name: string; id: string } | null;
    limit: number;
  }): Promise<ProjectRecord[]>;
  countProjects(owner: PatternOwner): Promise<number>;
  /** Makes the next version. False, and nothing changed: the project is absent, or at another version. */
  updateProject(
    id: string,
    versionNumber: number,
    change: Pick<ProjectRecord, 'name' | 'bytes' | 'holdsPeople' | 'updatedAt'> & { readonly document: string },
  ): Promise<boolean>;
  /** False: the project is absent, or at another version. */
  deleteProject(id: string, versionNumber: number): Promise<boolean>;
}

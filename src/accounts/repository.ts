/** The storage that accounts need. The Store port satisfies it by shape, so that this domain knows no store. */

export type PlanName = 'free' | 'paid';

/** A part of the service that a key may use. */
export type KeyScope = 'read' | 'body' | 'patterns' | 'nest' | 'admin';

/** Times are epoch milliseconds, ids UUIDs unless said otherwise. */
export interface User {
  readonly id: string;
  readonly name: string;
  readonly plan: PlanName;
  readonly admin: boolean;
  readonly activeOrganizationId: string | null;
  readonly createdAt: number;
}

export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly plan: PlanName;
  readonly createdAt: number;
}

export interface ApiKey {
  /** The eight readable characters inside the key. */
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  /** Empty: all. */
  readonly scopes: readonly KeyScope[];
  readonly createdAt: number;
  readonly expiresAt: number | null;
  /** As it was made; 0: for ever, null: unknown. A rotation moves the end alone. */
  readonly lifetimeMs: number | null;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

/** An API key in the store: only the SHA-256 of its secret. */
export interface StoredKey extends ApiKey {
  readonly secretHash: Uint8Array;
}

export interface KeyOwner {
  readonly key: StoredKey;
  readonly user: User;
  readonly organizations: readonly Organization[];
}

/** Numbers of records that went with a user or an organisation. An organisation has no keys. */
export interface Forgotten {
  readonly keys: number;
  readonly memberships: number;
  readonly patterns: number;
  /** They stay, without an owner. */
  readonly publicPatterns: number;
  readonly sizeTableVersions: number;
  readonly populations: number;
  readonly projects: number;
  readonly jobs: number;
  readonly webhooks: number;
}

/** An insert with a taken name or id throws ServiceError `already_exists`; an update of nothing answers false. */
export interface AccountRepository {
  createUser(user: User): Promise<void>;
  findUser(id: string): Promise<User | null>;
  findUserByName(name: string): Promise<User | null>;
  listUsers(): Promise<User[]>;
  /** Deletes the user and everything that belongs to the user. Null: unknown user. ServiceError `conflict` for the last administrator. */
  forgetUser(id: string): Promise<Forgotten | null>;
  updateUser(id: string, change: Partial<Pick<User, 'plan' | 'admin' | 'activeOrganizationId'>>): Promise<boolean>;

  createOrganization(organization: Organization): Promise<void>;
  findOrganization(id: string): Promise<Organization | null>;
  findOrganizationByName(name: string): Promise<Organization | null>;
  listOrganizations(filter?: { userId: string }): Promise<Organization[]>;
  /** Deletes the organisation and everything that belongs to it; its members stay. Null: unknown organisation. */
  forgetOrganization(id: string): Promise<Forgotten | null>;
  updateOrganization(id: string, change: Pick<Organization, 'plan'>): Promise<boolean>;

  addMember(organizationId: string, userId: string): Promise<void>;
  removeMember(organizationId: string, userId: string): Promise<boolean>;
  listMembers(organizationId: string): Promise<User[]>;

  createKey(key: StoredKey): Promise<void>;
  findKey(id: string): Promise<StoredKey | null>;
  /**
   * A key, its user, and the user's organisations, by one query, for a caller with the secret. For other callers the query
   * reads the same for a known id as for an unknown one.
   */
  findKeyOwner(id: string, secretHash: Uint8Array): Promise<KeyOwner | null>;
  listKeys(userId: string): Promise<StoredKey[]>;
  updateKey(id: string, change: Partial<Pick<ApiKey, 'expiresAt' | 'lastUsedAt' | 'revokedAt'>>): Promise<boolean>;
}

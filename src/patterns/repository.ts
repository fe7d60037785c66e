/** The storage that patterns need. The Store port satisfies it by shape, so that this domain knows no store. */

/** Times are epoch milliseconds, ids UUIDs. */
export interface Pattern {
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

/** The owner of patterns: exactly one of the two. */
export type PatternOwner = Pick<Pattern, 'ownerUserId' | 'ownerOrganizationId'>;

/** A version without its content, which may be large. */
export interface VersionSummary {
  readonly id: string;
  readonly patternId: string;
  /** 1, 2, ... within the pattern. */
  readonly number: number;
  readonly state: 'draft' | 'published';
  /** The drafter that reads the content. */
  readonly kind: string;
  /** Hex SHA-256 of the content. */
  readonly sha256: string;
  readonly createdAt: number;
  readonly publishedAt: number | null;
}

export interface StoredVersion extends VersionSummary {
  /** JSON text. */
  readonly content: string;
}

/** News of a published version, for webhooks. */
export interface PublishedEvent {
  readonly eventId: string;
  readonly type: 'pattern.published';
  /** JSON text. */
  readonly data: string;
}

export type VersionChoice = { readonly id: string } | { readonly number: number } | 'latest';

/** A version that is published from the start, with the pattern that it describes. */
export interface Publication {
  readonly pattern: Pattern;
  readonly version: Pick<StoredVersion, 'id' | 'patternId' | 'kind' | 'content' | 'createdAt'>;
}

/** The entry of a list after which a page begins. */
export type PageStart = { readonly name: string; readonly id: string } | null;

/** An insert with a taken id throws ServiceError `already_exists`; an update of nothing answers false. */
export interface PatternRepository {
  createPattern(pattern: Pattern): Promise<void>;
  findPattern(id: string): Promise<Pattern | null>;
  /** Patterns with a published version that the reader may read, by name and id. */
  listPatterns(query: {
    reader: { userId: string; organizationId: string | null };
    after: PageStart;
    limit: number;
  }): Promise<Pattern[]>;
  /** All patterns of an owner, by name and id. */
  listOwnedPatterns(query: { owner: PatternOwner; after: PageStart; limit: number }): Promise<Pattern[]>;
  /** The number of versions, drafts included, of all patterns of an owner. */
  countPatternVersions(owner: PatternOwner): Promise<number>;
  updatePattern(id: string, change: Partial<Pick<Pattern, 'public' | 'name' | 'description'>>): Promise<boolean>;

  /** Adds a draft with the pattern's next number and returns it. */
  addPatternVersion(
    version: Pick<StoredVersion, 'id' | 'patternId' | 'kind' | 'content' | 'createdAt'>,
  ): Promise<StoredVersion>;
  /** A new content for a draft; ServiceError `conflict` for a published version. */
  updatePatternDraft(id: string, change: Pick<StoredVersion, 'kind' | 'content'>): Promise<boolean>;
  /** Makes the version immutable, and tells webhooks of the owner; a second call changes nothing. */
  publishPatternVersion(id: string, publishedAt: number, announcement?: PublishedEvent): Promise<boolean>;
  /** The ids under which there is no version. */
  missingPatternVersions(ids: readonly string[]): Promise<string[]>;
  /**
   * All or nothing, in order: makes each missing pattern, gives it the name and description, and adds the version, published at
   * its `createdAt`. A version that is there stays, and so does its pattern.
   */
  publishTogether(publications: readonly Publication[]): Promise<void>;
  /** A version of that pattern in any state; `latest` is the highest published number. */
  findPatternVersion(patternId: string, choice: VersionChoice): Promise<StoredVersion | null>;
  /** All versions of a pattern by number. */
  listPatternVersions(patternId: string): Promise<VersionSummary[]>;
}

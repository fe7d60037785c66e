/** The patterns that a reader may see or change, and the version in question. Absent and unreadable get one answer. */

import { ServiceError } from '../errors.js';
import type { Json } from '../json/json.js';
import { LruCache } from '../lru-cache.js';
import { isUuid } from '../uuid.js';
import { contentHash, type PatternKind, type PatternVersion } from './pattern-version.js';
import type { Pattern, PatternOwner, PatternRepository, StoredVersion, VersionChoice } from './repository.js';

/** The caller: a user in personal context, or a member of an organisation in its context. */
export interface Reader {
  readonly userId: string;
  readonly organizationId: string | null;
}

/** Published versions never change, so that each one in use is parsed once. */
const versionsKept = 500;

export class PatternAccess {
  readonly #parsed = new LruCache<string, PatternVersion>(versionsKept);

  readonly #repository: PatternRepository;

  constructor(repository: PatternRepository) {
    this.#repository = repository;
  }

  /** ServiceError `not_found`, the same for an absent pattern, a foreign one and a malformed UUID. */
  async pattern(patternId: string, reader: Reader): Promise<Pattern> {
    const pattern = isUuid(patternId) ? await this.#repository.findPattern(patternId.toLowerCase()) : null;
    if (pattern && mayRead(pattern, reader)) return pattern;
    throw new ServiceError('not_found', `No pattern ${JSON.stringify(patternId.slice(0, 64))} that you may read`);
  }

  /** Like `pattern`, for one that the reader may change. */
  async ownPattern(patternId: string, reader: Reader): Promise<Pattern> {
    const pattern = await this.pattern(patternId, reader);
    if (owns(pattern, reader)) return pattern;
    throw new ServiceError('not_found', `No pattern ${JSON.stringify(patternId)} that you may change`);
  }

  /** A published version of a pattern that the reader may see; its owner may name its draft, too. */
  async version(choice: VersionOfPattern, reader: Reader): Promise<PatternVersion> {
    const { pattern, record } = await this.versionRecord(choice, reader);
    return this.#parse(pattern, record);
  }

  /** Like `version`, but in its stored form. */
  async versionRecord(choice: VersionOfPattern, reader: Reader): Promise<{ pattern: Pattern; record: StoredVersion }> {
    const pattern = await this.pattern(choice.patternId, reader);
    const possible = choice.versionId === undefined || isUuid(choice.versionId);
    const record = possible ? await this.#repository.findPatternVersion(pattern.id, versionChoice(choice)) : null;
    if (record?.state === 'published' || (record && owns(pattern, reader))) return { pattern, record };
    const wanted =
      choice.versionId === undefined ? choice.versionNumber : JSON.stringify(choice.versionId.slice(0, 64));
    const what = wanted === undefined ? 'no published version' : `no published version ${wanted}`;
    const message = `The pattern ${pattern.id} has ${what}`;
    if (wanted === undefined) throw new ServiceError('not_found', message);
    const path = choice.versionId === undefined ? 'versionNumber' : 'versionId';
    throw ServiceError.ofProblems('not_found', [{ path, code: 'not_found', message }]);
  }

  latest(pattern: Pattern, reader: Reader): Promise<PatternVersion> {
    return this.version({ patternId: pattern.id }, reader);
  }

  #parse(pattern: Pattern, record: StoredVersion): PatternVersion {
    // a draft keeps its id when its content changes
    const key = `${record.id} ${record.sha256}`;
    return this.#parsed.getOrMake(key, () => {
      const kind = record.kind as PatternKind;
      const content = JSON.parse(record.content) as Json;
      return {
        patternId: pattern.id,
        versionId: record.id,
        versionNumber: record.number,
        kind,
        name: pattern.name,
        description: pattern.description,
        content,
        sha256: contentHash(kind, content),
        publishedAt: new Date(record.publishedAt ?? record.createdAt).toISOString(),
      };
    });
  }
}

export interface VersionOfPattern {
  readonly patternId: string;
  readonly versionId?: string | undefined;
  /** Without id and number: the latest published version. */
  readonly versionNumber?: number | undefined;
}

/** The owner of everything made in the context of a reader. */
export const owner = ({ userId, organizationId }: Reader): PatternOwner => ({
  ownerUserId: organizationId === null ? userId : null,
  ownerOrganizationId: organizationId,
});

export function owns(pattern: Pattern, reader: Reader): boolean {
  const { ownerUserId, ownerOrganizationId } = owner(reader);
  if (ownerOrganizationId !== null) return pattern.ownerOrganizationId === ownerOrganizationId;
  return pattern.ownerUserId === ownerUserId;
}

const mayRead = (pattern: Pattern, reader: Reader): boolean => pattern.public || owns(pattern, reader);

function versionChoice(choice: VersionOfPattern): VersionChoice {
  if (choice.versionId !== undefined) return { id: choice.versionId.toLowerCase() };
  if (choice.versionNumber !== undefined) return { number: choice.versionNumber };
  return 'latest';
}

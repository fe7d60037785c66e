/** Which patterns a caller may read or change, and which version a request means. Absent and not readable are one answer. */

import { ServiceError } from '../../errors.js';
import { contentHash, type Json, type PatternKind, type PatternVersion } from '../../patterns/pattern-version.js';
import type {
  PatternOwner,
  PatternRecord,
  PatternStore,
  PatternVersionChoice,
  PatternVersionRecord,
} from '../../store/store.js';
import type { Caller } from '../services.js';
import { isUuid } from '../uuid.js';

/** Published versions never change, so that those in use are parsed once. */
const versionsKept = 500;

export class PatternAccess {
  private readonly parsed = new Map<string, PatternVersion>();

  constructor(private readonly store: PatternStore) {}

  /** ServiceError `not_found`, the same for a pattern that is absent, foreign or no UUID. */
  async pattern(patternId: string, caller: Caller): Promise<PatternRecord> {
    const pattern = isUuid(patternId) ? await this.store.findPattern(patternId.toLowerCase()) : null;
    if (pattern && mayRead(pattern, caller)) return pattern;
    throw new ServiceError('not_found', `No pattern ${JSON.stringify(patternId.slice(0, 64))} that you may read`);
  }

  /** As `pattern`, for one that the caller may change. */
  async ownPattern(patternId: string, caller: Caller): Promise<PatternRecord> {
    const pattern = await this.pattern(patternId, caller);
    if (owns(pattern, caller)) return pattern;
    throw new ServiceError('not_found', `No pattern ${JSON.stringify(patternId)} that you may change`);
  }

  /** A published version of a pattern that the caller may read; its owner may name its draft, too. */
  async version(choice: VersionOfPattern, caller: Caller): Promise<PatternVersion> {
    const { pattern, record } = await this.versionRecord(choice, caller);
    return this.parse(pattern, record);
  }

  /** As `version`, as it is stored. */
  async versionRecord(
    choice: VersionOfPattern,
    caller: Caller,
  ): Promise<{ pattern: PatternRecord; record: PatternVersionRecord }> {
    const pattern = await this.pattern(choice.patternId, caller);
    const possible = choice.versionId === undefined || isUuid(choice.versionId);
    const record = possible ? await this.store.findPatternVersion(pattern.id, versionChoice(choice)) : null;
    if (record?.state === 'published' || (record && owns(pattern, caller))) return { pattern, record };
    const wanted =
      choice.versionId === undefined ? choice.versionNumber : JSON.stringify(choice.versionId.slice(0, 64));
    const what = wanted === undefined ? 'no published version' : `no published version ${wanted}`;
    throw new ServiceError('not_found', `The pattern ${pattern.id} has ${what}`);
  }

  latest(pattern: PatternRecord, caller: Caller): Promise<PatternVersion> {
    return this.version({ patternId: pattern.id }, caller);
  }

  private parse(pattern: PatternRecord, record: PatternVersionRecord): PatternVersion {
    // a draft keeps its id when its content changes
    const key = `${record.id} ${record.sha256}`;
    const known = this.parsed.get(key);
    if (known) return known;
    const kind = record.kind as PatternKind;
    const content = JSON.parse(record.content) as Json;
    const version: PatternVersion = {
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
    const [oldest] = this.parsed.keys();
    if (this.parsed.size >= versionsKept && oldest) this.parsed.delete(oldest);
    this.parsed.set(key, version);
    return version;
  }
}

export interface VersionOfPattern {
  readonly patternId: string;
  readonly versionId?: string | undefined;
  /** Neither id nor number: the latest published one. */
  readonly versionNumber?: number | undefined;
}

/** Who owns what is made in the context of this call. */
export const ownerIn = ({ userId, organizationId }: Caller): PatternOwner => ({
  ownerUserId: organizationId === null ? userId : null,
  ownerOrganizationId: organizationId,
});

export function owns(pattern: PatternRecord, caller: Caller): boolean {
  const owner = ownerIn(caller);
  if (owner.ownerOrganizationId !== null) return pattern.ownerOrganizationId === owner.ownerOrganizationId;
  return pattern.ownerUserId === owner.ownerUserId;
}

const mayRead = (pattern: PatternRecord, caller: Caller): boolean => pattern.public || owns(pattern, caller);

function versionChoice(choice: VersionOfPattern): PatternVersionChoice {
  if (choice.versionId !== undefined) return { id: choice.versionId.toLowerCase() };
  if (choice.versionNumber !== undefined) return { number: choice.versionNumber };
  return 'latest';
}

/** Which patterns a caller may read, and which version a request means. Absent and not readable are one answer. */

import { ServiceError } from '../errors.js';
import { contentHash, type Json, type PatternKind, type PatternVersion } from '../patterns/pattern-version.js';
import type { PatternRecord, PatternStore, PatternVersionChoice, PatternVersionRecord } from '../store/store.js';
import type { Caller } from './services.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Published versions never change, so that those in use are parsed once. */
const versionsKept = 500;

export class PatternAccess {
  private readonly parsed = new Map<string, PatternVersion>();

  constructor(private readonly store: PatternStore) {}

  /** ServiceError `not_found`, the same for a pattern that is absent, foreign or no UUID. */
  async pattern(patternId: string, caller: Caller): Promise<PatternRecord> {
    const pattern = uuid.test(patternId) ? await this.store.findPattern(patternId.toLowerCase()) : null;
    if (pattern && mayRead(pattern, caller)) return pattern;
    throw new ServiceError('not_found', `No pattern ${JSON.stringify(patternId.slice(0, 64))} that you may read`);
  }

  /** A published version of a pattern that the caller may read. */
  async version(
    choice: { patternId: string; versionId?: string | undefined; versionNumber?: number | undefined },
    caller: Caller,
  ): Promise<PatternVersion> {
    const pattern = await this.pattern(choice.patternId, caller);
    const record = await this.store.findPatternVersion(pattern.id, versionChoice(choice));
    if (record?.state !== 'published') {
      const wanted = choice.versionId ?? choice.versionNumber ?? 'latest';
      throw new ServiceError('not_found', `The pattern ${pattern.id} has no published version ${wanted}`);
    }
    return this.parse(pattern, record);
  }

  latest(pattern: PatternRecord, caller: Caller): Promise<PatternVersion> {
    return this.version({ patternId: pattern.id }, caller);
  }

  private parse(pattern: PatternRecord, record: PatternVersionRecord): PatternVersion {
    const known = this.parsed.get(record.id);
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
    this.parsed.set(record.id, version);
    return version;
  }
}

function mayRead(pattern: PatternRecord, caller: Caller): boolean {
  if (pattern.public) return true;
  if (caller.organizationId !== null) return pattern.ownerOrganizationId === caller.organizationId;
  return pattern.ownerUserId === caller.userId;
}

function versionChoice(choice: {
  versionId?: string | undefined;
  versionNumber?: number | undefined;
}): PatternVersionChoice {
  if (choice.versionId !== undefined) return { id: choice.versionId.toLowerCase() };
  if (choice.versionNumber !== undefined) return { number: choice.versionNumber };
  return 'latest';
}

/** The making of patterns: save, view and publish a draft, under the rules and quotas for it. */
import { randomUUID } from 'node:crypto';
import { type FieldProblem, ServiceError } from '../errors.js';
import { canonicalJson } from '../json/canonical.js';
import type { Json } from '../json/json.js';
import { owner, owns, type PatternAccess, type Reader, type VersionOfPattern } from './access.js';
import { type PatternDocument, readDocument } from './document.js';
import { documentHash, type PatternKind } from './pattern-version.js';
import type {
  PageStart,
  Pattern,
  PatternRepository,
  PublishedEvent,
  StoredVersion,
  VersionSummary,
} from './repository.js';

/** Versions that an owner may have, drafts included: limits how much of the store one key can fill. */
const mostVersions = 2000;

/** A pattern with the numbers of its latest published version and of its draft; 0: none. */
export interface OwnPattern {
  readonly pattern: Pattern;
  readonly published: number;
  readonly draft: number;
}

/** The pattern that gets the draft. Both null: a new one. */
export interface DraftTarget {
  readonly patternId: string | null;
  /** Id in lower case of a new pattern, or of the one that an equal call has made. */
  readonly newPatternId: string | null;
}

export interface SavedDraft {
  /** Null: nothing was stored, and no version is equal to it. */
  readonly version: VersionSummary | null;
  readonly kind: PatternKind;
  readonly content: Json;
  /** Hex SHA-256 of kind and content. */
  readonly hash: string;
  readonly stored: boolean;
}

export interface PatternMakingParts {
  readonly access: PatternAccess;
  readonly repository: PatternRepository;
  /** Drafts a document at its defaults; ServiceError `invalid` or `draft_failed`. */
  readonly check: (kind: PatternKind, content: Json, signal: AbortSignal) => Promise<void>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Every method throws ServiceError `not_found` for a pattern that the reader may not see or change. */
export class PatternMaking {
  readonly #parts: PatternMakingParts;

  constructor(parts: PatternMakingParts) {
    this.#parts = parts;
  }

  /**
   * `text`: the document as JSON; ServiceError for a faulty one. `validateOnly`: stores nothing and returns no version.
   * A content equal to that of the latest published version, or of the draft, is not stored again; the draft stays.
   */
  async saveDraft(
    target: DraftTarget,
    text: string,
    reader: Reader,
    { validateOnly, signal }: { readonly validateOnly: boolean; readonly signal: AbortSignal },
  ): Promise<SavedDraft> {
    const { repository, check } = this.#parts;
    await this.#found(target, reader);
    const document = readDocument(text);
    const { kind, content } = document;
    await check(kind, content, signal);
    const problems = nameProblems(content);
    if (problems.length > 0) throw ServiceError.ofProblems('invalid', problems);
    const hash = documentHash(content);
    if (validateOnly) return { version: null, kind, content, hash, stored: false };
    // an equal call may have made it in the meantime
    const own = await this.#found(target, reader);
    const versions = own ? await repository.listPatternVersions(own.id) : [];
    const latest = [versions.findLast(({ state }) => state === 'published'), versions.at(-1)];
    const equal = latest.find((version) => version?.sha256 === hash);
    if (equal) return { version: equal, kind, content, hash, stored: false };
    const pattern = own ?? (await this.#newPattern(target.newPatternId ?? randomUUID(), document, reader));
    return { version: await this.#store(pattern, document, reader), kind, content, hash, stored: true };
  }

  /** The pattern takes the name of its latest published version. */
  async publish(choice: VersionOfPattern, reader: Reader): Promise<VersionSummary> {
    const { access, repository, now } = this.#parts;
    const pattern = await access.ownPattern(choice.patternId, reader);
    const { record } = await access.versionRecord(choice, reader);
    const at = now();
    await repository.publishPatternVersion(record.id, at, publishedEvent(pattern, record, at));
    const latest = (await repository.findPatternVersion(pattern.id, 'latest'))!;
    if (latest.id === record.id) {
      await repository.updatePattern(pattern.id, namesOf(JSON.parse(latest.content) as Json));
    }
    return (await repository.findPatternVersion(pattern.id, { id: record.id }))!;
  }

  async version(choice: VersionOfPattern, reader: Reader): Promise<StoredVersion> {
    return (await this.#parts.access.versionRecord(choice, reader)).record;
  }

  /** All versions for the owner, the published ones for other readers. */
  async versions(patternId: string, reader: Reader): Promise<VersionSummary[]> {
    const { access, repository } = this.#parts;
    const pattern = await access.pattern(patternId, reader);
    const all = await repository.listPatternVersions(pattern.id);
    return owns(pattern, reader) ? all : all.filter(({ state }) => state === 'published');
  }

  ownPatterns(reader: Reader, after: PageStart, limit: number): Promise<Pattern[]> {
    return this.#parts.repository.listOwnedPatterns({ owner: owner(reader), after, limit });
  }

  async numbersOf(pattern: Pattern): Promise<OwnPattern> {
    const versions = await this.#parts.repository.listPatternVersions(pattern.id);
    const latest = (state: string): number => versions.findLast((version) => version.state === state)?.number ?? 0;
    return { pattern, published: latest('published'), draft: latest('draft') };
  }

  /** ServiceError `permission_denied` for all but administrators. */
  async setPublic(patternId: string, isPublic: boolean, reader: Reader & { readonly admin: boolean }): Promise<void> {
    const { access, repository } = this.#parts;
    const pattern = await access.ownPattern(patternId, reader);
    if (!reader.admin) {
      throw new ServiceError('permission_denied', 'Only an administrator may open a pattern to every caller');
    }
    await repository.updatePattern(pattern.id, { public: isPublic });
  }

  /** The draft with this content: the pattern's open one, or else that of its next version. */
  async #store(pattern: Pattern, { kind, content }: PatternDocument, reader: Reader): Promise<VersionSummary> {
    const { repository, now } = this.#parts;
    const text = canonicalJson(content);
    const latest = (await repository.listPatternVersions(pattern.id)).at(-1);
    if (latest?.state === 'draft' && (await repository.updatePatternDraft(latest.id, { kind, content: text }))) {
      return (await repository.findPatternVersion(pattern.id, { id: latest.id }))!;
    }
    await this.#requireRoom(reader);
    const version = { id: randomUUID(), patternId: pattern.id, kind, content: text, createdAt: now() };
    return repository.addPatternVersion(version);
  }

  /** Null: it is still to be made. */
  async #found({ patternId, newPatternId }: DraftTarget, reader: Reader): Promise<Pattern | null> {
    const { access, repository } = this.#parts;
    if (patternId !== null) return access.ownPattern(patternId, reader);
    if (newPatternId === null) return null;
    return (await repository.findPattern(newPatternId)) && access.ownPattern(newPatternId, reader);
  }

  async #newPattern(id: string, { content }: PatternDocument, reader: Reader): Promise<Pattern> {
    await this.#requireRoom(reader);
    const createdAt = this.#parts.now();
    const pattern = { id, ...owner(reader), public: false, ...namesOf(content), createdAt };
    try {
      await this.#parts.repository.createPattern(pattern);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind !== 'already_exists') throw error;
      return this.#parts.access.ownPattern(id, reader);
    }
    return pattern;
  }

  async #requireRoom(reader: Reader): Promise<void> {
    if ((await this.#parts.repository.countPatternVersions(owner(reader))) < mostVersions) return;
    const message = `there are ${mostVersions} pattern versions already, as many as one owner may have`;
    throw new ServiceError('quota_exceeded', message, { code: 'too_many_versions' });
  }
}

/** Every kind of document has a name and a description. */
function namesOf(content: Json): { name: string; description: string } {
  const { name, description = '' } = content as { name: string; description?: string };
  return { name, description };
}

function publishedEvent(pattern: Pattern, version: StoredVersion, at: number): PublishedEvent {
  const data = {
    patternId: pattern.id,
    versionId: version.id,
    versionNumber: version.number,
    name: namesOf(JSON.parse(version.content) as Json).name,
    organizationId: pattern.ownerOrganizationId,
    publishTime: new Date(at).toISOString(),
  };
  return { eventId: `version_${version.id}`, type: 'pattern.published', data: JSON.stringify(data) };
}

/** A name is one line. Texts stored on their own never contain U+0000, since some stores refuse it. */
function nameProblems(content: Json): FieldProblem[] {
  const { name, description } = namesOf(content);
  const wrong = [...(/\p{Cc}/u.test(name) ? ['name'] : []), ...(description.includes('\0') ? ['description'] : [])];
  return wrong.map((path) => ({ path, code: 'invalid_name', message: `${path} has control characters` }));
}

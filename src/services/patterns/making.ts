/** The part of AdminService that makes patterns: convert, save as a draft, publish, and look at versions. */
import { randomUUID } from 'node:crypto';
import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import {
  type ConvertPatternFileRequest,
  ConvertPatternFileRequestSchema,
  ListOwnPatternsRequestSchema,
  type OwnPatternSchema,
  PatternKind,
  type PatternVersionSchema,
  SavePatternDraftRequestSchema,
} from '../../../gen/selvage/admin/v1/admin_pb.js';
import { type FieldProblem, ServiceError } from '../../errors.js';
import { type PatternDocument, readDocument } from '../../patterns/document.js';
import type { PatternFile } from '../../patterns/import/convert.js';
import { canonicalJson, documentHash, type Json, type PatternKind as Kind } from '../../patterns/pattern-version.js';
import type { PatternRecord, PatternStore, PatternVersionRecord } from '../../store/store.js';
import { pageOf, readPageToken } from '../page-token.js';
import type { Caller, PatternMakingOperations } from '../services.js';
import { requireNone, requireValid } from '../validate.js';
import { ownerIn, owns, type PatternAccess } from './access.js';
import type { PatternWorkshop } from './drafter.js';

export interface PatternMakingDependencies {
  readonly access: PatternAccess;
  readonly store: PatternStore;
  readonly workshop: PatternWorkshop;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Versions that an owner may have, drafts included: bounds what one key can fill the store with. */
const mostVersions = 2000;
const defaultPageSize = 50;

type VersionRecord = Omit<PatternVersionRecord, 'content'>;

export function patternMakingOperations(deps: PatternMakingDependencies): PatternMakingOperations {
  const { access, store, workshop, now } = deps;

  /** The draft of a pattern, or of the next version where it has none, with this content. */
  async function saveDraft(pattern: PatternRecord, caller: Caller, document: PatternDocument): Promise<VersionRecord> {
    const { kind } = document;
    const content = canonicalJson(document.content);
    const latest = (await store.listPatternVersions(pattern.id)).at(-1);
    if (latest?.state === 'draft' && (await store.updatePatternDraft(latest.id, { kind, content }))) {
      return (await store.findPatternVersion(pattern.id, { id: latest.id }))!;
    }
    await requireRoom(caller);
    return store.addPatternVersion({ id: randomUUID(), patternId: pattern.id, kind, content, createdAt: now() });
  }

  async function newPattern(caller: Caller, { content }: PatternDocument): Promise<PatternRecord> {
    await requireRoom(caller);
    const { name, description } = namesOf(content);
    const pattern = { id: randomUUID(), ...ownerIn(caller), public: false, name, description, createdAt: now() };
    await store.createPattern(pattern);
    return pattern;
  }

  async function requireRoom(caller: Caller): Promise<void> {
    if ((await store.countPatternVersions(ownerIn(caller))) < mostVersions) return;
    const message = `there are ${mostVersions} pattern versions already, which is as many as one owner may have`;
    throw new ServiceError('quota_exceeded', message, { code: 'too_many_versions' });
  }

  async function ownPatternMessage(pattern: PatternRecord): Promise<MessageInitShape<typeof OwnPatternSchema>> {
    const versions = await store.listPatternVersions(pattern.id);
    const latest = (state: string): number => versions.findLast((version) => version.state === state)?.number ?? 0;
    return {
      patternId: pattern.id,
      name: pattern.name,
      public: pattern.public,
      publishedVersionNumber: latest('published'),
      draftVersionNumber: latest('draft'),
      createTime: timestampFromMs(pattern.createdAt),
    };
  }

  return {
    async convertPatternFile(request) {
      requireValid(ConvertPatternFileRequestSchema, request);
      const { content, notes, pieces, piecesInFile } = await workshop.convert(fileOf(request));
      return {
        document: JSON.stringify(content),
        notes: notes.map(({ code, message }) => ({ code, message })),
        pieces,
        piecesInFile,
      };
    },

    async savePatternDraft(request, { caller }) {
      requireValid(SavePatternDraftRequestSchema, request);
      const own = request.patternId === '' ? null : await access.ownPattern(request.patternId, caller);
      const document = readDocument(request.document);
      await workshop.check(document.kind, document.content);
      requireNone(nameProblems(document.content));
      const hash = documentHash(document.content);
      if (request.validateOnly) {
        return { version: { kind: kinds[document.kind], contentHash: hash }, stored: false };
      }
      const latest = own && (await store.listPatternVersions(own.id)).at(-1);
      if (latest?.sha256 === hash) return { version: versionMessage(latest), stored: false };
      const pattern = own ?? (await newPattern(caller, document));
      return { version: versionMessage(await saveDraft(pattern, caller, document)), stored: true };
    },

    async publishPatternVersion({ patternId, versionNumber }, { caller }) {
      const pattern = await access.ownPattern(patternId, caller);
      const { record } = await access.versionRecord({ patternId, versionNumber }, caller);
      await store.publishPatternVersion(record.id, now());
      const latest = (await store.findPatternVersion(pattern.id, 'latest'))!;
      // the pattern is called as its latest version is
      if (latest.id === record.id) await store.updatePattern(pattern.id, namesOf(JSON.parse(latest.content) as Json));
      const published = (await store.findPatternVersion(pattern.id, { id: record.id }))!;
      return { version: versionMessage(published) };
    },

    async getPatternVersion({ patternId, versionNumber }, { caller }) {
      const { record } = await access.versionRecord({ patternId, versionNumber }, caller);
      return { version: versionMessage(record), document: record.content };
    },

    async listPatternVersions({ patternId }, { caller }) {
      const pattern = await access.pattern(patternId, caller);
      const all = await store.listPatternVersions(pattern.id);
      const seen = owns(pattern, caller) ? all : all.filter(({ state }) => state === 'published');
      return { versions: seen.map(versionMessage) };
    },

    async listOwnPatterns(request, { caller }) {
      requireValid(ListOwnPatternsRequestSchema, request);
      const limit = request.pageSize || defaultPageSize;
      const after = readPageToken(request.pageToken);
      const found = await store.listOwnedPatterns({ owner: ownerIn(caller), after, limit: limit + 1 });
      const { entries, nextPageToken } = pageOf(found, limit);
      return { patterns: await Promise.all(entries.map(ownPatternMessage)), nextPageToken };
    },

    async setPatternPublic(request, { caller }) {
      const pattern = await access.ownPattern(request.patternId, caller);
      if (!caller.admin) {
        throw new ServiceError('permission_denied', 'Only an administrator may open a pattern to every caller');
      }
      await store.updatePattern(pattern.id, { public: request.public });
      return {};
    },
  };
}

const kinds: Readonly<Record<Kind, PatternKind>> = {
  definition: PatternKind.DEFINITION,
  freesewing: PatternKind.FREESEWING,
  static: PatternKind.STATIC,
};

function versionMessage(record: VersionRecord): MessageInitShape<typeof PatternVersionSchema> {
  const { id, patternId, number, kind, state, sha256, createdAt, publishedAt } = record;
  return {
    patternId,
    versionId: id,
    versionNumber: number,
    kind: kinds[kind as Kind],
    published: state === 'published',
    contentHash: sha256,
    createTime: timestampFromMs(createdAt),
    publishTime: publishedAt === null ? undefined : timestampFromMs(publishedAt),
  };
}

/** Every kind of document has a name and a description. */
function namesOf(content: Json): { name: string; description: string } {
  const { name, description = '' } = content as { name: string; description?: string };
  return { name, description };
}

/** A name is one line. U+0000 is in no text that is kept by itself, since not every store takes it. */
function nameProblems(content: Json): FieldProblem[] {
  const { name, description } = namesOf(content);
  const wrong = [...(/\p{Cc}/u.test(name) ? ['name'] : []), ...(description.includes('\0') ? ['description'] : [])];
  return wrong.map((path) => ({ path, code: 'invalid_name', message: `${path} has control characters` }));
}

function fileOf({ name, file }: ConvertPatternFileRequest): PatternFile {
  if (file.case === 'seamly') {
    const { text, measurements } = file.value;
    return { format: 'seamly', name, text, measurements: measurements === '' ? null : measurements };
  }
  if (file.case !== 'dxf') throw new TypeError('the rules of the contract let a request without a file through');
  const { text, size, unitMm, holes } = file.value;
  return {
    format: 'dxf',
    name,
    text,
    ...(size === undefined ? {} : { size }),
    ...(unitMm === undefined ? {} : { unitMm }),
    ...(holes === undefined ? {} : { holes }),
  };
}

/** The part of AdminService that makes patterns: convert, save as a draft, publish, and look at versions. */
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
import type { PatternFile } from '../../patterns/import/convert.js';
import type { OwnPattern, PatternMaking } from '../../patterns/making.js';
import type { PatternKind as Kind } from '../../patterns/pattern-version.js';
import type { VersionSummary } from '../../patterns/repository.js';
import { pageOf, readPageToken, tokenProblems } from '../page-token.js';
import type { PatternMakingOperations } from '../services.js';
import { requireValid } from '../validate.js';
import type { Drafter, PatternWorkshop } from './drafter.js';
import { pieceMessage } from './message.js';

const defaultPageSize = 50;

export function patternMakingOperations(
  making: PatternMaking,
  workshop: PatternWorkshop & Drafter,
): PatternMakingOperations {
  return {
    async convertPatternFile(request, { signal }) {
      requireValid(ConvertPatternFileRequestSchema, request);
      const { content, notes, pieces, piecesInFile } = await workshop.convert(fileOf(request), signal);
      return {
        document: JSON.stringify(content),
        notes: notes.map(({ code, message }) => ({ code, message })),
        pieces,
        piecesInFile,
      };
    },

    async savePatternDraft(request, { caller, signal }) {
      requireValid(SavePatternDraftRequestSchema, request);
      const target = {
        patternId: request.patternId === '' ? null : request.patternId,
        newPatternId: request.newPatternId?.toLowerCase() ?? null,
      };
      const saved = await making.saveDraft(target, request.document, caller, {
        validateOnly: request.validateOnly,
        signal,
      });
      const { version, kind, content, hash, stored } = saved;
      const ofVersion = version ? versionMessage(version) : { kind: kinds[kind], contentHash: hash };
      if (!request.withPieces) return { version: ofVersion, stored };
      const atDefaults = { variables: {}, unfold: true };
      const draft = await workshop.draft({ kind, content, sha256: hash }, atDefaults, signal);
      const warnings = draft.errors.map(({ message }) => message);
      return { version: ofVersion, stored, pieces: draft.pieces.map(pieceMessage), warnings };
    },

    async publishPatternVersion({ patternId, versionNumber }, { caller }) {
      return { version: versionMessage(await making.publish({ patternId, versionNumber }, caller)) };
    },

    async getPatternVersion({ patternId, versionNumber }, { caller }) {
      const version = await making.version({ patternId, versionNumber }, caller);
      return { version: versionMessage(version), document: version.content };
    },

    async listPatternVersions({ patternId }, { caller }) {
      return { versions: (await making.versions(patternId, caller)).map(versionMessage) };
    },

    async listOwnPatterns(request, { caller }) {
      requireValid(ListOwnPatternsRequestSchema, request, { further: tokenProblems(request.pageToken) });
      const limit = request.pageSize || defaultPageSize;
      const found = await making.ownPatterns(caller, readPageToken(request.pageToken), limit + 1);
      const { entries, nextPageToken } = pageOf(found, limit);
      const patterns = await Promise.all(entries.map((pattern) => making.numbersOf(pattern)));
      return { patterns: patterns.map(ownPatternMessage), nextPageToken };
    },

    async setPatternPublic(request, { caller }) {
      await making.setPublic(request.patternId, request.public, caller);
      return {};
    },
  };
}

function ownPatternMessage({ pattern, published, draft }: OwnPattern): MessageInitShape<typeof OwnPatternSchema> {
  return {
    patternId: pattern.id,
    name: pattern.name,
    public: pattern.public,
    publishedVersionNumber: published,
    draftVersionNumber: draft,
    createTime: timestampFromMs(pattern.createdAt),
  };
}

const kinds: Readonly<Record<Kind, PatternKind>> = {
  definition: PatternKind.DEFINITION,
  freesewing: PatternKind.FREESEWING,
  static: PatternKind.STATIC,
};

function versionMessage(record: VersionSummary): MessageInitShape<typeof PatternVersionSchema> {
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

/** PatternService: a version of a pattern plus values gives pieces, in the format asked for. */

import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  type DraftPatternRequest,
  DraftPatternRequestSchema,
  type DraftPatternResponseSchema,
  DxfDialect,
  DxfUnits,
  GetPatternRequestSchema,
  ListPatternsRequestSchema,
  PatternFormat,
  type PatternSchema,
  PdfPage,
} from '../../gen/selvage/pattern/v1/pattern_pb.js';
import type { BodyModel } from '../body/complete.js';
import type { Draft } from '../patterns/draft.js';
import { draftToDxf, draftToPdf, draftToSvg } from '../patterns/draft-files.js';
import { libraryPictures } from '../patterns/library/library.js';
import type { PatternVersion } from '../patterns/pattern-version.js';
import { variablesOf } from '../patterns/patterns.js';
import type { PatternRecord, PatternStore } from '../store/store.js';
import type { Drafter } from './drafter.js';
import { pageOf, readPageToken } from './page-token.js';
import type { PatternAccess } from './pattern-access.js';
import { type PatternBody, patternBody } from './pattern-body.js';
import {
  patternData,
  valueMessages,
  variableMessage,
  variableSourceMessages,
  variablesOfRequest,
} from './pattern-message.js';
import { PatternPictures } from './pattern-pictures.js';
import type { Caller, PatternOperations } from './services.js';
import { requireValid } from './validate.js';

export interface PatternDependencies {
  readonly access: PatternAccess;
  readonly store: PatternStore;
  readonly drafter: Drafter;
  readonly bodyModel: BodyModel;
}

const defaultPageSize = 50;

export function patternOperations(deps: PatternDependencies): PatternOperations {
  const { access, store, drafter, bodyModel } = deps;
  const pictures = new PatternPictures(drafter, libraryPictures);

  async function patternMessage(
    pattern: PatternRecord,
    caller: Caller,
  ): Promise<MessageInitShape<typeof PatternSchema>> {
    const latest = await access.latest(pattern, caller);
    return {
      patternId: pattern.id,
      name: pattern.name,
      description: pattern.description,
      latestVersionNumber: latest.versionNumber,
      variables: variablesOf(latest).map(variableMessage),
      picture: await pictures.of(latest),
    };
  }

  return {
    async draftPattern(request, { caller }) {
      requireValid(DraftPatternRequestSchema, request);
      const version = await access.version(request, caller);
      const body = request.body === undefined ? undefined : patternBody(bodyModel, request.body, 'body');
      const draft = await drafter.draft(version, {
        variables: variablesOfRequest(request.variables),
        unfold: request.unfold ?? true,
        ...(body === undefined ? {} : { body: body.values }),
      });
      return {
        patternVersionId: version.versionId,
        patternVersionNumber: version.versionNumber,
        errors: problemsOf(draft, body),
        variables: valueMessages(draft),
        variableSources: variableSourceMessages(draft),
        data: await dataOf(draft, version, request),
      };
    },

    async getPattern(request, { caller }) {
      requireValid(GetPatternRequestSchema, request);
      return { pattern: await patternMessage(await access.pattern(request.patternId, caller), caller) };
    },

    async listPatterns(request, { caller }) {
      requireValid(ListPatternsRequestSchema, request);
      const limit = request.pageSize ?? defaultPageSize;
      const found = await store.listPatterns({
        reader: { userId: caller.userId, organizationId: caller.organizationId },
        after: readPageToken(request.pageToken),
        limit: limit + 1,
      });
      const { entries, nextPageToken } = pageOf(found, limit);
      return { patterns: await Promise.all(entries.map((one) => patternMessage(one, caller))), nextPageToken };
    },
  };
}

function problemsOf(draft: Draft, body: PatternBody | undefined) {
  return [...draft.errors, ...(body?.warnings ?? [])].map(({ code, message, path }) => ({ code, message, path }));
}

const pages = {
  [PdfPage.UNSPECIFIED]: 'full',
  [PdfPage.FULL]: 'full',
  [PdfPage.A4]: 'a4',
  [PdfPage.LETTER]: 'letter',
} as const;

async function dataOf(
  draft: Draft,
  { publishedAt }: PatternVersion,
  { format, dxf, pdf, unfold = true }: DraftPatternRequest,
): Promise<MessageInitShape<typeof DraftPatternResponseSchema>['data']> {
  switch (format) {
    case PatternFormat.DXF: {
      const dialect = dxf?.dialect === DxfDialect.AAMA ? 'aama' : 'astm';
      const units = dxf?.units === DxfUnits.ENGLISH ? 'english' : 'metric';
      const size = dxf?.size ?? 'MTM';
      return { case: 'dxf', value: draftToDxf(draft, { dialect, units, size, unfold, publishedAt }) };
    }
    case PatternFormat.SVG:
      return { case: 'svg', value: draftToSvg(draft) };
    case PatternFormat.PDF:
      return {
        case: 'pdf',
        value: await draftToPdf(draft, { page: pages[pdf?.page ?? PdfPage.FULL], createdAt: publishedAt }),
      };
    default:
      return { case: 'pattern', value: patternData(draft) };
  }
}

/** PatternService: a version of a pattern plus values gives pieces, in the format asked for. */

import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  DraftPatternRequestSchema,
  GetPatternRequestSchema,
  ListPatternsRequestSchema,
  type PatternSchema,
} from '../../gen/selvage/pattern/v1/pattern_pb.js';
import type { BodyModel } from '../body/complete.js';
import type { Draft } from '../patterns/draft.js';
import { libraryPictures } from '../patterns/library/library.js';
import { variablesOf } from '../patterns/patterns.js';
import type { PatternRecord, PatternStore } from '../store/store.js';
import { DraftRenderings } from './draft-renderings.js';
import type { Drafter } from './drafter.js';
import { pageOf, readPageToken } from './page-token.js';
import type { PatternAccess } from './pattern-access.js';
import { type PatternBody, patternBody } from './pattern-body.js';
import { variableMessage, variablesOfRequest } from './pattern-message.js';
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
  const renderings = new DraftRenderings();
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
        ...renderings.values(draft),
        data: await renderings.data(draft, request, version.publishedAt),
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

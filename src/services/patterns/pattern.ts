/** PatternService: a version of a pattern and values give pieces, in the requested format. */

import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  type DraftPatternRequest,
  DraftPatternRequestSchema,
  GetPatternRequestSchema,
  ListPatternsRequestSchema,
  type PatternSchema,
} from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { type FieldProblem, ServiceError } from '../../errors.js';
import type { PatternAccess } from '../../patterns/access.js';
import type { Draft, DraftRequest } from '../../patterns/draft.js';
import { libraryPictures } from '../../patterns/library/library.js';
import type { PatternVersion } from '../../patterns/pattern-version.js';
import { valueProblems as problemsOfVariables, variablesOf } from '../../patterns/patterns.js';
import type { PatternRecord, PatternStore } from '../../store/store.js';
import { pageOf, readPageToken, tokenProblems } from '../page-token.js';
import type { Caller, PatternOperations } from '../services.js';
import { requireAll, requireNone, requireValid, violatedRules, withFurtherOfRest } from '../validate.js';
import type { PatternBodies, PatternBody } from './body.js';
import type { Drafter } from './drafter.js';
import { sewingMessages, variableMessage, variablesOfRequest } from './message.js';
import { optionsOfOtherFormats } from './other-formats.js';
import { PatternPictures } from './pictures.js';
import { DraftRenderings } from './renderings.js';
import { sheetOf } from './sheet.js';

export interface PatternDependencies {
  readonly access: PatternAccess;
  readonly store: PatternStore;
  readonly drafter: Drafter;
  readonly bodies: PatternBodies;
}

const defaultPageSize = 50;

export function patternOperations(deps: PatternDependencies): Omit<PatternOperations, 'draftSizes' | 'makeTechPack'> {
  const { access, store, drafter, bodies } = deps;
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

  async function readBody(
    request: DraftPatternRequest,
    caller: Caller,
  ): Promise<{ body?: PatternBody; problems: readonly FieldProblem[] }> {
    if (request.body === undefined) return { problems: [] };
    try {
      return { body: await bodies.of(request.body, 'body', caller), problems: [] };
    } catch (error) {
      if (error instanceof ServiceError && error.kind === 'invalid') return { problems: error.problems };
      throw error;
    }
  }

  async function problemsOfValues(
    version: PatternVersion,
    request: DraftPatternRequest,
    caller: Caller,
  ): Promise<FieldProblem[]> {
    const { body, problems } = await readBody(request, caller);
    return [...problems, ...problemsOfVariables(version, draftRequest(request, body))];
  }

  async function valueProblems(request: DraftPatternRequest, caller: Caller): Promise<FieldProblem[]> {
    try {
      return await problemsOfValues(await access.version(request, caller), request, caller);
    } catch (error) {
      if (error instanceof ServiceError && error.kind === 'not_found') return [];
      throw error;
    }
  }

  return {
    async draftPattern(request, call) {
      const { caller, unread = [] } = call;
      // An unreadable format leaves unknown which options go with it.
      const misplaced = unread.some(({ path }) => path === 'format') ? [] : optionsOfOtherFormats(request);
      const broken = withFurtherOfRest(violatedRules(DraftPatternRequestSchema, request), misplaced);
      if (unread.length > 0 || broken.length > 0) requireAll(call, broken, await valueProblems(request, caller));
      const version = await access.version(request, caller);
      const { body, problems } = await readBody(request, caller);
      if (problems.length > 0) requireNone(await problemsOfValues(version, request, caller));
      const draft = await drafter.draft(version, draftRequest(request, body), call.signal);
      return {
        patternVersionId: version.versionId,
        patternVersionNumber: version.versionNumber,
        errors: problemsOf(draft, body),
        ...renderings.values(draft),
        ...sewingMessages(draft),
        data: await renderings.data(draft, request, sheetOf(request, version, body?.wearer)),
      };
    },

    async getPattern(request, { caller }) {
      requireValid(GetPatternRequestSchema, request);
      return { pattern: await patternMessage(await access.pattern(request.patternId, caller), caller) };
    },

    async listPatterns(request, { caller }) {
      requireValid(ListPatternsRequestSchema, request, { further: tokenProblems(request.pageToken) });
      const limit = request.pageSize || defaultPageSize;
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

const draftRequest = (request: DraftPatternRequest, body: PatternBody | undefined): DraftRequest => ({
  variables: variablesOfRequest(request.variables),
  unfold: request.unfold ?? true,
  ...(body === undefined ? {} : { body: body.values }),
});

function problemsOf(draft: Draft, body: PatternBody | undefined) {
  return [...draft.errors, ...(body?.warnings ?? [])].map(({ code, message, path }) => ({ code, message, path }));
}

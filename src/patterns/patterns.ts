/** One way in to every kind of pattern: its variables, and its draft at given values. */
import { ServiceError } from '../errors.js';
import { definitionVariables, draftDefinition, loadDefinition } from './definition/draft-definition.js';
import type { Program } from './definition/program.js';
import type { Draft, DraftRequest } from './draft.js';
import type { FreesewingContent } from './freesewing/content.js';
import { draftFreesewing } from './freesewing/draft-freesewing.js';
import { LruCache } from './lru-cache.js';
import type { PatternVersion } from './pattern-version.js';
import type { Variable } from './variable.js';

const programs = new LruCache<string, Program>(256);

function programOf(version: PatternVersion): Program {
  return programs.getOrMake(version.sha256, () => loadDefinition(version.content));
}

/** The variables of a version, measurements first as the pattern lists them. */
export function variablesOf(version: PatternVersion): Variable[] {
  switch (version.kind) {
    case 'definition':
      return definitionVariables(programOf(version));
    case 'freesewing':
      return [...(version.content as unknown as FreesewingContent).variables];
    default:
      throw new ServiceError('internal', `no drafting engine for patterns of kind ${version.kind}`);
  }
}

/**
 * Drafts a version in this thread. Throws `invalid` with every wrong variable, `draft_failed` where the values are in
 * range but give no pieces that could be cut.
 */
export async function draft(version: PatternVersion, request: DraftRequest): Promise<Draft> {
  switch (version.kind) {
    case 'definition':
      return draftDefinition(programOf(version), request);
    case 'freesewing':
      return draftFreesewing(version.content as unknown as FreesewingContent, request);
    default:
      throw new ServiceError('internal', `no drafting engine for patterns of kind ${version.kind}`);
  }
}

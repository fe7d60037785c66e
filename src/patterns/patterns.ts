/** The one way in to every kind of pattern: its variables, its check on upload, and its draft at given values. */
import { type FieldProblem, ServiceError } from '../errors.js';
import { canonicalJson } from '../json/canonical.js';
import type { Json } from '../json/json.js';
import { nearest } from '../json/nearest-name.js';
import { LruCache } from '../lru-cache.js';
import {
  checkDefinition,
  definitionVariables,
  draftDefinition,
  loadDefinition,
} from './definition/draft-definition.js';
import type { Program } from './definition/program.js';
import type { Draft, DraftRequest } from './draft.js';
import { describeDesign, type FreesewingContent } from './freesewing/content.js';
import { designs, loadDesign } from './freesewing/design.js';
import { draftFreesewing } from './freesewing/draft-freesewing.js';
import type { PatternKind, PatternVersion } from './pattern-version.js';
import { resolveValues } from './resolve-values.js';
import { readStatic, type StaticContent } from './static/content.js';
import { checkStatic, draftStatic } from './static/draft-static.js';
import type { Variable } from './variable.js';

/** Everything that decides a draft; the stored names and numbers do not. */
export type Draftable = Pick<PatternVersion, 'kind' | 'sha256' | 'content'>;

const programs = new LruCache<string, Program>(256);
const variables = new LruCache<string, Variable[]>(256);
const statics = new LruCache<string, StaticContent>(64);

const programOf = ({ sha256, content }: Draftable): Program =>
  programs.getOrMake(sha256, () => loadDefinition(content));
const freesewing = (content: Json): FreesewingContent => content as unknown as FreesewingContent;
const fixed = ({ sha256, content }: Draftable): StaticContent => statics.getOrMake(sha256, () => readStatic(content));

/** The variables of a version, in the order of a form. */
export function variablesOf(version: Draftable): Variable[] {
  switch (version.kind) {
    case 'definition':
      return variables.getOrMake(version.sha256, () => definitionVariables(programOf(version)));
    case 'freesewing':
      return [...freesewing(version.content).variables];
    case 'static':
      return [];
  }
}

/** The problems of a request's values, as `draft` would report them, without drafting. */
export function valueProblems(version: Draftable, request: DraftRequest): FieldProblem[] {
  return resolveValues(variablesOf(version), request).problems;
}

/** Loads the needs of this version's drafts: compiled formulas, a design's modules. */
export async function prepare(version: Draftable): Promise<void> {
  if (version.kind === 'definition') programOf(version);
  if (version.kind === 'freesewing') await loadDesign(freesewing(version.content).design);
}

/**
 * Drafts a version in this thread. Throws `invalid` with every wrong variable, `draft_failed` where valid values give
 * no pieces fit for cutting.
 */
export async function draft(version: Draftable, request: DraftRequest): Promise<Draft> {
  switch (version.kind) {
    case 'definition':
      return draftDefinition(programOf(version), request);
    case 'freesewing':
      return draftFreesewing(freesewing(version.content), request);
    case 'static':
      return draftStatic(fixed(version), request);
  }
}

/** The check before a version is stored: throws `invalid` with the place of every problem in the content. */
export async function checkContent(kind: PatternKind, content: Json): Promise<void> {
  switch (kind) {
    case 'definition':
      checkDefinition(content);
      return;
    case 'static':
      checkStatic(content);
      return;
    case 'freesewing':
      await checkFreesewing(content);
  }
}

/** A FreeSewing version is an allow-listed design as installed; only its name and description are free. */
async function checkFreesewing(content: Json): Promise<void> {
  const { design, name, description } = (content ?? {}) as Readonly<Record<string, unknown>>;
  const refuse = (path: string, code: string, message: string): never => {
    throw ServiceError.ofProblems('invalid', [{ path, code, message: `${path}: ${message}` }]);
  };
  if (typeof design !== 'string') return refuse('design', 'required', 'must be the name of a design');
  if (!Object.hasOwn(designs, design)) {
    return refuse(
      'design',
      'unknown_value',
      `no design "${design.slice(0, 40)}"${nearest(design.slice(0, 40), Object.keys(designs))}`,
    );
  }
  if (typeof name !== 'string' || typeof description !== 'string')
    return refuse('name', 'required', 'name and description must be texts');
  const expected = { ...(await describeDesign(design)), name, description };
  if (canonicalJson(expected as unknown as Json) !== canonicalJson(content)) {
    refuse('variables', 'unknown_value', `differs from the installed design "${design}"`);
  }
}

/** What services need of the drafting threads (src/patterns/draft-pool.ts). */
import type { Draft, DraftRequest } from '../../patterns/draft.js';
import type { Conversion, PatternFile } from '../../patterns/import/convert.js';
import type { Json, PatternKind, PatternVersion } from '../../patterns/pattern-version.js';

/** Drafts off the event loop, within a time limit. ServiceError `invalid` or `draft_failed`. */
export interface Drafter {
  draft(version: PatternVersion, request: DraftRequest): Promise<Draft>;
}

/** Checks and converts off the event loop, within limits. ServiceError `invalid` or `draft_failed`. */
export interface PatternWorkshop {
  check(kind: PatternKind, content: Json): Promise<void>;
  convert(file: PatternFile): Promise<Conversion>;
}

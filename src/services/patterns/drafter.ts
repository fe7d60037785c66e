/** What services need of the drafting threads (src/patterns/draft-pool.ts). */
import type { Draft, DraftRequest } from '../../patterns/draft.js';
import type { Conversion, PatternFile } from '../../patterns/import/convert.js';
import type { Json, PatternKind, PatternVersion } from '../../patterns/pattern-version.js';

/**
 * Drafts off the event loop, within a time limit. ServiceError `invalid`, `draft_failed` or `unavailable`; the reason of
 * the signal when that is aborted: who asked has gone.
 */
export interface Drafter {
  draft(version: PatternVersion, request: DraftRequest, signal?: AbortSignal): Promise<Draft>;
}

/** Checks and converts off the event loop, within limits, as a `Drafter` drafts. */
export interface PatternWorkshop {
  check(kind: PatternKind, content: Json, signal?: AbortSignal): Promise<void>;
  convert(file: PatternFile, signal?: AbortSignal): Promise<Conversion>;
}

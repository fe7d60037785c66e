/** The drafting threads as the services use them (src/patterns/draft-pool.ts). */

import type { Json } from '../../json/json.js';
import type { Draft, DraftRequest } from '../../patterns/draft.js';
import type { Grading } from '../../patterns/grading/grade-into.js';
import type { GradingTask } from '../../patterns/grading/grading-task.js';
import type { Conversion, PatternFile } from '../../patterns/import/convert.js';
import type { PatternKind } from '../../patterns/pattern-version.js';
import type { Draftable } from '../../patterns/patterns.js';

/**
 * Drafts off the event loop, within a time limit. ServiceError `invalid`, `draft_failed` or `unavailable`. Throws the signal's
 * reason when that is aborted, because the caller has gone.
 */
export interface Drafter {
  draft(version: Draftable, request: DraftRequest, signal?: AbortSignal): Promise<Draft>;
}

/** Matches sizes and writes their files off the event loop, within limits, as a `Drafter` drafts. */
export interface Grader {
  grade(grading: GradingTask, signal?: AbortSignal): Promise<Grading>;
}

/** Checks and converts off the event loop, within limits, as a `Drafter` drafts. */
export interface PatternWorkshop {
  check(kind: PatternKind, content: Json, signal?: AbortSignal): Promise<void>;
  convert(file: PatternFile, signal?: AbortSignal): Promise<Conversion>;
}

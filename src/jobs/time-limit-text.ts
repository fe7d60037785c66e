/** The sentence of a job's `info` line, which a time limit ends, and what its request could not have. */
import type { NestWarning } from '../nesting/request.js';
import type { JobRecord } from '../store/store.js';
import type { Opening } from './opening.js';
import { slowLimitSeconds } from './queue.js';

/** Warnings of combinations that no layout meets: parts stay unplaced, or a match is left out. */
const unmet: ReadonlySet<string> = new Set([
  'part_too_large',
  'quality_too_low',
  'no_such_cloth',
  'no_common_rotation',
  'match_left_out',
]);
const mostNamed = 3;

export function timeLimitText(job: JobRecord): string {
  const seconds = job.timeLimitMs / 1000;
  const limit =
    job.queue === 'slow' && seconds >= slowLimitSeconds
      ? `The time limit of ${slowLimitSeconds} s of the slow server was reached`
      : `The time limit of ${seconds} s (maximumExecutionTime) was reached`;
  const { warnings = [] } = JSON.parse(job.opening) as Partial<Opening>;
  return [limit, ...reasons(warnings)].join('. ');
}

function reasons(warnings: readonly NestWarning[]): string[] {
  const all = warnings.filter(({ code }) => unmet.has(code)).map(({ message }) => message);
  const more = all.length - mostNamed;
  return more > 0 ? [...all.slice(0, mostNamed), `The first line names ${more} more of these`] : all;
}

/** News of a job's end, for webhooks of its owner. It has neither parts nor layouts: a receiver asks for those with its key. */
import type { Announcement, JobRecord, JobState } from '../store/store.js';
import type { Opening } from './opening.js';

/** Undefined: the job goes on or had ended before, or another request made it for itself. */
export function endOf(before: JobRecord, after: JobState): Announcement | undefined {
  if (after.state !== 'ended' || before.state === 'ended') return undefined;
  const { inner } = JSON.parse(before.opening) as Partial<Opening>;
  if (inner) return undefined;
  const kind = before.queue === 'lays' ? 'plan' : 'job';
  const data = {
    jobId: before.id,
    organizationId: before.organizationId,
    outcome: after.outcome,
    createTime: isoTime(before.createdAt),
    startTime: isoTime(after.startedAt),
    endTime: isoTime(after.endedAt),
    ...(kind === 'job' && { elapsedSeconds: after.elapsedSeconds, fitness: after.bestFitness }),
  };
  return { eventId: `${kind}_${before.id}`, type: `${kind}.ended`, data: JSON.stringify(data) };
}

const isoTime = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** A nest job or a lay plan as a row for people. */
import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import type { LayJob } from '../../../gen/selvage/lay/v1/lay_pb.js';
import { JobOutcome, JobState, type NestJob, ServerId } from '../../../gen/selvage/nest/v1/nest_pb.js';

/** People need no more than seconds. */
const timeOf = (time: Timestamp | undefined): string | null =>
  time === undefined
    ? null
    : timestampDate(time)
        .toISOString()
        .replace(/\.\d+Z$/, 'Z');

const stateOf = ({ state, queuedPosition }: NestJob | LayJob): string =>
  queuedPosition === undefined ? nameOf(JobState[state]) : `queued, position ${queuedPosition}`;

const outcomeOf = ({ outcome }: NestJob | LayJob): string | null =>
  outcome === undefined ? null : nameOf(JobOutcome[outcome]);

export const jobRecord = (job: NestJob) => ({
  job: job.jobId,
  state: stateOf(job),
  outcome: outcomeOf(job),
  queue: nameOf(ServerId[job.serverId]),
  instances: job.instances,
  submitted: timeOf(job.createTime),
  ended: timeOf(job.endTime),
  seconds: `${job.elapsedSeconds.toFixed(0)} of ${job.timeLimitSeconds}`,
  generation: job.generation,
});

export const layRecord = (job: LayJob) => ({
  job: job.jobId,
  state: stateOf(job),
  outcome: outcomeOf(job),
  submitted: timeOf(job.createTime),
  ended: timeOf(job.endTime),
  seconds: `at most ${job.timeLimitSeconds}`,
});

const nameOf = (value: string | undefined): string => (value ?? '').toLowerCase().replaceAll('_', ' ');

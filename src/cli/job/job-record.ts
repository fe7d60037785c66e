/** A nest job as a row for people. */
import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import { JobOutcome, JobState, type NestJob, ServerId } from '../../../gen/selvage/nest/v1/nest_pb.js';

/** People need no more than seconds. */
const timeOf = (time: Timestamp | undefined): string | null =>
  time === undefined
    ? null
    : timestampDate(time)
        .toISOString()
        .replace(/\.\d+Z$/, 'Z');

export const jobRecord = (job: NestJob) => ({
  job: job.jobId,
  state: job.queuedPosition === undefined ? nameOf(JobState[job.state]) : `queued, position ${job.queuedPosition}`,
  outcome: job.outcome === undefined ? null : nameOf(JobOutcome[job.outcome]),
  queue: nameOf(ServerId[job.serverId]),
  instances: job.instances,
  submitted: timeOf(job.createTime),
  ended: timeOf(job.endTime),
  seconds: `${job.elapsedSeconds.toFixed(0)} of ${job.timeLimitSeconds}`,
  generation: job.generation,
});

const nameOf = (value: string | undefined): string => (value ?? '').toLowerCase().replaceAll('_', ' ');

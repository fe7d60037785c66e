/** The JSON of nest jobs: lists of jobs, and the state of one job. */
import {
  GetNestJobResponseSchema,
  type JobOutcome,
  JobOutcomeSchema,
  type JobState,
  JobStateSchema,
  ListNestJobsRequestSchema,
  ListNestJobsResponseSchema,
  NestJobSchema,
  type ServerId,
  ServerIdSchema,
} from '../../gen/selvage/nest/v1/nest_pb.js';
import { choice, integer, list, longInteger, message, number, orNull, text, time } from './codec.js';
import { nestEvents } from './nest.js';

const job = message(NestJobSchema, {
  jobId: text,
  state: choice<JobState>(JobStateSchema),
  outcome: orNull(choice<JobOutcome>(JobOutcomeSchema)),
  serverId: choice<ServerId>(ServerIdSchema),
  instances: integer,
  createTime: time,
  startTime: orNull(time),
  endTime: orNull(time),
  expireTime: orNull(time),
  queuedPosition: orNull(integer),
  timeLimitSeconds: number,
  elapsedSeconds: number,
  generation: integer,
  tested: longInteger,
  fitness: orNull(number),
  lastSeq: integer,
});

/** The query of a listing. */
export const listNestJobsQuery = message(ListNestJobsRequestSchema, {
  pageSize: integer,
  pageToken: text,
  state: choice<JobState>(JobStateSchema),
});

export const listNestJobsResponse = message(ListNestJobsResponseSchema, { jobs: list(job), nextPageToken: text });

export const getNestJobResponse = message(GetNestJobResponseSchema, { job, best: orNull(nestEvents.solution) });

/** The JSON of nest jobs: lists of jobs, and the state of one job. */
import {
  GetNestJobRequestSchema,
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
import { choice, flag, inPath, integer, list, longInteger, message, number, orNull, text, time } from './codec.js';
import { nestEvents, nestRequest } from './nest.js';

/** The fields that nests and lay plans share. */
export const jobFacts = {
  jobId: text,
  state: choice<JobState>(JobStateSchema),
  outcome: orNull(choice<JobOutcome>(JobOutcomeSchema)),
  createTime: time,
  startTime: orNull(time),
  endTime: orNull(time),
  expireTime: orNull(time),
  queuedPosition: orNull(integer),
  timeLimitSeconds: number,
  lastSeq: integer,
};

const job = message(NestJobSchema, {
  ...jobFacts,
  serverId: choice<ServerId>(ServerIdSchema),
  instances: integer,
  elapsedSeconds: number,
  generation: integer,
  tested: longInteger,
  fitness: orNull(number),
});

/** The query of a listing. */
export const listNestJobsQuery = message(ListNestJobsRequestSchema, {
  pageSize: integer,
  pageToken: text,
  state: choice<JobState>(JobStateSchema),
  submitted: flag,
});

/** The query of one job. */
export const getNestJobQuery = message(GetNestJobRequestSchema, { jobId: inPath, withRequest: flag });

export const listNestJobsResponse = message(ListNestJobsResponseSchema, { jobs: list(job), nextPageToken: text });

export const getNestJobResponse = message(GetNestJobResponseSchema, {
  job,
  best: orNull(nestEvents.solution),
  request: orNull(nestRequest),
});

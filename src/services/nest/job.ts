/** Turns the queue's view of a job into the messages of the contract; reads and writes the tokens of pages. */
import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import {
  JobOutcome,
  JobState,
  type ListNestJobsRequest,
  type NestJobSchema,
  ServerId,
} from '../../../gen/selvage/nest/v1/nest_pb.js';
import type { JobOverview, JobsQuery } from '../../jobs/queue.js';
import { NumberedPages } from '../page-token.js';

const states = { queued: JobState.QUEUED, running: JobState.RUNNING, ended: JobState.ENDED };
const outcomes = {
  finished: JobOutcome.FINISHED,
  time_limit: JobOutcome.TIME_LIMIT,
  failed: JobOutcome.FAILED,
  cancelled: JobOutcome.CANCELLED,
  abandoned: JobOutcome.ABANDONED,
  shutting_down: JobOutcome.SHUTTING_DOWN,
};
const servers = { slow: ServerId.SLOW, fast: ServerId.FAST, lays: undefined };

const time = (ms: number | null) => (ms === null ? undefined : timestampFromMs(ms));

/** The facts that nests and lay plans share. */
export function jobFacts(job: JobOverview) {
  return {
    jobId: job.jobId,
    state: states[job.state],
    outcome: job.outcome === null ? undefined : outcomes[job.outcome],
    createTime: timestampFromMs(job.createdAt),
    startTime: time(job.startedAt),
    endTime: time(job.endedAt),
    expireTime: time(job.expiresAt),
    queuedPosition: job.queuedPosition ?? undefined,
    timeLimitSeconds: job.timeLimitMs / 1000,
    lastSeq: job.lastSeq,
  };
}

export function jobMessage(job: JobOverview): MessageInitShape<typeof NestJobSchema> {
  return {
    ...jobFacts(job),
    serverId: servers[job.queue],
    instances: job.instances,
    elapsedSeconds: job.elapsedSeconds,
    generation: job.generation,
    tested: BigInt(job.tested),
    fitness: job.fitness ?? undefined,
  };
}

const defaultPageSize = 50;

/** The page that a listing asks for. ServiceError `invalid` for a token that this service did not make. */
export function jobPage({ pageSize, pageToken, state }: JobPageRequest): Omit<JobsQuery, 'kind'> {
  return { state: stateOf(state), before: jobPages.read(pageToken), limit: pageSize || defaultPageSize };
}

type JobPageRequest = Pick<ListNestJobsRequest, 'pageSize' | 'pageToken' | 'state'>;

/** Null: jobs in any state. */
function stateOf(state: JobState): JobOverview['state'] | null {
  const names = Object.entries(states) as [JobOverview['state'], JobState][];
  return names.find(([, value]) => value === state)?.[0] ?? null;
}

/** Tokens hold the number of a page's last job. */
export const jobPages = new NumberedPages('before');

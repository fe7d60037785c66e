/** NestService: checks a request, submits it to the queue as a job and yields the job's events. */

import {
  CancelNestRequestSchema,
  ListNestJobsRequestSchema,
  type NestRequest,
  NestRequestSchema,
  ResumeNestRequestSchema,
} from '../../../gen/selvage/nest/v1/nest_pb.js';
import type { Sliced, TimeSlices } from '../../concurrency/time-slices.js';
import { ServiceError } from '../../errors.js';
import { maySeeJob, type NestQueue, type Submission } from '../../jobs/queue.js';
import { checkSteps } from '../../nesting/check/request.js';
import type { NestRequest as NestJobRequest } from '../../nesting/request.js';
import { isUuid } from '../../uuid.js';
import { idempotencyOf } from '../idempotency.js';
import { tokenProblems } from '../page-token.js';
import type { Call, NestEventInit, NestOperations } from '../services.js';
import { requireAll, requireValid, violatedRules } from '../validate.js';
import { eventMessage, solutionMessage } from './event.js';
import { jobMessage, jobPage, jobPages } from './job.js';
import { matchOf, nestRequestOf, noticesOf, polygonOf, queueOf } from './request.js';
import { requestMessage } from './request-message.js';

export function nestOperations(queue: NestQueue, slices: TimeSlices): Omit<NestOperations, 'nestPatterns'> {
  return {
    async *nest(request, call) {
      yield* runJob(queue, await slices.run(submissionOf(request, call)), call);
    },

    async *resumeNest(request, call) {
      requireValid(ResumeNestRequestSchema, request);
      await requireVisibleJob(queue, request.jobId, call);
      yield* eventsOf(queue, request.jobId, request.after, call);
    },

    async listNestJobs(request, { caller }) {
      requireValid(ListNestJobsRequestSchema, request, { further: tokenProblems(request.pageToken, jobPages) });
      const kind = request.submitted ? 'submitted' : 'nests';
      const { jobs, next } = await queue.list(caller, { kind, ...jobPage(request) });
      return { jobs: jobs.map(jobMessage), nextPageToken: jobPages.token(next) };
    },

    async getNestJob(request, { caller }) {
      const found = isUuid(request.jobId) ? await queue.look(request.jobId) : null;
      if (!found || found.job.queue === 'lays' || !maySeeJob(found.job, caller)) throw noSuchJob(request.jobId);
      const job = jobMessage(found.job);
      const kept = request.withRequest ? ((await queue.requestOf(request.jobId)) as NestJobRequest | null) : null;
      return {
        job,
        ...(found.best && { best: solutionMessage(found.best) }),
        ...(kept && { request: requestMessage(kept, job.serverId!) }),
      };
    },

    async cancelNest(request, call) {
      requireValid(CancelNestRequestSchema, request);
      await requireVisibleJob(queue, request.jobId, call);
      await queue.cancel(request.jobId);
      return {};
    },
  };
}

/** Turns a sound request into a submission, or throws its faults. */
function* submissionOf(request: NestRequest, call: Call): Sliced<Submission> {
  const nestRequest = nestRequestOf(request, request.polygons.map(polygonOf), request.match.map(matchOf));
  yield;
  const { problems, warnings } = yield* checkSteps(nestRequest);
  yield;
  requireAll(call, violatedRules(NestRequestSchema, request), problems);
  yield;
  const idempotency = idempotencyOf(NestRequestSchema, request, call);
  yield;
  const keepSeconds = request.keepSeconds ?? 0;
  const all = [...warnings, ...noticesOf(request, nestRequest)];
  return {
    caller: call.caller,
    request: nestRequest,
    queue: queueOf(request),
    keepSeconds,
    warnings: all,
    idempotency,
  };
}

/** Submits a job and yields its events until `done`. */
export async function* runJob(queue: NestQueue, submission: Submission, call: Call): AsyncGenerator<NestEventInit> {
  const { jobId } = await queue.submit({ ...submission, traceparent: call.traceparent });
  yield* eventsOf(queue, jobId, 0, call);
}

async function* eventsOf(queue: NestQueue, jobId: string, after: number, call: Call): AsyncGenerator<NestEventInit> {
  for await (const event of queue.events(jobId, after, call.signal)) yield eventMessage(event);
}

/** One answer serves a foreign job and a missing job, so nobody learns which jobs exist. */
async function requireVisibleJob(queue: NestQueue, jobId: string, call: Call): Promise<void> {
  const job = isUuid(jobId) ? await queue.find(jobId) : null;
  if (job && job.queue !== 'lays' && maySeeJob(job, call.caller)) return;
  throw noSuchJob(jobId);
}

const noSuchJob = (jobId: string): ServiceError =>
  new ServiceError('not_found', `No job ${JSON.stringify(jobId.slice(0, 64))} that you may see`);

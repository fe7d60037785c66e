/** LayService: checks an order, drafts its garments, submits the plan as a job and yields the lines of the job. */
import {
  CancelLaysRequestSchema,
  GetLaysRequestSchema,
  ListLaysRequestSchema,
  PlanLaysRequestSchema,
  ResumeLaysRequestSchema,
} from '../../../gen/selvage/lay/v1/lay_pb.js';
import { ServiceError } from '../../errors.js';
import { maySeeJob, type PlanQueue } from '../../jobs/queue.js';
import { requirePlan } from '../../jobs/refusals.js';
import { isUuid } from '../../uuid.js';
import { idempotencyOf } from '../idempotency.js';
import { jobFacts, jobPage, jobPages } from '../nest/job.js';
import type { DraftDependencies } from '../nest/marker.js';
import { queueOf } from '../nest/request.js';
import { tokenProblems } from '../page-token.js';
import type { Call, LayEventInit, LayOperations } from '../services.js';
import { requireAll, requireValid, violatedRules } from '../validate.js';
import { eventMessage } from './event.js';
import { garmentProblems, orderedGarments } from './garments.js';
import { type LayJob, layJobOf, type NumberedLine } from './lay-job.js';
import { colourProblems, lineProblems, nestProblems, sizeProblems } from './order.js';
import { orderMessage } from './order-message.js';
import { rollProblems } from './rolls.js';

export interface LayDependencies extends DraftDependencies {
  readonly queue: PlanQueue;
}

export function layOperations(deps: LayDependencies): LayOperations {
  const { queue } = deps;
  return {
    async *planLays(request, call) {
      const violated = [
        ...violatedRules(PlanLaysRequestSchema, request),
        ...lineProblems(request),
        ...nestProblems(request),
        ...sizeProblems(request),
      ];
      const ofCloths = [...colourProblems(request), ...rollProblems(request)];
      const further = [...ofCloths, ...(await garmentProblems(deps, request, call))];
      requireAll(call, violated, further);
      requirePlan(call.caller, queueOf(request), 1);
      const job = layJobOf(request, await orderedGarments(deps, request, call), call);
      const { caller, traceparent } = call;
      const { jobId } = await queue.submitPlan({
        caller,
        queue: job.queue,
        request: job,
        seconds: job.seconds,
        keepSeconds: request.keepSeconds ?? 0,
        traceparent,
        idempotency: idempotencyOf(PlanLaysRequestSchema, request, call),
      });
      yield* eventsOf(queue, jobId, 0, call);
    },

    async *resumeLays(request, call) {
      requireValid(ResumeLaysRequestSchema, request);
      await requireVisiblePlan(queue, request.jobId, call);
      yield* eventsOf(queue, request.jobId, request.after, call);
    },

    async cancelLays(request, call) {
      requireValid(CancelLaysRequestSchema, request);
      await requireVisiblePlan(queue, request.jobId, call);
      await queue.cancel(request.jobId);
      return {};
    },

    async listLays(request, { caller }) {
      requireValid(ListLaysRequestSchema, request, { further: tokenProblems(request.pageToken, jobPages) });
      const { jobs, next } = await queue.list(caller, { kind: 'lays', ...jobPage(request) });
      return { jobs: jobs.map(jobFacts), nextPageToken: jobPages.token(next) };
    },

    async getLays(request, { caller }) {
      requireValid(GetLaysRequestSchema, request);
      const { jobId } = request;
      const job = isUuid(jobId) ? ((await queue.look(jobId))?.job ?? null) : null;
      if (job?.queue !== 'lays' || !maySeeJob(job, caller)) throw noSuchPlan(jobId);
      const kept = (await queue.requestOf(jobId)) as LayJob | null;
      return { job: jobFacts(job), ...(kept && { order: orderMessage(kept) }) };
    },
  };
}

async function* eventsOf(queue: PlanQueue, jobId: string, after: number, call: Call): AsyncGenerator<LayEventInit> {
  const job = (await queue.requestOf(jobId)) as LayJob | null;
  if (job === null) throw noSuchPlan(jobId);
  for await (const line of queue.planEvents(jobId, after, call.signal)) {
    yield eventMessage(line as unknown as NumberedLine, job.order);
  }
}

/** One answer serves a foreign job, a nest and a missing job, so nobody learns which jobs exist. */
async function requireVisiblePlan(queue: PlanQueue, jobId: string, { caller }: Call): Promise<void> {
  const job = isUuid(jobId) ? await queue.find(jobId) : null;
  if (job?.queue !== 'lays' || !maySeeJob(job, caller)) throw noSuchPlan(jobId);
}

const noSuchPlan = (jobId: string): ServiceError =>
  new ServiceError('not_found', `No lay plan ${JSON.stringify(jobId.slice(0, 64))} that you may see`);

/** Tools for nests, markers, lay plans, and the jobs behind them. */
import { create } from '@bufbuild/protobuf';
import { AccountService } from '../../gen/selvage/account/v1/account_pb.js';
import { CancelLaysRequestSchema, LayService } from '../../gen/selvage/lay/v1/lay_pb.js';
import { CancelNestRequestSchema, NestService } from '../../gen/selvage/nest/v1/nest_pb.js';
import { getAccountResponse } from '../json/account.js';
import { message, required, uuid, withFields } from '../json/codec.js';
import { planLaysRequest, resumeLaysQuery } from '../json/lay.js';
import { getLaysResponse, listLaysQuery, listLaysResponse } from '../json/lay-job.js';
import { nestPatternsRequest, nestRequest, resumeQuery } from '../json/nest.js';
import { getNestJobQuery, getNestJobResponse, listNestJobsQuery, listNestJobsResponse } from '../json/nest-job.js';
import { followLays } from './follow-lays.js';
import { followNest } from './follow-nest.js';
import { adds, ends, jsonTool, reads, type Tool, type ToolCall, tool } from './tool.js';

const { nest, nestPatterns, resumeNest, cancelNest, listNestJobs, getNestJob } = NestService.method;

const stopHint = 'Cancelling the call ends the job. The answer has the best layout, and a picture of it.';

export const jobTools: readonly Tool[] = [
  tool(nest, {
    effects: adds,
    costly: true,
    hint: stopHint,
    input: nestRequest,
    run: (services, request, call) => followNest(services, services.nest(request, call), call, request),
  }),
  tool(nestPatterns, {
    effects: adds,
    costly: true,
    hint: stopHint,
    input: nestPatternsRequest,
    run: (services, request, call) =>
      followNest(services, services.nestPatterns(request, call), call, { ...request, polygons: [] }),
  }),
  tool(resumeNest, {
    effects: reads,
    hint: 'It waits for the end of the job. Cancelling the call leaves the job alone.',
    input: withFields(resumeQuery, { jobId: required(uuid) }),
    run: (services, request, call) => followNest(services, services.resumeNest(request, stoppable(call)), call),
  }),
  jsonTool(listNestJobs, {
    effects: reads,
    input: listNestJobsQuery,
    answer: listNestJobsResponse,
    ask: (services, request, call) => services.listNestJobs(request, call),
  }),
  jsonTool(getNestJob, {
    effects: reads,
    input: withFields(getNestJobQuery, { jobId: required(uuid) }),
    answer: getNestJobResponse,
    ask: (services, request, call) => services.getNestJob(request, call),
  }),
  tool(cancelNest, {
    effects: ends,
    input: message(CancelNestRequestSchema, { jobId: required(uuid) }),
    async run(services, request, call) {
      await services.cancelNest(request, call);
      return { json: { jobId: request.jobId, cancelled: true } };
    },
  }),

  tool(LayService.method.planLays, {
    effects: adds,
    costly: true,
    hint: 'Cancelling the call ends the search. The answer has the best plan.',
    input: planLaysRequest,
    run: (services, request, call) =>
      followLays(services.planLays(request, call), call, (jobId) =>
        services.cancelLays(create(CancelLaysRequestSchema, { jobId }), call),
      ),
  }),

  jsonTool(LayService.method.listLays, {
    effects: reads,
    input: listLaysQuery,
    answer: listLaysResponse,
    ask: (services, request, call) => services.listLays(request, call),
  }),
  jsonTool(LayService.method.getLays, {
    effects: reads,
    input: message(LayService.method.getLays.input, { jobId: required(uuid) }),
    answer: getLaysResponse,
    ask: (services, request, call) => services.getLays(request, call),
  }),
  tool(LayService.method.resumeLays, {
    effects: reads,
    hint: 'It waits for the end of the plan. Cancelling the call leaves the plan alone.',
    input: withFields(resumeLaysQuery, { jobId: required(uuid) }),
    run: (services, request, call) => followLays(services.resumeLays(request, stoppable(call)), call),
  }),
  tool(LayService.method.cancelLays, {
    effects: ends,
    input: message(CancelLaysRequestSchema, { jobId: required(uuid) }),
    async run(services, request, call) {
      await services.cancelLays(request, call);
      return { json: { jobId: request.jobId, cancelled: true } };
    },
  }),

  jsonTool(AccountService.method.getAccount, {
    effects: reads,
    input: message(AccountService.method.getAccount.input, {}),
    answer: getAccountResponse,
    ask: (services, request, call) => services.getAccount(request, call),
  }),
];

/** The call, with a signal that a cancelled call aborts, too. */
const stoppable = (call: ToolCall): ToolCall => ({ ...call, signal: AbortSignal.any([call.signal, call.cancelled]) });

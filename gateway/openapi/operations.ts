/** The facts of the REST routes that the descriptors lack: codecs, media types of answers, and failures. */
import type { DescMessage } from '@bufbuild/protobuf';
import { AccountService } from '../../gen/selvage/account/v1/account_pb.js';
import { BodyService } from '../../gen/selvage/body/v1/body_pb.js';
import { LayService } from '../../gen/selvage/lay/v1/lay_pb.js';
import { NestService } from '../../gen/selvage/nest/v1/nest_pb.js';
import { PatternService } from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { ProjectService } from '../../gen/selvage/project/v1/project_pb.js';
import { SizeService } from '../../gen/selvage/size/v1/size_pb.js';
import { WebhookService } from '../../gen/selvage/webhook/v1/webhook_pb.js';
import type { ErrorKind } from '../../src/errors.js';
import {
  createOwnKeyRequest,
  createOwnKeyResponse,
  forgetAccountRequest,
  forgetAccountResponse,
  getAccountResponse,
  listOwnKeysResponse,
  rotateOwnKeyRequest,
  rotateOwnKeyResponse,
} from '../json/account.js';
import { listOwnAuditEntriesQuery, listOwnAuditEntriesResponse } from '../json/audit.js';
import {
  createPopulationRequest,
  createPopulationResponse,
  inferMeasurementsRequest,
  inferMeasurementsResponse,
  listPopulationsResponse,
  proposeMeasurementsRequest,
  proposeMeasurementsResponse,
} from '../json/body.js';
import type { MessageCodec } from '../json/codec.js';
import { planLaysRequest, resumeLaysQuery } from '../json/lay.js';
import { getLaysResponse, listLaysQuery, listLaysResponse } from '../json/lay-job.js';
import { nestPatternsRequest, nestRequest, resumeQuery } from '../json/nest.js';
import { getNestJobQuery, getNestJobResponse, listNestJobsQuery, listNestJobsResponse } from '../json/nest-job.js';
import {
  draftPatternRequest,
  draftSizesRequest,
  draftSizesResponse,
  listPatternsQuery,
  listPatternsResponse,
  pattern,
} from '../json/pattern.js';
import {
  createProjectRequest,
  createProjectResponse,
  getProjectResponse,
  listProjectsQuery,
  listProjectsResponse,
  updateProjectRequest,
  updateProjectResponse,
} from '../json/project.js';
import {
  createSizeTableRequest,
  createSizeTableResponse,
  listSizeTablesQuery,
  listSizeTablesResponse,
} from '../json/size.js';
import { makeTechPackRequest } from '../json/tech-pack.js';
import {
  createWebhookRequest,
  createWebhookResponse,
  delivery,
  listDeliveriesQuery,
  listDeliveriesResponse,
  listWebhooksResponse,
  rotateWebhookSecretRequest,
  rotateWebhookSecretResponse,
  updateWebhookRequest,
  webhook,
} from '../json/webhook.js';
import { examples } from './examples.js';
import type { RestOperation } from './operation.js';

/** The failures of every operation. */
export const commonFailures: readonly ErrorKind[] = [
  'malformed',
  'conflicting_headers',
  'unauthenticated',
  'organization_forbidden',
  'permission_denied',
  'quota_exceeded',
  'internal',
  'unavailable',
];

/** Further failures of operations with a body. */
export const bodyFailures: readonly ErrorKind[] = ['too_large', 'unsupported_media_type'];

// Treats the codec of one message as the codec of any message. Its functions are not called here.
const some = (codec: unknown) => codec as MessageCodec<DescMessage>;

export const restOperations: readonly RestOperation[] = [
  {
    method: PatternService.method.draftPattern,
    body: { codec: some(draftPatternRequest), optional: true, nullMeansAbsent: true, examples: examples.draftPattern },
    answer: { kind: 'draft' },
    failures: ['not_found', 'not_acceptable', 'invalid', 'draft_failed'],
  },
  {
    method: PatternService.method.draftSizes,
    body: { codec: some(draftSizesRequest), optional: false, nullMeansAbsent: true, examples: examples.draftSizes },
    answer: { kind: 'sizes', codec: some(draftSizesResponse) },
    failures: ['not_found', 'not_acceptable', 'invalid', 'draft_failed'],
  },
  {
    method: PatternService.method.makeTechPack,
    body: { codec: some(makeTechPackRequest), optional: false, nullMeansAbsent: true, examples: examples.makeTechPack },
    answer: { kind: 'document' },
    failures: ['not_found', 'not_acceptable', 'invalid', 'draft_failed'],
  },
  {
    method: PatternService.method.getPattern,
    answer: { kind: 'json', codec: some(pattern) },
    failures: ['not_found', 'not_acceptable'],
  },
  {
    method: PatternService.method.listPatterns,
    query: some(listPatternsQuery),
    answer: { kind: 'json', codec: some(listPatternsResponse) },
    failures: ['not_acceptable', 'invalid'],
  },
  {
    method: SizeService.method.listSizeTables,
    query: some(listSizeTablesQuery),
    answer: { kind: 'json', codec: some(listSizeTablesResponse) },
    failures: ['invalid'],
  },
  {
    method: SizeService.method.createSizeTable,
    body: {
      codec: some(createSizeTableRequest),
      optional: false,
      nullMeansAbsent: true,
      examples: examples.createSizeTable,
    },
    answer: { kind: 'json', codec: some(createSizeTableResponse) },
    failures: ['not_found', 'invalid'],
  },
  {
    method: ProjectService.method.listProjects,
    query: some(listProjectsQuery),
    answer: { kind: 'json', codec: some(listProjectsResponse) },
    failures: ['invalid'],
  },
  {
    method: ProjectService.method.createProject,
    body: {
      codec: some(createProjectRequest),
      optional: false,
      nullMeansAbsent: true,
      examples: examples.createProject,
    },
    answer: { kind: 'json', codec: some(createProjectResponse) },
    headers: { ETag: 'etag' },
    failures: ['invalid'],
  },
  {
    method: ProjectService.method.getProject,
    answer: { kind: 'json', codec: some(getProjectResponse) },
    headers: { ETag: 'etag' },
    failures: ['not_found'],
  },
  {
    method: ProjectService.method.updateProject,
    body: {
      codec: some(updateProjectRequest),
      optional: false,
      nullMeansAbsent: true,
      examples: examples.updateProject,
    },
    answer: { kind: 'json', codec: some(updateProjectResponse) },
    versions: 'required',
    headers: { ETag: 'etag' },
    failures: ['not_found', 'precondition_failed', 'invalid'],
  },
  {
    method: ProjectService.method.deleteProject,
    answer: { kind: 'nothing' },
    versions: 'optional',
    failures: ['not_found', 'precondition_failed', 'invalid'],
  },
  {
    method: NestService.method.nest,
    body: { codec: some(nestRequest), optional: false, nullMeansAbsent: true, examples: examples.nest },
    answer: { kind: 'lines', of: 'nest' },
    submits: true,
    failures: ['plan_required', 'conflict', 'invalid'],
  },
  {
    method: NestService.method.nestPatterns,
    body: { codec: some(nestPatternsRequest), optional: false, nullMeansAbsent: true, examples: examples.nestPatterns },
    answer: { kind: 'lines', of: 'nest' },
    submits: true,
    failures: ['plan_required', 'not_found', 'conflict', 'invalid', 'draft_failed'],
  },
  {
    method: NestService.method.resumeNest,
    query: some(resumeQuery),
    answer: { kind: 'lines', of: 'nest' },
    failures: ['not_found', 'invalid'],
  },
  {
    method: NestService.method.listNestJobs,
    query: some(listNestJobsQuery),
    answer: { kind: 'json', codec: some(listNestJobsResponse) },
    failures: ['invalid'],
  },
  {
    method: NestService.method.getNestJob,
    query: some(getNestJobQuery),
    answer: { kind: 'json', codec: some(getNestJobResponse) },
    failures: ['not_found', 'invalid'],
  },
  { method: NestService.method.cancelNest, answer: { kind: 'nothing' }, failures: ['not_found'] },
  {
    method: LayService.method.planLays,
    body: { codec: some(planLaysRequest), optional: false, nullMeansAbsent: true, examples: examples.planLays },
    answer: { kind: 'lines', of: 'lays' },
    submits: true,
    failures: ['plan_required', 'not_found', 'conflict', 'invalid', 'draft_failed'],
  },
  {
    method: LayService.method.resumeLays,
    query: some(resumeLaysQuery),
    answer: { kind: 'lines', of: 'lays' },
    failures: ['not_found', 'invalid'],
  },
  { method: LayService.method.cancelLays, answer: { kind: 'nothing' }, failures: ['not_found'] },
  {
    method: LayService.method.listLays,
    query: some(listLaysQuery),
    answer: { kind: 'json', codec: some(listLaysResponse) },
    failures: ['invalid'],
  },
  {
    method: LayService.method.getLays,
    answer: { kind: 'json', codec: some(getLaysResponse) },
    failures: ['not_found'],
  },
  {
    method: BodyService.method.inferMeasurements,
    body: {
      codec: some(inferMeasurementsRequest),
      optional: false,
      nullMeansAbsent: false,
      examples: examples.inferMeasurements,
    },
    answer: { kind: 'json', codec: some(inferMeasurementsResponse) },
    failures: ['invalid_measurement'],
  },
  {
    method: BodyService.method.proposeMeasurements,
    body: {
      codec: some(proposeMeasurementsRequest),
      optional: false,
      nullMeansAbsent: true,
      examples: examples.proposeMeasurements,
    },
    answer: { kind: 'json', codec: some(proposeMeasurementsResponse) },
    failures: ['not_found', 'invalid'],
  },
  {
    method: BodyService.method.createPopulation,
    body: {
      codec: some(createPopulationRequest),
      optional: false,
      nullMeansAbsent: true,
      examples: examples.createPopulation,
    },
    answer: { kind: 'json', codec: some(createPopulationResponse) },
    failures: ['already_exists', 'invalid'],
  },
  {
    method: BodyService.method.listPopulations,
    answer: { kind: 'json', codec: some(listPopulationsResponse) },
    failures: [],
  },
  { method: BodyService.method.deletePopulation, answer: { kind: 'nothing' }, failures: ['not_found'] },
  {
    method: AccountService.method.getAccount,
    answer: { kind: 'json', codec: some(getAccountResponse) },
    failures: [],
  },
  {
    method: AccountService.method.listOwnKeys,
    answer: { kind: 'json', codec: some(listOwnKeysResponse) },
    failures: [],
  },
  {
    method: AccountService.method.createOwnKey,
    body: { codec: some(createOwnKeyRequest), optional: true, nullMeansAbsent: true, examples: examples.createOwnKey },
    answer: { kind: 'json', codec: some(createOwnKeyResponse) },
    failures: ['invalid'],
  },
  {
    method: AccountService.method.revokeOwnKey,
    answer: { kind: 'nothing' },
    failures: ['not_found'],
  },
  {
    method: AccountService.method.rotateOwnKey,
    body: { codec: some(rotateOwnKeyRequest), optional: true, nullMeansAbsent: true, examples: examples.rotateOwnKey },
    answer: { kind: 'json', codec: some(rotateOwnKeyResponse) },
    failures: ['not_found', 'conflict', 'invalid'],
  },
  {
    method: AccountService.method.forgetAccount,
    body: {
      codec: some(forgetAccountRequest),
      optional: false,
      nullMeansAbsent: true,
      examples: examples.forgetAccount,
    },
    answer: { kind: 'json', codec: some(forgetAccountResponse) },
    failures: ['not_found', 'conflict', 'invalid'],
  },
  {
    method: AccountService.method.listOwnAuditEntries,
    query: some(listOwnAuditEntriesQuery),
    answer: { kind: 'json', codec: some(listOwnAuditEntriesResponse) },
    failures: ['invalid'],
  },
  {
    method: WebhookService.method.createWebhook,
    body: {
      codec: some(createWebhookRequest),
      optional: false,
      nullMeansAbsent: true,
      examples: examples.createWebhook,
    },
    answer: { kind: 'json', codec: some(createWebhookResponse) },
    failures: ['invalid'],
  },
  {
    method: WebhookService.method.listWebhooks,
    answer: { kind: 'json', codec: some(listWebhooksResponse) },
    failures: [],
  },
  {
    method: WebhookService.method.getWebhook,
    answer: { kind: 'json', codec: some(webhook) },
    failures: ['not_found'],
  },
  {
    method: WebhookService.method.updateWebhook,
    body: {
      codec: some(updateWebhookRequest),
      optional: false,
      nullMeansAbsent: true,
      examples: examples.updateWebhook,
    },
    answer: { kind: 'json', codec: some(webhook) },
    failures: ['not_found', 'invalid'],
  },
  {
    method: WebhookService.method.deleteWebhook,
    answer: { kind: 'nothing' },
    failures: ['not_found'],
  },
  {
    method: WebhookService.method.rotateWebhookSecret,
    body: {
      codec: some(rotateWebhookSecretRequest),
      optional: true,
      nullMeansAbsent: true,
      examples: examples.rotateWebhookSecret,
    },
    answer: { kind: 'json', codec: some(rotateWebhookSecretResponse) },
    failures: ['not_found', 'invalid'],
  },
  {
    method: WebhookService.method.sendTestEvent,
    answer: { kind: 'json', codec: some(delivery) },
    failures: ['not_found', 'conflict'],
  },
  {
    method: WebhookService.method.listWebhookDeliveries,
    query: some(listDeliveriesQuery),
    answer: { kind: 'json', codec: some(listDeliveriesResponse) },
    failures: ['not_found', 'invalid'],
  },
  {
    method: WebhookService.method.replayWebhookDelivery,
    answer: { kind: 'json', codec: some(delivery) },
    failures: ['not_found', 'conflict'],
  },
];

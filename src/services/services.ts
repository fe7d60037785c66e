/**
 * The operations of Selvage, one function each: generated message in, message (or stream of messages) out.
 *
 * Nothing here knows a protocol. A gateway authenticates, turns bytes into a message, calls one of these and writes the answer.
 * Failures are `ServiceError`s. A stream ends with a `done` event, or throws if its call was aborted.
 */

import type { DescMessage, MessageInitShape } from '@bufbuild/protobuf';
import type {
  CreateOwnKeyRequest,
  CreateOwnKeyResponseSchema,
  ForgetAccountRequest,
  ForgetAccountResponseSchema,
  GetAccountRequest,
  GetAccountResponseSchema,
  ListOwnAuditEntriesRequest,
  ListOwnAuditEntriesResponseSchema,
  ListOwnKeysRequest,
  ListOwnKeysResponseSchema,
  RevokeOwnKeyRequest,
  RotateOwnKeyRequest,
  RotateOwnKeyResponseSchema,
} from '../../gen/selvage/account/v1/account_pb.js';
import type {
  AddMemberRequest,
  AddMemberResponseSchema,
  ConvertPatternFileRequest,
  ConvertPatternFileResponseSchema,
  CreateKeyRequest,
  CreateKeyResponseSchema,
  CreateOrganizationRequest,
  CreateOrganizationResponseSchema,
  CreateUserRequest,
  CreateUserResponseSchema,
  ForgetOrganizationRequest,
  ForgetOrganizationResponseSchema,
  ForgetUserRequest,
  ForgetUserResponseSchema,
  GetPatternVersionRequest,
  GetPatternVersionResponseSchema,
  ListAuditEntriesRequest,
  ListAuditEntriesResponseSchema,
  ListKeysRequest,
  ListKeysResponseSchema,
  ListMembersRequest,
  ListMembersResponseSchema,
  ListOrganizationsResponseSchema,
  ListOwnPatternsRequest,
  ListOwnPatternsResponseSchema,
  ListPatternVersionsRequest,
  ListPatternVersionsResponseSchema,
  ListUsersResponseSchema,
  PublishPatternVersionRequest,
  PublishPatternVersionResponseSchema,
  RemoveMemberRequest,
  RemoveMemberResponseSchema,
  RevokeKeyRequest,
  RevokeKeyResponseSchema,
  RotateKeyRequest,
  RotateKeyResponseSchema,
  SavePatternDraftRequest,
  SavePatternDraftResponseSchema,
  SetActiveOrganizationRequest,
  SetActiveOrganizationResponseSchema,
  SetPatternPublicRequest,
  SetPatternPublicResponseSchema,
  SetPlanRequest,
  SetPlanResponseSchema,
} from '../../gen/selvage/admin/v1/admin_pb.js';
import type {
  CreatePopulationRequest,
  CreatePopulationResponseSchema,
  DeletePopulationRequest,
  DeletePopulationResponseSchema,
  InferManyMeasurementsRequest,
  InferManyMeasurementsResponseSchema,
  InferMeasurementsRequest,
  InferMeasurementsResponseSchema,
  ListPopulationsRequest,
  ListPopulationsResponseSchema,
  ProposeMeasurementsRequest,
  ProposeMeasurementsResponseSchema,
} from '../../gen/selvage/body/v1/body_pb.js';
import type {
  CancelLaysRequest,
  GetLaysRequest,
  GetLaysResponseSchema,
  LayEventSchema,
  ListLaysRequest,
  ListLaysResponseSchema,
  PlanLaysRequest,
  ResumeLaysRequest,
} from '../../gen/selvage/lay/v1/lay_pb.js';
import type {
  CancelNestRequest,
  GetNestJobRequest,
  GetNestJobResponseSchema,
  ListNestJobsRequest,
  ListNestJobsResponseSchema,
  NestEventSchema,
  NestPatternsRequest,
  NestRequest,
  ResumeNestRequest,
} from '../../gen/selvage/nest/v1/nest_pb.js';
import type {
  DraftPatternRequest,
  DraftPatternResponseSchema,
  DraftSizesRequest,
  DraftSizesResponseSchema,
  GetPatternRequest,
  GetPatternResponseSchema,
  ListPatternsRequest,
  ListPatternsResponseSchema,
  MakeTechPackRequest,
  MakeTechPackResponseSchema,
} from '../../gen/selvage/pattern/v1/pattern_pb.js';
import type {
  CreateProjectRequest,
  CreateProjectResponseSchema,
  DeleteProjectRequest,
  GetProjectRequest,
  GetProjectResponseSchema,
  ListProjectsRequest,
  ListProjectsResponseSchema,
  UpdateProjectRequest,
  UpdateProjectResponseSchema,
} from '../../gen/selvage/project/v1/project_pb.js';
import type {
  CreateSizeTableRequest,
  CreateSizeTableResponseSchema,
  ListSizeTablesRequest,
  ListSizeTablesResponseSchema,
} from '../../gen/selvage/size/v1/size_pb.js';
import type {
  CreateWebhookRequest,
  CreateWebhookResponseSchema,
  DeleteWebhookRequest,
  GetWebhookRequest,
  GetWebhookResponseSchema,
  ListWebhookDeliveriesRequest,
  ListWebhookDeliveriesResponseSchema,
  ListWebhooksRequest,
  ListWebhooksResponseSchema,
  ReplayWebhookDeliveryRequest,
  ReplayWebhookDeliveryResponseSchema,
  RotateWebhookSecretRequest,
  RotateWebhookSecretResponseSchema,
  SendTestEventRequest,
  SendTestEventResponseSchema,
  UpdateWebhookRequest,
  UpdateWebhookResponseSchema,
} from '../../gen/selvage/webhook/v1/webhook_pb.js';
import type { Caller, Credentials } from '../accounts/caller.js';
import type { RequestQuota } from '../accounts/request-quota.js';
import type { TimeSlices } from '../concurrency/time-slices.js';
import type { FieldProblem } from '../errors.js';
import type { FileOperations } from './files/file.js';

export type { Caller, Credentials, RequestQuota };

type Answer<Message extends DescMessage> = Promise<MessageInitShape<Message>>;

/** The caller, and the signal to stop. */
export interface Call {
  readonly caller: Caller;
  /** Aborted when the client goes, its deadline passes or the service ends. */
  readonly signal: AbortSignal;
  /** Stands in every log line of the call. */
  readonly requestId: string;
  /** The client's key for the request. A repeated request under the same key makes nothing a second time. */
  readonly idempotencyKey?: string | undefined;
  /**
   * Problems of fields that could not be read. An operation that takes a call with such problems reports them with all other
   * problems, and does nothing more.
   */
  readonly unread?: readonly FieldProblem[];
  /** The trace of the call, as in the header traceparent. */
  readonly traceparent?: string | undefined;
}

export type NestEventInit = MessageInitShape<typeof NestEventSchema>;
export type LayEventInit = MessageInitShape<typeof LayEventSchema>;

export interface BodyOperations {
  inferMeasurements(request: InferMeasurementsRequest, call: Call): Answer<typeof InferMeasurementsResponseSchema>;
  inferManyMeasurements(
    request: InferManyMeasurementsRequest,
    call: Call,
  ): Answer<typeof InferManyMeasurementsResponseSchema>;
  proposeMeasurements(
    request: ProposeMeasurementsRequest,
    call: Call,
  ): Answer<typeof ProposeMeasurementsResponseSchema>;
  createPopulation(request: CreatePopulationRequest, call: Call): Answer<typeof CreatePopulationResponseSchema>;
  listPopulations(request: ListPopulationsRequest, call: Call): Answer<typeof ListPopulationsResponseSchema>;
  deletePopulation(request: DeletePopulationRequest, call: Call): Answer<typeof DeletePopulationResponseSchema>;
}

export interface NestOperations {
  /** Checks and queues the job before the first event, so its errors reject the first `next()`. */
  nest(request: NestRequest, call: Call): AsyncGenerator<NestEventInit>;
  nestPatterns(request: NestPatternsRequest, call: Call): AsyncGenerator<NestEventInit>;
  resumeNest(request: ResumeNestRequest, call: Call): AsyncGenerator<NestEventInit>;
  cancelNest(request: CancelNestRequest, call: Call): Promise<Record<string, never>>;
  listNestJobs(request: ListNestJobsRequest, call: Call): Answer<typeof ListNestJobsResponseSchema>;
  getNestJob(request: GetNestJobRequest, call: Call): Answer<typeof GetNestJobResponseSchema>;
}

export interface PatternOperations {
  draftPattern(request: DraftPatternRequest, call: Call): Answer<typeof DraftPatternResponseSchema>;
  draftSizes(request: DraftSizesRequest, call: Call): Answer<typeof DraftSizesResponseSchema>;
  /** Progress of the nests, and last the document. */
  makeTechPack(
    request: MakeTechPackRequest,
    call: Call,
  ): AsyncGenerator<MessageInitShape<typeof MakeTechPackResponseSchema>>;
  getPattern(request: GetPatternRequest, call: Call): Answer<typeof GetPatternResponseSchema>;
  listPatterns(request: ListPatternsRequest, call: Call): Answer<typeof ListPatternsResponseSchema>;
}

export interface LayOperations {
  /** Checks the order and drafts its garments before the first event, so their errors reject the first `next()`. */
  planLays(request: PlanLaysRequest, call: Call): AsyncGenerator<LayEventInit>;
  resumeLays(request: ResumeLaysRequest, call: Call): AsyncGenerator<LayEventInit>;
  cancelLays(request: CancelLaysRequest, call: Call): Promise<Record<string, never>>;
  listLays(request: ListLaysRequest, call: Call): Answer<typeof ListLaysResponseSchema>;
  getLays(request: GetLaysRequest, call: Call): Answer<typeof GetLaysResponseSchema>;
}

export interface SizeOperations {
  listSizeTables(request: ListSizeTablesRequest, call: Call): Answer<typeof ListSizeTablesResponseSchema>;
  createSizeTable(request: CreateSizeTableRequest, call: Call): Answer<typeof CreateSizeTableResponseSchema>;
}

/** Projects of the page, kept under the account. */
export interface ProjectOperations {
  listProjects(request: ListProjectsRequest, call: Call): Answer<typeof ListProjectsResponseSchema>;
  createProject(request: CreateProjectRequest, call: Call): Answer<typeof CreateProjectResponseSchema>;
  getProject(request: GetProjectRequest, call: Call): Answer<typeof GetProjectResponseSchema>;
  updateProject(request: UpdateProjectRequest, call: Call): Answer<typeof UpdateProjectResponseSchema>;
  deleteProject(request: DeleteProjectRequest, call: Call): Promise<Record<string, never>>;
}

export interface AdminOperations {
  createUser(request: CreateUserRequest, call: Call): Answer<typeof CreateUserResponseSchema>;
  forgetUser(request: ForgetUserRequest, call: Call): Answer<typeof ForgetUserResponseSchema>;
  listUsers(request: object, call: Call): Answer<typeof ListUsersResponseSchema>;
  createOrganization(request: CreateOrganizationRequest, call: Call): Answer<typeof CreateOrganizationResponseSchema>;
  forgetOrganization(request: ForgetOrganizationRequest, call: Call): Answer<typeof ForgetOrganizationResponseSchema>;
  listOrganizations(request: object, call: Call): Answer<typeof ListOrganizationsResponseSchema>;
  listMembers(request: ListMembersRequest, call: Call): Answer<typeof ListMembersResponseSchema>;
  addMember(request: AddMemberRequest, call: Call): Answer<typeof AddMemberResponseSchema>;
  removeMember(request: RemoveMemberRequest, call: Call): Answer<typeof RemoveMemberResponseSchema>;
  setActiveOrganization(
    request: SetActiveOrganizationRequest,
    call: Call,
  ): Answer<typeof SetActiveOrganizationResponseSchema>;
  setPlan(request: SetPlanRequest, call: Call): Answer<typeof SetPlanResponseSchema>;
  createKey(request: CreateKeyRequest, call: Call): Answer<typeof CreateKeyResponseSchema>;
  listKeys(request: ListKeysRequest, call: Call): Answer<typeof ListKeysResponseSchema>;
  revokeKey(request: RevokeKeyRequest, call: Call): Answer<typeof RevokeKeyResponseSchema>;
  rotateKey(request: RotateKeyRequest, call: Call): Answer<typeof RotateKeyResponseSchema>;
}

/** The caller's own account and keys. */
export interface AccountOperations {
  getAccount(request: GetAccountRequest, call: Call): Answer<typeof GetAccountResponseSchema>;
  listOwnKeys(request: ListOwnKeysRequest, call: Call): Answer<typeof ListOwnKeysResponseSchema>;
  createOwnKey(request: CreateOwnKeyRequest, call: Call): Answer<typeof CreateOwnKeyResponseSchema>;
  revokeOwnKey(request: RevokeOwnKeyRequest, call: Call): Promise<Record<string, never>>;
  rotateOwnKey(request: RotateOwnKeyRequest, call: Call): Answer<typeof RotateOwnKeyResponseSchema>;
  forgetAccount(request: ForgetAccountRequest, call: Call): Answer<typeof ForgetAccountResponseSchema>;
}

/** The audit log. */
export interface AuditOperations {
  listOwnAuditEntries(
    request: ListOwnAuditEntriesRequest,
    call: Call,
  ): Answer<typeof ListOwnAuditEntriesResponseSchema>;
  listAuditEntries(request: ListAuditEntriesRequest, call: Call): Answer<typeof ListAuditEntriesResponseSchema>;
}

/** The webhooks of the caller's context. */
export interface WebhookOperations {
  createWebhook(request: CreateWebhookRequest, call: Call): Answer<typeof CreateWebhookResponseSchema>;
  listWebhooks(request: ListWebhooksRequest, call: Call): Answer<typeof ListWebhooksResponseSchema>;
  getWebhook(request: GetWebhookRequest, call: Call): Answer<typeof GetWebhookResponseSchema>;
  updateWebhook(request: UpdateWebhookRequest, call: Call): Answer<typeof UpdateWebhookResponseSchema>;
  deleteWebhook(request: DeleteWebhookRequest, call: Call): Promise<Record<string, never>>;
  rotateWebhookSecret(
    request: RotateWebhookSecretRequest,
    call: Call,
  ): Answer<typeof RotateWebhookSecretResponseSchema>;
  sendTestEvent(request: SendTestEventRequest, call: Call): Answer<typeof SendTestEventResponseSchema>;
  listWebhookDeliveries(
    request: ListWebhookDeliveriesRequest,
    call: Call,
  ): Answer<typeof ListWebhookDeliveriesResponseSchema>;
  replayWebhookDelivery(
    request: ReplayWebhookDeliveryRequest,
    call: Call,
  ): Answer<typeof ReplayWebhookDeliveryResponseSchema>;
}

/** The part of AdminService that is open to every caller, for the patterns of their own context. */
export interface PatternMakingOperations {
  convertPatternFile(request: ConvertPatternFileRequest, call: Call): Answer<typeof ConvertPatternFileResponseSchema>;
  savePatternDraft(request: SavePatternDraftRequest, call: Call): Answer<typeof SavePatternDraftResponseSchema>;
  publishPatternVersion(
    request: PublishPatternVersionRequest,
    call: Call,
  ): Answer<typeof PublishPatternVersionResponseSchema>;
  getPatternVersion(request: GetPatternVersionRequest, call: Call): Answer<typeof GetPatternVersionResponseSchema>;
  listPatternVersions(
    request: ListPatternVersionsRequest,
    call: Call,
  ): Answer<typeof ListPatternVersionsResponseSchema>;
  listOwnPatterns(request: ListOwnPatternsRequest, call: Call): Answer<typeof ListOwnPatternsResponseSchema>;
  setPatternPublic(request: SetPatternPublicRequest, call: Call): Answer<typeof SetPatternPublicResponseSchema>;
}

/** Every operation, under the name of its method. */
export interface Operations
  extends BodyOperations,
    NestOperations,
    LayOperations,
    PatternOperations,
    PatternMakingOperations,
    SizeOperations,
    ProjectOperations,
    AccountOperations,
    AuditOperations,
    WebhookOperations,
    AdminOperations,
    FileOperations {}

export interface Services extends Operations {
  /** For heavy work of this process, including a gateway's: one piece at a time. */
  readonly slices: TimeSlices;
  /** The caller named by the headers. ServiceError unauthenticated, organization_forbidden or conflicting_headers. */
  authenticate(credentials: Credentials): Promise<Caller>;
  /** Counts a request against the caller's plan; null: no limit. The gateway refuses a request that is not `allowed`. */
  countRequest(caller: Caller): RequestQuota | null;
}

/**
 * The operations of Selvage, one function each: generated message in, message (or stream of messages) out.
 *
 * Nothing here knows a protocol. A gateway authenticates, turns bytes into a message, calls one of these and writes the answer.
 * Failures are `ServiceError`s. A stream ends with a `done` event, or throws if its call was aborted.
 */

import type { MessageInitShape } from '@bufbuild/protobuf';
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
  inferMeasurements(
    request: InferMeasurementsRequest,
    call: Call,
  ): Promise<MessageInitShape<typeof InferMeasurementsResponseSchema>>;
  inferManyMeasurements(
    request: InferManyMeasurementsRequest,
    call: Call,
  ): Promise<MessageInitShape<typeof InferManyMeasurementsResponseSchema>>;
  proposeMeasurements(
    request: ProposeMeasurementsRequest,
    call: Call,
  ): Promise<MessageInitShape<typeof ProposeMeasurementsResponseSchema>>;
  createPopulation(
    request: CreatePopulationRequest,
    call: Call,
  ): Promise<MessageInitShape<typeof CreatePopulationResponseSchema>>;
  listPopulations(
    request: ListPopulationsRequest,
    call: Call,
  ): Promise<MessageInitShape<typeof ListPopulationsResponseSchema>>;
  deletePopulation(
    request: DeletePopulationRequest,
    call: Call,
  ): Promise<MessageInitShape<typeof DeletePopulationResponseSchema>>;
}

export interface NestOperations {
  /** Checks and queues the job before the first event, so its errors reject the first `next()`. */
  nest(request: NestRequest, call: Call): AsyncGenerator<NestEventInit>;
  nestPatterns(request: NestPatternsRequest, call: Call): AsyncGenerator<NestEventInit>;
  resumeNest(request: ResumeNestRequest, call: Call): AsyncGenerator<NestEventInit>;
  cancelNest(request: CancelNestRequest, call: Call): Promise<Record<string, never>>;
  listNestJobs(request: ListNestJobsRequest, call: Call): Promise<MessageInitShape<typeof ListNestJobsResponseSchema>>;
  getNestJob(request: GetNestJobRequest, call: Call): Promise<MessageInitShape<typeof GetNestJobResponseSchema>>;
}

export interface PatternOperations {
  draftPattern(request: DraftPatternRequest, call: Call): Promise<MessageInitShape<typeof DraftPatternResponseSchema>>;
  draftSizes(request: DraftSizesRequest, call: Call): Promise<MessageInitShape<typeof DraftSizesResponseSchema>>;
  /** Progress of the nests, and last the document. */
  makeTechPack(
    request: MakeTechPackRequest,
    call: Call,
  ): AsyncGenerator<MessageInitShape<typeof MakeTechPackResponseSchema>>;
  getPattern(request: GetPatternRequest, call: Call): Promise<MessageInitShape<typeof GetPatternResponseSchema>>;
  listPatterns(request: ListPatternsRequest, call: Call): Promise<MessageInitShape<typeof ListPatternsResponseSchema>>;
}

export interface LayOperations {
  /** Checks the order and drafts its garments before the first event, so their errors reject the first `next()`. */
  planLays(request: PlanLaysRequest, call: Call): AsyncGenerator<LayEventInit>;
  resumeLays(request: ResumeLaysRequest, call: Call): AsyncGenerator<LayEventInit>;
  cancelLays(request: CancelLaysRequest, call: Call): Promise<Record<string, never>>;
  listLays(request: ListLaysRequest, call: Call): Promise<MessageInitShape<typeof ListLaysResponseSchema>>;
  getLays(request: GetLaysRequest, call: Call): Promise<MessageInitShape<typeof GetLaysResponseSchema>>;
}

export interface SizeOperations {
  listSizeTables(
    request: ListSizeTablesRequest,
    call: Call,
  ): Promise<MessageInitShape<typeof ListSizeTablesResponseSchema>>;
  createSizeTable(
    request: CreateSizeTableRequest,
    call: Call,
  ): Promise<MessageInitShape<typeof CreateSizeTableResponseSchema>>;
}

/** Projects of the page, kept under the account. */
export interface ProjectOperations {
  listProjects(request: ListProjectsRequest, call: Call): Promise<MessageInitShape<typeof ListProjectsResponseSchema>>;
  createProject(
    request: CreateProjectRequest,
    call: Call,
  ): Promise<MessageInitShape<typeof CreateProjectResponseSchema>>;
  getProject(request: GetProjectRequest, call: Call): Promise<MessageInitShape<typeof GetProjectResponseSchema>>;
  updateProject(
    request: UpdateProjectRequest,
    call: Call,
  ): Promise<MessageInitShape<typeof UpdateProjectResponseSchema>>;
  deleteProject(request: DeleteProjectRequest, call: Call): Promise<Record<string, never>>;
}

export interface AdminOperations {
  createUser(request: CreateUserRequest, call: Call): Promise<MessageInitShape<typeof CreateUserResponseSchema>>;
  forgetUser(request: ForgetUserRequest, call: Call): Promise<MessageInitShape<typeof ForgetUserResponseSchema>>;
  listUsers(request: object, call: Call): Promise<MessageInitShape<typeof ListUsersResponseSchema>>;
  createOrganization(
    request: CreateOrganizationRequest,
    call: Call,
  ): Promise<MessageInitShape<typeof CreateOrganizationResponseSchema>>;
  forgetOrganization(
    request: ForgetOrganizationRequest,
    call: Call,
  ): Promise<MessageInitShape<typeof ForgetOrganizationResponseSchema>>;
  listOrganizations(request: object, call: Call): Promise<MessageInitShape<typeof ListOrganizationsResponseSchema>>;
  listMembers(request: ListMembersRequest, call: Call): Promise<MessageInitShape<typeof ListMembersResponseSchema>>;
  addMember(request: AddMemberRequest, call: Call): Promise<MessageInitShape<typeof AddMemberResponseSchema>>;
  removeMember(request: RemoveMemberRequest, call: Call): Promise<MessageInitShape<typeof RemoveMemberResponseSchema>>;
  setActiveOrganization(
    request: SetActiveOrganizationRequest,
    call: Call,
  ): Promise<MessageInitShape<typeof SetActiveOrganizationResponseSchema>>;
  setPlan(request: SetPlanRequest, call: Call): Promise<MessageInitShape<typeof SetPlanResponseSchema>>;
  createKey(request: CreateKeyRequest, call: Call): Promise<MessageInitShape<typeof CreateKeyResponseSchema>>;
  listKeys(request: ListKeysRequest, call: Call): Promise<MessageInitShape<typeof ListKeysResponseSchema>>;
  revokeKey(request: RevokeKeyRequest, call: Call): Promise<MessageInitShape<typeof RevokeKeyResponseSchema>>;
  rotateKey(request: RotateKeyRequest, call: Call): Promise<MessageInitShape<typeof RotateKeyResponseSchema>>;
}

/** The caller's own account and keys. */
export interface AccountOperations {
  getAccount(request: GetAccountRequest, call: Call): Promise<MessageInitShape<typeof GetAccountResponseSchema>>;
  listOwnKeys(request: ListOwnKeysRequest, call: Call): Promise<MessageInitShape<typeof ListOwnKeysResponseSchema>>;
  createOwnKey(request: CreateOwnKeyRequest, call: Call): Promise<MessageInitShape<typeof CreateOwnKeyResponseSchema>>;
  revokeOwnKey(request: RevokeOwnKeyRequest, call: Call): Promise<Record<string, never>>;
  rotateOwnKey(request: RotateOwnKeyRequest, call: Call): Promise<MessageInitShape<typeof RotateOwnKeyResponseSchema>>;
  forgetAccount(
    request: ForgetAccountRequest,
    call: Call,
  ): Promise<MessageInitShape<typeof ForgetAccountResponseSchema>>;
}

/** The audit log. */
export interface AuditOperations {
  listOwnAuditEntries(
    request: ListOwnAuditEntriesRequest,
    call: Call,
  ): Promise<MessageInitShape<typeof ListOwnAuditEntriesResponseSchema>>;
  listAuditEntries(
    request: ListAuditEntriesRequest,
    call: Call,
  ): Promise<MessageInitShape<typeof ListAuditEntriesResponseSchema>>;
}

/** The webhooks of the caller's context. */
export interface WebhookOperations {
  createWebhook(
    request: CreateWebhookRequest,
    call: Call,
  ): Promise<MessageInitShape<typeof CreateWebhookResponseSchema>>;
  listWebhooks(request: ListWebhooksRequest, call: Call): Promise<MessageInitShape<typeof ListWebhooksResponseSchema>>;
  getWebhook(request: GetWebhookRequest, call: Call): Promise<MessageInitShape<typeof GetWebhookResponseSchema>>;
  updateWebhook(
    request: UpdateWebhookRequest,
    call: Call,
  ): Promise<MessageInitShape<typeof UpdateWebhookResponseSchema>>;
  deleteWebhook(request: DeleteWebhookRequest, call: Call): Promise<Record<string, never>>;
  rotateWebhookSecret(
    request: RotateWebhookSecretRequest,
    call: Call,
  ): Promise<MessageInitShape<typeof RotateWebhookSecretResponseSchema>>;
  sendTestEvent(
    request: SendTestEventRequest,
    call: Call,
  ): Promise<MessageInitShape<typeof SendTestEventResponseSchema>>;
  listWebhookDeliveries(
    request: ListWebhookDeliveriesRequest,
    call: Call,
  ): Promise<MessageInitShape<typeof ListWebhookDeliveriesResponseSchema>>;
  replayWebhookDelivery(
    request: ReplayWebhookDeliveryRequest,
    call: Call,
  ): Promise<MessageInitShape<typeof ReplayWebhookDeliveryResponseSchema>>;
}

/** The part of AdminService that is open to every caller, for the patterns of their own context. */
export interface PatternMakingOperations {
  convertPatternFile(
    request: ConvertPatternFileRequest,
    call: Call,
  ): Promise<MessageInitShape<typeof ConvertPatternFileResponseSchema>>;
  savePatternDraft(
    request: SavePatternDraftRequest,
    call: Call,
  ): Promise<MessageInitShape<typeof SavePatternDraftResponseSchema>>;
  publishPatternVersion(
    request: PublishPatternVersionRequest,
    call: Call,
  ): Promise<MessageInitShape<typeof PublishPatternVersionResponseSchema>>;
  getPatternVersion(
    request: GetPatternVersionRequest,
    call: Call,
  ): Promise<MessageInitShape<typeof GetPatternVersionResponseSchema>>;
  listPatternVersions(
    request: ListPatternVersionsRequest,
    call: Call,
  ): Promise<MessageInitShape<typeof ListPatternVersionsResponseSchema>>;
  listOwnPatterns(
    request: ListOwnPatternsRequest,
    call: Call,
  ): Promise<MessageInitShape<typeof ListOwnPatternsResponseSchema>>;
  setPatternPublic(
    request: SetPatternPublicRequest,
    call: Call,
  ): Promise<MessageInitShape<typeof SetPatternPublicResponseSchema>>;
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

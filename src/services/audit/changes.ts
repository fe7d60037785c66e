/** Names the operations in the audit log, and the records that each one changes. */
import { type AuditTarget, auditTarget } from '../../accounts/audit-log.js';
import type { Caller, Operations } from '../services.js';

/**
 * The records that an operation is about, from its request and, where it succeeded, its answer. Null: it changes nothing, as a
 * mere check.
 */
type Targets<Request, Answer> = (
  request: Request,
  answer: Answer | null,
  caller: Caller,
) => readonly AuditTarget[] | null;

type Changes = {
  readonly [Name in keyof Operations]: Operations[Name] extends (
    request: infer Request,
    call: infer _,
  ) => Promise<infer Answer>
    ? Targets<Request, Answer> | null
    : null;
};

const user = (id: string | undefined) => auditTarget('user', id);
const organization = (id: string | undefined) => auditTarget('organization', id);
const key = (id: string | undefined) => auditTarget('key', id);
const webhook = (id: string | undefined) => auditTarget('webhook', id);
const pattern = (id: string | undefined, versionId?: string) => [
  ...auditTarget('pattern', id),
  ...auditTarget('pattern_version', versionId),
];

/** Null: the operation only reads, or it makes jobs and projects, which are no matter of this log. */
export const changes: Changes = {
  createUser: (_, answer) => user(answer?.user?.userId),
  forgetUser: ({ userId }) => user(userId),
  createOrganization: (_, answer) => organization(answer?.organization?.organizationId),
  forgetOrganization: ({ organizationId }) => organization(organizationId),
  addMember: ({ organizationId, userId }) => [...organization(organizationId), ...user(userId)],
  removeMember: ({ organizationId, userId }) => [...organization(organizationId), ...user(userId)],
  setActiveOrganization: ({ organizationId, userId }, answer) => [
    ...user(answer?.user?.userId ?? userId),
    ...organization(organizationId),
  ],
  setPlan: ({ subject }) => (subject.case === 'userId' ? user(subject.value) : organization(subject.value)),
  createKey: ({ userId }, answer) => [...user(answer?.key?.userId ?? userId), ...key(answer?.key?.keyId)],
  revokeKey: ({ keyId }) => key(keyId),
  rotateKey: ({ keyId }, answer) => [...key(keyId), ...key(answer?.key?.keyId)],

  createOwnKey: (_, answer) => key(answer?.key?.keyId),
  revokeOwnKey: ({ keyId }) => key(keyId),
  rotateOwnKey: ({ keyId }, answer) => [...key(keyId), ...key(answer?.key?.keyId)],
  forgetAccount: (_request, _answer, caller) => user(caller.userId),

  createWebhook: (_, answer) => webhook(answer?.webhook?.webhookId),
  updateWebhook: ({ webhookId }) => webhook(webhookId),
  deleteWebhook: ({ webhookId }) => webhook(webhookId),
  rotateWebhookSecret: ({ webhookId }) => webhook(webhookId),

  savePatternDraft: ({ patternId, validateOnly }, answer) =>
    validateOnly || answer?.stored === false
      ? null
      : pattern(answer?.version?.patternId ?? patternId, answer?.version?.versionId),
  publishPatternVersion: ({ patternId }, answer) => pattern(patternId, answer?.version?.versionId),
  setPatternPublic: ({ patternId }) => pattern(patternId),
  createSizeTable: ({ tableId }, answer) =>
    answer?.stored === false ? null : auditTarget('size_table', answer?.table?.tableId ?? tableId),
  createPopulation: (_, answer) => auditTarget('population', answer?.population?.populationId),
  deletePopulation: ({ populationId }) => auditTarget('population', populationId),

  getAccount: null,
  listOwnKeys: null,
  listOwnAuditEntries: null,
  listAuditEntries: null,
  listUsers: null,
  listOrganizations: null,
  listMembers: null,
  listKeys: null,
  listWebhooks: null,
  getWebhook: null,
  sendTestEvent: null,
  listWebhookDeliveries: null,
  replayWebhookDelivery: null,

  inferMeasurements: null,
  inferManyMeasurements: null,
  proposeMeasurements: null,
  listPopulations: null,
  draftPattern: null,
  draftSizes: null,
  makeTechPack: null,
  getPattern: null,
  listPatterns: null,
  convertPatternFile: null,
  getPatternVersion: null,
  listPatternVersions: null,
  listOwnPatterns: null,
  listSizeTables: null,

  listProjects: null,
  createProject: null,
  getProject: null,
  updateProject: null,
  deleteProject: null,
  nest: null,
  nestPatterns: null,
  resumeNest: null,
  cancelNest: null,
  listNestJobs: null,
  getNestJob: null,
  planLays: null,
  resumeLays: null,
  cancelLays: null,
  listLays: null,
  getLays: null,
  readParts: null,
  writeLayout: null,
};

/**
 * Small services for tests of the gateway alone: one key, one body, one pattern, and a nest stream that the test writes itself.
 * Other tests cover the meaning of the operations; these cover their transport.
 */

import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import {
  type InferMeasurementsRequest,
  InferMeasurementsRequestSchema,
  MeasurementSource,
} from '../../gen/selvage/body/v1/body_pb.js';
import {
  JobState,
  NestPatternsRequestSchema,
  NestRequestSchema,
  NestStatus,
  ServerId,
} from '../../gen/selvage/nest/v1/nest_pb.js';
import { DraftPatternRequestSchema, PatternFormat } from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { TimeSlices } from '../../src/concurrency/time-slices.js';
import { ServiceError } from '../../src/errors.js';
import type { Call, NestEventInit, Services } from '../../src/services/services.js';
import { requireAll, violatedRules } from '../../src/services/validate.js';

export const key = 'the-one-key';
export const authorization = `Bearer ${key}`;
export const patternId = '3f2c1c52-6a3e-4d0e-9a43-0d5f0f3f8a11';
export const versionId = '0e7c7d6e-6f43-4d3e-8f0d-94f3d8f6c0aa';
export const jobId = '9c0d1f37-52f5-4a2b-b1d0-2c8b6f0a7e55';

export const event = {
  queued: (seq: number, queuedPosition: number): NestEventInit => ({
    jobId,
    seq,
    event: { case: 'progress', value: { status: NestStatus.QUEUED, queuedPosition } },
  }),
  starting: (seq: number): NestEventInit => ({
    jobId,
    seq,
    event: { case: 'progress', value: { status: NestStatus.STARTING } },
  }),
  solution: (seq: number, placements = 1): NestEventInit => ({
    jobId,
    seq,
    event: {
      case: 'solution',
      value: {
        fitness: 0.5,
        usage: { width: 10, length: 20, area: 200 },
        placements: Array.from({ length: placements }, (_, index) => ({
          id: `part ${index}`,
          position: { x: 0, y: index },
          rotation: 180,
          bin: 0,
          index,
        })),
        utilisation: 0.75,
      },
    },
  }),
  done: (seq: number): NestEventInit => ({ jobId, seq, event: { case: 'done', value: {} } }),
};

export type NestStream = (call: Call) => AsyncGenerator<NestEventInit>;

async function* shortStream(): AsyncGenerator<NestEventInit> {
  yield event.queued(1, 1);
  yield event.starting(2);
  yield event.solution(3);
  yield event.done(4);
}

const measurementNames = InferMeasurementsRequestSchema.fields.filter((field) => field.number >= 10);

export function plainServices(nest: NestStream = shortStream): Services {
  const failing = async () => {
    throw new Error('an internal secret');
  };
  return {
    slices: new TimeSlices(),
    async authenticate({ authorization: sent, organization, organizationSynonym }) {
      if (sent !== authorization) throw new ServiceError('unauthenticated', 'The API key is missing or invalid');
      if (organization !== undefined && organizationSynonym !== undefined && organization !== organizationSynonym) {
        throw new ServiceError('conflicting_headers', 'Two different organisations were sent');
      }
      if (organization === 'foreign') throw new ServiceError('organization_forbidden', 'Not a member of foreign');
      return {
        userId: 'user',
        userName: 'user',
        admin: false,
        keyId: 'key',
        scopes: [],
        organizationId: organization ?? null,
        limits: null,
        plan: 'free',
        organizations: [],
      };
    },
    countRequest: () => null,
    async inferMeasurements(request: InferMeasurementsRequest) {
      const sent = request as unknown as Record<string, number | undefined>;
      for (const { localName } of measurementNames) {
        if ((sent[localName] ?? 1) <= 0) {
          throw ServiceError.ofProblems('invalid_measurement', [
            {
              path: localName,
              code: 'out_of_range',
              message: `${localName} is ${sent[localName]}; it must be above 0`,
            },
          ]);
        }
      }
      const fields = measurementNames.map(({ localName }) => {
        const value = sent[localName];
        const source = value === undefined ? MeasurementSource.PREDICTED : MeasurementSource.INPUT;
        return [localName, { value, unit: 'cm', source }] as const;
      });
      return {
        gender: request.gender,
        unit: request.unit,
        measurementKey: request.measurementKey,
        fields: Object.fromEntries(fields),
      };
    },
    inferManyMeasurements: failing,
    proposeMeasurements: failing,
    async *nest(request, call) {
      if (call.unread?.length) requireAll(call, violatedRules(NestRequestSchema, request), []);
      yield* nest(call);
    },
    // biome-ignore lint/correctness/useYield: it fails before its first event
    async *planLays() {
      throw new Error('an internal secret');
    },
    // biome-ignore lint/correctness/useYield: it fails before its first event
    async *resumeLays(request) {
      throw new ServiceError('not_found', `There is no job ${request.jobId}`);
    },
    async cancelLays(request) {
      throw new ServiceError('not_found', `There is no job ${request.jobId}`);
    },
    async *nestPatterns(request, call) {
      if (call.unread?.length) requireAll(call, violatedRules(NestPatternsRequestSchema, request), []);
      yield* nest(call);
    },
    async *resumeNest(request, call) {
      if (request.jobId !== jobId) throw new ServiceError('not_found', `There is no job ${request.jobId}`);
      for await (const each of nest(call)) if ((each.seq ?? 0) > request.after) yield each;
    },
    // biome-ignore lint/correctness/useYield: it fails before its first message
    async *makeTechPack() {
      return failing();
    },
    async cancelNest(request) {
      if (request.jobId !== jobId) throw new ServiceError('not_found', `There is no job ${request.jobId}`);
      return {};
    },
    async listLays() {
      return { jobs: [{ jobId, state: JobState.ENDED, createTime: timestampFromMs(0) }] };
    },
    async getLays(request) {
      if (request.jobId !== jobId) throw new ServiceError('not_found', `There is no plan ${request.jobId}`);
      return { job: { jobId, state: JobState.ENDED, createTime: timestampFromMs(0) }, order: {} };
    },
    async listNestJobs() {
      return { jobs: [{ jobId, state: JobState.ENDED, serverId: ServerId.SLOW, createTime: timestampFromMs(0) }] };
    },
    async getNestJob(request) {
      if (request.jobId !== jobId) throw new ServiceError('not_found', `There is no job ${request.jobId}`);
      return { job: { jobId, state: JobState.ENDED, serverId: ServerId.SLOW, createTime: timestampFromMs(0) } };
    },
    async draftPattern(request, call) {
      if (call.unread?.length) requireAll(call, violatedRules(DraftPatternRequestSchema, request), []);
      if (request.patternId !== patternId)
        throw new ServiceError('not_found', `There is no pattern ${request.patternId}`);
      const version = {
        patternVersionId: versionId,
        patternVersionNumber: 2,
        variables: request.variables,
      };
      const boundary = [
        { x: 0, y: 0 },
        { x: 10, y: 0 },
        { x: 0, y: 10 },
        { x: 0, y: 0 },
      ];
      switch (request.format) {
        case PatternFormat.DXF:
          return { ...version, data: { case: 'dxf', value: '0\nEOF\n' } };
        case PatternFormat.SVG:
          return { ...version, data: { case: 'svg', value: '<svg xmlns="http://www.w3.org/2000/svg"/>' } };
        case PatternFormat.PDF:
          return { ...version, data: { case: 'pdf', value: new TextEncoder().encode('%PDF-1.7') } };
        default:
          return {
            ...version,
            data: {
              case: 'pattern',
              value: { name: 'Square', unit: 'mm', pieces: [{ id: 'a', name: 'A', boundary }] },
            },
          };
      }
    },
    async getPattern(request) {
      if (request.patternId !== patternId)
        throw new ServiceError('not_found', `There is no pattern ${request.patternId}`);
      return { pattern: { patternId, name: 'Square', latestVersionNumber: 2, variables: [{ key: 'width' }] } };
    },
    async listPatterns(request) {
      const patterns = [{ patternId, name: 'Square', latestVersionNumber: 2 }].slice(0, request.pageSize);
      return { patterns };
    },
    getAccount: failing,
    listOwnKeys: failing,
    createOwnKey: failing,
    revokeOwnKey: failing,
    createPopulation: failing,
    listPopulations: failing,
    deletePopulation: failing,
    rotateOwnKey: failing,
    forgetAccount: failing,
    forgetUser: failing,
    forgetOrganization: failing,
    listOwnAuditEntries: failing,
    listAuditEntries: failing,
    createWebhook: failing,
    listWebhooks: failing,
    getWebhook: failing,
    updateWebhook: failing,
    deleteWebhook: failing,
    rotateWebhookSecret: failing,
    sendTestEvent: failing,
    listWebhookDeliveries: failing,
    replayWebhookDelivery: failing,
    createUser: failing,
    listUsers: failing,
    createOrganization: failing,
    listOrganizations: failing,
    listMembers: failing,
    addMember: failing,
    removeMember: failing,
    setActiveOrganization: failing,
    setPlan: failing,
    createKey: failing,
    listKeys: failing,
    revokeKey: failing,
    rotateKey: failing,
    convertPatternFile: failing,
    savePatternDraft: failing,
    publishPatternVersion: failing,
    getPatternVersion: failing,
    listPatternVersions: failing,
    draftSizes: failing,
    listSizeTables: failing,
    createSizeTable: failing,
    listProjects: failing,
    createProject: failing,
    getProject: failing,
    updateProject: failing,
    deleteProject: failing,
    listOwnPatterns: failing,
    setPatternPublic: failing,
    readParts: failing,
    writeLayout: failing,
  };
}

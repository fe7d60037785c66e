/** Mounts the operations on Connect's router: gRPC, gRPC-web and Connect from one set of handlers. */
import type { DescMessage, DescService, Message } from '@bufbuild/protobuf';
import type { ConnectRouter, HandlerContext } from '@connectrpc/connect';
import type { FastifyBaseLogger } from 'fastify';
import { file_google_rpc_error_details } from '../../gen/google/rpc/error_details_pb.js';
import { Health } from '../../gen/grpc/health/v1/health_pb.js';
import { ServerReflection } from '../../gen/grpc/reflection/v1/reflection_pb.js';
import { ServerReflection as AlphaServerReflection } from '../../gen/grpc/reflection/v1alpha/reflection_pb.js';
import { AccountService } from '../../gen/selvage/account/v1/account_pb.js';
import { AdminService } from '../../gen/selvage/admin/v1/admin_pb.js';
import { BodyService } from '../../gen/selvage/body/v1/body_pb.js';
import { FileService } from '../../gen/selvage/file/v1/file_pb.js';
import { LayService } from '../../gen/selvage/lay/v1/lay_pb.js';
import { NestService } from '../../gen/selvage/nest/v1/nest_pb.js';
import { PatternService } from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { ProjectService } from '../../gen/selvage/project/v1/project_pb.js';
import { SizeService } from '../../gen/selvage/size/v1/size_pb.js';
import { WebhookService } from '../../gen/selvage/webhook/v1/webhook_pb.js';
import { ServiceError } from '../../src/errors.js';
import type { Call, Services } from '../../src/services/services.js';
import { deprecationHeaders } from '../deprecation.js';
import type { Limits } from '../limits.js';
import type { Serving } from '../serving.js';
import { bodyHoldKey, callOf } from './context.js';
import { healthService } from './health.js';
import { requireAdmission, tellErrors } from './interceptors.js';
import { reflectionServices } from './reflection.js';
import { refuseUnknownFields } from './unknown-fields.js';

export const operations: readonly DescService[] = [
  BodyService,
  PatternService,
  SizeService,
  ProjectService,
  NestService,
  LayService,
  FileService,
  AccountService,
  WebhookService,
  AdminService,
];

const inputs = new Map(
  operations.flatMap(({ typeName, methods }) =>
    methods.map(({ name, input }): [string, DescMessage] => [`/${typeName}/${name}`, input]),
  ),
);

/** The type of an operation's request. No operation takes a stream. */
export const inputOf = (path: string): DescMessage | undefined => inputs.get(path);

/** As much as Connect may be told to take. */
const largestOfConnect = 0xffff_ffff;

export function mountServices(
  router: ConnectRouter,
  services: Services,
  serving: Serving,
  log: FastifyBaseLogger,
  limits: Pick<Limits, 'maxOpenMessage'>,
): void {
  /** For callers without a key, too: they send only names. */
  const open = { interceptors: [tellErrors(log)], readMaxBytes: limits.maxOpenMessage };
  /** Their messages are limited before they reach Connect (weighed.ts), whose own refusal has no details. */
  const options = { interceptors: [tellErrors(log), requireAdmission], readMaxBytes: largestOfConnect };

  router.service(
    BodyService,
    {
      inferMeasurements: unary(services.inferMeasurements.bind(services)),
      inferManyMeasurements: unary(services.inferManyMeasurements.bind(services)),
      proposeMeasurements: unary(services.proposeMeasurements.bind(services)),
      createPopulation: unary(services.createPopulation.bind(services)),
      listPopulations: unary(services.listPopulations.bind(services)),
      deletePopulation: unary(services.deletePopulation.bind(services)),
    },
    options,
  );
  router.service(
    PatternService,
    {
      draftPattern: unary(services.draftPattern.bind(services)),
      draftSizes: unary(services.draftSizes.bind(services)),
      makeTechPack: (request, context) =>
        telling(request, context, services.makeTechPack(request, begun(request, context))),
      getPattern: unary(services.getPattern.bind(services)),
      listPatterns: unary(services.listPatterns.bind(services)),
    },
    options,
  );
  router.service(
    SizeService,
    {
      listSizeTables: unary(services.listSizeTables.bind(services)),
      createSizeTable: unary(services.createSizeTable.bind(services)),
    },
    options,
  );
  router.service(
    ProjectService,
    {
      listProjects: unary(services.listProjects.bind(services)),
      createProject: unary(services.createProject.bind(services)),
      getProject: unary(services.getProject.bind(services)),
      updateProject: unary(services.updateProject.bind(services)),
      deleteProject: unary(services.deleteProject.bind(services)),
    },
    options,
  );
  const { nest, nestPatterns, resumeNest, cancelNest, listNestJobs, getNestJob } = NestService.method;
  router.rpc(nest, streaming(services.nest.bind(services)), options);
  router.rpc(nestPatterns, streaming(services.nestPatterns.bind(services)), options);
  router.rpc(resumeNest, streaming(services.resumeNest.bind(services)), options);
  router.rpc(cancelNest, unary(services.cancelNest.bind(services)), options);
  router.rpc(listNestJobs, unary(services.listNestJobs.bind(services)), options);
  router.rpc(getNestJob, unary(services.getNestJob.bind(services)), options);
  const { planLays, resumeLays, cancelLays, listLays, getLays } = LayService.method;
  router.rpc(planLays, streaming(services.planLays.bind(services)), options);
  router.rpc(resumeLays, streaming(services.resumeLays.bind(services)), options);
  router.rpc(cancelLays, unary(services.cancelLays.bind(services)), options);
  router.rpc(listLays, unary(services.listLays.bind(services)), options);
  router.rpc(getLays, unary(services.getLays.bind(services)), options);
  router.service(
    FileService,
    {
      readParts: unary(services.readParts.bind(services)),
      writeLayout: unary(services.writeLayout.bind(services)),
    },
    options,
  );
  router.service(
    AccountService,
    {
      getAccount: unary(services.getAccount.bind(services)),
      listOwnKeys: unary(services.listOwnKeys.bind(services)),
      createOwnKey: unary(services.createOwnKey.bind(services)),
      revokeOwnKey: unary(services.revokeOwnKey.bind(services)),
      rotateOwnKey: unary(services.rotateOwnKey.bind(services)),
      forgetAccount: unary(services.forgetAccount.bind(services)),
      listOwnAuditEntries: unary(services.listOwnAuditEntries.bind(services)),
    },
    options,
  );
  router.service(
    WebhookService,
    {
      createWebhook: unary(services.createWebhook.bind(services)),
      listWebhooks: unary(services.listWebhooks.bind(services)),
      getWebhook: unary(services.getWebhook.bind(services)),
      updateWebhook: unary(services.updateWebhook.bind(services)),
      deleteWebhook: unary(services.deleteWebhook.bind(services)),
      rotateWebhookSecret: unary(services.rotateWebhookSecret.bind(services)),
      sendTestEvent: unary(services.sendTestEvent.bind(services)),
      listWebhookDeliveries: unary(services.listWebhookDeliveries.bind(services)),
      replayWebhookDelivery: unary(services.replayWebhookDelivery.bind(services)),
    },
    options,
  );
  router.service(
    AdminService,
    {
      createUser: unary(services.createUser.bind(services)),
      forgetUser: unary(services.forgetUser.bind(services)),
      listAuditEntries: unary(services.listAuditEntries.bind(services)),
      listUsers: unary(services.listUsers.bind(services)),
      createOrganization: unary(services.createOrganization.bind(services)),
      forgetOrganization: unary(services.forgetOrganization.bind(services)),
      listOrganizations: unary(services.listOrganizations.bind(services)),
      listMembers: unary(services.listMembers.bind(services)),
      addMember: unary(services.addMember.bind(services)),
      removeMember: unary(services.removeMember.bind(services)),
      setActiveOrganization: unary(services.setActiveOrganization.bind(services)),
      setPlan: unary(services.setPlan.bind(services)),
      createKey: unary(services.createKey.bind(services)),
      listKeys: unary(services.listKeys.bind(services)),
      revokeKey: unary(services.revokeKey.bind(services)),
      rotateKey: unary(services.rotateKey.bind(services)),
      convertPatternFile: unary(services.convertPatternFile.bind(services)),
      savePatternDraft: unary(services.savePatternDraft.bind(services)),
      publishPatternVersion: unary(services.publishPatternVersion.bind(services)),
      getPatternVersion: unary(services.getPatternVersion.bind(services)),
      listPatternVersions: unary(services.listPatternVersions.bind(services)),
      listOwnPatterns: unary(services.listOwnPatterns.bind(services)),
      setPatternPublic: unary(services.setPatternPublic.bind(services)),
    },
    options,
  );

  router.service(
    Health,
    healthService(
      serving,
      operations.map((service) => service.typeName),
    ),
    open,
  );
  const reflection = reflectionServices(
    [...operations, Health, ServerReflection, AlphaServerReflection],
    [file_google_rpc_error_details],
  );
  router.service(ServerReflection, reflection.v1, open);
  router.service(AlphaServerReflection, reflection.v1alpha, open);
}

function unary<Request extends Message, Response>(operation: (request: Request, call: Call) => Promise<Response>) {
  return async (request: Request, context: HandlerContext): Promise<Response> => {
    const answer = await operation(request, begun(request, context));
    tellDeprecations(request, context);
    return answer;
  };
}

/** Only an answer has these headers. A call that fails without any can be repeated by gRPC itself (trailers-only.ts). */
function tellDeprecations(request: Message, { method, responseHeader }: HandlerContext): void {
  const headers = deprecationHeaders(method.input, request);
  for (const [name, value] of Object.entries(headers ?? {})) responseHeader.set(name, value);
}

/** The messages; the headers of deprecated fields go with the first. */
async function* telling<T>(request: Message, context: HandlerContext, messages: AsyncIterable<T>): AsyncGenerator<T> {
  let isFirst = true;
  for await (const message of messages) {
    if (isFirst) tellDeprecations(request, context);
    isFirst = false;
    yield message;
  }
}

/** The call. Its message has been decoded, so its bytes are released, however long the answer takes. */
function begun(request: Message, context: HandlerContext): Call {
  context.values.get(bodyHoldKey)?.release();
  refuseUnknownFields(context.method.input, request);
  return callOf(context);
}

/** A stream of nests or plans. It is never OK without `done`: a stream that returns early because of an abort fails as aborted. */
function streaming<Request extends Message, Event extends { event?: { case?: string | undefined } }>(
  operation: (request: Request, call: Call) => AsyncGenerator<Event>,
) {
  return async function* (request: Request, context: HandlerContext): AsyncGenerator<{ event: Event }> {
    let done = false;
    for await (const event of telling(request, context, operation(request, begun(request, context)))) {
      context.signal.throwIfAborted();
      done = event.event?.case === 'done';
      yield { event };
    }
    if (done) return;
    context.signal.throwIfAborted();
    throw new ServiceError('internal', 'The stream ended before the job was done');
  };
}

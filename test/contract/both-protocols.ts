/** Sends one request over REST and over gRPC to a service without solvers and planners, and returns both outcomes for comparison. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { create, type DescMessage, type DescMethod, getOption, type MessageShape } from '@bufbuild/protobuf';
import { Code, ConnectError, type Transport } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { pino } from 'pino';
import * as assert from 'uvu/assert';
import { createOwnKeyResponse, forgetAccountResponse, rotateOwnKeyResponse } from '../../gateway/json/account.js';
import { listOwnAuditEntriesResponse } from '../../gateway/json/audit.js';
import {
  createPopulationResponse,
  inferMeasurementsResponse,
  proposeMeasurementsResponse,
} from '../../gateway/json/body.js';
import { encodeLayEvent } from '../../gateway/json/lay.js';
import { listLaysResponse } from '../../gateway/json/lay-job.js';
import { encodeNestEvent } from '../../gateway/json/nest.js';
import { getNestJobResponse, listNestJobsResponse } from '../../gateway/json/nest-job.js';
import { draftSizesResponse, encodeDraft, listPatternsResponse, pattern } from '../../gateway/json/pattern.js';
import { createProjectResponse, listProjectsResponse } from '../../gateway/json/project.js';
import { createSizeTableResponse, listSizeTablesResponse } from '../../gateway/json/size.js';
import { createWebhookResponse, listDeliveriesResponse, webhook } from '../../gateway/json/webhook.js';
import { startServer } from '../../gateway/server.js';
import { http } from '../../gen/google/api/annotations_pb.js';
import { BadRequestSchema, ErrorInfoSchema } from '../../gen/google/rpc/error_details_pb.js';
import type {
  CreateOwnKeyResponse,
  ForgetAccountResponse,
  ListOwnAuditEntriesResponse,
  RotateOwnKeyResponse,
} from '../../gen/selvage/account/v1/account_pb.js';
import {
  type CreatePopulationResponse,
  DeletePopulationRequestSchema,
  type InferMeasurementsResponse,
  type ProposeMeasurementsResponse,
} from '../../gen/selvage/body/v1/body_pb.js';
import type { ListLaysResponse, PlanLaysResponse } from '../../gen/selvage/lay/v1/lay_pb.js';
import type { GetNestJobResponse, ListNestJobsResponse, NestResponse } from '../../gen/selvage/nest/v1/nest_pb.js';
import type {
  DraftPatternResponse,
  DraftSizesResponse,
  GetPatternResponse,
  ListPatternsResponse,
  MakeTechPackResponse,
} from '../../gen/selvage/pattern/v1/pattern_pb.js';
import type { CreateProjectResponse, ListProjectsResponse } from '../../gen/selvage/project/v1/project_pb.js';
import {
  CreateSizeTableRequestSchema,
  type CreateSizeTableResponse,
  CreateSizeTableResponseSchema,
  type ListSizeTablesResponse,
} from '../../gen/selvage/size/v1/size_pb.js';
import type {
  CreateWebhookResponse,
  ListWebhookDeliveriesResponse,
  RotateWebhookSecretResponse,
  UpdateWebhookResponse,
} from '../../gen/selvage/webhook/v1/webhook_pb.js';
import { ensureDemoAccount } from '../../src/accounts/demo.js';
import { openParts, type Parts } from '../../src/cli/service.js';
import { readConfig } from '../../src/config.js';
import { errorTable, ServiceError } from '../../src/errors.js';
import type { Json } from '../../src/json/json.js';
import { fileOperations } from '../../src/services/files/file.js';
import type { FileThreads, ReadTask, WriteTask } from '../../src/services/files/file-threads.js';
import { processFile } from '../../src/services/files/process-file.js';
import type { Call } from '../../src/services/services.js';
import { changedText, keyText, projectText, successorText } from './new-each-time.js';
import { answerTo, firstOf, only, type PackMessage, packLines, packMessages } from './streams.js';

/** The outcome over one protocol: the request as the service saw it with its answer, or the code and each `path code`. */
export type Outcome = { readonly seen: string } | { readonly refused: readonly string[] };

export interface RestRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly accept?: string;
}

type Headers = Readonly<Record<string, string>>;

export interface BothProtocols {
  /** `own`: headers of another caller than the demo account. */
  rest(method: DescMethod, request: RestRequest, own?: Headers): Promise<Outcome>;
  grpc<D extends DescMessage>(
    method: DescMethod & { input: D },
    message: MessageShape<D>,
    own?: Headers,
  ): Promise<Outcome>;
  /** Origin of the service, for clients of another protocol. */
  readonly url: string;
  /** Headers of the demo account. */
  readonly headers: Readonly<Record<string, string>>;
  readonly parts: Parts;
  /** Id of a size table of the demo account with two versions: XS, S, M, L and XL. */
  readonly tableId: string;
  /** A call of the demo account. */
  call(): Promise<Call>;
  /** Submits a nest or a lay plan that stays without a listener, and gives its job. */
  keptJob(request: object, path?: string): Promise<string>;
  close(): Promise<void>;
}

/** Numbers that JSON can write and no double can hold. */
export const beyond = { positive: '@beyond+', negative: '@beyond-' };

const textOf = (json: unknown): string =>
  JSON.stringify(json).replaceAll(`"${beyond.positive}"`, '1e999').replaceAll(`"${beyond.negative}"`, '-1e999');

export async function openBothProtocols(): Promise<BothProtocols> {
  const folder = mkdtempSync(join(tmpdir(), 'selvage-protocols-'));
  const logger = pino({ level: 'silent' });
  const config = readConfig({ data: folder, port: '0', solvers: '0', 'shutdown-grace': '0' }, {});
  const parts = await openParts(config, logger, { planning: false });
  const { key } = await ensureDemoAccount(parts.accounts, { freshKey: true });
  const services = { ...parts.services, ...fileOperations(withoutThreads, () => 0) };
  const server = await startServer({ services, host: '127.0.0.1', port: 0, logger });
  const headers = { authorization: `Bearer ${key}` };
  const call = async (): Promise<Call> => {
    const credentials = { ...headers, organization: undefined, organizationSynonym: undefined };
    const caller = await parts.services.authenticate(credentials);
    return { caller, signal: new AbortController().signal, requestId: 'test' };
  };
  const stored = async (waist: number, tableId?: string): Promise<string> => {
    const rows = ['XS', 'S', 'M', 'L', 'XL'].map((name, i) => `${name},female,${waist + 4 * i}`);
    const table = { name: 'Own', csv: ['size,gender,waist_girth', ...rows].join('\n'), ...(tableId && { tableId }) };
    const answer = await services.createSizeTable(create(CreateSizeTableRequestSchema, table), await call());
    return create(CreateSizeTableResponseSchema, answer).table!.tableId;
  };
  const tableId = await stored(66);
  await stored(67, tableId);
  let transport: Transport;
  let calls = 0;

  /** A job as text, without ids and times. */
  async function jobText(jobId: string): Promise<string> {
    const [snapshot, request] = await Promise.all([parts.store.loadJob(jobId), parts.store.jobRequest(jobId)]);
    const { queue, keepMs, timeLimitMs, reportIntervalMs, opening } = snapshot!.job;
    const { warnings } = JSON.parse(opening);
    return JSON.stringify({ request, queue, keepMs, timeLimitMs, reportIntervalMs, warnings });
  }

  /** A tech pack: its document, or before its first nest the job of that. */
  async function seenInPack(messages: AsyncGenerator<PackMessage>): Promise<string> {
    for await (const { total, jobId, document } of messages) {
      if (document !== undefined) return document;
      if (jobId) return `${total} nests, ${await jobText(jobId)}`;
    }
    throw new Error('a tech pack ended without its document');
  }

  /** A stored table as text. Its number and time, and whether equal sizes were stored before, depend on earlier calls. */
  function tableText(json: Json): string {
    const { table } = json as { table: Record<string, unknown> };
    const which = table.tableId === tableId ? 'own' : 'new';
    return JSON.stringify({ ...table, tableId: which, versionNumber: 0, createTime: '' });
  }

  /** A new webhook as text, without the parts that are new each time. It is deleted, since an owner may have few. */
  async function webhookText(json: Json): Promise<string> {
    const { webhook, secret } = json as { webhook: Record<string, unknown>; secret: string };
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    await parts.store.deleteWebhook(String(webhook.webhookId));
    return JSON.stringify({ ...webhook, webhookId: '', createTime: '' });
  }

  /** A new population as text, without the parts that are new each time. It is deleted: its name is taken while it lives. */
  async function populationText(json: Json): Promise<string> {
    const answer = json as { population: { populationId: string } };
    const { populationId } = answer.population;
    await services.deletePopulation(create(DeletePopulationRequestSchema, { populationId }), await call());
    return JSON.stringify({ ...answer, population: { ...answer.population, populationId: '', createTime: '' } });
  }

  let latest: Promise<unknown> = Promise.resolve();
  /** Calls that make a population wait for each other, since two of a name cannot live at once. */
  function inTurn(method: DescMethod, work: () => Promise<Outcome>): Promise<Outcome> {
    if (method.name !== 'CreatePopulation') return work();
    const turn = latest.then(work);
    latest = turn.catch(() => undefined);
    return turn;
  }

  async function askRest(
    method: DescMethod,
    { params, query, body, accept }: RestRequest,
    own: Headers = headers,
  ): Promise<Outcome> {
    const { pattern: route } = getOption(method, http);
    const path = String(route.value).replaceAll(/\{(\w+)\}/g, (_, name: string) => params[camel(name)]!);
    const search = query === undefined ? '' : `?${new URLSearchParams(query as Record<string, string>)}`;
    const response = await answerTo(
      `${server.url}${path}${search}`,
      {
        method: String(route.case).toUpperCase(),
        headers: {
          ...own,
          ...(accept && { accept }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
      },
      body === undefined ? undefined : textOf(body),
    );
    if (response.statusCode! >= 400) return refusedBy(JSON.parse(await text(response)));
    if (method.name === 'CreateOwnKey') return { seen: keyText(JSON.parse(await text(response))) };
    if (method.name === 'RotateOwnKey') return { seen: successorText(JSON.parse(await text(response))) };
    if (method.name === 'UpdateWebhook') return { seen: changedText(JSON.parse(await text(response))) };
    if (method.name === 'RotateWebhookSecret') return { seen: changedText(JSON.parse(await text(response)).webhook) };
    if (method.name === 'CreateProject' || method.name === 'UpdateProject')
      return { seen: projectText(JSON.parse(await text(response))) };
    if (method.name === 'CreateSizeTable') return { seen: tableText(JSON.parse(await text(response))) };
    if (method.name === 'CreatePopulation') return { seen: await populationText(JSON.parse(await text(response))) };
    if (method.name === 'CreateWebhook') return { seen: await webhookText(JSON.parse(await text(response))) };
    if (response.headers['content-type'] !== 'application/x-ndjson') return { seen: await text(response) };
    const lines = createInterface({ input: response });
    if (method.name === 'MakeTechPack') {
      const seen = await seenInPack(packLines(lines));
      response.destroy();
      return { seen };
    }
    const [line] = await firstOf(lines);
    const { jobId, type, status, seq } = JSON.parse(line);
    const isResumed = method.name === 'ResumeNest' || method.name === 'ResumeLays';
    const seen = isResumed ? JSON.stringify({ jobId, type, status, seq }) : await jobText(jobId);
    response.destroy();
    return { seen };
  }

  async function askGrpc(
    method: DescMethod,
    message: MessageShape<DescMessage>,
    own: Headers = headers,
  ): Promise<Outcome> {
    const gone = new AbortController();
    if (calls++ % callsPerConnection === 0) transport = createGrpcTransport({ baseUrl: server.url });
    const streaming = transport.stream(method as never, gone.signal, undefined, own, only(message) as never);
    try {
      const { message: answers } = await streaming;
      const seen =
        method.name === 'MakeTechPack'
          ? await seenInPack(packMessages(answers as AsyncIterable<MakeTechPackResponse>))
          : await seenIn(method, (await firstOf(answers))[0]);
      gone.abort();
      return { seen };
    } catch (error) {
      return refusedWith(ConnectError.from(error));
    }
  }

  return {
    rest: (method, sent, own) => inTurn(method, () => askRest(method, sent, own)),
    grpc: (method, message, own) => inTurn(method, () => askGrpc(method, message, own)),
    url: server.url,
    headers,
    parts,
    tableId,
    call,

    async keptJob(request, path = '/api/v1/nest') {
      const body = JSON.stringify({ ...request, keepSeconds: 3600 });
      const options = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
      const response = await answerTo(`${server.url}${path}`, options, body);
      const [line] = await firstOf(createInterface({ input: response }));
      response.destroy();
      return JSON.parse(line).jobId;
    },

    async close() {
      await server.close({ graceMs: 0 });
      await parts.endJobs();
      await parts.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };

  /** The answer in REST's JSON. */
  async function seenIn(method: DescMethod, answer: unknown): Promise<string> {
    switch (method.name) {
      case 'Nest':
      case 'NestPatterns':
        return jobText((answer as NestResponse).event!.jobId);
      case 'PlanLays':
        return jobText((answer as PlanLaysResponse).event!.jobId);
      case 'ResumeLays': {
        const { type, jobId, seq } = encodeLayEvent((answer as PlanLaysResponse).event!);
        return JSON.stringify({ jobId, type, seq });
      }
      case 'ResumeNest': {
        const { type, status, jobId, seq } = encodeNestEvent((answer as NestResponse).event!);
        return JSON.stringify({ jobId, type, status, seq });
      }
      case 'ListNestJobs':
        return JSON.stringify(listNestJobsResponse.encode(answer as ListNestJobsResponse));
      case 'GetNestJob':
        return JSON.stringify(getNestJobResponse.encode(answer as GetNestJobResponse));
      case 'ListLays':
        return JSON.stringify(listLaysResponse.encode(answer as ListLaysResponse));
      case 'CancelNest':
      case 'CancelLays':
        return '';
      case 'InferMeasurements':
        return JSON.stringify(inferMeasurementsResponse.encode(answer as InferMeasurementsResponse));
      case 'ProposeMeasurements':
        return JSON.stringify(proposeMeasurementsResponse.encode(answer as ProposeMeasurementsResponse));
      case 'ListPatterns':
        return JSON.stringify(listPatternsResponse.encode(answer as ListPatternsResponse));
      case 'GetPattern':
        return JSON.stringify(pattern.encode((answer as GetPatternResponse).pattern!));
      case 'DraftPattern': {
        const draft = answer as DraftPatternResponse;
        if (draft.data.case !== 'pdf') return JSON.stringify(encodeDraft(draft));
        return new TextDecoder().decode(draft.data.value);
      }
      case 'DraftSizes': {
        const { file } = answer as DraftSizesResponse;
        if (file.case === undefined) return JSON.stringify(draftSizesResponse.encode(answer as DraftSizesResponse));
        return typeof file.value === 'string' ? file.value : new TextDecoder().decode(file.value);
      }
      case 'ListSizeTables':
        return JSON.stringify(listSizeTablesResponse.encode(answer as ListSizeTablesResponse));
      case 'CreatePopulation':
        return populationText(createPopulationResponse.encode(answer as CreatePopulationResponse));
      case 'ListProjects':
        return JSON.stringify(listProjectsResponse.encode(answer as ListProjectsResponse));
      case 'CreateProject':
      case 'UpdateProject':
        return projectText(createProjectResponse.encode(answer as CreateProjectResponse));
      case 'CreateOwnKey':
        return keyText(createOwnKeyResponse.encode(answer as CreateOwnKeyResponse));
      case 'RotateOwnKey':
        return successorText(rotateOwnKeyResponse.encode(answer as RotateOwnKeyResponse));
      case 'ForgetAccount':
        return JSON.stringify(forgetAccountResponse.encode(answer as ForgetAccountResponse));
      case 'UpdateWebhook':
      case 'RotateWebhookSecret':
        return changedText(webhook.encode((answer as UpdateWebhookResponse | RotateWebhookSecretResponse).webhook!));
      case 'ListOwnAuditEntries':
        return JSON.stringify(listOwnAuditEntriesResponse.encode(answer as ListOwnAuditEntriesResponse));
      case 'CreateWebhook':
        return webhookText(createWebhookResponse.encode(answer as CreateWebhookResponse));
      case 'ListWebhookDeliveries':
        return JSON.stringify(listDeliveriesResponse.encode(answer as ListWebhookDeliveriesResponse));
      case 'CreateSizeTable':
        return tableText(createSizeTableResponse.encode(answer as CreateSizeTableResponse));
      default:
        throw new Error(`${method.name} has no route`);
    }
  }
}

/** Processes files in this process: the start of a thread takes far longer than a small file. */
const withoutThreads = {
  async run(task: ReadTask | WriteTask) {
    const posted = await processFile(task);
    if ('problems' in posted) throw ServiceError.ofProblems('invalid', posted.problems);
    return posted.result;
  },
} as Pick<FileThreads, 'run'>;

/** Streams are aborted at their first event. A connection is closed after 500 of these in a row (limits.ts). */
const callsPerConnection = 400;

const camel = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

// biome-ignore lint/suspicious/noExplicitAny: a problem body
function refusedBy({ type, code, errors }: any): Outcome {
  const kind = String(type).split(':').at(-1) as keyof typeof errorTable;
  const problems = errors.map((each: { path: string; code: string }) => `${each.path} ${each.code}`);
  return { refused: [Code[errorTable[kind].grpc]!, code, ...problems.sort()] };
}

export function refusedWith(error: ConnectError): Outcome {
  const [info] = error.findDetails(ErrorInfoSchema);
  const violations = error.findDetails(BadRequestSchema).flatMap(({ fieldViolations }) => fieldViolations);
  const problems = violations.map(({ field, reason }) => `${field} ${reason.toLowerCase()}`);
  return { refused: [Code[error.code]!, info?.reason.toLowerCase() ?? error.rawMessage, ...problems.sort()] };
}

/** A client of every service over one transport, and the stream of layouts that survives a lost connection. */
import type { MessageInitShape } from '@bufbuild/protobuf';
import { type CallOptions, type Client, createClient, type Interceptor, type Transport } from '@connectrpc/connect';
import { AccountService } from '../gen/selvage/account/v1/account_pb.js';
import { AdminService } from '../gen/selvage/admin/v1/admin_pb.js';
import { BodyService } from '../gen/selvage/body/v1/body_pb.js';
import { FileService } from '../gen/selvage/file/v1/file_pb.js';
import { LayService } from '../gen/selvage/lay/v1/lay_pb.js';
import {
  type NestEvent,
  type NestPatternsRequestSchema,
  type NestRequestSchema,
  NestService,
} from '../gen/selvage/nest/v1/nest_pb.js';
import { PatternService } from '../gen/selvage/pattern/v1/pattern_pb.js';
import { ProjectService } from '../gen/selvage/project/v1/project_pb.js';
import { SizeService } from '../gen/selvage/size/v1/size_pb.js';
import { WebhookService } from '../gen/selvage/webhook/v1/webhook_pb.js';
import { type KnownJob, keepSecondsDefault, type NestOptions, nestStream } from './nest-stream.js';
import { type RetryOptions, retrying } from './retry.js';

export interface SelvageOptions extends RetryOptions {
  /** Origin of the service, for example `http://127.0.0.1:8080`. */
  readonly url: string;
  /** API key. */
  readonly key: string;
  /** Organisation to run against; `personal`: none; left out: the user's active one. */
  readonly organization?: string | undefined;
}

export interface SelvageClient {
  readonly body: Client<typeof BodyService>;
  readonly patterns: Client<typeof PatternService>;
  readonly sizes: Client<typeof SizeService>;
  readonly projects: Client<typeof ProjectService>;
  readonly account: Client<typeof AccountService>;
  readonly webhooks: Client<typeof WebhookService>;
  readonly nests: Client<typeof NestService>;
  readonly lays: Client<typeof LayService>;
  readonly files: Client<typeof FileService>;
  readonly admin: Client<typeof AdminService>;
  /**
   * Nests, and yields every event up to `done`, each once and in order, over as many connections as it takes. Leaving
   * the loop cancels the job.
   */
  nest(request: MessageInitShape<typeof NestRequestSchema>, options?: NestOptions): AsyncGenerator<NestEvent>;
  /** The same for patterns and bodies. */
  nestPatterns(
    request: MessageInitShape<typeof NestPatternsRequestSchema>,
    options?: NestOptions,
  ): AsyncGenerator<NestEvent>;
  /** Follows a running job, in the same way. */
  followNest(job: KnownJob, options?: NestOptions): AsyncGenerator<NestEvent>;
}

/** @param makeTransport is handed the interceptors that add key, organisation and retries */
export function selvageClient(
  options: SelvageOptions,
  makeTransport: (interceptors: Interceptor[]) => Transport,
): SelvageClient {
  const transport = makeTransport([retrying(options), identified(options)]);
  const nests = createClient(NestService, transport);
  return {
    body: createClient(BodyService, transport),
    patterns: createClient(PatternService, transport),
    sizes: createClient(SizeService, transport),
    projects: createClient(ProjectService, transport),
    account: createClient(AccountService, transport),
    webhooks: createClient(WebhookService, transport),
    lays: createClient(LayService, transport),
    files: createClient(FileService, transport),
    admin: createClient(AdminService, transport),
    nests,
    nest(request, own) {
      const keepSeconds = request.keepSeconds ?? keepSecondsDefault;
      const begin = (call: CallOptions) => nests.nest({ ...request, keepSeconds }, call);
      return nestStream(nests, begin, { ...options, ...own, keepSeconds });
    },
    nestPatterns(request, own) {
      const keepSeconds = request.keepSeconds ?? keepSecondsDefault;
      const begin = (call: CallOptions) => nests.nestPatterns({ ...request, keepSeconds }, call);
      return nestStream(nests, begin, { ...options, ...own, keepSeconds });
    },
    followNest: (job, own) => nestStream(nests, job, { ...options, ...own }),
  };
}

const identified =
  ({ key, organization }: SelvageOptions): Interceptor =>
  (next) =>
  (request) => {
    request.header.set('authorization', `Bearer ${key}`);
    if (organization !== undefined) request.header.set('x-service-organization-id', organization);
    return next(request);
  };

/** The gateway: every protocol of the service on one port. */
import { setMaxListeners } from 'node:events';

import type { AddressInfo } from 'node:net';
import { isIP } from 'node:net';
import { Code, ConnectError } from '@connectrpc/connect';
import type { Logger } from 'pino';
import { ServiceError } from '../src/errors.js';
import { isLoopback } from '../src/loopback.js';
import type { Services } from '../src/services/services.js';
import { BodyBudget } from './body-budget.js';
import { listening, openFrame } from './frame.js';
import { defaultLimits, type Limits } from './limits.js';
import { onePort, type Tls } from './port.js';
import { receiveJson } from './receive.js';
import { accountRoutes } from './routes/account.js';
import { bodyRoutes } from './routes/body.js';
import { requireCaller } from './routes/call.js';
import { healthRoutes } from './routes/health.js';
import { layRoutes } from './routes/lays.js';
import { mcpRoutes } from './routes/mcp.js';
import { metricsRoutes } from './routes/metrics.js';
import { nestRoutes } from './routes/nest.js';
import { openApiRoutes } from './routes/openapi.js';
import { patternRoutes } from './routes/patterns.js';
import { projectRoutes } from './routes/projects.js';
import { referenceRoutes } from './routes/reference.js';
import { sizeRoutes } from './routes/sizes.js';
import { techPackRoutes } from './routes/tech-pack.js';
import { webhookRoutes } from './routes/webhooks.js';
import { admission } from './rpc/admission.js';
import { mountRpc } from './rpc/mount.js';
import { inputOf, mountServices } from './rpc/rpc.js';
import { Serving } from './serving.js';
import { Metrics, type QueueDepths } from './telemetry/metrics.js';
import { measuredStreams } from './telemetry/nest-streams.js';
import type { StoreMetrics } from './telemetry/store-metrics.js';
import { type Tracing, untraced } from './telemetry/tracing.js';
import { pageRoutes } from './web/page.js';

export interface ServerOptions {
  readonly services: Services;
  /** Address to listen on. Cleartext on an address that is not loopback needs `insecure`. */
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly tls?: Tls;
  readonly insecure?: boolean;
  readonly limits?: Partial<Limits>;
  readonly logger: Logger;
  /** Whether the parts behind the services answer; used by /readyz and grpc.health.v1. Default: they do. */
  readonly readiness?: () => boolean | Promise<boolean>;
  /** Number of waiting jobs by queue; used by /metrics. */
  readonly queueDepths?: QueueDepths;
  /** Token required by /metrics. Default: /metrics is open to this machine alone. */
  readonly metricsToken?: string | undefined;
  /** Default: trace ids without spans. */
  readonly tracing?: Tracing;
  /** Further metrics for /metrics: of the store behind the services. */
  readonly storeMetrics?: StoreMetrics | undefined;
}

export interface Server {
  /** Origin with an explicit port. */
  readonly url: string;
  /** Every served route, such as `GET /api/v1/nest/:jobId`. */
  readonly routes: readonly string[];
  /** New connections get this certificate. Only for a server with TLS. */
  renew(tls: Tls): void;
  /** Reports that it is not ready, but keeps serving, so that load balancers learn to send requests elsewhere. */
  leave(): void;
  /**
   * Takes no new work, waits at most `graceMs` (default 10 s) for running work, then ends it. Resolves when the port is closed.
   */
  close(options?: { graceMs?: number }): Promise<void>;
}

/** Time for aborted work to inform its clients, before their connections are ended. */
const lastWords = 1_000;

export async function startServer(options: ServerOptions): Promise<Server> {
  const { host, tls, tracing = untraced } = options;
  if (!tls && !options.insecure && !isLoopback(host)) {
    throw new ServiceError(
      'invalid',
      `Cleartext on ${host} could be read by others: give a certificate and key (--tls-cert, --tls-key), or --insecure behind a proxy with TLS`,
      { code: 'cleartext_refused' },
    );
  }
  const limits = { ...defaultLimits, ...options.limits };
  const serving = new Serving(options.readiness ?? (() => true), limits.maxHealthWatchers);
  const ending = new AbortController();
  // Every open call adds a listener.
  setMaxListeners(0, ending.signal);
  const port = onePort(limits, tls);

  const metrics = new Metrics(options.queueDepths, options.storeMetrics);
  const services = measuredStreams(options.services, metrics);
  const server = openFrame({ port, limits, secure: tls !== undefined, logger: options.logger, metrics, tracing });

  const budget = new BodyBudget(limits.maxBuffered);
  const routes: string[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    for (const verb of [method].flat()) routes.push(`${verb} ${url}`);
  });

  healthRoutes(server, serving);
  metricsRoutes(server, metrics, options.metricsToken);
  openApiRoutes(server);
  referenceRoutes(server);
  pageRoutes(server);
  await server.register(async (api) => {
    requireCaller(api, services, serving, ending.signal);
    receiveJson(api, budget, services.slices);
    patternRoutes(api, services);
    techPackRoutes(api, services);
    sizeRoutes(api, services);
    projectRoutes(api, services);
    nestRoutes(api, services);
    layRoutes(api, services);
    bodyRoutes(api, services);
    accountRoutes(api, services);
    webhookRoutes(api, services);
    mcpRoutes(api, services);
  });
  await mountRpc(server, (router) => mountServices(router, services, serving, options.logger, limits), {
    admit: admission(services, serving),
    inputOf,
    budget,
    slices: services.slices,
    readMaxBytes: limits.maxMessage,
    maxMapJson: limits.maxMapJson,
    // Protobuf's JSON mapping refuses unknown keys; Connect would drop them.
    jsonOptions: { ignoreUnknownFields: false },
    maxTimeoutMs: limits.maxDeadline,
    shutdownSignal: ending.signal,
  });

  await server.listen({ host, port: options.port, listenTextResolver: listening(tls !== undefined) });
  const address = server.server.address() as AddressInfo;
  const name = isIP(host) === 6 ? `[${host}]` : host;
  let closing: Promise<void> | undefined;
  return {
    url: `${tls ? 'https' : 'http'}://${name}:${address.port}`,
    routes,
    renew: (renewed) => port.renew(renewed),
    leave: () => serving.leave(),
    close({ graceMs = 10_000 } = {}) {
      closing ??= (async () => {
        serving.end();
        const abort = setTimeout(
          () => ending.abort(new ConnectError('The service is ending', Code.Unavailable)),
          graceMs,
        );
        const destroy = setTimeout(() => port.destroy(), graceMs + lastWords);
        await server.close();
        clearTimeout(abort);
        clearTimeout(destroy);
      })();
      return closing;
    },
  };
}

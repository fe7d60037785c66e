/** Assembles a service: store, accounts, queue and solvers, patterns, body model, gateway. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { type Tracing, untraced } from '../../gateway/telemetry/tracing.js';
import { Accounts } from '../accounts/accounts.js';
import { AuditLog } from '../accounts/audit-log.js';
import { demoUserName, ensureDemoAccount, findOrCreateDemoUser } from '../accounts/demo.js';
import { RequestQuotas } from '../accounts/request-quota.js';
import type { PopulationSource } from '../body/adapting/own-populations.js';
import type { BodyModel } from '../body/complete.js';
import { type BodyModelSource, onFirstUse } from '../body/model-source.js';
import { environmentName, readConfig, type ServiceConfig } from '../config.js';
import { type Jobs, openJobs } from '../jobs/open-jobs.js';
import { Mixer } from '../lays/mix/mixer.js';
import { DraftPool } from '../patterns/draft-pool.js';
import { libraryVersions } from '../patterns/library/library.js';
import { publishLibrary } from '../patterns/publish-library.js';
import { compileRules } from '../services/compile-rules.js';
import { createServices } from '../services/create-services.js';
import { FileThreads } from '../services/files/file-threads.js';
import { layPlanner } from '../services/lays/planner.js';
import type { Caller, Services } from '../services/services.js';
import { openStore } from '../store/open-store.js';
import type { QueueName, Store } from '../store/store.js';
import { Deliverer } from '../webhooks/deliverer.js';
import { SecretBox } from '../webhooks/secret.js';
import { Webhooks } from '../webhooks/webhooks.js';
import type { StreamingClient } from './client.js';
import { databaseListenUrl } from './data-folder.js';
import { CommandError } from './exit.js';
import { listenError } from './listen-error.js';
import { localClient } from './local-client.js';
import { endTracing, taskObserver, tracingOf } from './task-observer.js';
import { readTls, renewOnHangup } from './tls-files.js';

const dayMs = 86_400_000;
/** Longest time for the last events of a stream to reach its client. */
const lastEventsMs = 2_000;
/** Lay plans that one service makes at a time. A plan mostly waits for its nests. */
const plansAtOnce = 8;

/** A service without its port. */
export interface Parts {
  readonly store: Store;
  readonly accounts: Accounts;
  readonly auditLog: AuditLog;
  readonly services: Services;
  /** Ends streams and gives running work back. Call `close` after it for the rest. */
  readonly endJobs: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * `planning`: whether it makes lay plans. `forgetting`: whether it deletes old jobs, as by default. `bodyModel`: by default,
 * the first request with a body loads it. `populations` finds the populations that requests name, by default those of the
 * account. `timed` measures the calls of the store.
 */
export async function openParts(
  config: ServiceConfig,
  logger: Logger,
  {
    tracing = untraced,
    planning = true,
    forgetting = true,
    bodyModel = onFirstUse(() => openBodyModel(config)),
    populations,
    timed = (store) => store,
    keepSchema = false,
  }: {
    tracing?: Tracing;
    planning?: boolean;
    forgetting?: boolean;
    bodyModel?: BodyModelSource;
    populations?: PopulationSource | undefined;
    timed?: (store: Store) => Store;
    keepSchema?: boolean;
  } = {},
): Promise<Parts> {
  const store = timed(await openStore({ ...config, keepSchema }));
  // Steps that can fail come before those that keep running: a failed start leaves no solver behind that claims tasks.
  await publishLibrary(store, libraryVersions()).catch(async (error) => {
    await store.close();
    throw error;
  });
  const accounts = new Accounts(store);
  const auditLog = new AuditLog(store);
  const requestQuotas = new RequestQuotas(store);
  requestQuotas.start((error) => logger.error({ err: error }, 'the request counts were not saved'));
  const retentionMs = forgetting ? config.retentionDays * dayMs : undefined;
  const jobs = openJobsOf(config, { store, retentionMs, logger, tracing });
  const drafter = new DraftPool();
  const files = new FileThreads();
  const mixing = new Mixer();
  const { queue } = jobs;
  const secrets = new SecretBox(config.webhookKeys);
  const rules = { privateToo: config.privateWebhooks };
  const webhooks = new Webhooks({ repository: store, secrets, rules, now: Date.now });
  const services = createServices({
    accounts,
    auditLog,
    requestQuotas,
    store,
    queue,
    drafter,
    files,
    bodyModel,
    populations,
    webhooks,
  });
  if (planning) jobs.startPlanning({ plans: plansAtOnce, planner: layPlanner({ queue, mixing, now: Date.now }) });
  return {
    store,
    accounts,
    auditLog,
    services,
    endJobs: () => jobs.close({ graceMs: config.shutdownGraceMs }),
    async close() {
      files.close();
      mixing.close();
      await drafter.close();
      await requestQuotas.close();
      await auditLog.close();
      await store.close();
    },
  };
}

function delivererOf(config: ServiceConfig, store: Store, logger: Logger): Deliverer {
  return new Deliverer({
    queue: store,
    secrets: new SecretBox(config.webhookKeys),
    rules: { privateToo: config.privateWebhooks },
    retentionMs: config.retentionDays * dayMs,
    onError: (error) => logger.error({ err: error }, 'a webhook met an error'),
    onDisabled: (webhookId, reason) => logger.warn({ webhookId, reason }, 'a webhook was disabled'),
  });
}

/** A folder without a model is a wrong setting. */
async function openBodyModel({ bodyModelDir }: ServiceConfig): Promise<BodyModel> {
  const { loadBodyModel } = await import('../body/complete.js');
  return loadBodyModel(bodyModelDir).catch((error: unknown) => {
    if (bodyModelDir === undefined) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`The body model in ${bodyModelDir} cannot be used: ${reason}`, { cause: error });
  });
}

async function loadedModel(config: ServiceConfig, logger: Logger): Promise<BodyModelSource> {
  const model = await openBodyModel(config);
  logger.info({ backend: model.backend }, 'the body model runs');
  return async () => model;
}

function openJobsOf(
  config: ServiceConfig,
  {
    store,
    retentionMs,
    logger,
    tracing,
  }: { store: Store; retentionMs: number | undefined; logger: Logger; tracing: Tracing },
): Jobs {
  return openJobs({
    store,
    solvers: config.solvers,
    queues: config.queues,
    retentionMs,
    onError: (error) => logger.error({ err: error }, 'a nest job met an error'),
    observe: taskObserver(logger, tracing),
  });
}

/** Logs go to standard error: standard output belongs to the answer of a command. */
const logTo = (level: ServiceConfig['logLevel']): Logger => pino({ level }, pino.destination(2));

export interface RunningService {
  /** Origin with an explicit port. */
  readonly url: string;
  /** Key of the demo account; null if an earlier start made it. */
  readonly key: string | null;
  close(): Promise<void>;
}

export interface StartOptions {
  /** Makes another key for the demo account even if it has one. */
  readonly freshKey: boolean;
  /** Default: the model is loaded before the service is ready. */
  readonly bodyModel?: BodyModelSource;
}

export async function startService(
  config: ServiceConfig,
  { freshKey, bodyModel: given }: StartOptions,
): Promise<RunningService> {
  const logger = logTo(config.logLevel);
  const tls = config.tls && readTls(config.tls);
  const bodyModel = given ?? (await loadedModel(config, logger));
  const tracing = await tracingOf(config);
  const compiled = compileRules();
  // commands that only run the operations do without the server and its metrics
  const { StoreMetrics } = await import('../../gateway/telemetry/store-metrics.js');
  const storeMetrics = new StoreMetrics();
  const timed = (store: Store) => storeMetrics.timed(store, config.databaseUrl === undefined ? 'sqlite' : 'postgresql');
  const parts = await openParts(config, logger, { tracing, bodyModel, timed }).catch(async (error) => {
    await endTracing(tracing, logger);
    throw error;
  });
  try {
    await compiled;
    const { startServer } = await import('../../gateway/server.js');
    const { key } = await ensureDemoAccount(parts.accounts, { freshKey });
    const server = await startServer({
      services: parts.services,
      host: config.host,
      port: config.port,
      insecure: config.insecure,
      limits: { maxBody: config.bodyLimitBytes },
      logger,
      tracing,
      storeMetrics,
      metricsToken: config.metricsToken,
      queueDepths: () => queueDepths(parts.store),
      readiness: async () => (await parts.store.findUserByName(demoUserName)) !== null,
      ...(tls ? { tls } : {}),
    });
    const renewal = config.tls && renewOnHangup(config.tls, server.renew, logger);
    const deliverer = delivererOf(config, parts.store, logger);
    deliverer.start();
    parts.auditLog.startPurging(config.auditDays * dayMs, (error) =>
      logger.error({ err: error }, 'old entries of the audit log were not deleted'),
    );
    logger.info({ url: server.url, dataDir: config.dataDir, solvers: config.solvers }, 'ready');
    return {
      url: server.url,
      key,
      async close() {
        server.leave();
        await delay(config.shutdownDelayMs);
        // the jobs end first, so that the last line of a stream gives the reason; connections are cut after that
        const graceMs = config.shutdownGraceMs + lastEventsMs;
        await Promise.all([server.close({ graceMs }), parts.endJobs()]);
        await deliverer.close({ graceMs: config.shutdownGraceMs });
        await parts.close();
        await endTracing(tracing, logger);
        renewal?.close();
        logger.info('ended');
      },
    };
  } catch (error) {
    await parts.endJobs();
    await parts.close();
    await endTracing(tracing, logger);
    throw listenError(error, config);
  }
}

/** Number of jobs on each queue that wait for a solver on any host. */
async function queueDepths(store: Store): Promise<Record<QueueName, number>> {
  const [slow, fast] = await Promise.all([store.queuePositions('slow'), store.queuePositions('fast')]);
  return { slow: slow.size, fast: fast.size };
}

/** A private service of this process: a free port of the loopback address, quiet, with a key. */
export async function startEmbedded(dataDir: string): Promise<RunningService & { readonly key: string }> {
  const config = readConfig({ data: dataDir, port: '0', 'log-level': 'error', 'shutdown-grace': '0' }, {});
  const bodyModel = onFirstUse(() => openBodyModel(config));
  const service = await startService(config, { freshKey: true, bodyModel });
  return { ...service, key: service.key! };
}

/** The actor of a command: a user by name, in the context of an organisation by its id or name. */
export interface LocalActor {
  readonly user?: string;
  readonly organization?: string | undefined;
}

export interface LocalOptions {
  /** Default: false. */
  readonly solving?: boolean;
  readonly populations?: PopulationSource | undefined;
  /** Instead of the data folder. */
  readonly databaseUrl?: string | undefined;
  /** For a command that changes nothing of the user: a store with an older schema is refused. */
  readonly keepSchema?: boolean;
}

/** The operations over a data folder or a database, without a port, and without solvers unless `solving`. */
export async function openLocal(
  dataDir: string,
  actor: LocalActor = {},
  { solving = false, populations, databaseUrl, keepSchema = false }: LocalOptions = {},
): Promise<StreamingClient> {
  const solvers = solving ? {} : { solvers: '0' };
  const database =
    databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, DATABASE_LISTEN_URL: databaseListenUrl() };
  const flags = { data: dataDir, ...solvers, 'log-level': 'error', 'shutdown-grace': '0' };
  const config = readConfig(flags, { ...webhookSettings(), ...database });
  // the service over the same store knows how long it keeps its jobs, and a command does not
  const doing = { planning: solving, forgetting: false, populations, keepSchema };
  const parts = await openParts(config, logTo(config.logLevel), doing);
  const close = async (): Promise<void> => {
    await parts.endJobs();
    await parts.close();
  };
  try {
    return localClient(parts.services, close, await actorIn(parts.accounts, actor));
  } catch (error) {
    await close();
    throw error;
  }
}

/** A command must seal secrets and judge addresses as the service over the same store does. */
function webhookSettings(): NodeJS.ProcessEnv {
  const names = (['webhook-key', 'private-webhooks'] as const).map(environmentName);
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}

async function actorIn(accounts: Accounts, { user, organization }: LocalActor): Promise<Caller> {
  const named = user ?? demoUserName;
  const known = named === demoUserName ? (await findOrCreateDemoUser(accounts)).user : await accounts.user(named);
  return accounts.actingFor(known, organization);
}

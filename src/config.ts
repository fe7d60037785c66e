/**
 * The settings of a service: every flag with its environment variable, default and rule. The CLI makes its options from this
 * one table. `--tls-cert` is SELVAGE_TLS_CERT, and `"tls-cert"` in the file of --config. A flag wins over the environment, and
 * the environment over the file.
 */

import { accessSync, constants } from 'node:fs';
import { availableParallelism } from 'node:os';
import { type ConfigFile, inConfigFile, noConfigFile, readConfigFile } from './config-file.js';
import { type FieldProblem, ServiceError } from './errors.js';
import { nearestName } from './json/nearest-name.js';
import { isLoopback } from './loopback.js';
import { systemReason } from './system-failure.js';

export type QueueChoice = 'slow' | 'fast';
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

export interface ServiceConfig {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Folder of the embedded store. */
  readonly dataDir: string;
  /** Undefined: the embedded store. */
  readonly databaseUrl: string | undefined;
  /** Address of the database itself for notifications, where `databaseUrl` leads to a pooler. */
  readonly databaseListenUrl: string | undefined;
  /** PEM files; both or none. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  /** Whether cleartext is allowed on an address that is not loopback. */
  readonly insecure: boolean;
  /** Solver threads of this process; 0: it only queues. */
  readonly solvers: number;
  /** Queues that this process solves for; the first is served first. */
  readonly queues: readonly QueueChoice[];
  /** Folder written by `npm run train:body`; undefined: the model in the package. */
  readonly bodyModelDir: string | undefined;
  readonly retentionDays: number;
  /** Days for which an entry of the audit log is kept. */
  readonly auditDays: number;
  /** Largest request body, and largest request message after decompression, in bytes. */
  readonly bodyLimitBytes: number;
  /** Milliseconds for which a service keeps serving after it was told to end, while it reports that it is not ready. */
  readonly shutdownDelayMs: number;
  /** Milliseconds for running work to end at a shutdown. */
  readonly shutdownGraceMs: number;
  readonly logLevel: LogLevel;
  /** Token required by /metrics; undefined: only this machine may read it. */
  readonly metricsToken: string | undefined;
  /** Port of a solver host's /metrics, /healthz and /readyz. 0 picks a free one; undefined: none. */
  readonly metricsPort: number | undefined;
  /** Receiver of traces over OTLP/HTTP; undefined: none are sent. */
  readonly otlpEndpoint: string | undefined;
  /** Keys of 32 bytes that seal the secrets of webhooks in the store. The first seals, all open; none: they stay plain. */
  readonly webhookKeys: readonly Buffer[];
  /** Whether webhooks may use http, and reach this machine and private networks. */
  readonly privateWebhooks: boolean;
  /** Print one line of JSON on standard output when ready, with a fresh demo key. */
  readonly json: boolean;
}

export interface Option {
  /** Without the two dashes. */
  readonly flag: string;
  /** For the help text, such as `PORT`; null: a switch. */
  readonly value: string | null;
  readonly help: string;
  readonly defaultValue: string | null;
  /** Not available as a flag, because every process of the machine can read the flags of the others. */
  readonly secret?: true;
  /**
   * The variable that other programs use for this setting. Selvage's own variable comes first, and an empty one counts as
   * unset.
   */
  readonly common?: string;
}

/** In the order of the help text. */
export const options = [
  { flag: 'config', value: 'FILE', help: 'JSON file with any of these settings', defaultValue: null },
  { flag: 'host', value: 'ADDRESS', help: 'address to listen on', defaultValue: '127.0.0.1' },
  { flag: 'port', value: 'PORT', help: 'port to listen on; 0 picks a free one', defaultValue: '8080' },
  { flag: 'data', value: 'DIR', help: 'folder of the embedded store', defaultValue: './selvage-data' },
  {
    flag: 'database-url',
    value: 'URL',
    help: 'PostgreSQL in place of the folder; an address with a password belongs in DATABASE_URL',
    defaultValue: null,
    common: 'DATABASE_URL',
  },
  {
    flag: 'database-listen-url',
    value: 'URL',
    help: 'the database itself for notifications, if the other URL leads to a pooler',
    defaultValue: null,
    common: 'DATABASE_LISTEN_URL',
  },
  { flag: 'tls-cert', value: 'FILE', help: 'certificate chain in PEM form', defaultValue: null },
  { flag: 'tls-key', value: 'FILE', help: 'private key in PEM form', defaultValue: null },
  { flag: 'insecure', value: null, help: 'allow cleartext on an address that is not loopback', defaultValue: null },
  { flag: 'solvers', value: 'N', help: 'solver threads; 0: none in this process', defaultValue: null },
  { flag: 'queue', value: 'LIST', help: 'queues to solve for, first served first', defaultValue: 'fast,slow' },
  { flag: 'body-model', value: 'DIR', help: 'folder of a body model that you trained', defaultValue: null },
  { flag: 'retention-days', value: 'DAYS', help: 'days to keep ended nest jobs', defaultValue: '7' },
  { flag: 'audit-days', value: 'DAYS', help: 'days to keep the audit log', defaultValue: '400' },
  { flag: 'body-limit', value: 'MIB', help: 'largest request body in MiB', defaultValue: '32' },
  {
    flag: 'shutdown-delay',
    value: 'SECONDS',
    help: 'time to keep serving after SIGTERM, while /readyz answers 503',
    defaultValue: '0',
  },
  { flag: 'shutdown-grace', value: 'SECONDS', help: 'time for running work at a shutdown', defaultValue: '2' },
  { flag: 'log-level', value: 'LEVEL', help: 'trace, debug, info, warn, error, fatal or silent', defaultValue: 'info' },
  { flag: 'metrics-token', value: 'TOKEN', help: 'token required by /metrics', defaultValue: null, secret: true },
  { flag: 'metrics-port', value: 'PORT', help: 'metrics and health port of a solver host', defaultValue: null },
  {
    flag: 'otlp-endpoint',
    value: 'URL',
    help: 'trace collector (OTLP/HTTP)',
    defaultValue: null,
    common: 'OTEL_EXPORTER_OTLP_ENDPOINT',
  },
  {
    flag: 'webhook-key',
    value: 'KEYS',
    help: 'keys that seal the secrets of webhooks, base64',
    defaultValue: null,
    secret: true,
  },
  {
    flag: 'private-webhooks',
    value: null,
    help: 'let webhooks use http and reach private networks',
    defaultValue: null,
  },
  {
    flag: 'json',
    value: null,
    help: 'print one line of JSON when ready; serve makes a fresh demo key for it',
    defaultValue: null,
  },
] as const satisfies readonly Option[];

type Flag = (typeof options)[number]['flag'];

/** Flags as given: text for a flag with a value, true for a switch. */
export type Flags = { readonly [flag in Flag]?: string | boolean | undefined };

const logLevels: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
const mebibyte = 1024 * 1024;

const prefix = 'SELVAGE_';

export const environmentName = (flag: string): string => prefix + flag.replaceAll('-', '_').toUpperCase();

/** Kubernetes sets these variables for a service called selvage; nobody wrote them by hand. */
const serviceLink = /^SELVAGE_(SERVICE_(HOST|PORT)|PORT_\d+_(TCP|UDP|SCTP))(_|$)/;

/** The work of a process, as far as rules depend on it. */
export interface Duty {
  /** The setting of the port that it opens, if that is given; null: it opens none. */
  readonly port: 'port' | 'metrics-port' | null;
  readonly leastSolvers: number;
}

const serving: Duty = { port: 'port', leastSolvers: 0 };

/** The configuration, or a ServiceError `invalid` that lists every mistake under the name that the user gave. */
export function readConfig(
  flags: Flags,
  environment: NodeJS.ProcessEnv,
  { port, leastSolvers }: Duty = serving,
): ServiceConfig {
  const file = flags.config ?? environment[environmentName('config')];
  const reader = new Reader(flags, environment, typeof file === 'string' ? file : undefined);
  const host = reader.text('host');
  const tls = reader.tls();
  const insecure = reader.isOn('insecure');
  const listens = port === 'port' || (port !== null && reader.isGiven(port));
  if (listens && tls === null && !insecure && !isLoopback(host)) {
    reader.refuse(
      'host',
      `${host} is not a loopback address: give --tls-cert and --tls-key, or --insecure for cleartext`,
    );
  }
  const config: ServiceConfig = {
    host,
    port: reader.integer('port', 0, 65_535),
    dataDir: reader.text('data'),
    databaseUrl: reader.databaseUrl('database-url'),
    databaseListenUrl: reader.databaseUrl('database-listen-url'),
    tls,
    insecure,
    solvers: reader.integer('solvers', leastSolvers, 1_024, Math.max(1, availableParallelism())),
    queues: reader.queues(),
    bodyModelDir: reader.path('body-model'),
    retentionDays: reader.number('retention-days', 1 / 24, 3_650),
    auditDays: reader.number('audit-days', 1, 3_650),
    bodyLimitBytes: Math.round(reader.number('body-limit', 1 / 1024, 1_024) * mebibyte),
    shutdownDelayMs: Math.round(reader.number('shutdown-delay', 0, 300) * 1000),
    shutdownGraceMs: Math.round(reader.number('shutdown-grace', 0, 60) * 1000),
    logLevel: reader.choice('log-level', logLevels),
    metricsToken: reader.optionalText('metrics-token'),
    metricsPort: reader.isGiven('metrics-port') ? reader.integer('metrics-port', 0, 65_535) : undefined,
    otlpEndpoint: reader.url('otlp-endpoint'),
    webhookKeys: reader.keys('webhook-key'),
    privateWebhooks: reader.isOn('private-webhooks'),
    json: reader.isOn('json'),
  };
  reader.throwProblems();
  return config;
}

/** Refuses misspelled variables, which would otherwise be ignored in silence. */
function unknownVariables(environment: NodeJS.ProcessEnv): FieldProblem[] {
  const known = options.map(({ flag }) => environmentName(flag));
  return Object.keys(environment)
    .filter((name) => name.startsWith(prefix) && !known.includes(name) && !serviceLink.test(name))
    .map((name) => ({
      path: name,
      code: 'unknown_setting',
      message: `${name} is not a setting${meant(name, known)}`,
    }));
}

/** Compares names without the prefix, since every name shares it. */
function meant(name: string, known: readonly string[]): string {
  const match = nearestName(
    name.slice(prefix.length),
    known.map((each) => each.slice(prefix.length)),
  );
  return match === null ? '' : `; did you mean ${prefix}${match}?`;
}

class Reader {
  readonly #problems: FieldProblem[];
  readonly #fromFile: ConfigFile['settings'];

  readonly #flags: Flags;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #file: string | undefined;

  constructor(flags: Flags, environment: NodeJS.ProcessEnv, file: string | undefined) {
    this.#flags = flags;
    this.#environment = environment;
    this.#file = file;
    const known = options.map(({ flag }) => flag).filter((flag) => flag !== 'config');
    const { settings, problems } = file === undefined ? noConfigFile : readConfigFile(file, known);
    this.#fromFile = settings;
    this.#problems = [...problems, ...unknownVariables(environment)];
  }

  throwProblems(): void {
    if (this.#problems.length > 0) throw ServiceError.ofProblems('invalid', this.#problems);
  }

  /** Keeps the first problem of each setting. */
  refuse(flag: Flag, message: string): void {
    const path = this.#source(flag);
    if (this.#problems.some((problem) => problem.path === path)) return;
    this.#problems.push({ path, code: 'invalid_setting', message: `${path}: ${message}` });
  }

  text(flag: Flag): string {
    const given = this.#given(flag);
    if (given === '' || given === true) this.refuse(flag, 'a value is required');
    return String(given ?? this.#defaultOf(flag) ?? '');
  }

  optionalText(flag: Flag): string | undefined {
    return this.#given(flag) === undefined ? undefined : this.text(flag);
  }

  /** A file or folder that must exist. */
  path(flag: Flag): string | undefined {
    const text = this.optionalText(flag);
    if (text === undefined) return undefined;
    try {
      accessSync(text, constants.R_OK);
    } catch (error) {
      this.refuse(flag, `${text} cannot be read: ${systemReason(error)}`);
    }
    return text;
  }

  /** The message leaves out the URL, which holds a password. */
  databaseUrl(flag: Flag): string | undefined {
    const text = this.optionalText(flag);
    if (text !== undefined && !/^postgres(ql)?:\/\//.test(text))
      this.refuse(flag, 'a URL that begins with postgres:// or postgresql:// is required');
    return text;
  }

  /** Keys of 32 bytes in base64, with commas between. The message leaves them out. */
  keys(flag: Flag): Buffer[] {
    const text = this.optionalText(flag);
    if (text === undefined) return [];
    const keys = text.split(',').map((each) => each.trim());
    if (keys.some((key) => !/^[A-Za-z0-9+/]{43}=$/.test(key))) {
      this.refuse(
        flag,
        'keys of 32 bytes in base64 are required, with commas between, as from: openssl rand -base64 32',
      );
    }
    return keys.map((key) => Buffer.from(key, 'base64'));
  }

  isGiven(flag: Flag): boolean {
    return this.#given(flag) !== undefined;
  }

  url(flag: Flag): string | undefined {
    const text = this.optionalText(flag);
    if (text !== undefined && !/^https?:\/\/\S+$/.test(text)) this.refuse(flag, `${text} is not an http or https URL`);
    return text;
  }

  isOn(flag: Flag): boolean {
    const given = this.#given(flag);
    if (typeof given === 'boolean') return given;
    if (given === undefined || ['', '0', 'false'].includes(given)) return false;
    if (!['1', 'true'].includes(given)) this.refuse(flag, `${JSON.stringify(given)} is neither true nor false`);
    return true;
  }

  integer(flag: Flag, min: number, max: number, fallback?: number): number {
    const value = this.number(flag, min, max, fallback);
    if (!Number.isInteger(value)) this.refuse(flag, `${value} is not a whole number`);
    return value;
  }

  number(flag: Flag, min: number, max: number, fallback?: number): number {
    if (this.#given(flag) === undefined && fallback !== undefined) return fallback;
    const text = this.text(flag).trim();
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    this.refuse(flag, `${JSON.stringify(text)} is not a number from ${Number(min.toPrecision(3))} to ${max}`);
    return min;
  }

  choice<T extends string>(flag: Flag, choices: readonly T[]): T {
    const text = this.text(flag);
    const chosen = choices.find((choice) => choice === text);
    if (chosen === undefined) this.refuse(flag, `${JSON.stringify(text)} is not one of ${choices.join(', ')}`);
    return chosen ?? choices[0]!;
  }

  queues(): QueueChoice[] {
    const names = this.text('queue')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
    const chosen = names.filter((name): name is QueueChoice => name === 'slow' || name === 'fast');
    if (chosen.length !== names.length || chosen.length === 0 || new Set(chosen).size !== chosen.length) {
      this.refuse('queue', `${JSON.stringify(names.join(','))} must list slow, fast or both, each once`);
    }
    return chosen;
  }

  tls(): ServiceConfig['tls'] {
    const certFile = this.path('tls-cert');
    const keyFile = this.path('tls-key');
    if (certFile === undefined && keyFile === undefined) return null;
    if (certFile === undefined) this.refuse('tls-cert', 'is required with --tls-key');
    if (keyFile === undefined) this.refuse('tls-key', 'is required with --tls-cert');
    return { certFile: certFile ?? '', keyFile: keyFile ?? '' };
  }

  #given(flag: Flag): string | boolean | undefined {
    const variable = this.#variable(flag);
    return this.#flags[flag] ?? (variable === undefined ? this.#fromFile[flag] : this.#environment[variable]);
  }

  /** The environment variable of the setting. */
  #variable(flag: Flag): string | undefined {
    const own = environmentName(flag);
    if (this.#environment[own] !== undefined) return own;
    const { common }: Option = options.find((option) => option.flag === flag)!;
    return common !== undefined && this.#environment[common] ? common : undefined;
  }

  #defaultOf(flag: Flag): string | null {
    return options.find((option) => option.flag === flag)?.defaultValue ?? null;
  }

  /** The name under which the user gave the value. */
  #source(flag: Flag): string {
    if (this.#flags[flag] !== undefined) return `--${flag}`;
    const variable = this.#variable(flag);
    if (variable !== undefined) return variable;
    return this.#fromFile[flag] === undefined || this.#file === undefined
      ? `--${flag}`
      : inConfigFile(this.#file, flag);
  }
}

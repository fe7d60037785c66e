/**
 * A fleet of solver hosts over one real PostgreSQL: idle, under load, and after a burst. Only the solvers are simulated.
 * usage: npm run bench:fleet -- [--hosts 10,100,1000] [--jobs 500] [--seconds 30] [--burst 1000] [--settle 75] [--pooler] [--into FILE]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { StoreLocation } from '../../../src/store/open-store.js';
import { poolerVersion, startPooler } from '../../../test/store/pooler.js';
import { startPostgres } from '../../../test/store/postgres-server.js';
import { beginCounting } from '../statements.js';
import type { Load, LoadFigures } from './gateway.js';
import type { HostFigures } from './hosts.js';

import { type ServerFigures, serverFigures } from './server-figures.js';

const { values } = parseArgs({
  options: {
    hosts: { type: 'string', default: '10,100,1000' },
    jobs: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '30' },
    settle: { type: 'string', default: '75' },
    burst: { type: 'string', default: '1000' },
    pooler: { type: 'boolean', default: false },
    into: { type: 'string' },
  },
});
const solversPerHost = 8;
const hostsPerProcess = 125;
/** Of a job, in seconds: under load, and in the burst. */
const jobSeconds = 6;
const burstSeconds = 1;

export interface Quantiles {
  readonly p50: number;
  readonly p99: number;
  readonly count: number;
}

export interface Phase {
  readonly seconds: number;
  /** Share of one core. */
  readonly serverCores: number;
  readonly hostCores: number;
  readonly statements: number;
  readonly notifications: number;
  readonly events: number;
  readonly walBytes: number;
  readonly connections: number;
  readonly listening: number;
  readonly deadRows: number;
  readonly liveRows: number;
  readonly vacuums: number;
  readonly claims: Quantiles;
  readonly emptyClaims: Quantiles;
  readonly errors: Readonly<Record<string, number>>;
}

export interface FleetFigures {
  readonly hosts: number;
  readonly pooler: boolean;
  readonly idle: Phase;
  readonly load: Phase & { readonly waits: Readonly<Record<string, Quantiles>>; readonly ended: number };
  readonly burst: Phase & { readonly jobs: number; readonly claimsASecond: number };
}

function quantiles(times: readonly number[]): Quantiles {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (q: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), count: sorted.length };
}

async function start(entry: string, ...args: string[]): Promise<ChildProcess> {
  const child = fork(new URL(entry, import.meta.url), args);
  await once(child, 'message');
  return child;
}

async function ask<T>(child: ChildProcess, message: object): Promise<T> {
  const answer = once(child, 'message');
  child.send(message);
  return (await answer)[0] as T;
}

async function measureFleet(hosts: number): Promise<FleetFigures> {
  const server = (await startPostgres({
    durable: true,
    further: [
      'max_connections=5000',
      'shared_buffers=512MB',
      'shared_preload_libraries=pg_stat_statements',
      'autovacuum_naptime=5s',
    ],
  }))!;
  const pooler = values.pooler ? await startPooler(server) : null;
  const location: StoreLocation = {
    dataDir: '',
    databaseUrl: pooler?.url ?? server.url,
    databaseListenUrl: server.url,
  };
  const gateway = await start('./gateway.js', JSON.stringify(location));
  const processes: ChildProcess[] = [];
  for (let rest = hosts; rest > 0; rest -= hostsPerProcess) {
    const count = Math.min(rest, hostsPerProcess);
    processes.push(await start('./hosts.js', JSON.stringify(location), `${count}`, `${solversPerHost}`));
  }
  await beginCounting(server.url);

  async function phase<T>(work: () => Promise<T>): Promise<{ phase: Phase; result: T }> {
    const all = () => Promise.all(processes.map((child) => ask<HostFigures>(child, {})));
    await all();
    const before: ServerFigures = await serverFigures(server);
    const started = performance.now();
    const result = await work();
    const seconds = (performance.now() - started) / 1000;
    const after = await serverFigures(server);
    const told = await all();
    const errors: Record<string, number> = {};
    for (const [text, count] of told.flatMap((each) => Object.entries(each.errors)))
      errors[text] = (errors[text] ?? 0) + count;
    const rate = (name: keyof ServerFigures) => (after[name] - before[name]) / seconds;
    const { connections, listening, deadRows, liveRows } = after;
    return {
      result,
      phase: {
        seconds,
        serverCores: rate('processor'),
        hostCores: told.reduce((sum, { processor }) => sum + processor / 1e6, 0) / seconds,
        statements: rate('statements'),
        notifications: rate('notifications'),
        events: rate('events'),
        walBytes: rate('walBytes'),
        connections,
        listening,
        deadRows,
        liveRows,
        vacuums: after.vacuums - before.vacuums,
        claims: quantiles(told.flatMap(({ claims }) => claims)),
        emptyClaims: quantiles(told.flatMap(({ emptyClaims }) => emptyClaims)),
        errors,
      },
    };
  }

  // The hosts learn the size of their fleet, and close the connections that only their start needed.
  await delay(1000 * Number(values.settle));
  const idle = await phase(() => delay(1000 * Number(values.seconds)));
  const perMinute = Number(values.jobs);
  const jobs = Math.round((perMinute * Number(values.seconds)) / 60);
  const loaded = await phase(() => ask<LoadFigures>(gateway, { jobs, perMinute, seconds: jobSeconds } satisfies Load));
  const { submit, firstEvent, start: startWait, position, cancel, ended, errors } = loaded.result;
  const burstJobs = Number(values.burst);
  const burst = await phase(() =>
    ask<LoadFigures>(gateway, { jobs: burstJobs, perMinute: 1e9, seconds: burstSeconds } satisfies Load),
  );
  for (const child of [...processes, gateway]) child.kill('SIGKILL');
  await pooler?.stop();
  await server.stop();
  return {
    hosts,
    pooler: pooler !== null,
    idle: idle.phase,
    load: {
      ...loaded.phase,
      errors: { ...loaded.phase.errors, ...errors },
      waits: {
        submit: quantiles(submit),
        'first event': quantiles(firstEvent),
        start: quantiles(startWait),
        position: quantiles(position),
        cancel: quantiles(cancel),
      },
      ended,
    },
    burst: { ...burst.phase, jobs: burstJobs, claimsASecond: burst.phase.claims.count / burst.result.seconds },
  };
}

function print({ hosts, pooler, idle, load, burst }: FleetFigures): void {
  const ms = ({ p50, p99 }: Quantiles) => `${p50.toFixed(1)} / ${p99.toFixed(1)} ms`;
  const share = (cores: number) => `${(100 * cores).toFixed(1)} %`;
  console.log(`\n${hosts} hosts of ${solversPerHost} solvers${pooler ? ', through PgBouncer' : ''}`);
  for (const [name, phase] of Object.entries({ idle, load, burst })) {
    console.log(
      `${name.padEnd(6)} server ${share(phase.serverCores)} of a core, hosts ${share(phase.hostCores)}, ` +
        `${phase.statements.toFixed(0)} statements and ${phase.notifications.toFixed(1)} notifications a second, ` +
        `${phase.connections} connections (${phase.listening} listen), ${phase.events.toFixed(0)} events a second, ` +
        `log ${(phase.walBytes / 1024).toFixed(0)} KiB a second, ${phase.deadRows} dead rows of ${phase.liveRows} live, ${phase.vacuums} vacuums`,
    );
    console.log(
      `       claim ${ms(phase.claims)} of ${phase.claims.count}; empty ${ms(phase.emptyClaims)} of ${phase.emptyClaims.count}`,
    );
    for (const [text, count] of Object.entries(phase.errors)) console.log(`       ${count} x ${text}`);
  }
  for (const [name, wait] of Object.entries(load.waits))
    console.log(`  ${name.padEnd(12)} ${ms(wait)} of ${wait.count}`);
  console.log(`  burst of ${burst.jobs}: ${burst.claimsASecond.toFixed(0)} claims a second`);
}

if (values.pooler && poolerVersion() === null) {
  console.log('skipped: PgBouncer is not installed here');
  process.exit(1);
}
const said = loadavg()
  .map((load) => load.toFixed(2))
  .join(', ');
console.log(`load of the machine at the start: ${said}${values.pooler ? `; ${poolerVersion()}` : ''}`);
const all: FleetFigures[] = [];
for (const hosts of values.hosts.split(',').map(Number)) {
  const figures = await measureFleet(hosts);
  print(figures);
  all.push(figures);
  if (values.into) writeFileSync(values.into, `${JSON.stringify(all, null, 1)}\n`);
}
